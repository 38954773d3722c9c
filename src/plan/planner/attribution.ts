// Who looks after what a plan changes, and which row of which template declares it: people read it, and nothing is decided by it.

import type { Change } from "../../model/index.ts";

export interface KnownOwners {
  /** Slug → what the workbook says itself, of those that do. */
  written: ReadonlyMap<string, readonly string[]>;
  /** Report's key → the slug of the workbook that it belongs to. */
  homes: ReadonlyMap<string, string>;
  /** Of a file of the project. */
  ofFile(file: string): readonly string[];
}

/**
 * The changes with their owners, and with those of the dashboards that draw a report. What a workbook says goes before what its file has, also
 * for the reports that belong to it. What no file declares has none.
 */
export function withOwners(changes: readonly Change[], known: KnownOwners): Change[] {
  const { written, homes, ofFile } = known;
  const owned = <T extends object>(one: T, slug: string | undefined, file: string): T => {
    const owners = (slug === undefined ? undefined : written.get(slug)) ?? ofFile(file);
    return owners.length > 0 ? { ...one, owners } : one;
  };
  return changes.map((change): Change => {
    const { kind, key, source, drawnBy } = change;
    const drawn = drawnBy && {
      ...change,
      drawnBy: drawnBy.map((one) => owned(one, one.key, one.source.file)),
    };
    const slug = kind === "workbook" ? key : homes.get(key);
    return source && kind !== "folder" ? owned(drawn ?? change, slug, source.file) : (drawn ?? change);
  });
}

/** The key of a template as written, and the `key` of a row. */
export interface TemplateRow {
  template: string;
  row: string;
}

export interface KnownRows {
  /** By slug. */
  workbooks: ReadonlyMap<string, TemplateRow>;
  /** By key. */
  reports: ReadonlyMap<string, TemplateRow>;
}

/** The changes with the template and row of each, and of the dashboards that draw a report. What no file declares has none. */
export function withRows(changes: readonly Change[], { workbooks, reports }: KnownRows): Change[] {
  if (workbooks.size === 0 && reports.size === 0) return [...changes];
  return changes.map((change): Change => {
    const { kind, key, source, drawnBy } = change;
    const known = kind === "workbook" ? workbooks.get(key) : kind === "report" ? reports.get(key) : undefined;
    return {
      ...change,
      ...(source && known),
      ...(drawnBy && { drawnBy: drawnBy.map((one) => ({ ...one, ...workbooks.get(one.key) })) }),
    };
  });
}
