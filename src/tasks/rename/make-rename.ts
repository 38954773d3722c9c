// A workbook, report, member or target with another name: the new texts of all files that name it, proven by loading the project with them.
// Reads files and writes none.

import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Document, isMap, isScalar, isSeq, type Node, parseAllDocuments } from "yaml";
import { isReserved, nameOf, type Overlay, readText } from "../../desired/index.ts";
import { respell, textOfScalar } from "../../edit/index.ts";
import {
  isInside,
  keysBefore,
  lineAndColumn,
  normalizeSlug,
  type Path,
  type Place,
  type Project,
  type Renamed,
  type Renaming,
  type ResolvedReport,
  type Span,
  UserError,
} from "../../model/index.ts";
import { derivePublicId } from "../../plan/index.ts";
import type { Environment } from "../../target/index.ts";
import { type Found, foundAt } from "../found-at.ts";
import { renameWithin } from "../renaming.ts";
import { checkRenaming } from "./check-renaming.ts";
import { findMember, findReport, findWorkbook, type Named } from "./find-mentions.ts";
import { loadSides, type Side } from "./load-sides.ts";
import { prove } from "./prove.ts";

// Keys that no resolved value keeps: of `layouts`, of overrides and of publicIds per target. They are found in the texts.

/** The keys of `layouts` for a slug: also at the root of a file that is included as `layouts`. */
function findLayoutKeys(text: string, slug: string): Found[] {
  const isIt = (key: string) => normalizeSlug(key) === slug;
  return documentsOf(text).flatMap((document) => [
    ...keysAt(document, ["layouts"], isIt),
    ...(has(document, "workbooks") || has(document, "layouts") ? [] : keysAt(document, [], isIt)),
  ]);
}

/** The keys that are a target's name in workbooks and reports. */
function findTargetKeys(text: string, target: string): Found[] {
  const isIt = (key: string) => key === target;
  return documentsOf(text).flatMap((document) => [
    ...keysAt(document, ["workbooks", ANY, "overrides"], isIt),
    ...keysAt(document, ["reports", ANY, "publicId"], isIt),
    ...namesAt(document, ["workbooks", ANY, "targets"], target),
    ...namesAt(document, ["reports", ANY, "targets"], target),
  ]);
}

/** A target's key, and its name as the default, as what others are like and in groups: in the project file, or the one of its targets. */
function findInProjectFile(text: string, target: string, isTargetsFile = false): Found[] {
  const [document] = documentsOf(text);
  if (!document) return [];
  const ofTargets: Way = isTargetsFile ? [] : ["targets"];
  return [
    ...keysAt(document, ofTargets, (key) => key === target),
    ...namesAt(document, [...ofTargets, ANY, "like"], target),
    ...(isTargetsFile ? [] : namesAt(document, ["defaultTarget"], target)),
    ...(isTargetsFile ? [] : namesAt(document, ["groups", ANY], target)),
  ];
}

/** The value of a field in the entry of a workbook or report, and its text; undefined if there is none of its own there. */
function findField(
  text: string,
  [section, key, field]: readonly ["workbooks" | "reports", string, string],
): (Found & { value: unknown }) | undefined {
  for (const document of documentsOf(text)) {
    const node = document.getIn([section, key, field], true);
    if ((isScalar(node) || isSeq(node)) && node.range)
      return { start: node.range[0], end: node.range[1], value: node.toJSON() };
  }
  return undefined;
}

/** Where a field is put into a workbook or report, before all others, and what divides it from them. */
function findEntry(
  text: string,
  [section, key]: readonly ["workbooks" | "reports", string],
): { at: number; behind: string } | undefined {
  for (const document of documentsOf(text)) {
    const entry = document.getIn([section, key], true);
    const first = isMap(entry) ? entry.items[0]?.key : undefined;
    if (!isMap(entry) || !isScalar(first) || !first.range) continue;
    const at = first.range[0];
    const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    const comma = entry.flow ? "," : "";
    if (entry.flow && before.trim() !== "") return { at, behind: ", " };
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    return { at, behind: comma + end + before.replace(/\S/g, " ") };
  }
  return undefined;
}

