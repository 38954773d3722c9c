// Layouts may be in another file than their workbook, so they are collected before anything else. A block of plain YAML
// at the left margin is cut out and parsed alone: parsing whole files for it would cost a second parse of everything.
import { isObject, type Json, type JsonObject, normalizeSlug, writeJson } from "../model/index.ts";
import { mayHoldDirectives } from "./directives.ts";
import type { LayoutSection } from "./layouts.ts";
import { resolveDocument } from "./resolve.ts";
import { type Expanded, expandTemplates, takeTemplates } from "./rows.ts";
import type { Spot } from "./spot.ts";
import type { Resolver } from "./walk.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

export interface LayoutIndex {
  /** By normal slug. */
  bySlug: Map<string, LayoutSection[]>;
  /** The layouts cut out of files, per file, so that the whole parse can confirm them. */
  cuts: Map<string, Json[]>;
  /** Per file. */
  byFile: Map<string, LayoutSection[]>;
}

const ANYWHERE = /(?:^|[\s{,"'?])layouts["']?\s*:/gm;
const AT_MARGIN = /^layouts[ ]*:(?=\s|$)/gm;
const ROOT_INCLUDE = /^(?:---)?[ {"']*\$include/m;

/** Adds the layouts of one file to the index. What is wrong with the file is reported when the whole of it is loaded. */
export function indexLayouts(
  { layouts: index, resolver }: { layouts: LayoutIndex; resolver: Resolver },
  file: string,
  text: string,
): void {
  const rootInclude = text.includes("$include") && ROOT_INCLUDE.test(text);
  if (!rootInclude && !text.includes("layouts")) return;
  const everywhere = text.match(ANYWHERE)?.length ?? 0;
  if (!rootInclude && everywhere === 0) return;
  const cuttable = !rootInclude && formatOf(file) === "yaml" && text.match(AT_MARGIN)?.length === everywhere;
  const cut = cuttable ? cutOut(text) : undefined;
  const documents = cut ?? parseText(text, formatOf(file)).documents.map((value, doc) => ({ value, doc }));
  const special = mayHoldDirectives(text);
  const found: Json[] = [];
  for (const { value: written, doc } of documents) {
    const templates = special ? takeTemplates(written).filter(({ section }) => section === "layouts") : [];
    const value = special ? resolveDocument(resolver, { file, doc: 0, value: written }).value : written;
    if (!isObject(value) || value.layouts === undefined) continue;
    const { origins } = expandTemplates(resolver, { file, doc: 0 }, { value, templates });
    found.push(value.layouts);
    if (isObject(value.layouts)) addSections(index, { file, doc }, { layouts: value.layouts, origins });
  }
  if (cut) index.cuts.set(file, found);
}

/** Whether the layouts cut out of a file are those of the whole file. Asked once per file. */
export function confirmCuts(
  index: LayoutIndex,
  file: string,
  { documents, special }: { documents: readonly Json[]; special: boolean },
): boolean {
  const cuts = index.cuts.get(file);
  if (cuts === undefined) return true;
  index.cuts.delete(file);
  const whole = documents.flatMap((value) =>
    isObject(value) && value.layouts !== undefined ? [value.layouts] : [],
  );
  return special ? whole.length === cuts.length : writeJson(whole) === writeJson(cuts);
}

function addSections(
  index: LayoutIndex,
  at: Omit<Spot, "path">,
  { layouts, origins }: { layouts: JsonObject; origins: Expanded["origins"] },
): void {
  for (const [written, value] of Object.entries(layouts)) {
    if (!isObject(value)) continue;
    const origin = origins.get(`layouts\n${written}`);
    const path = ["layouts", origin?.template ?? written];
    const spot: Spot = { ...at, path, ...(origin && { row: origin.row.spot }) };
    addSection(index, { slug: normalizeSlug(written), spot, value });
  }
}

export function addSection({ bySlug, byFile }: LayoutIndex, section: LayoutSection): void {
  const {
    slug,
    spot: { file },
  } = section;
  const ofSlug = bySlug.get(slug) ?? [];
  const ofFile = byFile.get(file) ?? [];
  ofSlug.push(section);
  ofFile.push(section);
  bySlug.set(slug, ofSlug);
  byFile.set(file, ofFile);
}

/** The `layouts` blocks of a text, each parsed alone; undefined if that cannot be done. */
function cutOut(text: string): { value: Json; doc: { offset: number } }[] | undefined {
  const documents: { value: Json; doc: { offset: number } }[] = [];
  for (const match of text.matchAll(AT_MARGIN)) {
    const rest = /\n(?=[^\s#])/g;
    rest.lastIndex = match.index;
    const end = rest.exec(text)?.index ?? text.length;
    const parsed = parseText(text.slice(match.index, end), "yaml");
    if (parsed.problems.length > 0 || parsed.documents.length !== 1) return undefined;
    documents.push({ value: parsed.documents[0]!, doc: { offset: match.index } });
  }
  return documents;
}
