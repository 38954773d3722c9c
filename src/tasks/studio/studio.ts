// The studio: the project in memory, what the page may ask of it, and what it tells the page. Everything that reads or writes goes through
// one queue, so that no edit meets another.

import { UserError } from "../../model/index.ts";
import { askedOn } from "./asked.ts";
import { sketchOf } from "./board-view.ts";
import {
  computeEdit,
  type FileStep,
  type Outcome,
  type Place,
  readTexts,
  refused,
  writeSteps,
} from "./edit-board.ts";
import { followFiles } from "./follow-files.ts";
import { hostOf, liveBoard, readLive, type Seen, stateOf, statusOf } from "./live.ts";
import { inspectWidget } from "./origins.ts";
import { entriesOf, findingsOf, lineOf, problemsOf } from "./project-view.ts";
import type {
  BoardView,
  EditAnswer,
  EditRequest,
  Inspection,
  LiveBoard,
  LiveStatus,
  ProjectView,
  RowsAnswer,
  StudioEvent,
} from "./protocol.ts";
import { openRows } from "./rows.ts";
import { type Connecting, shareConnection } from "./share-connection.ts";
import { holdsFile, placeOfStep } from "./step-places.ts";
import { watchFolder } from "./watch.ts";

export interface StudioOptions extends Place {
  /** What the page calls the target; null if the project has none. */
  targetName: string | null;
  isReadOnly: boolean;
  /** Absent: nothing is read of what is live. */
  connecting?: Connecting | undefined;
  /** `--data`: charts may ask for rows. */
  hasData?: boolean;
}

export interface Studio {
  /** Absolute path of the project's folder. */
  root: string;
  project(): ProjectView;
  /** Undefined for a dashboard that no file declares, or ever did. */
  board(slug: string): BoardView | undefined;
  inspect(slug: string, widget: string): Inspection | undefined;
  live(slug: string): LiveBoard | undefined;
  readLive(): Promise<void>;
  /** Of a chart; undefined if it asks for none, or none may be asked for. */
  rows(slug: string, widget: string, signal: AbortSignal): Promise<RowsAnswer> | undefined;
  edit(request: EditRequest): Promise<EditAnswer>;
  undo(slug: string): Promise<EditAnswer>;
  redo(slug: string): Promise<EditAnswer>;
  /** Whether the name is of a file that the project is made of. */
  holds(file: string): boolean;
  listen(heard: (event: StudioEvent) => void): () => void;
  close(): Promise<void>;
}

interface Step {
  files: FileStep[];
  step: string;
}

/** Steps of undo for each dashboard. */
const MOST_STEPS = 200;

