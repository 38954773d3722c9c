// The data model of one environment: found by its branch, read with a token for metadata only, again until the platform has it
// ready or the deadline has passed.

import {
  type DataModel,
  EXIT,
  isObject,
  type MemberKind,
  type ModelCube,
  type ModelMember,
  UserError,
} from "../model/index.ts";
import {
  type Clock,
  type Platform,
  PlatformError,
  type WireCube,
  type WireModelMetadata,
} from "../platform/index.ts";
import { awaitEnvironment, explainMissing, findEnvironment } from "./environment.ts";
import { readMetadata, refuseBroken } from "./ready-model.ts";

export interface FetchModelOptions {
  /** The branch of the data model; the production environment without it. */
  branch?: string;
  clock: Clock;
  /** For everything together, waiting included, in milliseconds. */
  deadlineMs: number;
  /** For a branch that is just being turned on: waits until the list of environments shows it. */
  awaitEnvironment?: boolean;
  signal?: AbortSignal;
  /** A further line of advice if the model shows nothing: how this platform gets one. */
  adviceIfEmpty?: string;
}

/** Seconds by which a token outlives the deadline, in case clocks differ. */
const SPARE_SECONDS = 60;
/** Seconds (field notes, A.6). */
const LONGEST_TOKEN = 3600;

/**
 * Throws a UserError that says what to do next: for a branch that does not exist or whose environment is not up, a model that does
 * not compile, shows nothing or does not answer in time; a PlatformError if the platform refuses. Sends one POST, for the token.
 */
export async function fetchModel(
  platform: Platform,
  deploymentId: number,
  options: FetchModelOptions,
): Promise<DataModel> {
  const { branch, clock, deadlineMs, signal } = options;
  const of = branch === undefined ? "production" : `branch ${branch}`;
  const late = new AbortController();
  const cancel = clock.after(deadlineMs, () => late.abort());
  const end = clock.now() + deadlineMs;
  const call = { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal };
  try {
    const find = () => findEnvironment(platform, deploymentId, branch);
    const environment = options.awaitEnvironment
      ? await awaitEnvironment(find, { clock, end, signal: call.signal })
      : await find();
    if (!environment) throw await explainMissing(platform, deploymentId, branch);
    const opened = { deploymentId, environment, branch, of, call };
    await refuseBroken(platform, opened);
    const expiresIn = Math.min(LONGEST_TOKEN, Math.ceil(deadlineMs / 1000) + SPARE_SECONDS);
    const input = { securityContext: {}, expiresIn };
    const { token } = await platform.issueMetadataToken(deploymentId, environment.id, input, call);
    const isOver = () => clock.now() >= end || call.signal.aborted;
    const model = toDataModel(await readMetadata(platform, { ...opened, token }, isOver), of);
    if (model.cubes.length > 0) return model;
    throw new UserError(`the model of ${of} shows no cubes and no views`, {
      details: [
        `Environment ${environment.id} of deployment ${deploymentId} returned an empty model, so nothing can be checked against it.`,
        "Either it has no model yet, or everything in the model is private or hidden by access rules.",
        ...(options.adviceIfEmpty === undefined ? [] : [options.adviceIfEmpty]),
      ],
    });
  } catch (error) {
    const isCut = error instanceof PlatformError && ["interrupted", "continue-wait"].includes(error.code);
    if (!isCut || signal?.aborted || !(late.signal.aborted || clock.now() >= end)) throw error;
    throw new UserError(`the model of ${of} did not answer within ${Math.round(deadlineMs / 1000)} s`, {
      details: [
        "A model that has not been used for a while may still be starting: run this again in a minute.",
        "If that does not help, look at the deployment's build in the platform.",
      ],
      exitCode: EXIT.failed,
      cause: error,
    });
  } finally {
    cancel();
  }
}

// The platform's metadata → a data model as the check reads it.

const LISTS: readonly (readonly [field: string, kind: MemberKind])[] = [
  ["measures", "measure"],
  ["dimensions", "dimension"],
  ["segments", "segment"],
  ["hierarchies", "hierarchy"],
];

/** `of` is the model's name in messages. Entries without a name, and fields that are not lists, are left out. */
export function toDataModel({ cubes }: WireModelMetadata, of: string): DataModel {
  const named = Array.isArray(cubes)
    ? cubes.filter((cube) => isObject(cube) && typeof cube.name === "string")
    : [];
  return { of, cubes: named.map(toCube) };
}

function toCube(cube: WireCube): ModelCube {
  const members = LISTS.flatMap(([field, kind]) => {
    const list = cube[field];
    return Array.isArray(list) ? list.flatMap((entry) => toMember(cube.name, kind, entry)) : [];
  });
  return { name: cube.name, members };
}

function toMember(cube: string, kind: MemberKind, entry: unknown): ModelMember[] {
  if (!isObject(entry) || typeof entry.name !== "string") return [];
  const { name, type, title, sql, granularities } = entry;
  const own = Array.isArray(granularities) ? granularities : [];
  return [
    {
      name: name.includes(".") ? name : `${cube}.${name}`,
      kind,
      ...(typeof type === "string" && { type }),
      granularities: own.flatMap((each) =>
        isObject(each) && typeof each.name === "string" ? each.name : [],
      ),
      ...(typeof title === "string" && { title }),
      ...(typeof sql === "string" && { sql }),
    },
  ];
}
