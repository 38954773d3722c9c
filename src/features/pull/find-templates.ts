// Workbook files that are alike, as templates with rows: proven by loading all files with them before any is offered. Writes nothing.

import { hash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join, posix } from "node:path";
import { isIncluded, type Overlay, parseText, readText } from "../../desired/index.ts";
import { commentsOf, createNames, safeName } from "../../edit/index.ts";
import {
  compareText,
  type Diagnostic,
  type FoundTemplate,
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  normalizeSlug,
  type Target,
} from "../../model/index.ts";
import { canonical, digest } from "../../plan/index.ts";
import { checkFiles } from "../../project/check-files.ts";
import type { ProjectContext } from "../../project/context.ts";
import { formatPrinted } from "../../project/format-text.ts";
import { isBlocking } from "./lint-findings.ts";
import { printYaml } from "./new-file.ts";
import { FEWEST_ROWS, findGroups } from "./templates/find-groups.ts";
import { type Folded, foldFiles, type PlainFile } from "./templates/fold.ts";

// A workbook file that can become a row of a template: one workbook with its reports, and nothing that would be lost.

interface ReadFile extends PlainFile {
  text: string;
  /** The line for YAML editors that names the schema, without its `#`; undefined if there is none. */
  modeline: string | undefined;
  /** SHA-256 of the file as it was read; undefined if it is only going to be written. */
  digest: string | undefined;
}

const MODELINE = /^#\s*(yaml-language-server:.*)$/;
/** Keys that say something about one workbook by itself. */
const OWN = ["each", "was", "overrides", "targets"];

/** Undefined if it cannot. A file with comments cannot: they would be lost. */
function readPlainFile(file: string, text: string): Omit<ReadFile, "digest"> | undefined {
  if (!/\.ya?ml$/i.test(file)) return undefined;
  const { documents, problems } = parseText(text, "yaml");
  const [document] = documents;
  if (problems.length > 0 || documents.length !== 1 || !isObject(document)) return undefined;
  const comments = commentsOf(text).map((comment) => comment.text);
  const [, modeline] = MODELINE.exec(comments[0] ?? "") ?? [];
  if (comments.length > (modeline === undefined ? 0 : 1)) return undefined;
  const { workbooks, reports = {}, ...others } = document;
  if (Object.keys(others).length > 0 || !isEntries(workbooks) || !isEntries(reports)) return undefined;
  const [first, ...more] = Object.entries(workbooks);
  if (!first || more.length > 0) return undefined;
  const [slug, workbook] = first;
  return { file, text, modeline, slug, workbook, reports };
}

/** Entries by key that a template could hold. */
function isEntries(value: Json | undefined): value is Record<string, JsonObject> {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([key, entry]) =>
        !key.includes("$") &&
        isObject(entry) &&
        !Object.keys(entry).some((name) => OWN.includes(name) || name.startsWith("$")),
    )
  );
}

// A group of plain files as a template, written out and counted; not proven yet.

interface Draft {
  found: FoundTemplate;
  /** The files that it stands for. */
  files: readonly ReadFile[];
  /** Name → text: the rows, then the template. */
  texts: Map<string, string>;
}

/** A row whose override changes more of its workbook than that is another dashboard. */
const MOST_OVERRIDDEN = 1 / 4;
/** Fewer lines saved are not worth another file to look into. */
const LEAST_SAVED = 1 / 3;

/** Undefined if too few are left of the group, or too few lines would be saved. `nameFor`: gives out free file names. */
async function draftTemplate(
  group: readonly ReadFile[],
  nameFor: ReturnType<typeof createNames>,
): Promise<Draft | undefined> {
  let files = withoutTrunk([...group].sort((a, b) => compareText(a.slug, b.slug)));
  let folded: Folded;
  for (;;) {
    if (files.length < FEWEST_ROWS) return undefined;
    folded = foldFiles(files);
    const { overridden } = folded;
    const near = files.filter(
      ({ workbook }, index) => (overridden[index] ?? 0) <= countValues(workbook) * MOST_OVERRIDDEN,
    );
    if (near.length === files.length) break;
    files = near;
  }
  const folder = posix.dirname(files[0]!.file);
  const stem = /[\p{L}\p{N}]/u.test(folded.stem) ? safeName(folded.stem) : "template";
  const inFolder = (name: string) => nameFor(folder === "." ? name : `${folder}/${name}`, ".yaml");
  const names = { file: inFolder(stem), rowsFile: inFolder(`${stem}-rows`) };
  const { modeline } = files.find((file) => file.modeline !== undefined) ?? {};
  const printed = writeTemplate(folded, names, modeline === undefined ? [] : [modeline]);
  const texts = new Map<string, string>();
  for (const [name, text] of printed) texts.set(name, (await formatPrinted(text, name)) ?? text);
  const lines = {
    before: files.reduce((sum, { text }) => sum + countLines(text), 0),
    after: [...texts.values()].reduce((sum, text) => sum + countLines(text), 0),
  };
  if (lines.after > lines.before * (1 - LEAST_SAVED)) return undefined;
  const found = {
    key: folded.key,
    ...names,
    workbooks: files.map(({ slug }) => slug),
    columns: folded.columns,
    overrides: folded.rows.filter((row) => Object.hasOwn(row, "override")).length,
    lines,
  };
  return { found, files, texts };
}

