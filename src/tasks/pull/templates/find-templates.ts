// Workbook files that are alike, as templates with rows: proven by loading all files with them before any is offered. Writes nothing.

import { hash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join, posix } from "node:path";
import { isIncluded, readText } from "../../../desired/index.ts";
import { createNames } from "../../../edit/index.ts";
import { compareText, type FoundTemplate, normalizeSlug } from "../../../model/index.ts";
import { FEWEST_ROWS, findGroups } from "../../../pull/index.ts";
import { type Draft, draftTemplate } from "./draft-template.ts";
import { type ReadFile, readPlainFile } from "./read-plain-file.ts";
import { type Place, readStates, type States } from "./read-states.ts";

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
export async function findTemplates(place: Place, files: Files): Promise<FoundTemplates> {
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

function readPlainFiles({ project }: Place, files: Files, { slugs }: States): ReadFile[] {
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
  { place: { project }, files }: { place: Place; files: Files },
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
  { place, files, plain }: { place: Place; files: Files; plain: States },
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

function isThere({ root }: Place["project"], name: string): boolean {
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
  { place, files }: { place: Place; files: Files },
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
