// The staging environment while a preview comes up: on for it, and as it was before where nothing comes of it.

import { EXIT, UserError } from "../model/index.ts";
import { type Platform, PlatformError } from "../platform/index.ts";

export interface Staging {
  /** Turns it on where it is off. */
  turnOn(): Promise<void>;
  /** Turns it off again where this run turned it on, and nothing that was up before needs it. Says whether it did. */
  putBack(): Promise<boolean>;
  /** The error of a run that wrote nothing, after putting it back, with what became of the environment. */
  afterFailure(error: unknown): Promise<unknown>;
}

export interface StagingOptions {
  branch: string;
  isOn: boolean;
  /** Whether a preview of the branch was up before: then it is on for that as well. */
  isNeeded: boolean;
}

export function openStaging(
  platform: Platform,
  deploymentId: number,
  { branch, isOn, isNeeded }: StagingOptions,
): Staging {
  let turnedOn = false;
  const putBack = async (): Promise<boolean> => {
    if (!turnedOn || isNeeded) return false;
    await platform.switchStaging(deploymentId, { branchName: branch }, false);
    turnedOn = false;
    return true;
  };
  return {
    async turnOn() {
      if (isOn) return;
      turnedOn = true;
      try {
        await platform.switchStaging(deploymentId, { branchName: branch }, true);
      } catch (error) {
        // What was refused did not happen; of anything else nobody knows.
        if (error instanceof PlatformError && error.status !== undefined && error.status < 500)
          turnedOn = false;
        throw error;
      }
    },
    putBack,
    async afterFailure(error) {
      if (!(error instanceof UserError)) return error;
      let sentence: string;
      try {
        if (!(await putBack())) return error;
        sentence = `Nothing was applied, and the staging environment of branch ${branch} is off again, as it was before.`;
      } catch (second) {
        const why = second instanceof Error ? second.message : String(second);
        sentence = `Nothing was applied, but the staging environment of branch ${branch} is still on (${why}): turn it off with \`boardwright data-model disable-branch ${deploymentId} ${branch}\`.`;
      }
      const { message, details, exitCode } = error;
      return new UserError(message, { details: [...details, sentence], exitCode, cause: error });
    },
  };
}

/** Throws the UserError of a Ctrl-C where one came. */
export function refuseInterrupted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new UserError("interrupted before anything was applied", { exitCode: EXIT.interrupted });
}
