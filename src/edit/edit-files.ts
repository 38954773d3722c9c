// A changed desired state as edits of the existing files (contract 5, `pull`), which are read and not written: only what differs is
// edited, and an edit counts only if the edited project, loaded again, gives exactly what is wanted and nothing else has changed.
import { realpathSync } from "node:fs";
import { openFiles } from "../desired/index.ts";
import { compareText, type Diagnostic, type JsonObject, type Target } from "../model/index.ts";
import { digest } from "../plan/index.ts";
import { additionPiece } from "./addition.ts";
import { type Attempted, attempt, type Order } from "./attempt.ts";
import {
  onlyOf,
  type Piece,
  type ReadResolved,
  reportPieces,
  resolvedReader,
  workbookPieces,
} from "./declaration.ts";
import type { Note } from "./draft.ts";
import { familiesOf, ordersOfFamily } from "./families.ts";
import { type Loading, type Snapshot, takeSnapshot, textOf } from "./snapshot.ts";
import { type RowsChoice, WAYS } from "./template-edits.ts";
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
  /** Remarks on the edits, by file and line as they were before. */
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
 * cannot be edited is in `failed`; the others are edited nevertheless.
 */
export async function editFiles(options: EditOptions): Promise<FileEdits> {
  const { wanted } = options;
  const before = await takeSnapshot(options, new Map(), new Set(wanted.map(nameOfWanted)));
  const failed: FileEdits["failed"] = [];
  const fail = ({ kind, key }: Wanted, reason: string) => failed.push({ kind, key, reason });
  const levels = new Map<Wanted, number>();
  const firstReasons = new Map<Wanted, string>();
  for (const one of wanted) {
    const known =
      one.into !== undefined || (one.kind === "workbook" ? before.workbooks : before.reports).has(one.key);
    if (known) levels.set(one, 0);
    else fail(one, `the files hold no usable declaration of the ${one.kind}`);
  }
  const { project, target, env, rows: choice = "shared" } = options;
  const variables = { project, target, env };
  const files = openFiles(project.root);
  const setting = { files, realRoot: realpathSync(project.root), variables, named: before.named };
  const read = resolvedReader(files, variables);
  const isOfRow = (one: Wanted) => one.into === undefined && rowOf(before, one) !== undefined;
  const families = familiesOf(files, variables, { before, wanted: [...levels.keys()].filter(isOfRow) });
  const isRow = new Set(families.flatMap(({ rows }) => [...rows.keys()]));
  const free = new Set(choice === "all" ? families.flatMap(({ names }) => [...names]) : []);
  const there = [...levels.keys()].filter((one) => one.into === undefined && !isRow.has(one));
  const pieces = new Map(there.map((one) => [one, piecesOf(read, before, { ...one, target })]));
  for (;;) {
    const made = families.map((family) => ordersOfFamily(setting, family, { levels, choice }));
    const refused = made.flatMap((one) => [...one.refused]);
    for (const [one, reason] of refused) {
      levels.delete(one);
      fail(one, reason);
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
    const wrong = await findWrong(options, before, { ...attempted, free, tried: [...levels.keys()] });
    if (wrong.size === 0) {
      const onlyHere = there.flatMap(({ key, removed: ids }) =>
        ids ? onlyOf(read, before.workbooks.get(key)!, { target, ids }) : [],
      );
      return { files: attempted.files, failed: failed.sort(byKey), onlyHere, notes: attempted.notes };
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

/** The row that declares it; undefined if it is written by itself. */
function rowOf(before: Snapshot, { kind, key }: Wanted): string | undefined {
  return (kind === "workbook" ? before.workbooks.get(key)?.workbook : before.reports.get(key))?.template;
}

/** Those of one file are one piece, which is the first one's. */
function additionsOf(read: ReadResolved, first: Wanted, levels: ReadonlyMap<Wanted, number>): Piece[] {
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

/** Loads the project as the attempt would leave it, and gives the declarations to edit in another way, each with what is wrong. */
async function findWrong(
  options: EditOptions,
  before: Snapshot,
  {
    files,
    errors,
    touched,
    tried,
    free,
  }: Attempted & { tried: readonly Wanted[]; free: ReadonlySet<string> },
): Promise<Map<Wanted, string>> {
  const wrong = new Map<Wanted, string>();
  const after = await takeSnapshot(options, files, new Set());
  for (const one of tried) {
    const says = after.says.get(nameOfWanted(one));
    const reason = errors.get(one.key);
    if (reason !== undefined) wrong.set(one, reason);
    else if (says !== digest(textOf(one.entry)))
      wrong.set(one, "the edited files would not give what is wanted");
  }
  const asked = new Set(tried.map(nameOfWanted));
  const names = new Set([...before.says.keys(), ...after.says.keys()]);
  const others = [...names].filter(
    (name) => !asked.has(name) && !free.has(name) && before.says.get(name) !== after.says.get(name),
  );
  // An edit may take out the last include of a file: it was right, and is no matter of what is wanted.
  const isTolerable = (one: Diagnostic) =>
    (after.strays.has(one.file) && !files.has(one.file)) ||
    (asked.has(`workbook/${one.slug}`) && options.isTolerable?.(one) === true);
  const problem = newProblem(before, after, isTolerable);
  if (wrong.size > 0 || (others.length === 0 && problem === undefined)) return wrong;
  const reason = problem ?? `${others[0]} would change with it`;
  for (const one of tried) if (touched.has(one.key)) wrong.set(one, reason);
  return wrong;
}

function newProblem(
  before: Snapshot,
  after: Snapshot,
  isTolerable: (one: Diagnostic) => boolean,
): string | undefined {
  for (const [text, { count, one }] of after.diagnostics) {
    if (!isTolerable(one) && count > (before.diagnostics.get(text)?.count ?? 0)) {
      return `the edited files would have an error at ${one.file}:${one.line}: ${one.message}`;
    }
  }
  return undefined;
}

function nameOfWanted({ kind, key }: Wanted): string {
  return `${kind}/${key}`;
}

function byKey(a: { kind: string; key: string }, b: { kind: string; key: string }): number {
  return compareText(a.kind, b.kind) || compareText(a.key, b.key);
}
