// The studio: the project in memory, what the page may ask of it, and what it tells the page. Everything that reads or writes goes through
// one queue, so that no edit meets another.

import type { WrittenRow } from "../../desired/index.ts";
import {
  compareText,
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type ResolvedWorkbook,
  type Span,
  showUrl,
  targetFlag,
  UserError,
  valueAt,
  widgetsOf,
  writeJson,
  writtenOwners,
} from "../../model/index.ts";
import { normalUrl } from "../../plan/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { readOwners } from "../../project/repository.ts";
import { nameToSay } from "../../target/index.ts";
import { askedOn, type FindReport } from "./asked.ts";
import { boxOf, sketchOf } from "./board-view.ts";
import { changedLines } from "./changed-lines.ts";
import { choicesOf } from "./choices.ts";
import { textOf } from "./drawing.ts";
import type { StudioProject } from "./edit-board.ts";
import { findWidgets } from "./find-widgets.ts";
import { type FollowedFiles, followFiles } from "./follow-files.ts";
import { hostOf, liveBoard, readLive, type Seen, stateOf, statusOf, whySilent } from "./live.ts";
import type {
  About,
  BoardView,
  BrokenFile,
  Choices,
  DashboardEntry,
  Finding,
  Hit,
  Inspection,
  LiveBoard,
  LiveStatus,
  Origin,
  ProjectView,
  RowsAnswer,
  State,
  StudioEvent,
  TakeAnswer,
  TakeRequest,
} from "./protocol.ts";
import { findIn, type Known, type Reading, sourceAt } from "./read-files.ts";
import { openRows } from "./rows.ts";
import { countedRow, rowOf } from "./rows-of.ts";
import { shareConnection } from "./share-connection.ts";
import { contentAt, indexOf, leavesOf, withSharers } from "./sharers.ts";
import { openShelf, type Shelf } from "./shelf.ts";
import { holdsFile } from "./step-places.ts";
import { take } from "./take.ts";
import { type Owner, openRow, ownerOf, type ProjectPlace } from "./value-owner.ts";
import { folderText } from "./wanted.ts";
import { watchFolder } from "./watch.ts";
import { nameMeant, openWriter, type Ways } from "./writer.ts";

// What the tree of the page shows.

/** Lines above and below an error. */
const AROUND = 3;

/** How a dashboard compares with what is live, if that is known. */
type FindState = (known: Known) => State | null;

function entriesOf(files: FollowedFiles, findState: FindState): DashboardEntry[] {
  const entries = [...files.boards].map(([slug, known]) => {
    const state = findState(known);
    return entryOf(known, { reading: files.reading, isBroken: files.isBroken(slug), state });
  });
  return entries.sort(byFolder);
}

/** `shelf`: with the texts of files as they were when somebody looked at a board of theirs. */
function problemsOf({ reading, boards, loadedAt }: FollowedFiles, shelf: Shelf) {
  const isOfNone = ({ slug, file }: Diagnostic) =>
    (slug === undefined || !boards.has(slug)) && !reading.broken.has(file);
  return {
    broken: [...reading.broken].map((file): BrokenFile => {
      const before = shelf.stepOf(file)?.after;
      const after = reading.text(file) ?? null;
      return {
        ...brokenFile(reading, file),
        loadedAt: loadedAt.get(file) ?? null,
        changes: before == null ? [] : changedLines({ file, before, after }).lines,
      };
    }),
    findings: reading.diagnostics.filter(isOfNone).map((one) => findingOf(one, null)),
  };
}

function entryOf(
  { workbook }: Known,
  { reading, isBroken, state }: { reading: Reading; isBroken: boolean; state: State | null },
): DashboardEntry {
  const { slug, entry, file } = workbook;
  const { title } = sketchOf(slug, { ...entry, dashboard: {} }, () => undefined);
  const own = reading.diagnostics.filter((one) => one.slug === slug);
  return {
    slug,
    title,
    folder: foldersOf(entry.folder),
    file,
    line: lineOf(reading, workbook),
    widgets: widgetsOf(entry.dashboard).length,
    errors: own.filter(({ severity }) => severity === "error").length,
    warnings: own.filter(({ severity }) => severity === "warning").length,
    isBroken,
    state,
    row: rowOf(workbook) ?? null,
  };
}

/** Made once: of a thousand titles, making it for each comparison would be most of the answer. */
const COLLATOR = new Intl.Collator("en");

