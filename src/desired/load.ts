// Files → desired state, one file at a time: read, parse, resolve, check, visit, forget.
import {
  compareText,
  type Diagnostic,
  isObject,
  type Json,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  suggestFrom,
  type Target,
  tellOnce,
} from "../model/index.ts";
import { addAll, diagnosticOf, errorInFile, mayQuote, notWorkbooks, spanOf, warningOf } from "./diagnose.ts";
import { mayHoldDirectives } from "./directives.ts";
import { choosePaths, discover } from "./discover.ts";
import { type Overlay, openFiles, type Snapshot } from "./files.ts";
import { type Keeping, type KnownFiles, openKnownFiles } from "./known-files.ts";
import { confirmCuts, indexLayouts } from "./layout-sections.ts";
import type { LayoutSection } from "./layouts.ts";
import { type Loading, loadDocument } from "./load-document.ts";
import { reportsHere } from "./reports.ts";
import { createResolver } from "./resolve.ts";
import { findingAt } from "./spot.ts";
import { watchUses } from "./uses.ts";
import { type Budget, earn } from "./walk.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

/** What the start of a load costs, in units of the budget. */
const COST_OF_LOAD = 20_000;

export interface LoadOptions {
  project: Project;
  /** The target to resolve for. Without one, overrides are left out and `${var.x}` stays as written. */
  target?: Target | undefined;
  env: Record<string, string | undefined>;
  /** Files or folders, absolute or relative to `cwd`: narrows what is visited and reported, not what is read. */
  paths?: readonly string[] | undefined;
  /** Default: the project's folder. */
  cwd?: string | undefined;
  /** Texts used instead of files on the disk, by name: what would be loaded if they were written. */
  overlay?: Overlay | undefined;
  /** Spares the loading of files that have not changed. Not together with `overlay`. */
  keeping?: Keeping | undefined;
  /** Reads no file that an earlier reading has read. */
  snapshot?: Snapshot | undefined;
  /** What a run on several targets may do. */
  budget?: Budget | undefined;
  /** Makes a digest of each file that is read. */
  hasDigests?: boolean | undefined;
  /** Called once per usable workbook, in the order of file and place. Keep no more of it than is needed. */
  visit(workbook: ResolvedWorkbook, layouts: readonly LayoutSection[]): void;
}

export interface Loaded {
  /** The chosen files, usable or not, sorted. */
  names: readonly string[];
  /** All reports, sorted by key, also those that `paths` did not choose. */
  reports: ResolvedReport[];
  /** Those that are declared for other targets only. */
  elsewhere: readonly ResolvedReport[];
  /** Sorted, each once. */
  diagnostics: Diagnostic[];
  /** Real path of each file or folder that a directive names → the places that name it, in files whose loading was not spared. */
  named: ReadonlyMap<string, ReadonlySet<string>>;
  /** The chosen files that have no section of a workbook file, and that no file includes. */
  strays: ReadonlySet<string>;
  /** Whether overrides, `${var.x}` or public ids per target were seen: another target may load differently. */
  dependsOnTarget: boolean;
  /** False if it is not sure that loading all files would give the same: then load them again, without `keeping`. */
  isCertain: boolean;
  /** Whether `paths` chose a file. */
  chose(file: string): boolean;
  /** SHA-256 of a file as it was read; undefined if it was not, or if no digests were asked for. */
  digest(file: string): string | undefined;
  /** A file's text without byte order mark, for code frames; undefined if none of it may be shown. */
  text(file: string): string | undefined;
}

/** Loads all workbook files. Throws a UserError only for `paths` that cannot be; all else is a diagnostic. */
export async function loadFiles(options: LoadOptions): Promise<Loaded> {
  const {
    project,
    target,
    env,
    paths,
    cwd = project.root,
    overlay,
    keeping,
    hasDigests,
    snapshot,
    budget,
    visit,
  } = options;
  const digests = hasDigests ?? keeping !== undefined;
  const files = openFiles(project.root, overlay, { digests, snapshot });
  const { files: included, diagnostics } = await discover(project, files);
  const chosen =
    paths && paths.length > 0 ? choosePaths(paths, { cwd, project, files, all: included }) : undefined;
  const chose = (file: string) => chosen === undefined || chosen.has(file);
  const all = chosen ? [...new Set([...included, ...chosen])].sort(compareText) : included;
  const uses = keeping && watchUses(files);
  const resolver = createResolver(
    files,
    { project, target, env },
    { matched: new Set(included), uses, budget },
  );
  resolver.budget.done += COST_OF_LOAD;
  const loading = openLoading(resolver, visit);
  addAll(
    loading.diagnostics,
    diagnostics.filter(({ file }) => chose(file)),
  );
  const known = keeping && uses && openKnownFiles(loading, uses, keeping);
  for (const file of all) {
    const text = files.read(file, true);
    if (typeof text !== "string") continue;
    earn(resolver, file, text.length);
    if (known?.recall(file, text)) files.release(file);
    else indexLayouts(loading, file, text);
  }
  for (const file of all) {
    takeFile(loading, file, { chosen: chose(file), known });
    files.release(file);
  }
  const { here, elsewhere } = reportsHere(loading.reports, loading.slugs);
  const strays = addStrays(loading);
  if (!loading.incomplete) {
    checkLayoutSlugs(loading, chose);
    checkOverridden(loading);
  }
  return {
    names: chosen ? [...chosen].sort(compareText) : all,
    reports: here,
    elsewhere,
    diagnostics: tellOnce(loading.diagnostics),
    named: loading.resolver.named,
    strays,
    dependsOnTarget: loading.resolver.dependsOnTarget,
    isCertain: known?.close() ?? true,
    chose,
    digest: files.digest,
    text: (file) => {
      // A code frame would show the file outside that a link points to.
      const found = files.follow(`${files.root}/${file}`);
      if (found === "outside") return undefined;
      const text = files.read(file);
      if (typeof text !== "string") return undefined;
      const { fragments, unquoted } = loading.resolver;
      const isNamed = found !== "missing" && fragments.has(found.real);
      return mayQuote(text) || (isNamed && !unquoted.has(file)) ? text : undefined;
    },
  };
}

