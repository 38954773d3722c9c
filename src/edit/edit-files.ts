// A changed desired state as edits of the existing files (contract 5, `pull`), which are read and not written: only what differs is
// edited, and an edit counts only if the edited project, loaded again, gives exactly what is wanted and nothing else has changed.

import { realpathSync } from "node:fs";
import {
  createResolver,
  type Files,
  formatOf,
  loadFiles,
  type Overlay,
  openFiles,
  parseText,
  type Unfolded,
  unfoldTemplate,
  type Variables,
} from "../desired/index.ts";
import {
  compareText,
  type Diagnostic,
  isObject,
  type JsonObject,
  newFindings,
  normalizeSlug,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Target,
  withoutNulls,
} from "../model/index.ts";
import { canonical, digest } from "../plan/index.ts";
import { type Attempted, attempt, type Order } from "./attempt.ts";
import {
  type DeclaredWorkbook,
  onlyOf,
  type Piece,
  type ReadResolved,
  reportPieces,
  resolvedReader,
  workbookPieces,
} from "./declaration.ts";
import type { Note } from "./draft.ts";
import { folderNames } from "./form/folder-text.ts";
import { type RowEdit, reportRow, workbookRow } from "./row-values.ts";
import { editsBetween } from "./rows/edits-between.ts";
import type { Setting } from "./slots.ts";
import { type RowsChoice, type TemplateWish, templateOrders, WAYS } from "./template-edits.ts";
import { ABSENT } from "./values/same.ts";
import type { Everywhere } from "./values/widgets-everywhere.ts";

/** A declaration as it has to be after the edit, in the shape of the `entry` of a ResolvedWorkbook or ResolvedReport. */
export interface Wanted extends Everywhere {
  kind: "workbook" | "report";
  key: string;
  entry: JsonObject;
  /** Of a report that no file declares yet: the file that gets it, and the entry as that spells it, with variables escaped. */
  into?: { file: string; written: JsonObject };
}

export interface FileEdits {
  /** Project-relative path → new text, or null for a file to delete; only files that change. A byte order mark is kept. */
  files: Map<string, string | null>;
  /** Declarations that could not be edited to give what is wanted. Their files are unchanged. */
  failed: { kind: Wanted["kind"]; key: string; reason: string }[];
  /** Of the widgets that are to go for every target: those that this target alone has. */
  onlyHere: string[];
  /** `kind/key` of what was edited → the other targets where it changes as well. */
  elsewhere: Map<string, string[]>;
  /** Remarks on the edits, by file and line as they were before each. */
  notes: Note[];
}

export interface EditOptions extends Loading {
  wanted: readonly Wanted[];
  /** Project-relative paths of included files that are edited for all who read them: those who do want the same. */
  together?: readonly string[];
  /** Whether an edit may bring this error about one of its workbooks into the files (default: none). */
  isTolerable?(problem: Diagnostic): boolean;
  /** For whom the edits of rows are (default: `shared`, for all rows if all have them, else for each alone). */
  rows?: RowsChoice;
  /** Fails rather than write widgets anew that stay as they are (default: it may, if nothing smaller does it). */
  isSparing?: boolean;
}

/** Edits inside values at every depth; then whole widgets; then whole parts of the declaration. */
const FINENESS = [100, 3, 1] as const;

/**
 * Computes the texts of the files in which every wanted declaration has its entry. Reads files, writes none. A declaration that
 * cannot be edited is in `failed`; the others are edited nevertheless. What failed in their company is tried again on the texts
 * that they leave: the fault may have been an edit of theirs, which by then is made in another way.
 */
export async function editFiles(options: EditOptions): Promise<FileEdits> {
  const edits = await editTogether(options);
  const { files, failed } = edits;
  if (failed.length === 0 || files.size === 0) return edits;
  const isLeft = (one: Wanted) => failed.some(({ kind, key }) => kind === one.kind && key === one.key);
  const left = {
    wanted: options.wanted.filter(isLeft),
    beside: new Map([...(options.beside ?? []), ...files]),
  };
  const later = await editFiles({ ...options, ...left });
  return {
    files: new Map([...files, ...later.files]),
    failed: later.failed,
    onlyHere: [...new Set([...edits.onlyHere, ...later.onlyHere])],
    elsewhere: new Map([...edits.elsewhere, ...later.elsewhere]),
    notes: [...edits.notes, ...later.notes],
  };
}

