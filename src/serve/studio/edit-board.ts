// One request for edits → the smallest change of the files, proven by loading them again, and written whole.

import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { editFiles, type FileEdits, type Wanted } from "../../edit/index.ts";
import { mayBring } from "../../features/pull/lint-findings.ts";
import { ChangedMeanwhile, leadsOutside, PartlyWritten, writeTogether } from "../../files/index.ts";
import { asSentence, holdsSecret, type ResolvedWorkbook, secretsOf, spellingsOf } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { missingReport } from "./added-widget.ts";
import { forRows, forWhichRows } from "./ask-rows.ts";
import type { EditAnswer, EditRequest, ForRows } from "./protocol.ts";
import type { Reading } from "./read-files.ts";
import { type SharedLeaf, sharedLeaves, wantedByAll } from "./sharers.ts";
import type { ProjectPlace } from "./value-owner.ts";
import { applyEdits } from "./wanted.ts";

/** A file before and after an edit, byte for byte; null: not there. */
export interface FileStep {
  file: string;
  before: string | null;
  after: string | null;
}

export interface StudioProject extends ProjectPlace {
  /** Reads the project file again: others edit it too. Throws a ProjectError while it has errors. */
  readProject?(): Promise<Pick<StudioProject, "project" | "target">>;
}

export type Outcome =
  | { made: { files: FileStep[]; step: string } }
  | { answer: Extract<EditAnswer, { status: "shared" | "rows" | "refused" | "changed" }> }
  | "nothing";

/** What files say, by name; null for one that is not there. */
export type Texts = Map<string, string | null>;

/** Of the files that the project was made of when it was last read. */
export async function readTexts({ project }: StudioProject, { names }: Reading): Promise<Texts> {
  const readOne = async (name: string) => [name, await textIn(project.root, name)] as const;
  return new Map(await Promise.all(names.map(readOne)));
}

export const textIn = (root: string, name: string) => readFile(join(root, name), "utf8").catch(() => null);

/**
 * Computes the new texts. Writes nothing. `texts`: from before `reading`. What comes of them is written only where the files still say just
 * that: so nobody's save falls between what the edit was made on and what it is written over.
 */
export async function computeEdit(
  place: StudioProject,
  { reading, texts }: { reading: Reading; texts: Texts },
  request: EditRequest,
): Promise<Outcome> {
  const { project, env } = place;
  const { workbook } = reading.boards.get(request.slug)!;
  const missing = missingReport(request.edits, reading.reports);
  if (missing !== undefined)
    return { answer: refused(`The files declare no report ${missing}.`, "Choose another one.") };
  const { entry, step, touched, copies, removed } = applyEdits(workbook.entry, request.edits);
  const rows = forWhichRows(place, { reading, workbook }, { request, touched });
  if (typeof rows === "object") return { answer: rows };
  // What one row says differently is of no other dashboard.
  const shared = rows === "one" ? [] : sharedLeaves(reading, workbook, { entry, touched });
  if (shared.length > 0 && request.scope === undefined) return { answer: askWhose(shared) };
  const own: Wanted = { kind: "workbook", key: request.slug, entry, copies, removed };
  const wanted = request.scope === "shared" ? wantedByAll(reading, own, shared) : [own];
  const read = async (file: string) => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = await textIn(project.root, file);
    texts.set(file, text);
    return text;
  };
  await Promise.all([...new Set([workbook.file, ...reading.names])].map(read));
  const together = wanted.length > 1 ? [...new Set(shared.map(({ at }) => at.file))] : [];
  const near = nearFiles(reading, workbook, texts);
  let edits = await editNear(place, { wanted, together, rows }, near);
  if (edits.failed.length > 0 && copies.size > 0) {
    // A list that several take in, and an override, get new widgets at their end alone.
    const last = applyEdits(workbook.entry, request.edits, "last").entry;
    const others = wanted.filter((one) => one.key !== request.slug);
    edits = await editNear(place, { wanted: [{ ...own, entry: last }, ...others], together, rows }, near);
  }
  const { files, failed, onlyHere } = edits;
  const [first] = failed;
  if (first)
    return {
      answer: refused(asSentence(`This edit cannot be written: ${first.reason}`), howElse(workbook.file)),
    };
  const steps: FileStep[] = [];
  for (const [file, after] of files) {
    const before = await read(file);
    if (before !== after) steps.push({ file, before, after });
  }
  if (steps.length === 0) return "nothing";
  const secret = refuseSecrets(steps, env);
  const removedFor = (widget: string) => {
    if (Object.keys(project.targets).length === 0) return "";
    return onlyHere.includes(widget) ? `, for ${place.target.name} alone` : ", for all targets";
  };
  return secret
    ? { answer: secret }
    : { made: { files: steps, step: `${step(removedFor)}${forRows(workbook, rows)}` } };
}

