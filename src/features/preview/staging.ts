// The staging environment while a preview comes up: turned on for it, and as before if that fails.

import { EXIT, UserError } from "../../model/index.ts";
import { type Platform, PlatformError } from "../../platform/index.ts";
import type { LivePreview } from "./read.ts";
import { removePreviews } from "./remove.ts";
import { namesUp, readBranchPreviews, switchOff } from "./switch-off.ts";

export interface Staging {
  /** Turns it on if it is off, and first leaves a witness of that. */
  turnOn(): Promise<void>;
  /** The empty copy that says whose the environment is; undefined if there is none. */
  witness(): LivePreview | undefined;
  /**
   * Turns it off again if this run turned it on and no preview needs it, and removes the witness. Returns whether it turned it off.
   */
  putBack(): Promise<boolean>;
  /** After a run that wrote nothing: puts it back, and returns the error with a sentence about the environment. */
  afterFailure(error: unknown): Promise<unknown>;
}

export interface StagingOptions {
  branch: string;
  isOn: boolean;
  /** Whether a preview of the branch was up before, which needs it too. */
  isNeeded: boolean;
  /**
   * Makes the first copy, empty, before the switch: a run that is killed while it waits leaves it, so that `preview down` knows whose the
   * environment is, and another run that it was not on before. Undefined if the deployment could not delete it again.
   */
  leaveWitness(): Promise<LivePreview | undefined>;
}

export function openStaging(
  platform: Platform,
  deploymentId: number,
  { branch, isOn, isNeeded, leaveWitness }: StagingOptions,
): Staging {
  let turnedOn = false;
  let witness: LivePreview | undefined;
  const findUsers = async (): Promise<string[]> => {
    const up = await readBranchPreviews(platform, deploymentId, branch);
    return namesUp(up.filter(({ kind, id }) => kind !== "workbook" || id !== witness?.id));
  };
  const removeWitness = async (): Promise<void> => {
    if (!witness) return;
    const { failed } = await removePreviews(platform, deploymentId, {
      ...{ items: [witness], reportKeys: [], declared: new Set<string>() },
      // It is empty, and was made a moment ago.
      save: undefined,
    });
    const [first] = failed;
    if (first) throw new UserError(`could not delete workbook ${witness.id}: ${first.message}`);
    witness = undefined;
  };
  const putBack = async (): Promise<boolean> => {
    if (isNeeded) return false;
    // Of two that give up at once each finds the other's witness: whoever is last turns it off.
    if (turnedOn && (await findUsers()).length > 0) await removeWitness();
    const isOff =
      turnedOn && (await switchOff(platform, deploymentId, { branch, findUsers })).staging !== "left-on";
    turnedOn = false;
    await removeWitness();
    return isOff;
  };
  return {
    async turnOn() {
      if (isOn) return;
      if (!isNeeded) witness = await leaveWitness();
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
    witness: () => witness,
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