/** Without `sales`, if all others are `sales-…`: no key of a row would make that of `sales-${row.key}`, and it stays what it is. */
function withoutTrunk(files: ReadFile[]): ReadFile[] {
  const [trunk, ...others] = files;
  const isBranch = ({ slug }: ReadFile) => /^[^\p{L}\p{N}]/u.test(slug.slice(trunk?.slug.length));
  const isTrunk = others.every((one) => one.slug.startsWith(trunk?.slug ?? "") && isBranch(one));
  return isTrunk && others.length >= FEWEST_ROWS ? others : files;
}

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function countValues(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countValues(item), 0);
  return isObject(value) ? countValues(Object.values(value)) : 1;
}

type Files = ReadonlyMap<string, string | null>;

export interface FoundTemplates {
  templates: FoundTemplate[];
  /** What is to be written then, and what files must go. */
  files: Map<string, string | null>;
  /** SHA-256 of what each file said that is here because of a template, null for one that is new. */
  before: Map<string, string | null>;
  /** Plain file → the template that it became a row of. */
  moved: Map<string, string>;
}

/**
 * `files`: what else is to be written, or null for a file that must go; they are among those that are looked through. What is loaded of the
 * files with the templates is what is loaded without them, for every target.
 */
export async function findTemplates(place: Context, files: Files): Promise<FoundTemplates> {
  const plain = await readStates(place, files);
  let groups = groupByFolder(readPlainFiles(place, files, plain));
  for (;;) {
    const drafts = await draftAll(groups, { place, files });
    const proven = await prove(drafts, { place, files, plain });
    if (proven.length === drafts.length && proven.every((group, index) => isWhole(group, drafts[index]!)))
      return takeDrafts(drafts, { place, files });
    groups = proven;
  }
}

function readPlainFiles({ project }: Context, files: Files, { slugs }: States): ReadFile[] {
  const found: ReadFile[] = [];
  for (const [file, [, ...others]] of [...slugs].sort(([a], [b]) => compareText(a, b))) {
    if (others.length > 0) continue;
    let digest: string | undefined;
    const onDisk = () => readText(join(project.root, file), (bytes) => (digest = hash("sha256", bytes)));
    const text = files.get(file) ?? onDisk();
    const read = typeof text === "string" ? readPlainFile(file, text) : undefined;
    if (read) found.push({ ...read, digest });
  }
  return found;
}

/** Files of different folders would need other paths in their `$file`. */
function groupByFolder(files: readonly ReadFile[]): ReadFile[][] {
  const folders = new Map<string, ReadFile[]>();
  for (const file of files) {
    const folder = posix.dirname(file.file);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders.values()].flatMap((inFolder) => findGroups(inFolder));
}

async function draftAll(
  groups: readonly (readonly ReadFile[])[],
  { place: { project }, files }: { place: Context; files: Files },
): Promise<Draft[]> {
  const nameFor = createNames((name) => files.has(name) || isThere(project, name));
  const drafts: Draft[] = [];
  for (const group of groups) {
    const draft = await draftTemplate(group, nameFor);
    if (draft && isIncluded(project, draft.found.file)) drafts.push(draft);
  }
  return drafts;
}

/** The groups without what would load otherwise in them. */
async function prove(
  drafts: readonly Draft[],
  { place, files, plain }: { place: Context; files: Files; plain: States },
): Promise<ReadFile[][]> {
  if (drafts.length === 0) return [];
  const overlay = new Map(files);
  for (const { files: gone, texts } of drafts) {
    for (const { file } of gone) overlay.set(file, null);
    for (const [name, text] of texts) overlay.set(name, text);
  }
  const folded = await readStates(place, overlay);
  const known = new Set(plain.errors.map(({ file, message }) => `${file} ${message}`));
  const errors = folded.errors.filter(({ file, message }) => !known.has(`${file} ${message}`));
  const blamed = drafts.filter(({ texts }) => errors.some(({ file }) => texts.has(file)));
  if (errors.length > 0)
    return blamed.length === 0 ? [] : groupsOf(drafts.filter((one) => !blamed.includes(one)));
  const wrong = new Set(
    [...plain.declared.keys(), ...folded.declared.keys()]
      .filter((name) => plain.declared.get(name) !== folded.declared.get(name))
      .map((name) => name.slice(name.indexOf(" ") + 1)),
  );
  const isRight = ({ slug, reports }: ReadFile) =>
    !wrong.has(`workbook ${normalizeSlug(slug)}`) &&
    !Object.keys(reports).some((key) => wrong.has(`report ${key}`));
  const right = groupsOf(drafts).map((group) => group.filter(isRight));
  const isKnown = right.some((group, index) => group.length < drafts[index]!.files.length);
  // What differs is in none of them: they are not the same, and nobody can say why.
  return wrong.size > 0 && !isKnown ? [] : right.filter((group) => group.length >= FEWEST_ROWS);
}

