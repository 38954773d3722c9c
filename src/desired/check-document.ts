// What the schema says of one resolved document, and what may still be relied on after it.
import { type Diagnostic, type Json, normalizeSlug, type Path } from "../model/index.ts";
import { errorAt } from "./diagnose.ts";
import type { Resolver } from "./resolve.ts";
import { type SchemaProblem, validateFile } from "./schema.ts";
import { locateSpot, type Spot } from "./spot.ts";

export interface Flaws {
  /** `workbooks\n<slug as written>`: the shape cannot be relied on, so it is not visited. */
  broken: Set<string>;
  /** Slug as written to the targets whose overrides are flawed. */
  overrides: Map<string, Set<string>>;
}

/** The flaws that failed directives leave behind. */
export function flawsOf(failed: readonly Path[]): Flaws {
  return { broken: new Set(failed.map((path) => path.slice(0, 2).join("\n"))), overrides: new Map() };
}

/** Checks a document by schema and adds to its flaws. Under a directive that failed there is no value to speak of, so nothing is said. */
export function checkDocument(
  resolver: Resolver,
  { file, doc, value, failed }: { file: string; doc: number; value: Json; failed: readonly Path[] },
  flaws: Flaws,
): Diagnostic[] {
  const problems = validateFile(value).filter(
    (problem) => !failed.some((path) => path.every((key, index) => problem.path[index] === key)),
  );
  for (const problem of problems) noteFlaw(flaws, problem);
  return problems.map((problem) => schemaDiagnostic(resolver, { file, doc, path: problem.path }, problem));
}

function noteFlaw({ broken, overrides }: Flaws, { rule, path }: SchemaProblem): void {
  const [top, key, below, name] = path;
  if (rule === "wrong-type" || rule === "missing-field") broken.add(`${top}\n${key}`);
  const inOverrides = top === "workbooks" && below === "overrides";
  if (!inOverrides || typeof key !== "string" || typeof name !== "string") return;
  overrides.set(key, (overrides.get(key) ?? new Set()).add(name));
}

function schemaDiagnostic(resolver: Resolver, spot: Spot, problem: SchemaProblem): Diagnostic {
  const [top, key] = problem.path;
  const slug =
    (top === "workbooks" || top === "layouts") && typeof key === "string" ? normalizeSlug(key) : undefined;
  const { rule, message, part, help } = problem;
  return errorAt(locateSpot(resolver, spot, part), rule, message, { slug, help });
}
