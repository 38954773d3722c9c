// `report merge`: what the jobs of a CI matrix printed, put together. A file that does not belong is left out and named; the rest is shown.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readRegular } from "../../files/index.ts";
import {
  type ApplyReport,
  type ApplySummary,
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  type MergedReport,
  type Plan,
  type Result,
  readJson,
  STANDING_STATES,
  type Standing,
  type StandingState,
  type UnreadFile,
  UserError,
} from "../../model/index.ts";
import { checkPlanDocument, findProofProblem } from "../../plan/index.ts";
import { refusedByFileSystem } from "../../project/file-system.ts";
import { standingOf } from "./standing-of.ts";

// Where a target is, read from what `apply --json` printed of it. Of anything else nothing is taken.

/** Names of targets in a project file are shorter. */
const NAME = 200;
const COUNTS = [
  "created",
  "updated",
  "published",
  "stamped",
  "deleted",
  "unchanged",
  "failed",
  "skipped",
] as const;
const STATUSES = ["applied", "failed", "stale", "skipped", "awaiting-review"];

function readTargetName(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= NAME ? value : undefined;
}

function readError(value: unknown): NonNullable<Standing["error"]> | undefined {
  if (!isObject(value) || typeof value.code !== "string" || typeof value.message !== "string")
    return undefined;
  const details = Array.isArray(value.details)
    ? value.details.filter((line) => typeof line === "string")
    : [];
  return { code: value.code, message: value.message, details };
}

/** Undefined if it is no standing. One without a `state`, of an apply at one target, gets that which its results mean. */
function readStanding(value: Json): Standing | undefined {
  if (!isObject(value)) return undefined;
  const target = readTargetName(value.target);
  const { wave, state } = value;
  if (target === undefined || typeof wave !== "number" || !Number.isSafeInteger(wave) || wave < 1)
    return undefined;
  const report = value.results === undefined ? undefined : readReport(value);
  if (value.results !== undefined && !report) return undefined;
  const diagnostics = readDiagnostics(value.diagnostics);
  const known = state === undefined ? report && standingOf({ ...report, diagnostics }) : readState(state);
  if (known === undefined) return undefined;
  const error = readError(value.error);
  return { target, wave, state: known, ...(report && { report, diagnostics }), ...(error && { error }) };
}

function readState(value: unknown): StandingState | undefined {
  return STANDING_STATES.find((state) => state === value);
}

function readReport({
  summary,
  results,
  interrupted,
}: Record<string, Json | undefined>): ApplyReport | undefined {
  if (!isObject(summary) || !Array.isArray(results)) return undefined;
  const counts = summary as Record<string, unknown>;
  if (!COUNTS.every((name) => isCount(counts[name]))) return undefined;
  if (counts.renamed !== undefined && !isCount(counts.renamed)) return undefined;
  if (!results.every(isResult)) return undefined;
  return {
    summary: counts as unknown as ApplySummary,
    results: results as unknown as Result[],
    elapsedMs: 0,
    links: new Map(),
    interrupted: interrupted === true,
  };
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isResult(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, key, action, status, attempts, error } = value as Record<string, unknown>;
  const areTexts = [kind, key, action].every((text) => typeof text === "string");
  const isKnown = typeof status === "string" && STATUSES.includes(status);
  return (
    areTexts &&
    isKnown &&
    isCount(attempts) &&
    (error === undefined || readError({ details: [], ...(error as object) }) !== undefined)
  );
}

function readDiagnostics(value: unknown): Diagnostic[] {
  if (!Array.isArray(value)) return [];
  const isOurs = (one: unknown) =>
    isObject(one) && typeof one.message === "string" && typeof one.severity === "string";
  return value.filter(isOurs) as unknown as Diagnostic[];
}

// What one job of a CI matrix printed: `plan --json`, `apply --json`, or the document of its failure. Files of strangers are data: what is
// not of the shape of our documents is refused, and nothing of it is carried out.

interface JobOutput {
  /** Absent if the document does not say it: that of a failure. */
  project?: string;
  plans: Plan[];
  /** Targets that could not be planned. */
  failed: { target: string; error: NonNullable<Standing["error"]> }[];
  /** Of an apply. */
  standings: Standing[];
  /** A job that ended before it had anything to say of its one target: of a plan or of an apply. */
  failure?: { target: string; error: NonNullable<Standing["error"]> };
}

/** Bytes of one file: the largest plan that anybody reads is a tenth of this. */
const LIMIT = 64 * 1024 * 1024;

/** Rejects with a UserError whose message goes on behind the name of the file: `is empty`. `path` is absolute. */
async function readJobOutput(path: string): Promise<JobOutput> {
  const value = parse(await readText(path));
  if (value.formatVersion !== undefined) return readPlans(value);
  if (Array.isArray(value.targets)) return ofRun(value, value.targets.map(readStanding));
  if (Array.isArray(value.results)) return ofRun(value, [readStanding({ ...value, wave: 1 })]);
  const error = readError(value.error);
  if (!error) throw none("is none of ours: neither `plan --json` nor `apply --json` prints this");
  const target = readTargetName(value.target);
  if (target !== undefined) return { ...NOTHING, failure: { target, error } };
  throw none(`says that a job failed, and of which target not: ${error.message}`);
}

const NOTHING = { plans: [], failed: [], standings: [] };

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > LIMIT) throw none(`has ${size} bytes: at most ${LIMIT} are read`);
    const text = await readRegular(path);
    if (text !== undefined) return text;
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const refused = refusedByFileSystem(cause);
    if (!refused) throw cause;
    const isGone = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw none(isGone ? "is not there" : `cannot be read: ${refused.message}`, cause);
  }
  throw none("is not a regular file");
}

