// What the page may have written, and the steps that take it back: each is files as they were and as they became, byte for byte.

import { editTexts } from "../../edit/index.ts";
import { type Diagnostic, spanOfFinding, UserError } from "../../model/index.ts";
import { createBoard } from "./create-board.ts";
import {
  computeEdit,
  type FileStep,
  readTexts,
  refused,
  type StudioProject,
  type Texts,
  textIn,
  writeSteps,
} from "./edit-board.ts";
import type { FollowedFiles } from "./follow-files.ts";
import type {
  BoardView,
  CreateRequest,
  DashboardEdit,
  EditAnswer,
  EditRequest,
  FixAnswer,
  FixRequest,
} from "./protocol.ts";
import type { Reading } from "./read-files.ts";
import type { Shelf } from "./shelf.ts";
import { placeOfStep } from "./step-places.ts";

/** Every way in which the page writes. None rejects for what a person did: the answer says it. */
export interface Ways {
  edit(request: EditRequest): Promise<EditAnswer>;
  undo(slug: string): Promise<EditAnswer>;
  redo(slug: string): Promise<EditAnswer>;
  /** A new dashboard in a new file. */
  create(request: CreateRequest): Promise<EditAnswer>;
  /** Makes the deleted file of the dashboard again. */
  putBack(slug: string): Promise<EditAnswer>;
  /** Writes the name that was meant, also into a file that does not load. */
  fix(request: FixRequest): Promise<FixAnswer>;
}

export interface Writer {
  ways: Ways;
  stepsOf(slug: string): Pick<BoardView, "undo" | "redo">;
  /** Works while nothing else is written, if the board is the one that the page showed; else the answer says why not. */
  onBoard<T>(
    request: Pick<EditRequest, "slug" | "version">,
    work: (texts: Texts) => Promise<T>,
  ): Promise<T | EditAnswer>;
  /** Writes it as one step of undo. Only from within `onBoard`. */
  make(slug: string, step: Step): Promise<EditAnswer>;
}

