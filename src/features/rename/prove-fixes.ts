// The texts with fixes in them, proven by loading the project with them for every target before anybody writes them. Writes nothing itself.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { editTexts, type TextEdit } from "../../edit/index.ts";
import {
  type Diagnostic,
  isObject,
  type Json,
  newFindings,
  type Project,
  renameWithin,
  spanOfFinding,
} from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { loadEachSide, type Side } from "./load-sides.ts";

export interface ProvenFixes {
  /** File → its new text. */
  texts: Map<string, string>;
  /** What is not written, and why; a line each. */
  refused: string[];
}

/** Files in which a fix would do harm keep their text. */
export async function proveFixes(
  project: Project,
  env: Environment,
  findings: readonly Diagnostic[],
): Promise<ProvenFixes> {
  // From disk, because a byte order mark stays where it is.
  const read = (file: string) => readFileSync(join(project.root, file), "utf8");
  const refused: string[] = [];
  let left = findings.flatMap(({ fix, ...one }): Extract<TextEdit, { kind: "rename" }>[] =>
    fix ? [{ kind: "rename", at: spanOfFinding(one), ...fix }] : [],
  );
  const wanted = new Map(findings.flatMap(({ fix }) => (fix ? [[fix.from, fix.to] as const] : [])));
  let before: Side[] | undefined;
  for (;;) {
    const edited = editTexts(read, left).texts;
    const texts = new Map([...edited].map(([file, { after }]) => [file, after]));
    if (texts.size === 0) return { texts, refused };
    before ??= await loadEachSide(project, env);
    const harm = findHarm(before, await loadEachSide(project, env, texts), wanted);
    if (!harm) return { texts, refused };
    // What is wrong elsewhere may come from any of them.
    const bad = texts.has(harm.file) ? [harm.file] : [...texts.keys()];
    refused.push(...bad.map((file) => `${file} was not fixed: ${harm.why}`));
    left = left.filter(({ at }) => !bad.includes(at.file));
  }
}

const saysOf = ({ workbooks, reports }: Side) =>
  new Map<string, Pick<Side["reports"][number], "file" | "entry">>([
    ...workbooks.map((one) => [`the workbook ${one.slug}`, one] as const),
    ...reports.map((one) => [`the report ${one.key}`, one] as const),
  ]);

/** The first thing that is wrong after the fixes and was not before. */
function findHarm(
  before: readonly Side[],
  after: readonly Side[],
  wanted: ReadonlyMap<string, string>,
): { file: string; why: string } | undefined {
  for (const [index, side] of after.entries()) {
    const found = newFindings(before[index]!.loaded.diagnostics, side.loaded.diagnostics);
    const error = found.find(({ severity }) => severity === "error");
    if (error)
      return { file: error.file, why: `it would have an error at line ${error.line}: ${error.message}` };
    const says = saysOf(side);
    for (const [name, { file, entry }] of saysOf(before[index]!)) {
      const now = says.get(name);
      if (!now || !isRenamed(entry, now.entry, wanted))
        return { file, why: `${name} would say something else than the names that are meant` };
    }
  }
  return undefined;
}

/** Whether a value is the same but for names that were wanted, with no name twice in a list that was there once. */
function isRenamed(before: Json, after: Json, wanted: ReadonlyMap<string, string>): boolean {
  if (typeof before === "string") return isRenamedText(before, after, wanted);
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || before.length !== after.length) return false;
    const count = (items: readonly Json[]) => new Set(items.filter((item) => typeof item === "string")).size;
    return (
      count(before) === count(after) && before.every((item, index) => isRenamed(item, after[index]!, wanted))
    );
  }
  if (!isObject(before)) return before === after;
  if (!isObject(after)) return false;
  const was = Object.entries(before);
  const now = Object.entries(after);
  return (
    was.length === now.length &&
    was.every(
      ([key, item], index) =>
        isRenamedText(key, now[index]![0], wanted) && isRenamed(item, now[index]![1], wanted),
    )
  );
}

function isRenamedText(before: string, after: Json, wanted: ReadonlyMap<string, string>): boolean {
  if (before === after || wanted.get(before) === after) return true;
  // The JSON text of a query.
  if (typeof after !== "string" || !/^\s*\{/.test(before)) return false;
  let text = before;
  for (const [from, to] of wanted) text = renameWithin({ from, to }, text);
  return text === after;
}