function byFolder(a: DashboardEntry, b: DashboardEntry): number {
  return (
    compareText(a.folder.join("\0"), b.folder.join("\0")) ||
    COLLATOR.compare(a.title, b.title) ||
    compareText(a.slug, b.slug)
  );
}

/** Where its slug, or the key of its template, is written: found in the text if it is there once, because a thousand files are not parsed to say so. */
function lineOf(
  { text }: Reading,
  { writtenSlug, template = writtenSlug, file, locate }: ResolvedWorkbook,
): number {
  const begins = [`${template}:`, `"${template}":`, `'${template}':`];
  const lines = text(file)?.split("\n") ?? [];
  const found = lines.flatMap((line, at) => {
    const own = line.trimStart();
    return begins.some((begin) => own.startsWith(begin)) ? [at + 1] : [];
  });
  const [only, ...more] = found;
  return only !== undefined && more.length === 0 ? only : locate([], "key").line;
}

function foldersOf(folder: unknown): string[] {
  if (Array.isArray(folder)) return folder.map(String);
  if (typeof folder !== "string") return [];
  return folder
    .split("/")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function findingOf(diagnostic: Diagnostic, widget: string | null): Finding {
  const { file, line, column, severity, rule, message, help = null } = diagnostic;
  const meant = nameMeant(diagnostic)?.to ?? null;
  return { file, line, column, severity, rule, message, help, widget, meant };
}

/** The findings of a dashboard, each with the widget whose lines it is in. */
function findingsOf(reading: Reading, workbook: ResolvedWorkbook): Finding[] {
  const own = reading.diagnostics.filter(({ slug }) => slug === workbook.slug);
  if (own.length === 0) return [];
  const spans = widgetsOf(workbook.entry.dashboard).flatMap((widget, index) =>
    isObject(widget)
      ? [{ id: String(widget.id), index, span: workbook.locate(["dashboard", "widgets", index]) }]
      : [],
  );
  return own.map((one) => {
    const inside = spans.filter(
      ({ span }) =>
        span.file === one.file &&
        (span.line < one.line || (span.line === one.line && span.column <= one.column)) &&
        (one.line < span.endLine || (one.line === span.endLine && one.column < span.endColumn)),
    );
    // A list that is written nowhere is the place of all its widgets.
    const isOne = new Set(inside.map(({ span }) => `${span.line}:${span.column}`)).size === inside.length;
    const named = /`([^`]+)`/.exec(one.message)?.[1];
    const id = isOne ? inside.at(-1)?.id : undefined;
    return findingOf(one, id ?? (named !== undefined && indexOf(workbook, named) >= 0 ? named : null));
  });
}

function brokenFile(reading: Reading, file: string): Omit<BrokenFile, "loadedAt" | "changes"> {
  const own = reading.diagnostics.filter((one) => one.file === file);
  const errors = own.filter(({ severity }) => severity === "error");
  const line = errors[0]?.line ?? 1;
  const lines = (reading.text(file) ?? "").split(/\r?\n/);
  const from = Math.max(0, line - 1 - AROUND);
  const frame = lines
    .slice(from, line + AROUND)
    .map((text, at) => `${String(from + at + 1).padStart(5)} | ${text.slice(0, 400)}`)
    .join("\n");
  return { file, line, findings: errors.map((one) => findingOf(one, null)), frame };
}

export interface StudioOptions extends StudioProject {
  /** What the page calls the target; null if the project has none. */
  targetName: string | null;
  isReadOnly: boolean;
  /** Connects to the target of `place`. Absent: nothing is read of what is live. */
  connecting?:
    | (<T>(place: StudioProject, use: (context: ProjectContext) => Promise<T>) => Promise<T>)
    | undefined;
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
  /** Widgets of all dashboards. */
  find(query: string): Hit[];
  /** For what is new. */
  choices(): Choices;
  live(slug: string): LiveBoard | undefined;
  readLive(): Promise<void>;
  /** Writes what was made in the UI into the files, or shows what it would write. */
  take(request: TakeRequest): Promise<TakeAnswer>;
  /** Of a chart; undefined if it asks for none, or none may be asked for. */
  rows(slug: string, widget: string, signal: AbortSignal): Promise<RowsAnswer> | undefined;
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
  const { connecting } = options;
  const connection =
    connecting &&
    shareConnection(async (use) => {
      requireSamePlace(given, options);
      return connecting(options, use);
    });
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
  /** Meanwhile, while it is read. */
  let isAsked = false;

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };

  const findReport: FindReport = (reference) => findIn(files.reading, seen?.findReport)(reference);

  const board = (slug: string): BoardView | undefined => {
    const { reading } = files;
    const known = files.boards.get(slug);
    if (!known || (isBroken(slug) && !files.loadedAt.has(known.workbook.file))) return undefined;
    const { workbook, version } = known;
    const isCurrent = reading.boards.get(slug) === known;
    if (isCurrent) shelf.note(workbook.file, slug, reading.digest(workbook.file));
    return {
      ...sketchOf(slug, workbook.entry, findReport),
      file: workbook.file,
      line: isCurrent ? lineOf(reading, workbook) : 1,
      version,
      findings: isCurrent ? findingsOf(reading, workbook) : [],
      ...writer.stepsOf(slug),
      row: countedRow(workbook),
      about: aboutOf(workbook),
    };
  };

  const aboutOf = ({ slug, file, entry }: ResolvedWorkbook): About => {
    const { name, dashboard, publish, owner } = entry;
    const { project, target, env } = options;
    const flag = targetFlag(nameToSay(project, target, env));
    return {
      name: textOf(name),
      title: isObject(dashboard) ? textOf(dashboard.title) : null,
      folder: folderText(entry),
      publish: publish === true,
      owners: [...(writtenOwners(owner) ?? readOwners(project)(file))],
      commands: connecting
        ? [`plan ${slug}`, `apply --only ${slug}`, `pull ${slug}`].map((one) => `boardwright ${one}${flag}`)
        : [],
    };
  };

  const writer = openWriter({ options, files, board, shelf, inTurn });
  const follow = async () => {
    const before = options.project;
    await refresh();
    if (options.project === before) return;
    // What is shown was compared under the one before, and who connects next does so under this one.
    void connection?.close();
    void studio.readLive();
  };
  const stop = watchFolder(root, () => void inTurn(follow).catch(() => undefined));

  const tellLive = (status: LiveStatus) => {
    live = status;
    files.note({ kind: "live", status: status.status });
  };
  const lookAgain = async () => {
    if (!connection) return;
    seen = await readLive(connection.use, files.reading);
    tellLive(statusOf(seen, files.reading, Date.now()));
  };

  const studio: Studio = {
    root,
    project: () => {
      const dashboards = entriesOf(files, (known) => (seen ? stateOf(seen, files.reading, known) : null));
      if (seen && live.status === "read") live = statusOf(seen, files.reading, live.at);
      return {
        name: options.project.name,
        target: options.targetName,
        isReadOnly,
        hasData: rows !== undefined,
        revision: files.revision,
        dashboards,
        ...problemsOf(files, shelf),
        gone: isReadOnly ? [] : shelf.gone(files.reading.names),
        live,
      };
    },
    board,
    inspect: (slug, widget) =>
      isBroken(slug) ? undefined : inspectWidget(options, files.reading, { slug, widget }),
    find: (query) => findWidgets(files.boards.values(), findReport, query),
    choices: () => choicesOf(options.project, files.reading),
    live: (slug) => (seen ? liveBoard(seen, files.reading, slug) : undefined),
    async readLive() {
      isAsked = true;
      if (!connection || live.status === "reading") return;
      tellLive({ status: "reading" });
      isAsked = false;
      try {
        await lookAgain();
      } catch (error) {
        const message = error instanceof UserError ? error.message : "What is live could not be read.";
        seen = undefined;
        tellLive({ status: "silent", why: whySilent(error), host: hostOf(given.target.url), message });
      }
      if (isAsked) await studio.readLive();
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
      const asked = known && askedOn(known.workbook.entry, widget, findReport);
      return asked && rows?.read(asked, signal);
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

/**
 * The key goes where it went when the studio started, whatever a checkout of another branch makes of the project file. Throws a UserError for
 * the page.
 */
function requireSamePlace(first: StudioProject, now: StudioProject): void {
  const say = ({ project, target }: StudioProject) =>
    `target ${target.name}, ${showUrl(target.url)}, deployment ${target.deployment ?? "unknown"}, project ${project.name}`;
  const settled = ({ project, target }: StudioProject) =>
    writeJson([project.file, project.name, target.name, normalUrl(target.url), target.deployment ?? null]);
  if (settled(first) === settled(now)) return;
  throw new UserError(
    `the project file names another place now (${say(now)}) than when the studio started (${say(first)}), and nothing is sent to it. Start \`boardwright serve\` again if it is meant`,
  );
}

