// The exports of the published entries as Markdown, from the doc comments and types of dist/types/: what tsc emits there has one
// statement after the other, each starting at the margin.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const ENTRIES = { boardwright: "index.d.ts", "boardwright/sandbox": "sandbox/index.d.ts" };
const DECLARATION = /^export (?:declare )?(?:abstract )?(function|const|class|interface|type) (\w+)/;

/** The statements of a file at the margin: their code, and the doc comment before each. */
function readStatements(file) {
  const statements = [];
  let [comment, code, isComment] = [[], [], false];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (code.length === 0 && (isComment || line.startsWith("/**"))) {
      if (!isComment) comment = [];
      comment.push(line);
      isComment = !line.endsWith("*/");
    } else if (line !== "" || code.length > 0) {
      code.push(line);
      if (!isWhole(code)) continue;
      statements.push({ comment: plainComment(comment), code: code.join("\n") });
      [comment, code] = [[], []];
    }
  }
  return statements;
}

function isWhole(code) {
  const bare = code.join("\n").replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, "");
  const open = (bare.match(/[{([]/g) ?? []).length - (bare.match(/[})\]]/g) ?? []).length;
  return open === 0 && /[;}]$/.test(bare);
}

function plainComment(lines) {
  const text = lines.join("\n").replace(/^\/\*\*|\*\/$/g, "");
  return text.replace(/^ *\* ?/gm, "").trim();
}

/** Exported name → its declarations, with their doc comments; exports of other files are followed. */
function readExports(file) {
  const found = new Map();
  const add = (name, statements) => found.set(name, [...(found.get(name) ?? []), ...statements]);
  for (const { comment, code } of readStatements(file)) {
    const [, kind, name] = DECLARATION.exec(code) ?? [];
    if (name !== undefined) add(name, [{ kind, comment, code }]);
    const [, names, from] = /^export (?:type )?(\*|\{[\s\S]*\}) from "(\.[^"]+)\.ts";$/.exec(code) ?? [];
    if (from === undefined) continue;
    const others = readExports(resolve(dirname(file), `${from}.d.ts`));
    if (names === "*") for (const [name, statements] of others) add(name, statements);
    for (const [, original, alias] of names.matchAll(/(?:type )?(\w+)(?: as (\w+))?(?=[,\s}])/g))
      add(alias ?? original, renamed(others.get(original), original, alias));
  }
  return found;
}

function renamed(statements, original, alias) {
  if (statements === undefined) throw new Error(`${original} is exported, but declared nowhere`);
  if (alias === undefined) return statements;
  const name = new RegExp(`\\b${original}\\b`);
  return statements.map((statement) => ({ ...statement, code: statement.code.replace(name, alias) }));
}

function writeExport([name, statements]) {
  const comments = statements.map(({ comment }) => comment).filter(Boolean);
  const code = statements.map((each) =>
    each.code.replace(/^export (?:declare )?/, "").replaceAll("    ", "  "),
  );
  return [`### ${name}`, ...comments, `\`\`\`ts\n${code.join("\n")}\n\`\`\``].join("\n\n");
}

/** The document: functions, classes and constants of each entry first, then its types, each by name. */
export function writeApi(root) {
  const sections = Object.entries(ENTRIES).map(([entry, file]) => {
    const exported = [...readExports(join(root, "dist/types", file))].sort(([a], [b]) => (a < b ? -1 : 1));
    const isType = ([, [{ kind }]]) => kind === "interface" || kind === "type";
    const inOrder = [...exported.filter((each) => !isType(each)), ...exported.filter(isType)];
    return [`## ${entry}`, ...inOrder.map(writeExport)].join("\n\n");
  });
  const lead =
    "Written by `npm run docs` from the doc comments. [The library](library.md) shows how to use it.";
  return `${["# The API of the library", lead, ...sections].join("\n\n")}\n`;
}