function parse(text: string): JsonObject {
  if (text.trim() === "") throw none("is empty: its job ended before it printed anything");
  try {
    const value = readJson(text);
    if (isObject(value)) return value as JsonObject;
  } catch (cause) {
    throw none("is not JSON, or was cut off", cause);
  }
  throw none("is none of ours: it holds no JSON object");
}

function readPlans(value: JsonObject): JobOutput {
  const written = Array.isArray(value.plans) ? value.plans : [value];
  for (const plan of written) {
    const problem = isObject(plan) && findProofProblem("saved plan", plan, undefined);
    if (problem) throw none(`is no whole plan: it ${problem}`);
  }
  const plans = checkPlans(value);
  const failed = (Array.isArray(value.failed) ? value.failed : []).flatMap((one) => {
    const [target, error] = isObject(one) ? [readTargetName(one.target), readError(one.error)] : [];
    return target !== undefined && error ? [{ target, error }] : [];
  });
  const projects = new Set(plans.map(({ project }) => project));
  if (projects.size > 1) throw none("holds plans of several projects");
  const [project] = projects;
  return { ...NOTHING, plans, failed, ...(project !== undefined && { project }) };
}

function checkPlans(value: JsonObject): Plan[] {
  try {
    return checkPlanDocument(value, "it").plans;
  } catch (cause) {
    if (cause instanceof UserError) throw none(`cannot be read: ${cause.message}`, cause);
    throw cause;
  }
}

function ofRun({ project }: JsonObject, standings: readonly (Standing | undefined)[]): JobOutput {
  const read = standings.filter((standing) => standing !== undefined);
  if (read.length < standings.length || read.length === 0)
    throw none("is none of ours: it is like the end of an apply, and not as `apply --json` prints it");
  return { ...NOTHING, standings: read, ...(typeof project === "string" && { project }) };
}

function none(message: string, cause?: unknown): UserError {
  return new UserError(message, { cause });
}

export interface MergeOptions {
  /** As they are named. */
  files: readonly string[];
  cwd: string;
  /** The project and the targets of which there should be a file; without it the first file says whose project it is. */
  expected?: { project: string; targets: readonly { name: string; wave: number }[] } | undefined;
}

type Failed = MergedReport["failed"][number];

export async function mergeReports({ files, cwd, expected }: MergeOptions): Promise<MergedReport> {
  const plans: { plan: MergedReport["plans"][number]["plan"]; file: string }[] = [];
  const failed: Failed[] = [];
  const standings: Standing[] = [];
  const failures: Failed[] = [];
  const unread: UnreadFile[] = [];
  const heard = { plan: new Map<string, string>(), run: new Map<string, string>() };
  let whose = expected && { project: expected.project, says: "boardwright.yaml" };
  let interrupted = false;
  for (const file of files) {
    const output = await readOrSay(resolve(cwd, file), file, unread);
    if (!output) continue;
    const { project } = output;
    if (project !== undefined && whose && whose.project !== project) {
      unread.push({ file, message: `is of the project ${project}; ${whose.says} is of ${whose.project}` });
      continue;
    }
    if (project !== undefined) whose ??= { project, says: file };
    const isNew = (kind: keyof typeof heard, target: string): boolean => {
      const before = heard[kind].get(target);
      if (before === undefined) {
        heard[kind].set(target, file);
        return true;
      }
      const where = before === file ? "twice" : `again, as ${before} does`;
      unread.push({ file, message: `has ${target} ${where}: only the first is shown` });
      return false;
    };
    plans.push(
      ...output.plans.filter(({ target }) => isNew("plan", target.name)).map((plan) => ({ plan, file })),
    );
    failed.push(...output.failed.filter(({ target }) => isNew("plan", target)));
    standings.push(...output.standings.filter(({ target }) => isNew("run", target)));
    interrupted ||= output.standings.some(({ state }) => state === "interrupted");
    if (output.failure) failures.push(output.failure);
  }
  // A failure does not say of what: of an apply if the other files are of one.
  const isRun = standings.length > 0 || plans.length + failed.length === 0;
  for (const failure of failures) {
    const known = (isRun ? heard.run : heard.plan).get(failure.target);
    if (known !== undefined)
      unread.push({
        file: known,
        message: `has ${failure.target}, and so has the file of a failure: ${failure.error.message}`,
      });
    else if (isRun) standings.push(standingOfFailure(failure));
    else failed.push(failure);
  }
  for (const { name, wave } of expected?.targets ?? []) {
    if (!isRun) {
      if (
        ![...plans.map(({ plan }) => plan.target.name), ...failed.map(({ target }) => target)].includes(name)
      )
        failed.push({ target: name, error: { code: "missing", message: "no file is of it", details: [] } });
    } else if (!standings.some(({ target }) => target === name))
      standings.push({ target: name, wave, state: "not-begun" });
  }
  const run = isRun && standings.length > 0;
  return {
    ...{ plans, failed, unread },
    ...(run && {
      run: {
        ...(whose && { project: whose.project }),
        targets: standings,
        waves: Math.max(...standings.map(({ wave }) => wave)),
        interrupted,
      },
    }),
  };
}

function standingOfFailure({ target, error }: Failed): Standing {
  return { target, wave: 1, state: error.code === "refused" ? "refused" : "failed", error };
}

async function readOrSay(path: string, file: string, unread: UnreadFile[]): Promise<JobOutput | undefined> {
  try {
    return await readJobOutput(path);
  } catch (cause) {
    // Of a file that nests its values a hundred thousand deep.
    if (cause instanceof RangeError) unread.push({ file, message: "is none of ours: it cannot be read" });
    else if (cause instanceof UserError) unread.push({ file, message: cause.message });
    else throw cause;
    return undefined;
  }
}