async function editTogether(options: EditOptions): Promise<FileEdits> {
  const { wanted, beside } = options;
  const asked = new Set(wanted.map(nameOfWanted));
  const before = await takeSnapshot(options, new Map(), asked);
  const failed: FileEdits["failed"] = [];
  const fail = ({ kind, key }: Wanted, reason: string) => failed.push({ kind, key, reason });
  const levels = new Map<Wanted, number>();
  const firstReasons = new Map<Wanted, string>();
  for (const one of wanted) {
    if (one.into !== undefined || declaredIn(before, one)) levels.set(one, 0);
    else fail(one, `the files hold no usable declaration of the ${one.kind}`);
  }
  const { project, target, env, rows: choice = "shared" } = options;
  const variables = { project, target, env };
  const files = openFiles(project.root, beside);
  const setting = { files, realRoot: realpathSync(project.root), variables, named: before.named };
  const read = resolvedReader(files, variables);
  const isOfRow = (one: Wanted) => one.into === undefined && declaredIn(before, one)?.template !== undefined;
  const families = familiesOf(files, variables, { before, wanted: [...levels.keys()].filter(isOfRow) });
  const isRow = new Set(families.flatMap(({ rows }) => [...rows.keys()]));
  const free = new Set(choice === "all" ? families.flatMap(({ names }) => [...names]) : []);
  const there = [...levels.keys()].filter((one) => one.into === undefined && !isRow.has(one));
  const pieces = new Map(there.map((one) => [one, piecesOf(read, before, { ...one, target })]));
  const others = new Map<Target, Promise<Snapshot>>();
  const beforeAt = (other: Target) => {
    const known = others.get(other) ?? takeSnapshot({ ...options, target: other }, new Map(), asked);
    others.set(other, known);
    return known;
  };
  let isNamed = haveSameRows(families);
  for (;;) {
    const how = { levels, choice, isNamed, rowPieces: new Map<string, Piece>() };
    const made = families.map((family) => ordersOfFamily(setting, family, how));
    const refused = made.flatMap((one) => [...one.refused]);
    for (const [one, reason] of refused) {
      const first = firstReasons.get(one);
      levels.delete(one);
      fail(one, first ? `${first}, and ${reason}` : reason);
    }
    // What the others share is another without them.
    if (refused.length > 0) continue;
    const plain = [...levels].filter(([one]) => !isRow.has(one));
    const orders = plain.map(([one, level]): Order => {
      const own = pieces.get(one) ?? additionsOf(read, one, levels);
      return { key: one.key, fineness: FINENESS[level]!, pieces: own, copies: one.copies ?? new Map() };
    });
    const attempted = attempt(setting, [...orders, ...made.flatMap((one) => one.orders)], options);
    attempted.notes.push(...made.flatMap((one) => one.notes));
    const tried = [...levels.keys()];
    const proof = await prove(options, before, { ...attempted, free, tried, beforeAt });
    const { wrong, isOfOthers, elsewhere } = proof;
    if (isOfOthers && !isNamed) {
      isNamed = true;
      continue;
    }
    if (wrong.size === 0) {
      const onlyHere = there.flatMap(({ key, removed: ids }) =>
        ids ? onlyOf(read, before.workbooks.get(key)!, { target, ids }) : [],
      );
      const { files: texts, notes } = attempted;
      return { files: texts, failed: failed.sort(byKey), onlyHere, elsewhere, notes };
    }
    // Additions are edited in one way only. Without them the others may be right.
    const additions = [...wrong].filter(([{ into }]) => into !== undefined);
    for (const [one, reason] of additions) {
      levels.delete(one);
      fail(one, reason);
    }
    for (const [one, reason] of additions.length > 0 ? [] : wrong) {
      const level = levels.get(one)! + 1;
      const first = firstReasons.get(one) ?? reason;
      firstReasons.set(one, first);
      if (level < (isRow.has(one) ? WAYS : FINENESS.length)) levels.set(one, level);
      else {
        levels.delete(one);
        fail(one, options.isSparing && first !== reason ? `${first}, and else ${reason}` : reason);
      }
    }
  }
}

/** How each that is still to be edited is edited. */
type Levels = ReadonlyMap<Wanted, number>;

/** Those of one file are one piece, which is the first one's. */
function additionsOf(read: ReadResolved, first: Wanted, levels: Levels): Piece[] {
  const { file } = first.into!;
  const all = [...levels.keys()].filter(({ into }) => into?.file === file);
  if (all[0] !== first) return [];
  return [additionPiece(read, file, Object.fromEntries(all.map(({ key, into }) => [key, into!.written])))];
}

