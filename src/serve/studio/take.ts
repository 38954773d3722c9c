// What was made in the UI, taken into the files: what `pull` would write, shown before it is written, and one step of undo.

import { pullFiles } from "../../features/pull/pull-files.ts";
import {
  asSentence,
  isObject,
  type JsonObject,
  nameSome,
  type Pulled,
  type PullResult,
  targetFlag,
  UserError,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import { shortDigest } from "../../plan/index.ts";
import { nameToSay } from "../../target/index.ts";
import { forRows, questionOf } from "./ask-rows.ts";
import { nameOfWidget } from "./board-view.ts";
import { changedLines } from "./changed-lines.ts";
import { widgetIn } from "./differences.ts";
import { type FileStep, refused, type Texts } from "./edit-board.ts";
import type { FollowedFiles } from "./follow-files.ts";
import type { BoardView, EditAnswer, TakeAnswer, TakeRequest } from "./protocol.ts";
import type { Connecting } from "./share-connection.ts";
import type { ProjectPlace } from "./value-owner.ts";
import type { Writer } from "./writer.ts";

export interface Taking {
  /** Undefined: there is no target, so nothing is live. */
  connecting: Connecting | undefined;
  writer: Writer;
  files: FollowedFiles;
  board(slug: string): BoardView | undefined;
  place: ProjectPlace;
}

/**
 * Never rejects for what a person or the platform did: the answer says it. What is live is read while others may edit, so the files are looked
 * at again before anything is written over them.
 */
export async function take(taking: Taking, request: TakeRequest): Promise<TakeAnswer> {
  const { writer, files, board } = taking;
  const { slug, preview, shown } = request;
  const texts = await writer.onBoard(request, async (found) => found);
  if (!(texts instanceof Map)) return texts;
  const known = files.boards.get(slug)?.workbook;
  const question =
    known && request.rows === undefined ? questionOf(taking.place, files.reading, known) : undefined;
  if (question) return { ...question, message: `${question.message} For whom is what was made in the UI?` };
  const found = await readUi(taking, request);
  if ("answer" in found) return found.answer;
  const { result } = found;
  const steps = stepsOf(result, texts);
  const now = board(slug);
  if (steps.length === 0 && now) return { status: "nothing", board: now };
  const name = shortDigest(writeJson(steps.map(({ file, before, after }) => [file, before, after])));
  if (preview) {
    const notes = result.notes.map(({ message, help = "" }) => `${message}. ${help}`.trim());
    return { status: "preview", shown: name, files: steps.map(changedLines), notes };
  }
  if (shown !== undefined && shown !== name)
    return refused(
      "What is live changed since these lines were shown. Nothing was written.",
      "Look at the lines once more.",
    );
  const forWhom = known ? forRows(known, request.rows) : "";
  const step = `${takenNames(result.pulled, known?.entry)} taken from live${forWhom}`;
  return writer.onBoard(request, () => writer.make(slug, { files: steps, step }));
}

type Refused = { answer: Extract<EditAnswer, { status: "refused" }> };

/** What a pull would write. Sends GET requests only. */
async function readUi(
  { connecting }: Taking,
  { slug, widget, rows }: TakeRequest,
): Promise<{ result: PullResult } | Refused> {
  if (!connecting) return { answer: refused("This project has no target, so nothing is live.", null) };
  const part = widget === undefined ? undefined : { widget };
  try {
    return await connecting(async (context) => {
      const { result } = await pullFiles({ ...context, slugs: [slug], part, rows });
      const flag = targetFlag(nameToSay(context.project, context.target, context.env));
      return whyNot(result, slug, flag) ?? { result };
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { answer: refused(asSentence(error.message), error.details?.join(" ") || null) };
  }
}

function whyNot({ pulled, files, notes }: PullResult, slug: string, flag: string): Refused | undefined {
  const torn = pulled.filter(({ action }) => action === "conflict");
  if (torn.length > 0) {
    const paths = torn.flatMap(({ kind, key, change }) =>
      (change?.fields ?? []).map(({ path }) => (kind === "report" ? `${path} of the report ${key}` : path)),
    );
    const way = (side: string) => `\`boardwright pull ${slug} --${side}${flag}\``;
    return {
      answer: refused(
        `Both sides changed the same: ${nameSome(paths)}. Nothing was written.`,
        `Decide it in a terminal: ${way("theirs")} takes what is live, ${way("ours")} keeps what the file says.`,
      ),
    };
  }
  const skipped = pulled.find(({ action }) => action === "skipped")?.reason;
  const about = skipped ?? (files.length === 0 ? notes.find(({ key }) => key === slug) : undefined);
  return about && { answer: refused(`${about.message}.`, about.help ?? null) };
}

/** Over the texts from before the pull: whatever a file says since, a step that is not made on it is not written. */
function stepsOf({ unwritten = [] }: PullResult, texts: Texts): FileStep[] {
  const steps = unwritten.map(({ file, before, after }): FileStep => {
    const known = texts.get(file);
    return { file, before: known === undefined ? (before ?? null) : known, after: after ?? null };
  });
  return steps.filter(({ before, after }) => before !== after);
}

/** "Trend", or "Trend and 2 more": the widgets that the file has come first, in its order. */
function takenNames(pulled: readonly Pulled[], entry: JsonObject | undefined): string {
  const taken = pulled.filter(({ action }) => action === "edited");
  const fields = taken.flatMap(({ kind, change }) => (kind === "workbook" ? (change?.fields ?? []) : []));
  const values = new Map(fields.map(({ path, after }) => [widgetIn(path), after]));
  const names = widgetsOf(entry?.dashboard).flatMap((widget) =>
    isObject(widget) && values.delete(String(widget.id)) ? nameOfWidget(widget) : [],
  );
  for (const [id, after] of values)
    names.push(id === undefined ? "The dashboard’s own values" : isObject(after) ? nameOfWidget(after) : id);
  names.push(...taken.flatMap(({ kind, name }) => (kind === "report" ? `The report ${name}` : [])));
  const [first = "Everything", ...more] = names;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
