// Which of the drawn reports are asked: not those that the project skips, that have no query, or that did not change.

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import picomatch from "picomatch";
import { includedTargets, type Overlay, readProjectText } from "../../desired/index.ts";
import { type Json, type JsonObject, type SkipReason, UserError } from "../../model/index.ts";
import type { Drawn } from "../../model-check/index.ts";
import { canonical } from "../../plan/index.ts";
import { readAt } from "../../project/policy/apply-policy.ts";
import { readFilesAt } from "./files-at.ts";
import { type DrawnOptions, readDrawnAt } from "./read-drawn.ts";
import { readQuery } from "./read-query.ts";

export interface AskedReport {
  drawn: Drawn;
  /** Absent if the platform has it, under the report's number. */
  query?: JsonObject;
}

export interface ReportChoice {
  asked: AskedReport[];
  skipped: { drawn: Drawn; why: SkipReason }[];
  /** How many did not change. */
  unchanged: number;
  notes: string[];
}

/** Throws a UsageError for a revision that Git does not have. */
export async function chooseReports(
  all: readonly Drawn[],
  options: DrawnOptions & { against?: string | undefined },
): Promise<ReportChoice> {
  const { skip } = options.project.test;
  const skips = skip.map((glob) => ({ glob, matches: picomatch(glob, { dot: true }) }));
  const choice: ReportChoice = { asked: [], skipped: [], unchanged: 0, notes: [] };
  const before = options.against === undefined ? undefined : await readBefore(options.against, options);
  for (const drawn of all) {
    const { entry, report } = drawn;
    const query = readQuery(entry?.query);
    if (before?.has(nameOf(drawn))) choice.unchanged += 1;
    else if (entry && skips.some(({ matches }) => matches(report)))
      choice.skipped.push({ drawn, why: "skip" });
    else if (!entry) choice.asked.push({ drawn });
    else if (query) choice.asked.push({ drawn, query });
    else choice.skipped.push({ drawn, why: isText(entry.sqlQuery) ? "sql" : "no-query" });
  }
  const { paths = [], only = [] } = options;
  const unused = skips.filter(({ matches }) => !all.some(({ report }) => matches(report)));
  if (paths.length + only.length === 0)
    choice.notes.push(
      ...unused.map(({ glob }) => `\`test.skip\` has \`${glob}\`, which no drawn report matches.`),
    );
  return choice;
}

async function readBefore(revision: string, options: DrawnOptions): Promise<ReadonlySet<string>> {
  const overlay = await readFilesAt(options.project.root, revision, options.env);
  const before = projectAt(overlay, revision, options);
  return new Set(before ? (await readDrawnAt({ ...options, ...before }, overlay)).map(nameOf) : []);
}

/** The project file of the same revision, for its variables and its files. Undefined if there was none that can be read: then all changed. */
function projectAt(
  overlay: Overlay,
  revision: string,
  { project, target }: DrawnOptions,
): Pick<DrawnOptions, "project" | "target"> | undefined {
  const { root, file, targetsFile = file } = project;
  const name = relative(root, file);
  const own = relative(root, targetsFile);
  if (!overlay.has(name) && !overlay.has(own)) return { project, target };
  const textOf = (path: string) =>
    overlay.has(path) ? (overlay.get(path) ?? undefined) : readFileSync(join(root, path), "utf8");
  try {
    const text = textOf(name);
    const path = text === undefined ? undefined : includedTargets(text, name);
    const beside = path === undefined ? undefined : textOf(path);
    if (text === undefined) return undefined;
    const read = readAt(
      revision,
      path === undefined || beside === undefined ? undefined : { path, text: beside },
    );
    const before = readProjectText(file, text, { name, shown: `${revision}:${name}`, read });
    const vars = before.targets[target.name]?.vars ?? {};
    return { project: before, target: { ...target, vars } };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The same for a report whose query did not change. */
function nameOf({ report, entry, number }: Drawn): string {
  if (!entry) return JSON.stringify(number);
  const query: Json | undefined = readQuery(entry.query) ?? entry.sqlQuery;
  return JSON.stringify([report, query === undefined ? null : canonical(query)]);
}

const isText = (value: Json | undefined) => typeof value === "string" && value.trim() !== "";
