// One document of a file: resolved, checked, its workbooks built and handed over, its reports kept.
import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  normalizeSlug,
  type Path,
  type ResolvedWorkbook,
} from "../model/index.ts";
import { buildWorkbook } from "./build-workbook.ts";
import { checkDocument, type Flaws, flawsOf } from "./check-document.ts";
import { errorAt } from "./diagnose.ts";
import type { LayoutIndex } from "./layout-sections.ts";
import type { LayoutSection } from "./layouts.ts";
import { addReport, type Reports } from "./reports.ts";
import { type Resolver, resolveDocument } from "./resolve.ts";
import { locateSpot, type Spot } from "./spot.ts";

/** What lives as long as one load. */
export interface Loading {
  resolver: Resolver;
  layouts: LayoutIndex;
  /** Where each slug is first defined. */
  slugs: Map<string, { spot: Spot; chosen: boolean }>;
  reports: Reports;
  diagnostics: Diagnostic[];
  visit(workbook: ResolvedWorkbook, layouts: readonly LayoutSection[]): void;
  /** A file could not be read or parsed, so what it defines is not known. */
  incomplete: boolean;
  /** Files without any section, with what is wrong with them if nobody includes them. */
  fragments: { file: string; found: Diagnostic[] }[];
}

interface LoadedDocument {
  file: string;
  /** Its index in the file. */
  doc: number;
  value: Json;
  /** Whether directives or variables may stand in it. */
  special: boolean;
  /** Whether its workbooks are to be checked and visited: all others only lend their slugs, layouts and reports. */
  chosen: boolean;
}

/** Loads one document and adds what is wrong with it to `found`. */
export function loadDocument(loading: Loading, document: LoadedDocument, found: Diagnostic[]): void {
  const { resolver } = loading;
  const { file, doc, special, chosen } = document;
  let { value } = document;
  let failed: Path[] = [];
  if (special) {
    const resolved = resolveDocument(resolver, file, doc, value);
    ({ value, failed } = resolved);
    for (const diagnostic of resolved.diagnostics) found.push(diagnostic);
  }
  if (failed.some((path) => path.length < 2)) {
    loading.incomplete = true;
    return;
  }
  const flaws = flawsOf(failed);
  if (chosen) found.push(...checkDocument(resolver, { file, doc, value, failed }, flaws));
  if (!isObject(value)) return;
  if (isObject(value.workbooks)) loadWorkbooks(loading, document, value.workbooks, flaws, found);
  if (!isObject(value.reports)) return;
  for (const [key, entry] of Object.entries(value.reports)) {
    if (!isObject(entry) || flaws.broken.has(`reports\n${key}`)) continue;
    addReport(loading.reports, resolver, { key, spot: { file, doc, path: ["reports", key] }, entry }, found);
  }
}

function loadWorkbooks(
  { resolver, slugs, layouts, diagnostics, visit }: Loading,
  { file, doc, chosen }: LoadedDocument,
  workbooks: JsonObject,
  flaws: Flaws,
  found: Diagnostic[],
): void {
  for (const [writtenSlug, entry] of Object.entries(workbooks)) {
    const slug = normalizeSlug(writtenSlug);
    const spot: Spot = { file, doc, path: ["workbooks", writtenSlug] };
    const first = slugs.get(slug);
    if (first) {
      if (chosen || first.chosen) diagnostics.push(duplicateSlug(resolver, slug, spot, first.spot));
      continue;
    }
    slugs.set(slug, { spot, chosen });
    if (!chosen || !isObject(entry) || flaws.broken.has(`workbooks\n${writtenSlug}`)) continue;
    const sections = layouts.bySlug.get(slug);
    const flawed = flaws.overrides.get(writtenSlug);
    visit(
      buildWorkbook(resolver, { slug, writtenSlug, spot, entry, sections, flawed }, found),
      sections ?? [],
    );
  }
}

function duplicateSlug(resolver: Resolver, slug: string, spot: Spot, first: Spot): Diagnostic {
  const { file, line, column } = locateSpot(resolver, first, "key");
  const message = `The slug \`${slug}\` is defined a second time; first at ${file}:${line}:${column}.`;
  const help = "Slugs are compared trimmed and lower-cased. Rename one of the two, or remove it.";
  return errorAt(locateSpot(resolver, spot, "key"), "duplicate-slug", message, { slug, help });
}
