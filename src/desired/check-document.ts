// Checks one resolved document by schema, and notes which parts of it can still be used.
import { type Diagnostic, inRow, type Json, normalizeSlug, type Path } from "../model/index.ts";
import { errorAt } from "./findings/diagnose.ts";
import { describeRow, type Locating, layersInWorkbook, locateInWorkbook, rowPlaceOf } from "./locate.ts";
import { type SchemaProblem, validateFile } from "./shape/schema.ts";
import { findingAt, type Placing, type Spot } from "./spot.ts";
import type { Resolver, RowOrigin } from "./walk.ts";

export interface Flaws {
  /** `workbooks\n<slug as written>`: its shape is wrong, so it is not visited. */
  broken: Set<string>;
  /** Slug as written to the targets whose overrides are flawed. */
  overrides: Map<string, Set<string>>;
}

/** The flaws that failed directives leave behind. */
export function flawsOf(failed: readonly Path[]): Flaws {
  return { broken: new Set(failed.map((path) => path.slice(0, 2).join("\n"))), overrides: new Map() };
}

/** Checks a document by schema and adds to its flaws. Under a directive that failed there is no value to check. */
export function checkDocument(
  resolver: Resolver,
  {
    file,
    doc,
    value,
    failed,
    origins,
  }: {
    file: string;
    doc: number;
    value: Json;
    failed: readonly Path[];
    origins: ReadonlyMap<string, RowOrigin>;
  },
  flaws: Flaws,
): Diagnostic[] {
  const holes = new Set(failed.map((path) => JSON.stringify(path)));
  const isBelowHole = (path: Path) =>
    holes.size > 0 &&
    Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length)).some((above) =>
      holes.has(JSON.stringify(above)),
    );
  const problems = validateFile(value).filter(({ path }) => !isBelowHole(path));
  for (const problem of problems) noteFlaw(flaws, problem);
  const found: Diagnostic[] = [];
  for (const { path, ...problem } of problems) {
    const [section, key, ...rest] = path;
    const origin = origins.get(`${section}\n${key}`);
    if (!origin) {
      found.push(findingAt(resolver, { file, doc, path }, { ...problem, slug: slugIn(path) }));
      continue;
    }
    const locating = locatingOf(resolver, { file, doc, path: [section!, origin.template] }, origin);
    const one = errorAt(locateInWorkbook(locating, rest, problem.part), problem);
    const row = describeRow(resolver, rowPlaceOf(origin), (at) => layersInWorkbook(locating, at));
    found.push(inRow({ ...one, slug: slugIn(path) }, row, { path: rest, part: problem.part }));
  }
  return found;
}

/** How the values are placed that a row makes of the template at a spot. */
function locatingOf(placing: Placing, spot: Spot, { row, ids }: RowOrigin): Locating {
  return {
    placing,
    spot: { ...spot, row: row.spot },
    ids: ids?.after ?? [],
    baseIds: undefined,
    rowIds: ids?.before,
    sections: undefined,
    target: undefined,
    keySpan: undefined,
  };
}

function noteFlaw({ broken, overrides }: Flaws, { rule, path }: SchemaProblem): void {
  const [top, key, below, name] = path;
  if (rule === "wrong-type" || rule === "missing-field") broken.add(`${top}\n${key}`);
  const inOverrides = top === "workbooks" && below === "overrides";
  if (!inOverrides || typeof key !== "string" || typeof name !== "string") return;
  overrides.set(key, (overrides.get(key) ?? new Set()).add(name));
}

function slugIn([top, key]: Path): string | undefined {
  const isSlug = (top === "workbooks" || top === "layouts") && typeof key === "string";
  return isSlug ? normalizeSlug(key) : undefined;
}