function isThere({ root }: Context["project"], name: string): boolean {
  return lstatSync(join(root, name), { throwIfNoEntry: false }) !== undefined;
}

function groupsOf(drafts: readonly Draft[]): ReadFile[][] {
  return drafts.map(({ files }) => [...files]);
}

function isWhole(group: readonly ReadFile[], draft: Draft): boolean {
  return group.length === draft.files.length;
}

function takeDrafts(
  drafts: readonly Draft[],
  { place, files }: { place: Context; files: Files },
): FoundTemplates {
  const found: FoundTemplates = {
    templates: drafts.map(({ found }) => found),
    files: new Map(files),
    before: new Map(),
    moved: new Map(),
  };
  for (const { found: template, files: gone, texts } of drafts) {
    for (const { file, digest } of gone) {
      if (isThere(place.project, file)) found.files.set(file, null);
      else found.files.delete(file);
      if (digest !== undefined) found.before.set(file, digest);
      found.moved.set(file, template.file);
    }
    for (const [name, text] of texts) {
      found.files.set(name, text);
      found.before.set(name, null);
    }
  }
  return found;
}

// What files declare, by digests: files that declare the same for every target can take each other's place.

type Context = Pick<ProjectContext, "project" | "target" | "env" | "cwd">;

interface States {
  /** `target workbook slug` or `target report key` → digest of its entry. */
  declared: Map<string, string>;
  /** Errors after which nobody knows what the files declare. */
  errors: Diagnostic[];
  /** File → slugs of the workbooks that it declares for the chosen target. */
  slugs: Map<string, string[]>;
}

/** Loads the files for the chosen target, and for all others if they may differ. */
async function readStates(place: Context, overlay: Overlay): Promise<States> {
  const states: States = { declared: new Map(), errors: [], slugs: new Map() };
  const others = Object.values(place.project.targets).filter(({ name }) => name !== place.target.name);
  if (await readFor(place.target, { ...place, overlay, slugs: states.slugs }, states))
    for (const target of others) await readFor(target, { ...place, overlay, slugs: new Map() }, states);
  return states;
}

/** Whether another target may differ. */
async function readFor(
  target: Target,
  { slugs, ...place }: Context & { overlay: Overlay } & Pick<States, "slugs">,
  { declared, errors }: States,
): Promise<boolean> {
  const { diagnostics, reports, dependsOnTarget } = await checkFiles({
    ...place,
    target,
    visit({ slug, file, entry }) {
      declared.set(`${target.name} workbook ${slug}`, digest(canonical(entry)));
      slugs.set(file, [...(slugs.get(file) ?? []), slug]);
    },
  });
  for (const { key, entry } of reports)
    declared.set(`${target.name} report ${key}`, digest(canonical(entry)));
  errors.push(...diagnostics.filter(isBlocking));
  return dependsOnTarget;
}

// The two files of a template: itself, and its rows.

export interface TemplateFiles {
  /** Names relative to the project's folder. */
  file: string;
  rowsFile: string;
}

/** Name → text, before fmt. `comments`: lines above the template. */
function writeTemplate(
  { key, workbook, reports, plainReports, rows }: Folded,
  { file, rowsFile }: TemplateFiles,
  comments: readonly string[],
): Map<string, string> {
  const each = { $include: `./${posix.basename(rowsFile)}` };
  const withRows = (entry: Json): Json => ({ each, ...(isObject(entry) ? entry : {}) });
  const all: JsonObject = { ...mapValues(reports, withRows), ...plainReports };
  const sections: JsonObject = {
    workbooks: { [key]: withRows(workbook) },
    ...(Object.keys(all).length > 0 && { reports: all }),
  };
  return new Map([
    [rowsFile, printYaml(rows, [`The rows of ${key}: a workbook for each.`])],
    [file, printYaml(sections, comments)],
  ]);
}
