// The studio: the project in memory, what the page may ask of it, and what it tells the page. Everything that reads or writes goes through
// one queue, so that no edit meets another.

import { isObject, UserError } from "../../model/index.ts";
import { askedOn } from "./asked.ts";
import { sketchOf, sourcesOf } from "./board-view.ts";
import type { Place } from "./edit-board.ts";
import { followFiles } from "./follow-files.ts";
import { hostOf, liveBoard, readLive, type Seen, stateOf, statusOf, whySilent } from "./live.ts";
import { choicesOf } from "./making/choices.ts";
import { inspectWidget } from "./origins.ts";
import { entriesOf, findingsOf, lineOf, problemsOf } from "./project-view.ts";
import type {
  BoardView,
  Choices,
  Inspection,
  LiveBoard,
  LiveStatus,
  ProjectView,
  RowsAnswer,
  StudioEvent,
  TakeAnswer,
  TakeRequest,
} from "./protocol.ts";
import { openRows } from "./rows.ts";
import { type Connecting, shareConnection } from "./share-connection.ts";
import { openShelf } from "./shelf.ts";
import { holdsFile } from "./step-places.ts";
import { take } from "./take.ts";
import { countedRow } from "./templates/rows-of.ts";
import { watchFolder } from "./watch.ts";
import { openWriter, type Ways } from "./writer.ts";

export interface StudioOptions extends Place {
  /** What the page calls the target; null if the project has none. */
  targetName: string | null;
  isReadOnly: boolean;
  /** Absent: nothing is read of what is live. */
  connecting?: Connecting | undefined;
  /** `--data`: charts may ask for rows. */
  hasData?: boolean;
}

export interface Studio extends Ways {
  /** Absolute path of the project's folder. */
  root: string;
  project(): ProjectView;
  /** Undefined for a dashboard that no file declares, or whose file never loaded. */
  board(slug: string): BoardView | undefined;
  inspect(slug: string, widget: string): Inspection | undefined;
  /** For what is new. */
  choices(): Choices;
  live(slug: string): LiveBoard | undefined;
  readLive(): Promise<void>;
  /** Writes what was made in the UI into the files, or shows what it would write. */
  take(request: TakeRequest): Promise<TakeAnswer>;
  /** Of a chart; undefined if it asks for none, or none may be asked for. */
  rows(slug: string, widget: string, signal: AbortSignal): Promise<RowsAnswer> | undefined;
  /** One source of an app, by its index: for a frame that may do nothing. */
  appSource(slug: string, index: number): string | undefined;
  /** Whether the name is of a file that the project is made of. */
  holds(file: string): boolean;
  listen(heard: (event: StudioEvent) => void): () => void;
  close(): Promise<void>;
}

export async function openStudio(given: StudioOptions): Promise<Studio> {
  // A copy: the project file may change while it is followed.
  const options = { ...given };
  const { isReadOnly } = options;
  const { root } = options.project;
  const connection = options.connecting && shareConnection(options.connecting);
  const rows = options.hasData && connection ? openRows({ connecting: connection.use }) : undefined;
  const listeners = new Set<(event: StudioEvent) => void>();
  const tell = (event: StudioEvent) => {
    for (const heard of listeners) heard(event);
  };
  const files = await followFiles(options, tell);
  const shelf = openShelf(root);
  const { isBroken, refresh } = files;
  let seen: Seen | undefined;
  let live: LiveStatus = { status: "off" };

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };

  const board = (slug: string): BoardView | undefined => {
    const { reading } = files;
    const known = files.boards.get(slug);
    if (!known || (isBroken(slug) && !files.loadedAt.has(known.workbook.file))) return undefined;
    const { workbook, version } = known;
    const isCurrent = reading.boards.get(slug) === known;
    if (isCurrent) shelf.note(workbook.file, slug);
    return {
      ...sketchOf(slug, workbook.entry, (key) => reading.reports.get(key)),
      file: workbook.file,
      line: isCurrent ? lineOf(reading, workbook) : 1,
      version,
      findings: isCurrent ? findingsOf(reading, workbook) : [],
      ...writer.stepsOf(slug),
      row: countedRow(workbook),
    };
  };

  const writer = openWriter({ options, files, board, shelf, inTurn });
  const stop = watchFolder(root, () => void inTurn(refresh).catch(() => undefined));

  const tellLive = (status: LiveStatus) => {
    live = status;
    files.note({ kind: "live", status: status.status });
  };
  const lookAgain = async () => {
    if (!connection) return;
    seen = await readLive(connection.use, files.reading.boards);
    tellLive(statusOf(seen, [], Date.now()));
  };

  const studio: Studio = {
    root,
    project: () => {
      const dashboards = entriesOf(files, (known) => (seen ? stateOf(seen, known) : null));
      if (seen && live.status === "read")
        live = statusOf(
          seen,
          dashboards.flatMap(({ state }) => state ?? []),
          live.at,
        );
      return {
        name: options.project.name,
        target: options.targetName,
        isReadOnly,
        hasData: rows !== undefined,
        revision: files.revision,
        dashboards,
        ...problemsOf(files),
        gone: isReadOnly ? [] : shelf.gone(files.reading.names),
        live,
      };
    },
    board,
    inspect: (slug, widget) =>
      isBroken(slug) ? undefined : inspectWidget(options, files.reading, { slug, widget }),
    choices: () => choicesOf(options.project, files.reading),
    live: (slug) => (seen ? liveBoard(seen, files.reading, slug) : undefined),
    async readLive() {
      if (!connection || live.status === "reading") return;
      tellLive({ status: "reading" });
      try {
        await lookAgain();
      } catch (error) {
        const message = error instanceof UserError ? error.message : "What is live could not be read.";
        seen = undefined;
        tellLive({ status: "silent", why: whySilent(error), host: hostOf(options.target.url), message });
      }
    },
    async take(request) {
      const answer = await take(
        { connecting: connection?.use, writer, files, board, place: options },
        request,
      );
      // Live may have moved since it was compared. The page keeps what it shows until that is known, and also if it never is.
      if (answer.status === "saved" && live.status === "read") void lookAgain().catch(() => undefined);
      return answer;
    },
    rows(slug, widget, signal) {
      const known = files.boards.get(slug);
      const asked = known && askedOn(known.workbook.entry, widget, (key) => files.reading.reports.get(key));
      return asked && rows?.read(asked, signal);
    },
    appSource(slug, index) {
      const dashboard = files.boards.get(slug)?.workbook.entry.dashboard;
      return isObject(dashboard) ? sourcesOf(dashboard)[index]?.[1] : undefined;
    },
    ...writer.ways,
    holds: (file) => holdsFile(root, files.reading, file),
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
}
