// What one job of a CI matrix printed: `plan --json`, `apply --json`, or the document of its failure. Files of strangers are data: what is
// not of the shape of our documents is refused, and nothing of it is carried out.

import { stat } from "node:fs/promises";
import { readRegular } from "../../disc/index.ts";
import {
  isObject,
  type JsonObject,
  type Plan,
  readJson,
  type Standing,
  UserError,
} from "../../model/index.ts";
import { checkPlanDocument, findProofProblem } from "../../plan/index.ts";
import { refusedByFileSystem } from "../file-system.ts";
import { readError, readStanding, readTargetName } from "./read-standing.ts";

export interface JobOutput {
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
export async function readJobOutput(path: string): Promise<JobOutput> {
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