export async function openStudio(options: StudioOptions): Promise<Studio> {
  const { project, target, isReadOnly } = options;
  const connection = options.connecting && shareConnection(options.connecting);
  const rows = options.hasData && connection ? openRows({ connecting: connection.use }) : undefined;
  const listeners = new Set<(event: StudioEvent) => void>();
  const tell = (event: StudioEvent) => {
    for (const heard of listeners) heard(event);
  };
  const files = await followFiles(options, tell);
  const { isBroken, refresh } = files;
  let seen: Seen | undefined;
  let live: LiveStatus = { status: "off" };
  const done = new Map<string, Step[]>();
  const undone = new Map<string, Step[]>();

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };

  const board = (slug: string): BoardView | undefined => {
    const { reading } = files;
    const known = files.boards.get(slug);
    if (!known) return undefined;
    const { workbook, version } = known;
    const isCurrent = reading.boards.get(slug) === known;
    return {
      ...sketchOf(slug, workbook.entry, (key) => reading.reports.get(key)),
      file: workbook.file,
      line: isCurrent ? lineOf(reading, workbook) : 1,
      version,
      findings: isCurrent ? findingsOf(reading, workbook) : [],
      canUndo: !isReadOnly && (done.get(slug)?.length ?? 0) > 0,
      canRedo: !isReadOnly && (undone.get(slug)?.length ?? 0) > 0,
    };
  };

  /** Writes, and answers with the board as it is then. */
  const carryOut = async (slug: string, { files, step }: Step, keep: () => void): Promise<EditAnswer> => {
    const failed: Outcome | undefined = await writeSteps(project.root, files);
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
    if (!now) return refused("The dashboard is no longer in the files.", null);
    return { status: "saved", board: now, saved: files.map(placeOfStep), step };
  };

  const push = (steps: Map<string, Step[]>, slug: string, step: Step) =>
    steps.set(slug, [...(steps.get(slug) ?? []), step].slice(-MOST_STEPS));

  const goBack = (slug: string, from: Map<string, Step[]>, to: Map<string, Step[]>, word: string) =>
    inTurn(async (): Promise<EditAnswer> => {
      if (isReadOnly) return readOnly();
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

  const stop = watchFolder(project.root, () => void inTurn(refresh).catch(() => undefined));

  const studio: Studio = {
    root: project.root,
    project: () => {
      const states = (slug: string, version: string) => (seen ? stateOf(seen, slug, version) : null);
      const dashboards = entriesOf(files, states);
      if (seen && live.status === "read")
        live = statusOf(
          seen,
          dashboards.flatMap(({ state }) => state ?? []),
          live.at,
        );
      return {
        name: project.name,
        target: options.targetName,
        isReadOnly,
        hasData: rows !== undefined,
        revision: files.revision,
        dashboards,
        ...problemsOf(files),
        live,
      };
    },
    board,
    inspect: (slug, widget) => (isBroken(slug) ? undefined : inspectWidget(files.reading, slug, widget)),
    live: (slug) => (seen ? liveBoard(seen, files.reading, slug) : undefined),
    async readLive() {
      if (!connection || live.status === "reading") return;
      const tellLive = (status: LiveStatus) => {
        live = status;
        files.note({ kind: "live", status: status.status });
      };
      tellLive({ status: "reading" });
      try {
        seen = await readLive(connection.use, files.reading.boards);
        tellLive(statusOf(seen, [], Date.now()));
      } catch (error) {
        const message = error instanceof UserError ? error.message : "What is live could not be read.";
        seen = undefined;
        tellLive({ status: "silent", host: hostOf(target.url), message });
      }
    },
    rows(slug, widget, signal) {
      const known = files.boards.get(slug);
      const asked = known && askedOn(known.workbook.entry, widget, (key) => files.reading.reports.get(key));
      return asked && rows?.read(asked, signal);
    },
    edit: (request) =>
      inTurn(async (): Promise<EditAnswer> => {
        if (isReadOnly) return readOnly();
        const { slug } = request;
        const texts = await readTexts(options, files.reading);
        await refresh();
        const known = files.boards.get(slug);
        if (!known) return gone(slug);
        if (isBroken(slug))
          return refused(
            `${known.workbook.file} does not load, so nothing can be edited in it.`,
            "Fix the file first; the board comes back by itself.",
          );
        if (known.version !== request.version) {
          const message = "The file changed since you opened it. Nothing was written.";
          return { status: "changed", message, board: board(slug)! };
        }
        try {
          const outcome = await computeEdit(options, { reading: files.reading, texts }, request);
          if (outcome === "nothing") return { status: "nothing", board: board(slug)! };
          if ("answer" in outcome) return outcome.answer;
          return await carryOut(slug, outcome.made, () => {
            push(done, slug, outcome.made);
            undone.delete(slug);
          });
        } catch (error) {
          if (error instanceof UserError) return refused(error.message, error.details?.join(" ") || null);
          throw error;
        }
      }),
    undo: (slug) => goBack(slug, done, undone, "Undone"),
    redo: (slug) => goBack(slug, undone, done, "Done again"),
    holds: (file) => holdsFile(project.root, files.reading, file),
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    async close() {
      stop();
      await connection?.close();
    },
  };
  return studio;

  function gone(slug: string): EditAnswer {
    return { status: "changed", message: `${slug} is gone. Nothing was written.`, board: null };
  }
}

function readOnly(): EditAnswer {
  return refused(
    "The studio is read-only. Nothing was written.",
    "Start `boardwright serve` without --read-only.",
  );
}