/** The state in which nothing is loaded yet. */
function openLoading(resolver: Loading["resolver"], visit: Loading["visit"]): Loading {
  return {
    resolver,
    layouts: { bySlug: new Map(), cuts: new Map(), byFile: new Map() },
    slugs: new Map(),
    reports: { byKey: new Map(), byPublicId: new Map(), limited: new Map() },
    templates: { known: new Set(), overridden: new Map() },
    diagnostics: [],
    visit,
    incomplete: false,
    fragments: [],
    record: undefined,
  };
}

/** Loads a file, unless all that this would give is known. */
function takeFile(
  loading: Loading,
  file: string,
  { chosen, known }: { chosen: boolean; known: KnownFiles | undefined },
): void {
  if (known?.take(file, chosen)) return;
  const load = () => loadFile(loading, file, chosen);
  if (known && chosen) known.watch(file, load);
  else load();
}

/** Whether nothing is wrong with the file, and it is one of workbooks. */
function loadFile(loading: Loading, file: string, chosen: boolean): boolean {
  const text = loading.resolver.files.read(file);
  const found: Diagnostic[] = [];
  let fragment = false;
  if (typeof text !== "string") {
    loading.incomplete = true;
    found.push(errorInFile(file, text));
  } else {
    const { documents, problems, misread, places } = parseText(text, formatOf(file));
    const isEmpty = problems.length === 0 && documents.every((value) => value === null);
    const other = isEmpty ? undefined : notWorkbooks(file, text);
    if (other) {
      loading.incomplete = true;
      found.push(other);
    } else if (problems.length > 0) {
      loading.incomplete = true;
      for (const problem of problems) found.push(diagnosticOf(file, text, problem));
    } else {
      const special = mayHoldDirectives(text);
      if (!confirmCuts(loading.layouts, file, { documents, special })) {
        // What was cut out is not what the whole text says: the line is not a key of the document.
        const message = "A line that starts with `layouts:` is inside a text or a flow value. Indent it.";
        found.push(errorInFile(file, { rule: "yaml-syntax", message }));
      }
      for (const [doc, value] of documents.entries()) {
        const findKey = (section: string, key: string) => {
          const range = places[doc]?.get(section)?.get(key);
          return range && spanOf(file, text, range);
        };
        if (value !== null) loadDocument(loading, { file, doc, value, special, chosen, findKey }, found);
      }
      for (const problem of misread) found.push(warningOf(file, text, problem));
      fragment = !documents.some(holdsSection);
    }
  }
  if (fragment && chosen) loading.fragments.push({ file, found });
  else if (chosen) addAll(loading.diagnostics, found);
  return !fragment && found.length === 0;
}

/**
 * A file that `include` chooses and that has no section of a workbook file may be included by another file: a theme next to the
 * dashboards that share it. Only if no file includes it, its findings are reported.
 */
function addStrays({ fragments, resolver, diagnostics }: Loading): Set<string> {
  const strays = new Set<string>();
  for (const { file, found } of fragments) {
    const target = resolver.files.follow(`${resolver.files.root}/${file}`);
    if (typeof target !== "string" && resolver.fragments.has(target.real)) continue;
    strays.add(file);
    addAll(diagnostics, found);
  }
  return strays;
}

/** Adds a finding for each slug of `layouts` that no file defines. Correct only after all files are loaded. */
function checkLayoutSlugs(loading: Loading, chose: (file: string) => boolean): void {
  const { layouts, slugs, resolver, diagnostics } = loading;
  const meant = suggestFrom(slugs.keys());
  for (const [slug, sections] of layouts.bySlug) {
    if (slugs.has(slug)) continue;
    for (const { spot } of sections) {
      if (!chose(spot.file)) continue;
      const message = `There is no workbook \`${slug}\`.${meant(slug)}`;
      const help = "Layouts are keyed by the slug of the workbook whose widgets they place.";
      const rule = "unknown-layout";
      diagnostics.push(findingAt(resolver, spot, { rule, message, part: "key", slug, help }));
    }
  }
}

/** Adds a finding for each template that a row's `override` is for and that no file has. */
function checkOverridden({ templates: { known, overridden }, resolver, diagnostics }: Loading): void {
  for (const [name, spot] of overridden) {
    if (known.has(name)) continue;
    const [section, key = ""] = name.split("\n");
    const others = [...known].flatMap((one) => (one.startsWith(`${section}\n`) ? [one.split("\n")[1]!] : []));
    const message = `No template of ${section} is called \`${key}\`.${suggestFrom(others)(key)}`;
    const help = "An `override` of a row names a template by its key as it is written, `${row.…}` and all.";
    diagnostics.push(findingAt(resolver, spot, { rule: "unknown-field", message, part: "key", help }));
  }
}

function holdsSection(value: Json): boolean {
  return isObject(value) && ["workbooks", "layouts", "reports"].some((key) => Object.hasOwn(value, key));
}
