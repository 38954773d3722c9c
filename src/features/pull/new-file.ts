// One new workbook file with what belongs to it: its reports, long texts, an app's files.

import { posix } from "node:path";
import { Document, visit } from "yaml";
import { createNames, safeName } from "../../edit/index.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  type PullNote,
  UsageError,
  widgetsOf,
} from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";
import type { Placing } from "./place-new-files.ts";
import {
  createTextFiles,
  escapeAll,
  escapeText,
  type TextFiles,
  writtenReport,
  writtenWorkbook,
} from "./texts.ts";

// Blocks of dashboards that several new files repeat (a layout, a theme): counted, so that they can be offered, and if it is wanted
// written once, as a fragment that the files include.

/** So many files must have a block for it to be shared. */
const FEWEST_FILES = 3;
/** Smaller blocks are read faster in place. */
const FEWEST_VALUES = 3;

/** A new workbook file before it is printed; `sections` as it spells them. */
interface Unprinted {
  file: string;
  sections: JsonObject;
}

interface Shared {
  files: Unprinted[];
  /** Name → text of the fragments. */
  fragments: Map<string, string>;
  notes: PullNote[];
}

interface Block {
  key: string;
  value: JsonObject;
  users: number;
}

/** Of widgets: what the filters of a dashboard do to a chart, which many repeat. */
const OF_WIDGETS = "controls";

const usersText = ({ key, users }: Block) => `${users} ${key === OF_WIDGETS ? "charts" : "new files"}`;

/** `nameFor`: gives out a file name that is free, with its ending. */
function shareBlocks(
  files: readonly Unprinted[],
  placing: Placing,
  nameFor: (wanted: string, ending: string) => string,
): Shared {
  const blocks = countBlocks(files);
  const repeated = [...blocks.values()].filter(({ users }) => users >= FEWEST_FILES);
  repeated.sort((a, b) => b.users - a.users);
  if (!placing.shares) return { files: [...files], fragments: new Map(), notes: offers(repeated, placing) };
  const folder = posix.join(placing.into, "shared");
  const names = new Map<string, string>();
  const fragments = new Map<string, string>();
  for (const [id, block] of blocks) {
    const there = placing.findFragment(posix.join(folder, block.key), block.value);
    if (there !== undefined) names.set(id, there);
  }
  const notes: PullNote[] = [];
  for (const block of repeated) {
    const id = idOf(block);
    if (names.has(id)) continue;
    const file = nameFor(posix.join(folder, block.key), ".yaml");
    names.set(id, file);
    fragments.set(
      file,
      printYaml(block.value, [`Of ${usersText(block)}: a change here is a change of each.`]),
    );
    const message = `the \`${block.key}\` of ${usersText(block)} is here, once`;
    const help = "To change it for one of them, write the keys that differ beside its `$include`.";
    notes.push({ code: "shared", key: file, file, message, help });
  }
  return { files: files.map((one) => including(one, names)), fragments, notes };
}

/** One for each key: charts may have dozens of `controls`. */
function offers(repeated: readonly Block[], { isDry }: Placing): PullNote[] {
  const how = isDry ? "Add `--share`" : "Remove the new files and pull again with `--share`";
  const help = `${how} to write such a block once, in shared/, and include it.`;
  return [...new Set(repeated.map(({ key }) => key))].map((key) => {
    const blocks = repeated.filter((block) => block.key === key);
    const users = blocks.reduce((sum, block) => sum + block.users, 0);
    const same = blocks.length === 1 ? `the same \`${key}\`` : `one of ${blocks.length} \`${key}\``;
    return { code: "repeated", message: `${usersText({ ...blocks[0]!, users })} have ${same}`, help };
  });
}