export interface Writing {
  options: StudioProject & { isReadOnly: boolean };
  files: FollowedFiles;
  board(slug: string): BoardView | undefined;
  shelf: Shelf;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Written together, and told as one sentence. */
export interface Step {
  files: FileStep[];
  step: string;
}

/** Steps of undo for each dashboard. */
const MOST_STEPS = 200;

export function openWriter({ options, files, board, shelf, inTurn }: Writing): Writer {
  const { isReadOnly } = options;
  const { root } = options.project;
  const { isBroken, refresh } = files;
  const done = new Map<string, Step[]>();
  const undone = new Map<string, Step[]>();
  const push = (steps: Map<string, Step[]>, slug: string, step: Step) =>
    steps.set(slug, [...(steps.get(slug) ?? []), step].slice(-MOST_STEPS));

  /** Writes, and answers with the board as it is then. */
  const carryOut = async (
    slug: string,
    { files: steps, step }: Step,
    keep: () => void,
  ): Promise<EditAnswer> => {
    const failed = await writeSteps(root, steps);
    if (failed && failed !== "nothing" && "answer" in failed) {
      await refresh();
      const { answer } = failed;
      return answer.status === "changed"
        ? { ...answer, board: isBroken(slug) ? null : (board(slug) ?? null) }
        : answer;
    }
    keep();
    await refresh();
    const now = board(slug);
    if (!now) {
      const removed = steps.find(({ after }) => after === null);
      if (removed) return { status: "removed", file: removed.file, step };
      return refused("The dashboard is no longer in the files.", null);
    }
    return { status: "saved", board: now, saved: steps.map(placeOfStep), step };
  };

  const make = (slug: string, step: Step) =>
    carryOut(slug, step, () => {
      push(done, slug, step);
      undone.delete(slug);
    });

  const goBack = (slug: string, from: Map<string, Step[]>, to: Map<string, Step[]>, word: string) =>
    write(async (): Promise<EditAnswer> => {
      const step = from.get(slug)?.at(-1);
      if (!step) {
        const now = board(slug);
        return now ? { status: "nothing", board: now } : gone(slug);
      }
      const files = step.files.map(({ file, before, after }) => ({ file, before: after, after: before }));
      return carryOut(slug, { files, step: `${word}: ${step.step}` }, () => {
        from.get(slug)!.pop();
        push(to, slug, { files, step: step.step });
      });
    });

  function write<T>(work: () => Promise<T>): Promise<T | EditAnswer> {
    return inTurn(async () => {
      if (isReadOnly) return readOnly();
      try {
        return await work();
      } catch (error) {
        if (error instanceof UserError) return refused(error.message, error.details?.join(" ") || null);
        throw error;
      }
    });
  }

  const onBoard = <T>(
    { slug, version }: Pick<EditRequest, "slug" | "version">,
    work: (texts: Texts) => Promise<T>,
  ): Promise<T | EditAnswer> =>
    write(async (): Promise<T | EditAnswer> => {
      const texts = await readTexts(options, files.reading);
      await refresh();
      const known = files.boards.get(slug);
      const { brokenProject } = files;
      if (brokenProject !== undefined)
        return refused(
          `${brokenProject} does not load, so nothing can be edited.`,
          "Fix the project file first; the page follows it.",
        );
      if (!known) return gone(slug);
      if (isBroken(slug))
        return refused(
          `${known.workbook.file} does not load, so nothing can be edited in it.`,
          "Fix the file first; the board comes back by itself.",
        );
      if (known.version !== version) {
        const message = "The file changed since you opened it. Nothing was written.";
        return { status: "changed", message, board: board(slug)! };
      }
      return work(texts);
    });

  return {
    ways: {
      edit: (request) =>
        onBoard(request, async (texts): Promise<EditAnswer> => {
          const { slug } = request;
          const outside = request.edits.find((edit) => isOutside(edit, board(request.slug)));
          if (outside) return refused("A widget cannot lie outside of its grid.", null);
          const outcome = await computeEdit(options, { reading: files.reading, texts }, request);
          if (outcome === "nothing") return { status: "nothing", board: board(slug)! };
          return "answer" in outcome ? outcome.answer : make(slug, outcome.made);
        }),
      undo: (slug) => goBack(slug, done, undone, "Undone"),
      redo: (slug) => goBack(slug, undone, done, "Done again"),
      create: (request) =>
        write(async () => {
          await refresh();
          const outcome = await createBoard(options, files, request);
          return "answer" in outcome ? outcome.answer : make(request.slug, outcome.made);
        }),
      fix: (request) =>
        write(async (): Promise<FixAnswer> => {
          // From before the files are read again: what is written over is what the finding is about.
          const isKnown = files.reading.diagnostics.some(({ file }) => file === request.file);
          const text = isKnown ? await textIn(root, request.file) : null;
          await refresh();
          const outcome = fixOf(files.reading, text ?? "", request);
          if ("answer" in outcome) return outcome.answer;
          const failed = await writeSteps(root, outcome.made.files);
          if (failed && failed !== "nothing" && "answer" in failed) return failed.answer as FixAnswer;
          // A step of each dashboard of the file, as soon as it loads.
          for (const [slug, { workbook }] of files.boards)
            if (workbook.file === request.file) push(done, slug, outcome.made);
          await refresh();
          const { files: steps, step } = outcome.made;
          return { status: "fixed", saved: steps.map(placeOfStep), step };
        }) as Promise<FixAnswer>,
      putBack: (slug) =>
        write(async (): Promise<EditAnswer> => {
          await refresh();
          const { file } = shelf.gone(files.reading.names).find(({ slugs }) => slugs.includes(slug)) ?? {};
          const step = file === undefined ? undefined : shelf.stepOf(file);
          return step ? make(slug, { files: [step], step: `${step.file} put back` }) : gone(slug);
        }),
    },
    onBoard,
    make,
    stepsOf: (slug) => ({
      undo: done.get(slug)?.at(-1)?.step ?? null,
      redo: undone.get(slug)?.at(-1)?.step ?? null,
    }),
  };
}

/** What a finding says that a name at its place should be. */
export const nameMeant = ({ fix, meant }: Diagnostic) => fix ?? meant;

function fixOf(
  reading: Reading,
  text: string,
  { file, line, column }: FixRequest,
): { made: Step } | { answer: FixAnswer } {
  const found = reading.diagnostics.find(
    (one) => one.file === file && one.line === line && one.column === column && nameMeant(one),
  );
  const name = found && nameMeant(found);
  if (!found || !name) return { answer: refused("The file changed meanwhile. Nothing was written.", null) };
  const edit = { kind: "rename", at: spanOfFinding(found), ...name } as const;
  const edited = editTexts(() => text, [edit]).texts.get(file);
  if (!edited) return { answer: refused(`${name.from} cannot be changed there.`, `Edit ${file} by hand.`) };
  return { made: { files: [{ file, ...edited }], step: `${name.from} changed to ${name.to}` } };
}

function gone(slug: string): EditAnswer {
  return { status: "changed", message: `${slug} is gone. Nothing was written.`, board: null };
}

/** Further out than it was: a widget that the file has outside may come back step by step. */
function isOutside(edit: DashboardEdit, board: BoardView | undefined): boolean {
  if (edit.kind === "add") {
    const { widget, boxes } = edit;
    return Object.entries(boxes).some(([breakpoint, box]) =>
      isOutside({ kind: "place", widget, breakpoint, box }, board),
    );
  }
  if (edit.kind !== "place") return false;
  const { breakpoint, box } = edit;
  const columns = board?.breakpoints.find(({ name }) => name === breakpoint)?.columns;
  const old = board?.widgets.find(({ id }) => id === edit.widget)?.boxes[breakpoint];
  const end = box.x + box.w;
  return columns !== undefined && end > columns && end > (old ? old.x + old.w : 0);
}

function readOnly(): EditAnswer {
  return refused(
    "The studio is read-only. Nothing was written.",
    "Start `boardwright serve` without --read-only.",
  );
}