const ANY = Symbol("any key");
type Way = readonly (Path[number] | typeof ANY)[];

const documentsOf = (text: string): Document[] =>
  [...parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" })] as Document[];

const has = (document: Document, key: string) => isMap(document.contents) && document.contents.has(key);

/** What is at the end of a way. Through includes nothing is followed. */
function nodesAt(document: Document, way: Way): unknown[] {
  let nodes: unknown[] = [document.contents];
  for (const step of way) {
    nodes = nodes.flatMap((map) => {
      if (!isMap(map)) return [];
      return map.items.flatMap(({ key, value }) =>
        step === ANY || (isScalar(key) && key.value === step) ? [value as Node] : [],
      );
    });
  }
  return nodes;
}

/** Of the maps there: the keys that are meant. */
function keysAt(document: Document, way: Way, isIt: (key: string) => boolean): Found[] {
  return nodesAt(document, way).flatMap((map) =>
    isMap(map)
      ? map.items.flatMap(({ key }) => (isScalar(key) && isIt(String(key.value)) ? rangeOf(key) : []))
      : [],
  );
}

/** Of the texts there, and of those in lists there: the ones that are this name. */
function namesAt(document: Document, way: Way, name: string): Found[] {
  return nodesAt(document, way)
    .flatMap((node) => (isSeq(node) ? node.items : [node]))
    .flatMap((node) => (isScalar(node) && node.value === name ? rangeOf(node) : []));
}

function rangeOf({ range }: Node): Found[] {
  return range ? [{ start: range[0], end: range[1] }] : [];
}

/**
 * Throws a UserError if it cannot be renamed, with the places that stand in the way, and a LintError if a file does not load. `overlay`: what
 * files are to say before it, in the place of what they say.
 */
export async function makeRename(
  project: Project,
  env: Environment,
  asked: Renaming,
  overlay: Overlay = new Map(),
): Promise<Renamed> {
  const sides = await loadSides(project, env, overlay);
  const renaming = checkRenaming(project, sides, asked);
  const edits = new Map<string, Edit[]>();
  const texts = openTexts(project.root, overlay);
  const add = (name: string, edit: Edit) => {
    // Links to one file are one file: what is written twice, or read by another name, would be two.
    const file = texts.realName(name);
    const known = edits.get(file) ?? [];
    if (!known.some(({ start }) => start === edit.start)) known.push(edit);
    edits.set(file, known);
  };
  const unwritable = addMentions(sides, renaming, { add, texts });
  addKeys(project, sides, renaming, { add, texts });
  if (renaming.kind === "workbook") addWas(sides, renaming, { add, texts });
  if (renaming.kind === "report" && !addKeyBefore(sides, renaming, { add, texts }))
    addPublicId(project, sides, renaming, { add, texts });
  if (unwritable.length > 0) {
    const many = unwritable.length === 1 ? "1 place" : `${unwritable.length} places`;
    throw new UserError(
      `${renaming.from} cannot be renamed: ${many} would have to be written by hand first`,
      {
        details: unwritable,
      },
    );
  }
  const changed = new Map(
    [...edits].map(([file, list]) => [file, { before: texts.whole(file), after: texts.edited(file, list) }]),
  );
  await prove(project, env, renaming, { sides, changed, overlay });
  const places = [...edits].flatMap(([file, list]) => list.map(({ start }) => texts.place(file, start)));
  const left = renaming.kind === "member" ? findLeft(project.root, sides, { renaming, changed, texts }) : [];
  return { renaming, texts: changed, places: places.sort(byPlace), left: left.sort(byPlace) };
}

/** Gives the places that hold the name in another way than as a text of their own. */
function addMentions(sides: readonly Side[], renaming: Renaming, { add, texts }: Editing): string[] {
  const find = {
    workbook: findWorkbook,
    report: findReport,
    member: findMember,
    target: () => [] as Named[],
  };
  const unwritable = new Set<string>();
  for (const { span, from, to, isWithin } of sides.flatMap((side) => find[renaming.kind](side, renaming))) {
    const found = texts.find(span);
    const written = texts.of(span.file).slice(found.start, found.end);
    // What an alias repeats is renamed where it is written.
    if (written.startsWith("*")) continue;
    if (isWithin) add(span.file, { ...found, text: renameWithin(renaming, written) });
    else if (textOfScalar(written) === from) add(span.file, { ...found, text: respell(written, to) });
    else
      unwritable.add(
        `${span.file}:${span.line}:${span.column}  ${(written.split("\n")[0] ?? "").slice(0, 60)}`,
      );
  }
  return [...unwritable].sort();
}

function addKeys(
  project: Project,
  sides: readonly Side[],
  { kind, from, to }: Renaming,
  { add, texts }: Editing,
): void {
  const addAll = (file: string, found: readonly Found[]) => {
    for (const one of found) {
      const text = respell(texts.of(file).slice(one.start, one.end), to);
      add(file, { ...one, text });
    }
  };
  const [side] = sides;
  if (kind === "workbook") {
    const workbooks = sides.flatMap((one) => one.workbooks);
    const files = workbooks.find(({ slug }) => slug === from)?.layoutFiles?.() ?? [];
    for (const file of new Set(files)) addAll(file, findLayoutKeys(texts.of(file), from));
  }
  if (kind !== "target") return;
  for (const file of side?.names ?? []) addAll(file, findTargetKeys(texts.of(file), from));
  for (const own of [project.file, project.targetsFile]) {
    if (own === undefined) continue;
    const file = own.slice(project.root.length + 1);
    addAll(file, findInProjectFile(texts.of(file), from, own !== project.file));
  }
}

const byPlace = (a: Place, b: Place) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;

// `publicId` of a report that is given another key: what was derived is written, and the live report and its links stay.

/**
 * The id of a report is derived from its key unless the file gives it: it is written, so that the live report stays the same. What was
 * written for that goes again when the report gets its old key back.
 */
function addPublicId(
  project: Project,
  all: readonly Side[],
  { from, to }: Renaming,
  { add, texts }: Editing,
): void {
  // It may be declared for some targets only.
  const sides = all.filter(({ reports }) => reports.some(({ key }) => key === from));
  const { file, locate } = sides[0]!.reports.find(({ key }) => key === from)!;
  const spot = findEntry(texts.of(file), ["reports", from]);
  const back = spot && fieldOfIds(file, idsOf(project, sides, to)) + spot.behind;
  if (spot && back && texts.of(file).startsWith(back, spot.at)) {
    add(file, { start: spot.at, end: spot.at + back.length, text: "" });
    return;
  }
  const ofReport = sides.map(({ reports }) => reports.find(({ key }) => key === from));
  const derived = sides.filter((_, index) => ofReport[index]?.entry.publicId === undefined);
  if (derived.every(({ target }) => target === undefined)) return;
  const unknown = derived.find(({ target }) => target?.deployment === undefined);
  if (unknown) {
    const { name } = unknown.target!;
    throw new UserError(`the report ${from} cannot be renamed: on ${name} its publicId comes from its key`, {
      details: [`Write the publicId that it has there, or the deployment of ${name} in the project file.`],
    });
  }
  const ids = idsOf(project, derived, from);
  if (!spot || derived.length < sides.length) {
    const lines = [...ids].map(([target, id]) => `${target}: ${id}`);
    const place = locate([], "key");
    throw new UserError(`the report ${from} cannot be renamed: its publicId is not written for each target`, {
      details: [`Write it first, under \`publicId\` at ${place.file}:${place.line}:`, ...lines],
    });
  }
  add(file, { start: spot.at, end: spot.at, text: fieldOfIds(file, ids) + spot.behind });
}

/** Target → the id that a key gives there, where the deployment is known. */
function idsOf(project: Project, sides: readonly Side[], key: string): Map<string, string> {
  const targets = sides.flatMap(({ target }) => (target ? [target] : []));
  return new Map(
    targets.flatMap(({ name, deployment: deploymentId }) =>
      deploymentId === undefined
        ? []
        : [[name, derivePublicId({ project: project.name, deploymentId, key })]],
    ),
  );
}

/** One id for all targets, or each its own. */
function fieldOfIds(file: string, ids: ReadonlyMap<string, string>): string {
  const spell = spellingOf(file);
  const [first] = ids.values();
  const isOne = first !== undefined && new Set(ids.values()).size === 1;
  return spell.field("publicId", isOne ? spell.text(first) : spell.map(ids));
}

// `was` of what is given another name: the live workbook is renamed with the next apply, and stays what it is (contract 12).

/** One that gets a slug back that it had loses it from `was` again. Throws a UserError where the entry cannot hold the field. */
function addWas(sides: readonly Side[], renaming: Renaming, editing: Editing): void {
  const { from } = renaming;
  const workbook = sides[0]?.workbooks.find(({ slug }) => slug === from);
  if (!workbook) return;
  writeWas(workbook, { ...renaming, key: workbook.writtenSlug, normal: normalizeSlug }, editing);
}

/**
 * The same in a report that says what it was: its publicId stays that of the first key, and goes by no other (contract 12). False if it says
 * nothing: then its publicId is what has to be written.
 */
function addKeyBefore(sides: readonly Side[], renaming: Renaming, editing: Editing): boolean {
  const { from, to } = renaming;
  const report = sides.flatMap(({ reports }) => reports).find(({ key }) => key === from);
  const before = report ? keysBefore(report.entry) : [];
  if (!report || before.length === 0) return false;
  // Of its first key, the publicId is made without `was`, and of none that is left in it.
  const isFirst = before[0] === to;
  writeWas(report, { ...renaming, key: from, normal: (name) => (isFirst ? to : name) }, editing);
  return true;
}

function writeWas(
  { file, locate }: Pick<ResolvedReport, "file" | "locate">,
  { kind, from, to, key, normal }: Renaming & { key: string; normal(name: string): string },
  { add, texts }: Editing,
): void {
  const text = texts.of(file);
  const spell = spellingOf(file);
  const field = spell.field("was", "");
  const way = [kind === "report" ? "reports" : "workbooks", key] as const;
  const spot = findEntry(text, way);
  const known = findField(text, [...way, "was"]);
  if (!spot || (kind === "report" && !known)) {
    const { file: written, line } = locate([], "key");
    throw new UserError(
      `the ${kind} ${from} cannot be renamed: its \`was\` cannot be written at ${written}:${line}`,
      {
        details: [
          `Rename it by hand, and write \`was: ${from}\` in it, so that the live ${kind} is renamed and not made again.`,
        ],
      },
    );
  }
  if (!known) {
    add(file, { start: spot.at, end: spot.at, text: spell.field("was", spell.text(from)) + spot.behind });
    return;
  }
  const before = [known.value].flat().map(String);
  const isBack = before.some((name) => normal(name) === to);
  const left = isBack ? before.filter((name) => normal(name) !== to) : [...before, from];
  const [first] = left;
  if (first === undefined) {
    // As it was put there, before all other fields.
    const start = known.start - field.length;
    const end = known.end + spot.behind.length;
    const isOurs = start === spot.at && text.startsWith(spot.behind, known.end);
    add(file, isOurs ? { start, end, text: "" } : { start: known.start, end: known.end, text: "null" });
    return;
  }
  const now = left.length === 1 ? spell.text(first) : spell.list(left);
  add(file, { start: known.start, end: known.end, text: now });
}

// What names a member still after a rename: texts, SQL, comments, and the files that come by `$file`, `$dir` and `$include`.

/** Lines and columns are those of the texts as they will be. What is no text is left out. */
function findLeft(
  root: string,
  sides: readonly Side[],
  { renaming, changed, texts }: { renaming: Renaming; changed: Renamed["texts"]; texts: Texts },
): Place[] {
  const realRoot = realpathSync(root);
  const named = new Set(sides.flatMap(({ loaded }) => [...loaded.named.keys()]));
  const files = new Set([
    ...sides.flatMap(({ names }) => names.map(texts.realName)),
    ...[...named].flatMap((path) => filesAt(realRoot, path)),
    ...changed.keys(),
  ]);
  return [...files].flatMap((file) => {
    const text = changed.get(file)?.after ?? readText(join(root, file));
    return typeof text === "string" ? placesIn(file, text, renaming) : [];
  });
}

function placesIn(file: string, text: string, renaming: Renaming): Place[] {
  return text.split("\n").flatMap((line, index) => {
    const renamed = renameWithin(renaming, line);
    if (renamed === line) return [];
    const column = [...line].findIndex((_, at) => line[at] !== renamed[at]) + 1;
    return [{ file, line: index + 1, column }];
  });
}

/** The names of the files at a real path: those of a folder at any depth, as `$dir` reads them. */
function filesAt(realRoot: string, path: string): string[] {
  const name = nameOf(realRoot, path);
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => nameOf(realRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !isReserved(file));
}

// Fields that are put into an entry, as the format of its file writes them.

interface Spelling {
  text(value: string): string;
  list(values: readonly string[]): string;
  map(pairs: ReadonlyMap<string, string>): string;
  /** `value` as one of the others spells it. */
  field(name: string, value: string): string;
}

/** By the name of the file: JSON is JSON, all else YAML. */
function spellingOf(file: string): Spelling {
  const isJson = file.endsWith(".json");
  const text = (value: string) => (isJson ? JSON.stringify(value) : respell("", value));
  const field = (name: string, value: string) => `${text(name)}: ${value}`;
  return {
    text,
    field,
    list: (values) => `[${values.map(text).join(", ")}]`,
    map: (pairs) => `{ ${[...pairs].map(([name, value]) => field(name, text(value))).join(", ")} }`,
  };
}

// The texts of the files in which names are written, and what is put into them.

interface Edit extends Found {
  text: string;
}

interface Editing {
  add(file: string, edit: Edit): void;
  texts: Texts;
}

interface Texts {
  /** The name of the file that a link within the project leads to; any other name as it is. */
  realName(file: string): string;
  /** Without byte order mark. */
  of(file: string): string;
  whole(file: string): string;
  find(span: Span): Found;
  place(file: string, start: number): Place;
  edited(file: string, edits: readonly Edit[]): string;
}

/** `overlay`: what files are to say, in the place of what they say. */
function openTexts(root: string, overlay: Overlay = new Map()): Texts {
  const known = new Map<string, string>();
  const realRoot = realpathSync(root);
  const realName = (file: string) => {
    const real = realpathSync(join(root, file));
    return isInside(realRoot, real) ? nameOf(realRoot, real) : file;
  };
  const whole = (file: string) => {
    const text = known.get(file) ?? overlay.get(file) ?? readFileSync(join(root, file), "utf8");
    known.set(file, text);
    return text;
  };
  const of = (file: string) => whole(file).replace(/^\uFEFF/, "");
  return {
    realName,
    of,
    whole,
    find: (span) => foundAt(of(span.file), span),
    place(file, start) {
      return { file, ...lineAndColumn(of(file), start) };
    },
    edited(file, edits) {
      let text = of(file);
      for (const { start, end, text: now } of edits.toSorted((a, b) => b.start - a.start))
        text = text.slice(0, start) + now + text.slice(end);
      return whole(file).startsWith("\uFEFF") ? `\uFEFF${text}` : text;
    },
  };
}
