// The project's documents as the tests read them: links, headings, and the command lines that they show.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Paths of the documents for people, sorted. */
export const DOCUMENTS = glob
  .sync(
    [
      "README.md",
      "CONTRIBUTING.md",
      "CHANGELOG.md",
      "SECURITY.md",
      "docs/**/*.md",
      "examples/**/*.md",
      "test/*/README.md",
    ],
    { cwd: ROOT },
  )
  .sort();

export const readText = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");

/** What a shell would run, as far as it is a line of Boardwright or a script of npm. */
export interface CommandLine {
  line: number;
  words: string[];
}

/** The targets of the links, without those that leave the project. */
export function linksOf(markdown: string): { line: number; href: string }[] {
  const links = withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]: (\S+)$/gm);
  return [...links]
    .map((match) => ({ line: lineAt(markdown, match.index), href: match[1] ?? match[2] ?? "" }))
    .filter(({ href }) => !/^[a-z][a-z0-9+.-]*:/i.test(href));
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const [, heading = ""] of blankFences(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

/** The command lines of a document: those of its sh blocks, those behind `$ ` in any other, and those in the running text. */
export function commandsOf(markdown: string): CommandLine[] {
  const found: CommandLine[] = [];
  for (const match of markdown.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)) {
    const [, language = "", body = ""] = match;
    const isShell = ["sh", "bash", "shell"].includes(language);
    const first = lineAt(markdown, match.index) + 1;
    body.split("\n").forEach((text, index) => {
      const shown = /^\$ (.*)$/.exec(text)?.[1] ?? (isShell ? text : "");
      found.push(...commandsIn(shown, first + index));
    });
  }
  return [...found, ...commandsInSpans(blankFences(markdown))];
}

/** The command lines between backticks (those of template strings, too), and of `command: "…"`. */
export function commandsInSpans(text: string): CommandLine[] {
  const spans = text.matchAll(/`((?:boardwright|npm run) [^`\\$]+)\\?`|\bcommand: "([^"]+)"/g);
  return [...spans].flatMap((match) =>
    commandsIn((match[1] ?? match[2] ?? "").replace(/\s*\n\s*/g, " "), lineAt(text, match.index)),
  );
}

/** Splits one line as a shell does, as far as documents go: words, quotes, comments, `&&`, `|`, `;` and `>`. */
export function commandsIn(text: string, line: number): CommandLine[] {
  const commands: string[][] = [[]];
  for (const [token] of text.matchAll(/'[^']*'|"[^"]*"|(?<!\S)#.*|&&|[|;>]|[^\s|;&>]+/g)) {
    if (token.startsWith("#")) break;
    if (/^(&&|[|;>])$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replace(/^(['"])(.*)\1$/, "$2"));
  }
  return commands.map(ofInterest).flatMap((words) => (words ? [{ line, words }] : []));
}

function ofInterest(words: readonly string[]): string[] | undefined {
  const bare = words.filter((word, index) => index > 0 || !/^[A-Z_]+=/.test(word));
  const [first, second] = bare;
  if (first === "npx" && second === "boardwright") return bare.slice(1);
  if (first === "node" && second === "dist/cli.cjs") return ["boardwright", ...bare.slice(2)];
  return first === "boardwright" || (first === "npm" && second === "run") ? bare : undefined;
}

/** The text with its fenced blocks blanked out: lines keep their numbers. */
function blankFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, " "));
}

function withoutCode(markdown: string): string {
  return blankFences(markdown).replace(/`[^`\n]+`/g, (span) => " ".repeat(span.length));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
