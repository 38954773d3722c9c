// The place where queries are asked: the environment is found, its model compiles and is awake, and there is a token for its data.

import { readMetadata, refuseBroken } from "../../live/index.ts";
import { UserError } from "../../model/index.ts";
import { type Clock, type Environment, type Platform, PlatformError } from "../../platform/index.ts";
import type { DataPlace } from "./ask-row.ts";
import type { DataAccess } from "./data-access.ts";

export interface OpenPlaceOptions {
  access: DataAccess;
  deploymentId: number;
  /** Production if absent. */
  branch: string | undefined;
  /** The model's name in messages. */
  of: string;
  clock: Clock;
  signal: AbortSignal;
}

/** An idle model may take this long to answer, in milliseconds: its first query would count as slow, and others as failed. */
const WAKE_MS = 180_000;

/** Rejects with a UserError that says what to do: no environment, a model that does not compile or does not wake up, no token. */
export async function openPlace(platform: Platform, options: OpenPlaceOptions): Promise<DataPlace> {
  const { access, deploymentId, branch, of, signal } = options;
  const environment = await access.findPlace(platform, deploymentId, branch);
  const call = { signal };
  await refuseBroken(platform, { deploymentId, environment, branch, of, call });
  const token = await access.issueToken(platform, deploymentId, environment, call);
  await wake({ platform, environment, token }, options);
  return { platform, environment, token };
}

/** A model that answers for its metadata answers queries, too. */
async function wake({ platform, environment, token }: DataPlace, options: OpenPlaceOptions) {
  const { clock, signal, of } = options;
  const late = new AbortController();
  const cancel = clock.after(WAKE_MS, () => late.abort());
  const end = clock.now() + WAKE_MS;
  const isLate = () => late.signal.aborted || clock.now() >= end;
  const call = { signal: AbortSignal.any([signal, late.signal]) };
  try {
    await readMetadata(platform, { ...options, environment, token, call }, () => isLate() || signal.aborted);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isLate() && !signal.aborted) throw asleep(of, environment, error);
    // A token for data need not open the metadata: what is there answers.
    if (error.status !== 403 && error.status !== 404) throw error;
  } finally {
    cancel();
  }
}

function asleep(of: string, { id }: Environment, cause: unknown): UserError {
  return new UserError(`the data of ${of} did not answer within ${WAKE_MS / 1000} s`, {
    details: [
      `Environment ${id} may still be starting: run this again in a minute.`,
      "If that does not help, look at the deployment's build in the platform.",
    ],
    cause,
  });
}