// Where the values of a widget are written, and which other dashboards take them from there.

/** Undefined if the dashboard has no such widget. */
function inspectWidget(
  place: ProjectPlace,
  reading: Reading,
  { slug, widget: id }: { slug: string; widget: string },
): Inspection | undefined {
  const workbook = reading.boards.get(slug)?.workbook;
  const index = workbook ? indexOf(workbook, id) : -1;
  const widget = workbook && widgetsOf(workbook.entry.dashboard)[index];
  if (!workbook || !isObject(widget)) return undefined;
  const span = workbook.locate(["dashboard", "widgets", index]);
  const responsive = isObject(widget.responsiveLayouts) ? Object.keys(widget.responsiveLayouts) : [];
  const paths = [
    ["position"],
    ...responsive.map((name) => ["responsiveLayouts", name]),
    ["config", "title"],
    ["config", "markdown"],
  ];
  const origins = originsOf(reading, workbook, { index, paths, row: openRow(place, workbook) });
  const [position, ...others] = origins;
  const [title = null, markdown = null] = others.splice(responsive.length);
  const named = [["default", position], ...others.map((origin, at) => [responsive[at], origin])];
  return {
    source: sourceAt(reading, span),
    positions: Object.fromEntries(named.filter(([, origin]) => origin)),
    title,
    text: markdown,
  };
}

