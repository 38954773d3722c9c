// The project's files as they are now, and of those that do not load the last boards that did.

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { ProjectError } from "../../desired/index.ts";
import { UserError } from "../../model/index.ts";
import type { StudioProject } from "./edit-board.ts";
import type { StudioEvent } from "./protocol.ts";
import { type Known, openReader, type Reading } from "./read-files.ts";
import { isBrokenIn } from "./rows-of.ts";

export interface FollowedFiles {
  readonly reading: Reading;
  /** The last that loaded of each, also of files that do not load now. */
  readonly boards: ReadonlyMap<string, Known>;
  /** File → when it last loaded, in milliseconds. */
  readonly loadedAt: ReadonlyMap<string, number>;
  /** How often something changed. */
  readonly revision: number;
  isBroken(slug: string): boolean;
  /** The project file, if it does not load. */
  readonly brokenProject: string | undefined;
  /** Counts and tells what is no change of the files. */
  note(event: StudioEvent): void;
  /** Reads what has changed, and tells of it. */
  refresh(): Promise<void>;
}

/** `place` is what the project file says: it changes with it. */
export async function followFiles(
  place: StudioProject,
  tell: (event: StudioEvent) => void,
): Promise<FollowedFiles> {
  const own = followProject(place);
  let read = openReader(place.project, place.target, place.env);
  let reading: Reading = await read();
  let boards = new Map<string, Known>(reading.boards);
  let revision = 1;
  const loadedAt = new Map<string, number>();
  const noteLoaded = () => {
    for (const { workbook } of reading.boards.values())
      if (!isBrokenIn(reading, workbook)) loadedAt.set(workbook.file, Date.now());
  };
  noteLoaded();
  return {
    get reading() {
      return reading;
    },
    get boards() {
      return boards;
    },
    get revision() {
      return revision;
    },
    get brokenProject() {
      return own.brokenFile();
    },
    loadedAt,
    isBroken(slug) {
      const known = boards.get(slug);
      return !!known && (!reading.boards.has(slug) || isBrokenIn(reading, known.workbook));
    },
    note(event) {
      revision += 1;
      tell(event);
    },
    async refresh() {
      const before = boards;
      const findings = JSON.stringify(reading.diagnostics);
      if (await own.look()) read = openReader(place.project, place.target, place.env);
      reading = own.broken(await read());
      boards = boardsOf(reading, before);
      noteLoaded();
      const changed = [...new Set([...before.keys(), ...boards.keys()])].filter(
        (slug) => before.get(slug)?.version !== boards.get(slug)?.version,
      );
      if (changed.length === 0 && findings === JSON.stringify(reading.diagnostics)) return;
      revision += 1;
      tell({ kind: "project", revision });
      for (const slug of changed) tell({ kind: "board", slug, version: boards.get(slug)?.version ?? null });
    },
  };
}

/** A board stays while its file, or one that it takes in, does not load: not when its file no longer declares it. */
function boardsOf(now: Reading, before: ReadonlyMap<string, Known>): Map<string, Known> {
  const next = new Map<string, Known>();
  for (const [slug, known] of before) {
    const { file, writtenSlug, template = writtenSlug } = known.workbook;
    const text = now.broken.size > 0 && now.names.includes(file) ? now.text(file) : undefined;
    if (isBrokenIn(now, known.workbook) || (text !== undefined && mentions(text, template)))
      next.set(slug, known);
  }
  for (const [slug, known] of now.boards) {
    const last = before.get(slug);
    next.set(slug, last && isBrokenIn(now, known.workbook) ? last : known);
  }
  return next;
}

/** Outside of comments. */
const mentions = (text: string, slug: string) =>
  text.split("\n").some((line) => !line.trimStart().startsWith("#") && line.includes(slug));

// The project file, which somebody may edit, or a checkout may change, while the studio shows what it names.

interface FollowedProject {
  /** Brings `place` up to date. Whether it changed. */
  look(): Promise<boolean>;
  /** The reading, with the project file among what does not load, if it does not: what it said last is in force then. */
  broken(reading: Reading): Reading;
  /** Its name, while it does not load. */
  brokenFile(): string | undefined;
}

function followProject(place: StudioProject): FollowedProject {
  const { file, root } = place.project;
  const name = relative(root, file).split(sep).join("/");
  const read = () => [file, place.project.targetsFile].map((one) => one && textOf(one)).join("\0");
  let last = read();
  let problem: ProjectError | undefined;
  return {
    brokenFile: () => (problem ? name : undefined),
    async look() {
      const now = read();
      if (now === last || !place.readProject) return false;
      last = now;
      try {
        Object.assign(place, await place.readProject());
        problem = undefined;
        return true;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        problem = error instanceof ProjectError ? error : asProblem(name, error.message);
        return false;
      }
    },
    broken(reading) {
      if (!problem) return reading;
      const { diagnostics, text } = problem;
      return {
        ...reading,
        diagnostics: [...diagnostics, ...reading.diagnostics],
        broken: new Set([name, ...reading.broken]),
        text: (other) => text(other) ?? reading.text(other),
      };
    },
  };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** A project file that is gone, or names the target of this run no more. */
function asProblem(file: string, message: string): ProjectError {
  const finding = { rule: "project-file", severity: "error", message, file, line: 1, column: 1 } as const;
  return new ProjectError(message, [finding]);
}