function piecesOf(
  read: ReadResolved,
  before: Snapshot,
  { kind, key, ...want }: Wanted & { target: Target },
): Piece[] {
  if (kind === "report") return reportPieces(read, before.reports.get(key)!, want);
  return workbookPieces(read, before.workbooks.get(key)!, want);
}

/** What is wrong with an attempt: the declarations to edit in another way, each with why. */
interface Proof {
  wrong: Map<Wanted, string>;
  /** Whether it changes what other templates make of the same rows. */
  isOfOthers: boolean;
  /** `kind/key` of what is edited → the other targets where it changes with it. */
  elsewhere: Map<string, string[]>;
}

interface Tried extends Attempted {
  tried: readonly Wanted[];
  /** Names of what may change with it. */
  free: ReadonlySet<string>;
  /** The project at another target, as it is. */
  beforeAt(target: Target): Promise<Snapshot>;
}

/**
 * Loads the project as the attempt would leave it, for every target. What was asked for has to be there, nothing else may change at any target,
 * no error may come, and what was asked for may change elsewhere only where it does here.
 */
async function prove(options: EditOptions, before: Snapshot, attempted: Tried): Promise<Proof> {
  const { files, errors, touched, tried, free, beforeAt } = attempted;
  const { project, target } = options;
  const proof: Proof = { wrong: new Map(), isOfOthers: false, elsewhere: new Map() };
  const { wrong } = proof;
  const asked = new Map(tried.map((one) => [nameOfWanted(one), one]));
  const names = new Set(asked.keys());
  const after = await takeSnapshot(options, files, names);
  for (const [name, one] of asked) {
    const reason = errors.get(one.key);
    if (reason !== undefined) wrong.set(one, reason);
    else if (after.says.get(name) !== digest(textOf(one.entry)))
      wrong.set(one, "the edited files would not give what is wanted");
  }
  const templateIn = (name: string, ...all: Snapshot[]) =>
    all.map((one) => one.templates.get(name)).find(Boolean);
  const blame = (name: string, template: string | undefined, reason: string) => {
    const able = tried.filter(({ key }) => touched.has(key));
    const named = able.filter((one) => nameOfWanted(one) === name);
    const templateOf = (one: Wanted) => before.templates.get(nameOfWanted(one));
    const own = able.filter((one) => template !== undefined && templateOf(one) === template);
    const rows = template === undefined ? [] : able.filter((one) => templateOf(one) !== undefined);
    proof.isOfOthers ||= template?.startsWith("workbook/") === true && own.length === 0 && rows.length > 0;
    for (const one of [own, rows, named, able, tried].find(({ length }) => length > 0) ?? [])
      if (!wrong.has(one)) wrong.set(one, reason);
  };
  const compare = (was: Snapshot, now: Snapshot, other?: Target) => {
    const where = other ? ` at ${other.name}` : "";
    // An edit may take out the last include of a file: it was right, and is no matter of what is wanted.
    const isTolerable = (one: Diagnostic) =>
      (now.strays.has(one.file) && !files.has(one.file)) ||
      (asked.has(`workbook/${one.slug}`) && options.isTolerable?.(one) === true);
    for (const one of newFindings(was.diagnostics, now.diagnostics)) {
      if (isTolerable(one)) continue;
      const name = one.kind === "report" ? `report/${one.subject}` : `workbook/${one.slug}`;
      const reason = `the edited files would have an error at ${one.file}:${one.line}${where}: ${one.message}`;
      // A template that declares nothing at this target is none of those that are edited.
      const end = one.ofRows && `\n${one.ofRows.template}`;
      const ofRow =
        end && ([...was.templates.values()].find((each) => each.endsWith(end)) ?? `workbook/${end}`);
      blame(name, templateIn(name, was, now) ?? ofRow, reason);
    }
    for (const name of new Set([...was.says.keys(), ...now.says.keys()])) {
      if (was.says.get(name) === now.says.get(name) || free.has(name)) continue;
      const one = asked.get(name);
      const reason = `${name.replace(/^workbook\//, "").replace("/", " ")}${where} would change with it`;
      if (!one) blame(name, templateIn(name, was, now), reason);
      else if (other && !isAsHere(before, { was, now, one }))
        wrong.set(one, `${reason}, in what it does not change here`);
      else if (other) proof.elsewhere.set(name, [...(proof.elsewhere.get(name) ?? []), other.name]);
    }
  };
  if (wrong.size === 0) compare(before, after);
  const mayDiffer = before.dependsOnTarget || after.dependsOnTarget;
  for (const name of Object.keys(project.targets).sort(compareText)) {
    const other = project.targets[name]!;
    if (wrong.size > 0 || name === target.name) continue;
    if (!mayDiffer) compare(before, after, other);
    else
      compare(await beforeAt(other), await takeSnapshot({ ...options, target: other }, files, names), other);
  }
  return proof;
}