/** Of each path that holds a position or a text; the others have none. */
function originsOf(
  reading: Reading,
  workbook: ResolvedWorkbook,
  { index, paths, row }: { index: number; paths: readonly string[][]; row: WrittenRow | undefined },
): (Origin | null)[] {
  const { file, entry } = workbook;
  const widget = widgetsOf(entry.dashboard)[index] as JsonObject;
  const id = String(widget.id);
  const isShown = (value: Json | undefined) => typeof value === "string" || boxOf(value) !== undefined;
  const leaves = paths.flatMap((whole) =>
    (isShown(valueAt(widget, whole)) ? leavesOf(whole) : []).map((path) => {
      const at = contentAt(workbook, index, path);
      return { whole, widget: id, path, value: valueAt(widget, path)!, at };
    }),
  );
  const shared = withSharers(reading, workbook, leaves);
  return paths.map((path) => {
    const own = shared.filter(({ whole }) => whole === path);
    if (own.length === 0) return null;
    const span = workbook.locate(["dashboard", "widgets", index, ...path] as Path);
    const kind = kindOf(reading.text(span.file) ?? "", span, workbook);
    const taken = own.find(({ at }) => span.file === file && kind !== "text-file" && at.file !== file);
    const place = taken ? taken.at : span;
    const origin: Origin = {
      file: place.file,
      line: place.line,
      from: taken ? "include" : kind,
      sharedWith: [...new Set(own.flatMap(({ sharedWith }) => [...sharedWith]))].sort(),
    };
    const owner = row && ownerOf(row, workbook, { index, id, path, textOf: (name) => reading.text(name) });
    // What overrides say for the target comes last.
    return row && owner && kind !== "override" ? originOfRow(row, owner, origin) : origin;
  });
}

function originOfRow(row: WrittenRow, { of, at, names }: Owner, ofTemplate: Origin): Origin {
  const filled = names.map((name) => {
    const { file, line } = row.locate([name]);
    return { name, file, line };
  });
  if (of === "template") return { ...ofTemplate, row: { of, filled } };
  return { file: at.file, line: at.line, from: "file", sharedWith: [], row: { of, filled } };
}

function kindOf(text: string, span: Span, { file }: ResolvedWorkbook): Origin["from"] {
  const lines = text.split("\n");
  const keys = keysAbove(lines, span.line);
  if (keys[0] === "layouts") return "layouts";
  if (span.file !== file) return "include";
  if (keys.includes("overrides")) return "override";
  const written = lines[span.line - 1]?.slice(span.column - 1) ?? "";
  const whole = lines.slice(span.line - 1, span.endLine).join("\n");
  if (/\$file["']?\s*:/.test(whole)) return "text-file";
  return /\$\{(?:var|env|param|row)\./.test(written) ? "variable" : "file";
}

/** The keys that a line is under, outermost first, by their indentation. */
function keysAbove(lines: readonly string[], line: number): string[] {
  const keys: string[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (let at = line - 1; at >= 0 && indent > 0; at -= 1) {
    const [, blank, key] = /^([ -]*)["']?([^\s"':#][^"':]*)["']?\s*:(?:\s|$)/.exec(lines[at] ?? "") ?? [];
    if (blank === undefined || key === undefined || blank.length >= indent) continue;
    indent = blank.length;
    keys.unshift(key);
  }
  return keys;
}
