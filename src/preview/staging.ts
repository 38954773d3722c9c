// The staging environment while a preview comes up: turned on for it, and as before if that fails.

import { EXIT, UserError } from "../model/index.ts";
import { type Platform, PlatformError } from "../platform/index.ts";

export interface Staging {
  /** Turns it on if it is off. */
  turnOn(): Promise<void>;
  /** Turns it off again if this run turned it on and no earlier preview needs it. Returns whether it did. */
  putBack(): Promise<boolean>;
  /** After a run that wrote nothing: puts it back, and returns the error with a sentence about the environment. */
  afterFailure(error: unknown): Promise<unknown>;
}

export interface StagingOptions {
  branch: string;
  isOn: boolean;
  /** Whether a preview of the branch was up before, which needs it too. */
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
        // A refused switch did not happen; any other failed one may have.
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

/** Throws a UserError after a Ctrl-C. */
export function refuseInterrupted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new UserError("interrupted before anything was applied", { exitCode: EXIT.interrupted });
}
