// A fleet of targets (contract 15): which are meant by a name, a group or a glob, in which waves they are applied, and where they are then.

import { UsageError } from "./errors.ts";
import type { Plan } from "./plan.ts";
import type { ApplyReport } from "./result.ts";

/** Names of targets in the order of the project file, and the members of its groups. */
export interface Fleet {
  names: readonly string[];
  groups: Readonly<Record<string, readonly string[]>>;
}

/** Whether a text stands for what it matches, and not for itself. */
export function isTargetGlob(text: string): boolean {
  return /[*?{]/.test(text);
}

/**
 * The targets that a text means, in order; none if it means nothing. A name comes before a group, and a group before a glob. The glob must
 * have passed globProblem.
 */
export function targetsMeant(text: string, { names, groups }: Fleet): readonly string[] {
  if (names.includes(text)) return [text];
  const group = Object.hasOwn(groups, text) ? groups[text] : undefined;
  if (group) return group;
  return isTargetGlob(text) ? matchNames(text, names) : [];
}

/** The names that a glob matches. Read here, because libraries that know all globs take as long to load as a short `lint` takes to run. */
export function matchNames(glob: string, names: readonly string[]): string[] {
  const pattern = new RegExp(`^${patternOf(glob)}$`, "u");
  return names.filter((name) => pattern.test(name));
}

/** `*` is any text, `?` one character, `{a,b}` one of several; everything else is itself. */
function patternOf(glob: string): string {
  let depth = 0;
  const closing = glob.lastIndexOf("}");
  return [...glob]
    .map((sign, at) => {
      if (sign === "*") return ".*";
      if (sign === "?") return ".";
      if (sign === "{" && at < closing) {
        depth += 1;
        return "(?:";
      }
      if (sign === "}" && depth > 0) {
        depth -= 1;
        return ")";
      }
      if (sign === "," && depth > 0) return "|";
      return sign.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&");
    })
    .join("")
    .concat(")".repeat(depth));
}

// The waves: `1,10%,rest`.

/** One part of `--waves`: so many targets, such a share of all of them, or what is left. */
export type WaveSize = { targets: number } | { share: number } | "rest";

const HOW = "Write numbers of targets, percentages of all of them, and `rest` at the end: --waves 1,10%,rest";

/** Throws a UsageError for what is no list of waves, for a wave of 0, and for anything behind `rest`. */
export function parseWaves(text: string): WaveSize[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.map((part, index) => {
    if (part === "rest") {
      if (index === parts.length - 1) return "rest";
      throw new UsageError("`rest` is the last of the waves: nothing is left behind it", [HOW]);
    }
    const share = /^(\d{1,3})%$/.exec(part)?.[1];
    const targets = /^\d{1,6}$/.test(part) ? Number(part) : undefined;
    const number = share === undefined ? targets : Number(share);
    if (number === undefined) throw new UsageError(`${JSON.stringify(part)} is no wave`, [HOW]);
    if (number === 0) throw new UsageError(`a wave of ${part} has no target`, [HOW]);
    if (share === undefined) return { targets: number };
    if (number > 100) throw new UsageError(`a wave of ${part} is more than all targets`, [HOW]);
    return { share: number / 100 };
  });
}

/**
 * The members in waves, in their order; shares are of all of them, rounded up. Waves that would be empty, because all have had their turn, are
 * left out. Throws a UsageError if some would be in no wave.
 */
export function cutWaves<T>(members: readonly T[], sizes: readonly WaveSize[]): T[][] {
  let left = [...members];
  const waves = sizes.map((size) => {
    const wanted =
      size === "rest"
        ? left.length
        : "share" in size
          ? Math.ceil(size.share * members.length - 1e-9)
          : size.targets;
    const wave = left.slice(0, wanted);
    left = left.slice(wanted);
    return wave;
  });
  if (left.length > 0) {
    const many = left.length === 1 ? "1 target is" : `${left.length} targets are`;
    throw new UsageError(`${many} in none of the waves`, ["End them with `rest`: --waves 1,10%,rest"]);
  }
  return waves.filter((wave) => wave.length > 0);
}

// Where the targets are after an apply in waves.

/**
 * `applied`: all that its plan said · `unchanged`: there was nothing to do · `failed`: it could not be planned, or not all of it was applied ·
 * `refused`: its plan has hazards that are not allowed · `stale`: live moved after its plan was shown · `interrupted`: begun and stopped ·
 * `not-begun`: what stopped the run came before it.
 */
export const STANDING_STATES = [
  "applied",
  "unchanged",
  "failed",
  "refused",
  "stale",
  "interrupted",
  "not-begun",
] as const;
export type StandingState = (typeof STANDING_STATES)[number];

export interface Standing {
  target: string;
  /** From 1. */
  wave: number;
  state: StandingState;
  /** What was applied; absent if nothing was begun there. */
  report?: ApplyReport;
  /** What its plan left out. */
  diagnostics?: Plan["diagnostics"];
  /** Why it is where it is, if it is not whole. */
  error?: { code: string; message: string; details: readonly string[] };
}

export interface FleetReport {
  project?: string;
  /** In the order of the waves. */
  targets: readonly Standing[];
  waves: number;
  interrupted: boolean;
}

/** Whether nothing is left to do there. */
export function isWhole({ state }: Pick<Standing, "state">): boolean {
  return state === "applied" || state === "unchanged";
}

// One report put together from what the jobs of a CI matrix printed.

/** A file that is left out, and why: in words that follow its name. */
export interface UnreadFile {
  file: string;
  message: string;
}

export interface MergedReport {
  /** Whole, in the order of the files. */
  plans: readonly { plan: Plan; file: string }[];
  /** Targets that could not be planned. */
  failed: readonly { target: string; error: NonNullable<Standing["error"]> }[];
  /** Where each target is; absent if no file is of an apply. */
  run?: FleetReport;
  unread: readonly UnreadFile[];
}
