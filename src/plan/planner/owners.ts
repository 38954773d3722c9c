// Who looks after what a plan changes: people read it, and nothing is decided by it.

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
