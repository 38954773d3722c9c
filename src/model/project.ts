// The project: its folder, its file, and the targets it names (contract 1).

import { compareText, type Severity } from "./diagnostic.ts";
import { UsageError } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import type { PlanPolicy } from "./plan.ts";
import { isPlainSlug } from "./slug.ts";

export interface Target {
  name: string;
  /** `https://…`, `http://` on a loopback address, or `sandbox:PATH` with PATH relative to the project's folder. */
  url: string;
  /** The platform's id of the deployment; undefined if a flag or the environment must give it. */
  deployment?: number;
  /** The values of `${var.x}`. */
  vars: Record<string, string>;
  /** Folder path to folder id, for deployments that cannot list folders. */
  folders: Record<string, number>;
  /** How a workbook is opened in a browser, with `{id}` and `{slug}`. */
  link?: string;
  /** The environment of the CI system that its jobs run in; its own name if absent. */
  environment?: string;
}

export interface ApplySettings {
  /** Requests in flight at most; `auto` begins with 8 and adapts, 32 at most. */
  concurrency: number | "auto";
  allow: string[];
  /** Shares between 0 and 1 of the live workbooks with our stamp. */
  limits: { change: number; delete: number };
  /** Folder of the backups relative to the project's folder, or false for none. */
  backups: string | false;
}

/** How `boardwright test` asks for data (contract 12). Policy: it decides as whom rows are read. */
export interface TestSettings {
  /** Embedded in the token for data. */
  securityContext: JsonObject;
  /** A query that takes longer is slow, in milliseconds. */
  slowMs: number;
  /** Globs of the keys of reports that are not asked. */
  skip: string[];
}

/** The policy in force, if it was not read from the working tree (contract 11). */
export interface ProjectPolicy extends PlanPolicy {
  /** Whether the project file is there at that revision. If not, nothing that the working tree names is trusted. */
  isThere: boolean;
  /** Whether, if it is not, a folder above has one there: this one would come before it. */
  isNearer: boolean;
  /** The targets that it names. A credential goes to no other, unless the address is given otherwise. */
  targets: readonly string[];
  /** The deployments that it names. */
  deployments: readonly number[];
}

export interface Project {
  /** Absolute path of the folder that holds the project file. */
  root: string;
  /** Absolute path of the project file. */
  file: string;
  /** The project's name, written on every workbook that it manages. */
  name: string;
  include: string[];
  exclude: string[];
  defaultTarget?: string;
  targets: Record<string, Target>;
  /** Group → the names of its targets, in order. Absent if it has none. */
  groups?: Record<string, string[]>;
  /** Absolute path of the file that `targets` includes, if it includes one. */
  targetsFile?: string;
  /** The only names that `${env.NAME}` may read. */
  env: string[];
  apply: ApplySettings;
  /** Paths that are never compared, as written: `dashboard.widgets[*].config.debug`. */
  ignore: string[];
  /** Config keys whose numbers are reports. */
  reportKeys: string[];
  lint: { rules: Record<string, Severity | "off"> };
  test: TestSettings;
  /** Absent if the policy is that of the working tree. */
  policy?: ProjectPolicy;
}

const PLAIN_NAME = /^\w[\w.-]{0,59}$/;

/** The end of a command shown to a user, so that it means this target; nothing if it does already. */
export function targetFlag(target: string | undefined): string {
  if (target === undefined) return "";
  return ` --target ${PLAIN_NAME.test(target) ? target : "TARGET"}`;
}

/** A deployment id as written on the command line or in the environment. */
export function parseDeployment(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`a deployment is a positive whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

/** What a plan was narrowed to, as the commands that are shown with it must repeat: pasted, they must not do more than was planned. */
export interface Narrowing {
  /** Globs of slugs, or slugs, as `--only` takes them, and with `!` in front as `--except` does. */
  only: readonly string[];
  /** `1/3`. */
  shard?: string | undefined;
  /** Files, folders or slugs that only `plan` takes; absent if `only` says the same. */
  paths?: readonly string[] | undefined;
}

/** How many slugs a command names; of more, it names the paths. */
const MAX_SLUGS = 8;
/** Characters of them all. */
const MAX_LENGTH = 300;
const PLAIN_WORD = /^[\w./:@%+,-]+$/;

/** Undefined if it was not narrowed. `slugs`: those that it planned; `apply` takes no paths, so the command names these instead. */
export function narrowingOf(
  { only, paths = [], shard }: Narrowing,
  slugs: readonly string[],
): Narrowing | undefined {
  if (only.length + paths.length === 0 && shard === undefined) return undefined;
  if (paths.length === 0) return { only, shard };
  const isShort = slugs.length > 0 && slugs.length <= MAX_SLUGS && slugs.join("").length <= MAX_LENGTH;
  return isShort && slugs.every(isPlainSlug)
    ? { only: [...slugs].sort(compareText) }
    : { only, paths, shard };
}

/** ` --only 'inv*' --shard 1/3`, for the end of a command; empty if there is none. */
export function narrowingFlags({ only, shard }: Narrowing): string {
  const words = only.flatMap((glob) =>
    glob.startsWith("!") ? ["--except", glob.slice(1)] : ["--only", glob],
  );
  return [...words, ...(shard === undefined ? [] : ["--shard", shard])]
    .map((word) => ` ${shellWord(word)}`)
    .join("");
}

/** As a POSIX shell takes it for one word. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