function countBlocks(files: readonly Unprinted[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  for (const { sections } of files) {
    const dashboard = dashboardOf(sections) ?? {};
    const ofWidgets = widgetsOf(dashboard).flatMap((widget): [string, Json][] => {
      const controls = isObject(widget) && isObject(widget.config) ? widget.config[OF_WIDGETS] : undefined;
      return controls === undefined ? [] : [[OF_WIDGETS, controls]];
    });
    for (const [key, value] of [...Object.entries(dashboard), ...ofWidgets]) {
      if (!isShareable(key, value)) continue;
      const block = blocks.get(idOf({ key, value })) ?? { key, value, users: 0 };
      block.users += 1;
      blocks.set(idOf(block), block);
    }
  }
  return blocks;
}

function including({ file, sections }: Unprinted, names: ReadonlyMap<string, string>): Unprinted {
  const { workbooks } = sections;
  if (!isObject(workbooks)) return { file, sections };
  const replaced = mapValues(workbooks, (workbook) => {
    if (!isObject(workbook) || !isObject(workbook.dashboard)) return workbook;
    const include = (value: Json, key: string): Json => {
      const name = isShareable(key, value) ? names.get(idOf({ key, value })) : undefined;
      if (name === undefined) return value;
      const path = posix.relative(posix.dirname(file), name);
      return { $include: path.startsWith(".") ? path : `./${path}` };
    };
    const ofWidget = (widget: Json): Json =>
      isObject(widget) && isObject(widget.config)
        ? {
            ...widget,
            config: mapValues(widget.config, (value, key) =>
              key === OF_WIDGETS ? include(value, key) : value,
            ),
          }
        : widget;
    const dashboard = mapValues(workbook.dashboard, (value, key) =>
      key === "widgets" && Array.isArray(value) ? value.map(ofWidget) : include(value, key),
    );
    return { ...workbook, dashboard };
  });
  return { file, sections: { ...sections, workbooks: replaced } };
}

function dashboardOf({ workbooks }: JsonObject): JsonObject | undefined {
  const [workbook] = isObject(workbooks) ? Object.values(workbooks) : [];
  return isObject(workbook) && isObject(workbook.dashboard) ? workbook.dashboard : undefined;
}

/** Maps that no text file of one workbook is part of. */
function isShareable(key: string, value: Json): value is JsonObject {
  return key !== "app" && isObject(value) && countValues(value) >= FEWEST_VALUES;
}

function countValues(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 0);
}

function idOf({ key, value }: Pick<Block, "key" | "value">): string {
  return `${key} ${canonical(value)}`;
}

export interface NewFile {
  /** The workbook's slug; also what the file is named after. */
  slug: string;
  /** Absent if only reports of a declared workbook are written. */
  workbook?: JsonObject;
  /** The names of its folder on the platform, if they are known. */
  folders?: readonly string[] | undefined;
  /** The file that declares the workbook of the reports, if that is not new. */
  beside?: string | undefined;
  /** Key → entry. */
  reports: ReadonlyMap<string, JsonObject>;
}

export interface Written {
  slug: string;
  /** The workbook file. */
  file: string;
  /** Name → text of what it names: long texts, an app's files. */
  texts: Map<string, string>;
}

export interface WrittenFiles {
  files: Written[];
  /** Name → text of the workbook files, and of the fragments that they include. */
  yaml: Map<string, string>;
  /** About blocks that several of them have. */
  notes: PullNote[];
}

/** The texts of the files; names are given in the order of `files`. Throws a UsageError for a folder that `include` does not cover. */
export function writeNewFiles(files: readonly NewFile[], placing: Placing): WrittenFiles {
  // A file cannot be a folder too: `a.yaml` is the file of `a`, and would be the folder of the slug `a.yaml`.
  const given = new Set<string>();
  const folders = new Set<string>();
  const mirrored = new Set(files.flatMap((file) => mirroredFolders(file, placing)));
  const nameFor = createNames((file) => {
    const folder = withoutEnding(file);
    const folded = folder.toLowerCase();
    const isMixed = folders.has(file.toLowerCase()) || given.has(folded) || mirrored.has(folded);
    return isMixed || placing.isThere(file) || !placing.canHold(folder);
  });
  const unprinted: Unprinted[] = [];
  const written = files.map((newFile): Written => {
    const { slug, workbook, reports } = newFile;
    const { folder, ending } = chooseFolder(placing, newFile);
    const usual = safeName(workbook ? slug : `${slug}-reports`);
    // At the name of a project file, or one that `exclude` leaves out, it would never be read.
    const isRead = (one: string) => placing.isIncluded(posix.join(folder, one + ending));
    const name = [usual, `workbook-${usual}`].find(isRead) ?? "workbook";
    const file = nameFor(folder === "" ? name : `${folder}/${name}`, ending);
    const base = withoutEnding(file);
    given.add(file.toLowerCase());
    folders.add(base.toLowerCase());
    const texts = createTextFiles(base, placing);
    const sections: JsonObject = {};
    if (workbook) sections.workbooks = { [slug]: writtenWorkbook(workbook, texts) };
    if (reports.size > 0) {
      const entries = [...reports].map(([key, entry]) => [key, writtenReport(key, entry, texts)] as const);
      sections.reports = Object.fromEntries(entries);
    }
    unprinted.push({ file, sections });
    return { slug, file, texts: texts.files };
  });
  const shared = shareBlocks(unprinted, placing, nameFor);
  const yaml = new Map(shared.fragments);
  for (const { file, sections } of shared.files)
    yaml.set(file, printYaml(sections, modeline(placing.schema, file)));
  return { files: written, yaml, notes: shared.notes };
}

