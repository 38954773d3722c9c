// Where the files name a workbook, a report or a member, as the loader finds it: through includes, layouts and overrides.

import type { TextEdit } from "../../edit/index.ts";
import {
  isObject,
  type Json,
  normalizeSlug,
  type Path,
  type Renaming,
  type ResolvedWorkbook,
} from "../../model/index.ts";
import {
  type Mention,
  mentionsOfReport,
  mentionsOfSettings,
  mentionsOfWidgets,
} from "../../model-check/index.ts";
import type { Side } from "./load-sides.ts";

/** A scalar that names it, and the name that it gets. */
export type Named = Extract<TextEdit, { kind: "rename" }>;

const kind = "rename";

export function findWorkbook(side: Side, { from, to }: Renaming): Named[] {
  const found: Named[] = [];
  for (const workbook of side.workbooks) {
    if (workbook.slug === from)
      found.push({ kind, at: workbook.locate([], "key"), from: workbook.writtenSlug, to });
  }
  for (const { entry, locate } of side.reports) {
    const { workbook } = entry;
    if (typeof workbook === "string" && normalizeSlug(workbook) === from)
      found.push({ kind, at: locate(["workbook"]), from: workbook, to });
  }
  return found;
}

export function findReport(side: Side, { from, to }: Renaming): Named[] {
  const found: Named[] = [];
  const search = (value: Json | undefined, path: Path, locate: ResolvedWorkbook["locate"]): void => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) search(item, [...path, index], locate);
    else if (isObject(value)) {
      if (value.$report === from) found.push({ kind, at: locate([...path, "$report"]), from, to });
      for (const [key, item] of Object.entries(value)) search(item, [...path, key], locate);
    }
  };
  for (const { entry, locate } of side.workbooks) search(entry.dashboard, ["dashboard"], locate);
  for (const { key, locate } of side.reports)
    if (key === from) found.push({ kind, at: locate([], "key"), from, to });
  return found;
}

export function findMember(side: Side, renaming: Renaming): Named[] {
  const found: Named[] = [];
  const take = (mentions: readonly Mention[], entry: Json, locate: ResolvedWorkbook["locate"]) => {
    for (const { text, path, part } of mentions) {
      const renamed = renamedMember(renaming, text);
      if (renamed !== undefined)
        found.push(...spell({ path, part, text, renamed }, renaming, { entry, locate }));
    }
  };
  for (const workbook of side.workbooks) {
    const mentions = [...mentionsOfSettings(workbook), ...mentionsOfWidgets(workbook).flat()];
    take(mentions, workbook.entry, workbook.locate);
  }
  for (const report of side.reports) take(mentionsOfReport(report), report.entry, report.locate);
  return found;
}

/** The text of a member with the new name; undefined if it names another one. `orders.created_at.month` names `orders.created_at`. */
function renamedMember({ from, to }: Renaming, text: string): string | undefined {
  if (text === from) return to;
  return text.startsWith(`${from}.`) ? to + text.slice(from.length) : undefined;
}

/** `{ view: orders, dimension: status }` names `orders.status` in two scalars, and `jsonQuery` is a text with names within. */
function spell(
  { path, part, text, renamed }: { path: Path; part: "key" | "value"; text: string; renamed: string },
  { from, to }: Renaming,
  { entry, locate }: { entry: Json; locate: ResolvedWorkbook["locate"] },
): Named[] {
  const query = path.indexOf("jsonQuery");
  if (query !== -1 && typeof valueAlong(entry, path.slice(0, query + 1)) === "string")
    return [{ kind, at: locate(path.slice(0, query + 1)), from, to }];
  const short = valueAlong(entry, path);
  if (part === "key" || short === text) return [{ kind, at: locate(path, part), from: text, to: renamed }];
  if (typeof short !== "string" || !text.endsWith(`.${short}`)) return [];
  const cube = text.slice(0, -short.length - 1);
  const around = valueAlong(entry, path.slice(0, -1));
  const key = isObject(around) && around.view === cube ? "view" : "cube";
  const dot = renamed.indexOf(".");
  return [
    { kind, at: locate([...path.slice(0, -1), key]), from: cube, to: renamed.slice(0, dot) } as const,
    { kind, at: locate(path), from: short, to: renamed.slice(dot + 1) } as const,
  ].filter((one) => one.from !== one.to);
}

function valueAlong(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const key of path) at = (at as Record<string | number, Json> | null | undefined)?.[key];
  return at;
}
