// Whose a value of a row's dashboard is: the template's, the row's own, or that of the row's `override`.

import { findRow, openFiles, type WrittenRow, wholeName } from "../../desired/index.ts";
import {
  isObject,
  type Json,
  type Path,
  type Project,
  type ResolvedWorkbook,
  type Span,
  type Target,
  textAt,
} from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";

export interface Owner {
  of: "template" | "row" | "override";
  /** Where it is written. */
  at: Span;
  /** What the row calls it; of a text of the template, all that it names. */
  names: string[];
}

export interface ProjectPlace {
  project: Project;
  target: Target;
  env: Environment;
}

/** The row that declares the dashboard, as it is written; undefined if none does. */
export function openRow(
  { project, target, env }: ProjectPlace,
  { file, template, row }: ResolvedWorkbook,
): WrittenRow | undefined {
  if (template === undefined || row === undefined) return undefined;
  return findRow(openFiles(project.root), { project, target, env }, { file, template, row });
}

/** `index` and `id`: of the widget; `path`: within it; `textOf`: what a file says. */
export function ownerOf(
  row: WrittenRow,
  workbook: ResolvedWorkbook,
  {
    index,
    id,
    path,
    textOf,
  }: { index: number; id: string; path: readonly string[]; textOf(file: string): string | undefined },
): Owner {
  for (const names of [[workbook.template ?? ""], []]) {
    const inOverride = ["override", ...names, "dashboard", "widgets", id, ...path];
    if (isWithin(row.values, inOverride)) return { of: "override", at: row.locate(inOverride), names: [] };
  }
  const at = workbook.locate(["dashboard", "widgets", index, ...path] as Path);
  const written = textAt(textOf(at.file) ?? "", at).trim();
  const { kind, name } = wholeName(written.replace(/^(["'])(.*)\1$/s, "$2")) ?? {};
  if (kind === "row" && name !== undefined) return { of: "row", at: row.locate([name]), names: [name] };
  const own = Object.keys(row.values).find((key) => key !== "override" && isSamePlace(row.locate([key]), at));
  if (own !== undefined && !row.isInTable) return { of: "row", at, names: [own] };
  const names = [...written.matchAll(/(?<!\$)\$\{row\.([^}]+)\}/g)].map(([, one]) => one!);
  return { of: "template", at, names: [...new Set(names)] };
}

/** Whether a value is there; null takes something away, which is said as well. */
function isWithin(value: Json, path: readonly string[]): boolean {
  let at: Json | undefined = value;
  for (const key of path) {
    // A list of four numbers is a position.
    if (Array.isArray(at)) return true;
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (at === undefined) return false;
  }
  return true;
}

const isSamePlace = (one: Span, other: Span) =>
  one.file === other.file && one.line === other.line && one.column === other.column;