/** The folder of a new file, and the ending with which the project reads it there. */
function chooseFolder(placing: Placing, file: NewFile): { folder: string; ending: string } {
  const { beside } = file;
  const near = beside === undefined || placing.isNamed ? [] : [posix.dirname(beside).replace(/^\.$/, "")];
  const wanted = mirroredFolder(file, placing);
  for (const folder of [...near, wanted]) {
    const inside = folder === "" ? "" : `${folder}/`;
    const ending = [".yaml", ".yml"].find((one) => placing.isIncluded(`${inside}workbook${one}`));
    if (ending !== undefined) return { folder, ending };
  }
  const needed = posix.join(placing.into, "**/*.{yaml,yml,json}");
  const globs = placing.include.map((glob) => JSON.stringify(glob)).join(", ");
  throw new UsageError(
    `new files in ${wanted === "" ? "the project's folder" : `${wanted}/`} would not be part of the project`,
    [
      `\`include\` in boardwright.yaml is [${globs}].`,
      `Add ${JSON.stringify(needed)} to it, or name a folder that it covers with --into DIR.`,
    ],
  );
}

/** Where a new file goes: into the folder for all, or the one in it that is named like the workbook's on the platform. */
function mirroredFolder({ folders = [] }: NewFile, { into, mirrorsFolders }: Placing): string {
  return mirrorsFolders ? posix.join(into, ...folders.map(safeName)).replace(/^\.$/, "") : into;
}

/** That folder and those above it, lower-case: a workbook's texts must not end up among other workbooks. */
function mirroredFolders(file: NewFile, placing: Placing): string[] {
  const steps = mirroredFolder(file, placing).toLowerCase().split("/");
  return placing.mirrorsFolders ? steps.map((_, index) => steps.slice(0, index + 1).join("/")) : [];
}

export function withoutEnding(file: string): string {
  return file.slice(0, file.lastIndexOf("."));
}

/** The line that names the schema for YAML editors, with a path relative to the file. */
function modeline(schema: string, file: string): string[] {
  const path = /^[a-z][a-z0-9+.-]*:|^\//i.test(schema) ? schema : posix.relative(posix.dirname(file), schema);
  return [`yaml-language-server: $schema=${path}`];
}

/** No text gets a file of its own. */
const IN_PLACE: TextFiles = { files: new Map(), text: escapeText, page: escapeText, folder: escapeAll };

/**
 * The text of a file that somebody named before it is made: one workbook, with all that it holds in it. `schema`: its path relative to the
 * project's folder, or its URL; undefined if there is none to name.
 */
export function printWorkbook(
  slug: string,
  entry: JsonObject,
  { file, schema }: { file: string; schema: string | undefined },
): string {
  const workbooks = { [slug]: writtenWorkbook(entry, IN_PLACE) };
  return printYaml({ workbooks }, schema === undefined ? [] : modeline(schema, file));
}

// Values → the text of a new YAML file. What the text looks like is decided by fmt, which every new file goes through.

/** `comments`: lines above all, without the #. */
export function printYaml(value: JsonObject | readonly JsonObject[], comments: readonly string[]): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      // Its digits would be refused, because they are not exact.
      if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) node.format = "EXP";
    },
  });
  if (comments.length > 0) document.commentBefore = comments.map((line) => ` ${line}`).join("\n");
  return document.toString({ lineWidth: 0 }).replace(/^(#.*\n)\n/, "$1");
}
