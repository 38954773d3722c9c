// Findings as annotations on the lines of a pull request. GitHub keeps 10 errors and 10 warnings of a step and drops the rest
// without a word, so those of one cause and those of one line are one, different rules and files come first, and what is left is counted.

import type { Diagnostic, Severity } from "../model/index.ts";
import { type Cause, escapeTerminal, findCauses, othersText, readableLength } from "../report/index.ts";

export const ANNOTATIONS_PER_LEVEL = 10;
/** Of one rule, while other rules have findings that would not be shown. */
const PER_RULE = 4;

export interface Annotation {
  level: Severity;
  /** Relative to the repository's root. */
  file: string;
  line: number;
  endLine: number;
  title: string;
  message: string;
}

export interface Annotations {
  shown: Annotation[];
  /** Findings that no annotation shows, because they are too many. */
  left: number;
}

export interface AnnotateOptions {
  /** The project's folder within the repository, "" or ending in a slash. */
  prefix: string;
  /** File → its changed lines; undefined if that is not known, and then every line counts. */
  changed: ReadonlyMap<string, ReadonlySet<number>> | undefined;
}

export function annotate(
  diagnostics: readonly Diagnostic[],
  { prefix, changed }: AnnotateOptions,
): Annotations {
  const isNear = (finding: Diagnostic) => isChanged(changed?.get(prefix + finding.file), finding);
  // Changed lines first: those are the ones that the reviewer looks at, and where a cause of many findings is shown.
  const near = diagnostics.filter(isNear);
  // A finding may be at a line that did not change, because of what changed elsewhere: an error there still matters.
  const far = diagnostics.filter(
    (finding) => !isNear(finding) && (changed === undefined || finding.severity === "error"),
  );
  const groups = byLine(findCauses([...near, ...far]));
  const order = [true, false].flatMap((wanted) =>
    inTurns(groups.filter(([{ first }]) => isNear(first) === wanted)),
  );
  const chosen = chooseShown(order);
  const hidden = countByRule(order.filter((group) => !chosen.has(group)));
  const last = new Map(
    order.flatMap((group) => (chosen.has(group) ? [[ruleOf(group), group] as const] : [])),
  );
  const shown = order.flatMap((group): Annotation[] => {
    if (!chosen.has(group)) return [];
    const { severity, file, line, endLine = line } = group[0].first;
    const rule = ruleOf(group);
    const more = last.get(rule) === group ? (hidden.get(rule) ?? 0) : 0;
    const lines = group.map((cause) => messageOf(cause, prefix));
    if (more > 0) lines.push(`and ${more} more of ${titleOf(group)}, in the job summary`);
    const message = lines.join("\n");
    return [{ level: severity, file: prefix + file, line, endLine, title: titleOf(group), message }];
  });
  return { shown, left: [...hidden.values()].reduce((sum, count) => sum + count, 0) };
}

/** As many as GitHub shows: a few of each rule first, so that a finding elsewhere is not hidden by many of one rule on changed lines. */
function chooseShown(order: readonly Group[]): ReadonlySet<Group> {
  const chosen = new Set<Group>();
  const count: Record<Severity, number> = { error: 0, warning: 0 };
  const ofRule = new Map<string, number>();
  for (const most of [PER_RULE, ANNOTATIONS_PER_LEVEL])
    for (const group of order) {
      const [{ first }] = group;
      const known = ofRule.get(ruleOf(group)) ?? 0;
      if (chosen.has(group) || known >= most || count[first.severity] >= ANNOTATIONS_PER_LEVEL) continue;
      chosen.add(group);
      ofRule.set(ruleOf(group), known + 1);
      count[first.severity] += 1;
    }
  return chosen;
}

function countByRule(groups: readonly Group[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const findings = group.reduce((sum, { others }) => sum + 1 + others.length, 0);
    counts.set(ruleOf(group), (counts.get(ruleOf(group)) ?? 0) + findings);
  }
  return counts;
}

/** What stands at one line. */
type Group = readonly [Cause, ...Cause[]];

function byLine(causes: readonly Cause[]): Group[] {
  const groups = new Map<string, Group>();
  for (const cause of causes) {
    const { severity, file, line } = cause.first;
    const key = `${severity}\n${file}\n${line}`;
    groups.set(key, [...(groups.get(key) ?? []), cause] as unknown as Group);
  }
  return [...groups.values()];
}

/** The first of each rule, then the second of each, those of different files before others of one: no mistake hides another. */
function inTurns(groups: readonly Group[]): Group[] {
  const byFile = sortByTurn(groups, (group) => `${ruleOf(group)}\n${group[0].first.file}`);
  return sortByTurn(byFile, ruleOf);
}

function ruleOf(group: Group): string {
  return `${group[0].first.severity}\n${titleOf(group)}`;
}

function sortByTurn(groups: readonly Group[], keyOf: (group: Group) => string): Group[] {
  const seen = new Map<string, number>();
  const turns = groups.map((group) => {
    const turn = seen.get(keyOf(group)) ?? 0;
    seen.set(keyOf(group), turn + 1);
    return { group, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ group }) => group);
}

function titleOf(group: Group): string {
  return [...new Set(group.map(({ first }) => escapeTerminal(first.rule)))].join(", ");
}

function messageOf({ first: { message, help = "" }, others }: Cause, prefix: string): string {
  const places = others.map((other) => ({ ...other, file: prefix + other.file }));
  const more = others.length > 0 ? ` (${othersText(places)})` : "";
  return readable(`${message} ${help}`.trim() + more);
}

/** Escaped by each, so that the line ends between them stay. */
function readable(text: string): string {
  return escapeTerminal(readableLength(text));
}

/** Whether one of its lines is among those. */
export function isChanged(
  lines: ReadonlySet<number> | undefined,
  { line, endLine = line }: Diagnostic,
): boolean {
  if (!lines) return false;
  for (let at = line; at <= endLine; at++) if (lines.has(at)) return true;
  return false;
}