/** Whether what changes of a declaration at another target is what changes of it here. */
function isAsHere(
  before: Snapshot,
  { was, now, one }: { was: Snapshot; now: Snapshot; one: Wanted },
): boolean {
  const [here, old, young] = [before, was, now].map((each) => declaredIn(each, one)?.entry);
  if (!here || !old || !young) return one.into !== undefined;
  const wanted = editsBetween(here, one.entry);
  const reaches = (path: readonly string[], other: readonly string[]) =>
    path.every((key, index) => index >= other.length || other[index] === key);
  return editsBetween(old, young).every(({ path }) => wanted.some((edit) => reaches(path, edit.path)));
}

function nameOfWanted({ kind, key }: Wanted): string {
  return `${kind}/${key}`;
}

function byKey(a: { kind: string; key: string }, b: { kind: string; key: string }): number {
  return compareText(a.kind, b.kind) || compareText(a.key, b.key);
}

// Reports that are new in a file that is there: under its `reports`, or in a section of their own if it has none.

/** `reports`: key → entry as the file is to spell it, with variables escaped. */
function additionPiece(read: ReadResolved, file: string, reports: JsonObject): Piece {
  const documents = read(file);
  const style = { shortPositions: true, layouts: false, verbatim: true };
  const found = documents.findIndex((value) => isObject(value) && isObject(value.reports));
  const doc = found === -1 ? Math.max(0, documents.findIndex(isObject)) : found;
  const whole = documents[doc] ?? {};
  const section = isObject(whole) && isObject(whole.reports) ? whole.reports : undefined;
  if (section) {
    const spot = { file, doc, path: ["reports"] };
    return { spot, now: section, want: { ...section, ...reports }, nulls: ABSENT, style };
  }
  const now = isObject(whole) ? whole : {};
  return { spot: { file, doc, path: [] }, now, want: { ...now, reports }, nulls: ABSENT, style };
}

// What is wanted of rows, put together by template: their edits are made together.

/** The rows of one template that are to be edited. */
interface Family extends Omit<TemplateWish, "rows" | "choice" | "level" | "isNamed" | "rowPieces"> {
  rows: ReadonlyMap<Wanted, RowEdit>;
  /** The names of all its rows, as a snapshot has them, at whatever target. */
  names: ReadonlySet<string>;
}

/** `wanted`: declarations that rows make. */
function familiesOf(
  files: Files,
  variables: Variables & { target: Target },
  { before, wanted }: { before: Snapshot; wanted: readonly Wanted[] },
): Family[] {
  const resolver = createResolver(files, variables);
  const byTemplate = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const { file, template } = declaredIn(before, one)!;
    const name = [one.kind, file, template].join("\n");
    byTemplate.set(name, [...(byTemplate.get(name) ?? []), one]);
  }
  return [...byTemplate.values()].flatMap((own): Family[] => {
    const { kind } = own[0]!;
    const { file, template, locate } = declaredIn(before, own[0]!)!;
    const section = kind === "workbook" ? "workbooks" : "reports";
    const text = files.read(file);
    const { documents } = parseText(typeof text === "string" ? text : "", formatOf(file));
    const found = documents
      .map((value, doc) => unfoldTemplate(resolver, { file, doc, value }, [section, template!]))
      .find((one) => one !== undefined);
    if (!found) return [];
    const idOf = ({ key }: Unfolded) => (kind === "workbook" ? normalizeSlug(key) : key);
    const byKey = new Map(found.rows.map((row) => [idOf(row), row]));
    const names = new Set([...byKey.keys()].map((key) => `${kind}/${key}`));
    const count = [...names].filter((name) => before.says.has(name)).length;
    const { line } = locate([], "key");
    const rows = own.flatMap((one): [Wanted, RowEdit][] => {
      const unfolded = byKey.get(one.key);
      if (!unfolded) return [];
      const row = { key: one.key, spot: found.spot, unfolded, target: variables.target, entry: one.entry };
      const sections = before.workbooks.get(one.key)?.layouts ?? [];
      return [[one, kind === "workbook" ? workbookRow({ ...row, sections }) : reportRow(row)]];
    });
    return [{ section, template: template!, place: { file, line }, rows: new Map(rows), names, count }];
  });
}

