// How one change can fail without stopping the others.

import { type Change, type Json, type Result, STAMP_NOT_KEPT, shorten, writeJson } from "../model/index.ts";
import type { Difference } from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";

/** The live state is no longer the one that was planned from: writing would overwrite what nobody saw. */
export class StaleError extends Error {}

/** A step failed for a reason of our own, with a code for scripts. */
export class StepError extends Error {
  readonly code: string;
  readonly details: readonly string[];

  constructor(code: string, message: string, details: readonly string[], cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.details = details;
  }
}

/** The error as an outcome; a bug of ours is rethrown. */
function toFailure(error: unknown): Pick<Result, "status" | "error"> {
  if (error instanceof StaleError) {
    return { status: "stale", error: { code: "stale", message: error.message } };
  }
  if (!(error instanceof StepError || error instanceof PlatformError)) throw error;
  const { code, message, details } = error;
  const requestId = (error instanceof PlatformError && error.requestId) || undefined;
  return { status: "failed", error: { code, message, details: [...details], requestId } };
}

/**
 * Carries out a change and returns its result. `run` writes what it learns into the result, and calls `onAttempt` for each request
 * that writes. Never rejects because of the platform or the file system: the other changes go on.
 */
export async function attempt(
  { kind, key, action, id }: Change,
  run: (result: Result, onAttempt: () => void) => Promise<void>,
): Promise<Result> {
  const result: Result = { kind, key, action, status: "applied", attempts: 0, id };
  const onAttempt = () => {
    result.attempts += 1;
  };
  try {
    await run(result, onAttempt);
    return result;
  } catch (error) {
    return { ...result, ...toFailure(error) };
  }
}

/** The platform accepted a write and answered something else; `differences` go from what was sent to what came back. */
export function didNotConverge(slug: string, differences: readonly Difference[]): StepError {
  const shown = differences.slice(0, 5).map(({ path, before, after }) => {
    return `${path}: asked for ${short(before)}, the platform answered ${short(after)}`;
  });
  if (differences.length > 5) shown.push(`and ${differences.length - 5} more`);
  const message = `${slug} was written, but the platform did not store all of it as sent`;
  return new StepError("did-not-converge", message, [
    ...shown,
    "Write the platform's value into the file, or list the path under `ignore` in boardwright.yaml.",
  ]);
}

/** The draft is written and publishing it was accepted, but the answer shows that viewers do not see it. `status`: what it said. */
export function notPublished(slug: string, status: Json | undefined): StepError {
  const answered = status == null ? "no status, and no publication is there" : `the status ${short(status)}`;
  const message = `${slug} was not published: the platform answered ${answered}`;
  return new StepError("not-published", message, [
    "Its draft is as declared; what viewers see may not be.",
    "Find out on the platform what holds the publication back. `boardwright plan` shows what is still to be done, and apply tries it again.",
  ]);
}

/**
 * Everything was stored but our record under `meta.boardwright`: `back` is what came back there, and `done` what did happen ("created and
 * published"). A failure, although live is as declared, because what a stamp promises cannot be kept: to know the next time who changed
 * what.
 */
export function stampNotKept(name: string, done: string, back: Json | undefined): StepError {
  const answer = short(back ?? undefined);
  return new StepError(STAMP_NOT_KEPT, `${name} was ${done}, but the platform did not keep its stamp`, [
    `meta.boardwright: asked for the record of this apply, the platform answered ${answer}`,
    "Without it no plan knows who changed what: the next one calls it unmanaged and stops at the hazard `adopt`; drift and prune do not see it.",
    "Find out what drops or changes `meta` between here and the platform. To go on without stamps: boardwright apply --allow adopt",
  ]);
}

/** What a write did, for sentences: "created". */
export function doneBy(action: Change["action"]): string {
  if (action === "create") return "created";
  return action === "update" ? "updated" : "written";
}

function short(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  return shorten(writeJson(value), 60);
}