/** Of texts that nobody should commit. */
export function refuseSecrets(steps: readonly FileStep[], env: Environment): Refusal | undefined {
  const secrets = secretsOf({ ...env }).flatMap(spellingsOf);
  const isSecret = ({ after }: FileStep) =>
    after !== null && (holdsSecret(after) || secrets.some((one) => after.includes(one)));
  return steps.some(isSecret)
    ? refused("The edit holds the text of a credential, so it was not written.", null)
    : undefined;
}

/**
 * The files that an edit of the dashboard changes by itself, and those that may take them in. A project of a thousand files is not loaded
 * twice for a moved widget.
 */
function nearFiles(
  reading: Reading,
  { file, layoutFiles }: ResolvedWorkbook,
  texts: ReadonlyMap<string, string | null>,
): { own: ReadonlySet<string>; all: string[] } {
  const own = new Set([file, ...(layoutFiles?.() ?? [])]);
  const called = [...own].map((one) => posix.basename(one));
  const takesIn = (one: string) => called.some((name) => texts.get(one)?.includes(name));
  return { own, all: reading.names.filter((one) => own.has(one) || takesIn(one)) };
}

/** What a glob reads as anything but itself. */
const NO_PLAIN_NAME = /[*?[\]{}()!+@\\|]/;

/** Proven with the near files, if the edit stays in the dashboard's own; else with all: who shares a file is known only of all. */
async function editNear(
  { project, target, env }: StudioProject,
  { wanted, together, rows }: { wanted: Wanted[]; together: string[]; rows: ForRows | undefined },
  { own, all }: ReturnType<typeof nearFiles>,
): Promise<FileEdits> {
  const options = {
    project,
    target,
    env: { ...env },
    wanted,
    isTolerable: mayBring,
    isSparing: true,
    ...(rows && { rows }),
  };
  if (wanted.length === 1 && !all.some((name) => NO_PLAIN_NAME.test(name))) {
    const edits = await editFiles({ ...options, project: { ...project, include: all, exclude: [] } });
    if (edits.failed.length === 0 && [...edits.files.keys()].every((file) => own.has(file))) return edits;
  }
  // What cannot be edited for all at once may still be written at each of them.
  const edits = await editFiles({ ...options, together });
  return edits.failed.length > 0 && together.length > 0 ? editFiles(options) : edits;
}

const howElse = (file: string) => `Edit ${file} by hand; the board follows it.`;

type Refusal = Extract<EditAnswer, { status: "refused" }>;

export function refused(message: string, help: string | null): Refusal {
  return { status: "refused", message, help };
}

/** Writes all files or none. The message says why not; undefined if they are written. */
export async function writeSteps(root: string, steps: readonly FileStep[]): Promise<Outcome | undefined> {
  for (const { file, before } of steps) {
    const path = join(root, file);
    if (leadsOutside(root, path))
      return { answer: refused(`${file} leads out of the project. Nothing was written.`, null) };
    const now = await readFile(path, "utf8").catch(() => null);
    if (now !== before) return changed(now === null ? `${file} is gone.` : CHANGED);
    if (before !== null && (await isReadOnly(path)))
      return { answer: refused(`${file} is read-only. Nothing was written.`, "Make it writable first.") };
  }
  const texts = (side: "before" | "after") =>
    new Map(steps.map((step) => [join(root, step.file), step[side]]));
  try {
    await writeTogether(texts("after"), texts("before"));
    return undefined;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return changed(CHANGED);
    const { code = "" } = (error instanceof PartlyWritten ? error.cause : error) as NodeJS.ErrnoException;
    const message = `The disk refused the change${code && ` (${code})`}. Your edit is kept here.`;
    const help =
      error instanceof PartlyWritten ? `Written: ${error.written} of ${steps.length} files.` : null;
    return { answer: refused(message, help) };
  }
}

/** A file is replaced by another one, which a folder allows whatever the file's own mode says; and root may write everything. */
async function isReadOnly(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o222) === 0) return true;
  return access(path, constants.W_OK).then(
    () => false,
    () => true,
  );
}

const CHANGED = "The file changed since you opened it.";

function changed(what: string): Outcome {
  return { answer: { status: "changed", message: `${what} Nothing was written.`, board: null } };
}

/** Asks whether an edit is for all that take the first of the values from one place. */
function askWhose(leaves: readonly SharedLeaf[]): Extract<EditAnswer, { status: "shared" }> {
  const { at, widget, path } = leaves[0]!;
  const { file, line } = at;
  const same = leaves.filter((one) => one.widget === widget && one.path[0] === path[0]);
  const sharedWith = [...new Set(same.flatMap((one) => [...one.sharedWith]))].sort();
  const what = path[0] === "config" ? (path[1] === "title" ? "title" : "text") : "position";
  const message = `This ${what} is shared: ${sharedWith.length + 1} dashboards take it from ${file}.`;
  return { status: "shared", message, sharedWith, at: { file, line } };
}
