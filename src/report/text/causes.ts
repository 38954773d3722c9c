// Findings that have one cause, told once: a renamed target is one mistake, however many reports mention it.

import { type Diagnostic, writeJson } from "../../model/index.ts";
import { count } from "./cells.ts";

/** Findings that say the same of different things; `others` is empty if nothing else has this cause. */
export interface Cause {
  first: Diagnostic;
  others: readonly Diagnostic[];
}

/** Fewer alike findings are shown one by one: each with its own place to go to. */
const ALIKE = 4;
/** The places of a cause that are named. */
const PLACES = 8;

/** The findings by cause, each where the first of it is. */
export function findCauses(diagnostics: readonly Diagnostic[]): Cause[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const cause = causeOf(diagnostic);
    const group = groups.get(cause);
    if (group) group.push(diagnostic);
    else groups.set(cause, [diagnostic]);
  }
  return diagnostics.flatMap((first): Cause[] => {
    const group = groups.get(causeOf(first)) ?? [];
    if (group.length < ALIKE) return [{ first, others: [] }];
    return first === group[0] ? [{ first, others: group.slice(1) }] : [];
  });
}

/** What is wrong, without what it is wrong with. */
function causeOf({ rule, severity, message, help = "", subject, slug }: Diagnostic): string {
  const names = [subject, slug].filter((name) => name !== undefined && name !== "");
  const bare = (text: string) =>
    names.reduce<string>((rest, name) => rest.split(String(name)).join("\0"), text);
  return writeJson([rule, severity, bare(message), bare(help)]);
}

/** `the same at 1896 more places: a.yaml:3:5, a.yaml:9:5 and 1894 more`. Not escaped. */
export function othersText(others: readonly Diagnostic[]): string {
  const named = others.filter(({ file }) => file !== "").slice(0, PLACES);
  const places = named.map(({ file, line, column }) => `${file}:${line}:${column}`);
  const rest = others.length - named.length;
  const tail = places.length === 0 ? "" : `: ${places.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return `the same at ${count(others.length, "more place")}${tail}`;
}

/** `350 more findings are not shown: 300 unknown-field, 50 widget-overlap`. Not escaped. */
export function leftText(left: readonly Diagnostic[]): string {
  const numbers = new Map<string, number>();
  for (const { rule } of left) numbers.set(rule, (numbers.get(rule) ?? 0) + 1);
  const rules = [...numbers].sort((a, b) => b[1] - a[1]).slice(0, PLACES);
  const is = left.length === 1 ? "is" : "are";
  return `${count(left.length, "more finding")} ${is} not shown: ${rules.map(([rule, number]) => `${number} ${rule}`).join(", ")}`;
}