function declaredIn({ workbooks, reports }: Snapshot, { kind, key }: Wanted) {
  return kind === "workbook" ? workbooks.get(key)?.workbook : reports.get(key);
}

/** The orders for the rows that are still to be edited. */
function ordersOfFamily(
  setting: Setting,
  family: Family,
  { levels, ...how }: { levels: Levels } & Pick<TemplateWish, "choice" | "isNamed" | "rowPieces">,
): { orders: Order[]; refused: Map<Wanted, string>; notes: Note[] } {
  const left = [...family.rows].filter(([one]) => levels.has(one));
  const reading = { ...setting, sources: new Map(), overlay: new Map(), agreed: new Set<string>() };
  const level = Math.max(0, ...left.map(([one]) => levels.get(one)!));
  const rows = left.map(([, row]) => row);
  const { orders, refused, notes } = templateOrders(reading, { ...family, ...how, rows, level });
  const byKey = new Map(left.map(([one]) => [one.key, one]));
  return {
    orders: orders.map((order) => ({
      ...order,
      fineness: Number.POSITIVE_INFINITY,
      copies: byKey.get(order.key)?.copies ?? new Map(),
    })),
    refused: new Map([...refused].map(([key, reason]) => [byKey.get(key)!, reason])),
    notes,
  };
}

/** Whether one row is to be edited for several templates of workbooks. */
function haveSameRows(families: readonly Family[]): boolean {
  const ofWorkbooks = families.filter(({ section }) => section === "workbooks");
  if (ofWorkbooks.length < 2) return false;
  const places = ofWorkbooks.flatMap(({ rows }) => [...rows.values()].map((one) => one.unfolded.row.place()));
  return new Set(places).size < places.length;
}

// What the project's files say, as they are or as edits would leave them.

/** Which files are loaded, and as what. */
interface Loading {
  project: Project;
  target: Target;
  env: Record<string, string | undefined>;
  /** Name → text of files that are not on the disk as they are to be read: new ones, and those with earlier edits. */
  beside?: Overlay;
}

interface Snapshot {
  /** `kind/key` → digest of its entry. */
  says: Map<string, string>;
  /** Of what rows make: `kind/key` → its template, as `kind/file` and the key. */
  templates: Map<string, string>;
  /** Whether another target may say something else. */
  dependsOnTarget: boolean;
  diagnostics: readonly Diagnostic[];
  named: ReadonlyMap<string, ReadonlySet<string>>;
  strays: ReadonlySet<string>;
  workbooks: Map<string, DeclaredWorkbook>;
  reports: Map<string, ResolvedReport>;
}

/** `keep`: the workbooks whose entries are kept. */
async function takeSnapshot(
  { project, target, env, beside = new Map() }: Loading,
  edits: ReadonlyMap<string, string | null>,
  keep: ReadonlySet<string>,
): Promise<Snapshot> {
  const says: Snapshot["says"] = new Map();
  const templates: Snapshot["templates"] = new Map();
  const workbooks: Snapshot["workbooks"] = new Map();
  const note = (name: string, { entry, file, template }: ResolvedWorkbook | ResolvedReport) => {
    says.set(name, digest(textOf(entry)));
    if (template !== undefined) templates.set(name, `${name.split("/", 1)[0]}/${file}\n${template}`);
  };
  const overlay = new Map(
    [...beside, ...edits].map(([file, text]) => [file, text?.replace(/^\uFEFF/, "") ?? null]),
  );
  const { reports, diagnostics, named, strays, dependsOnTarget } = await loadFiles({
    project,
    target,
    env,
    overlay,
    visit(workbook, layouts) {
      const name = `workbook/${workbook.slug}`;
      note(name, workbook);
      if (keep.has(name)) workbooks.set(workbook.slug, { workbook, layouts });
    },
  });
  for (const one of reports) note(`report/${one.key}`, one);
  const byReportKey = new Map(reports.map((one) => [one.key, one]));
  return {
    says,
    templates,
    dependsOnTarget,
    diagnostics,
    named,
    strays,
    workbooks,
    reports: byReportKey,
  };
}

/** The canonical text of an entry; a folder is the same in every spelling of its path. */
function textOf(entry: JsonObject): string {
  const names = folderNames(entry.folder);
  return canonical(withoutNulls(names ? { ...entry, folder: names } : entry));
}
