// The project file, which somebody may edit, or a checkout may change, while the studio shows what it names.

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { ProjectError } from "../../desired/index.ts";
import { UserError } from "../../model/index.ts";
import type { Place } from "./edit-board.ts";
import type { Reading } from "./read-files.ts";

export interface FollowedProject {
  /** Brings `place` up to date. Whether it changed. */
  look(): Promise<boolean>;
  /** The reading, with the project file among what does not load, if it does not: what it said last is in force then. */
  broken(reading: Reading): Reading;
  /** Its name, while it does not load. */
  brokenFile(): string | undefined;
}

export function followProject(place: Place): FollowedProject {
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
