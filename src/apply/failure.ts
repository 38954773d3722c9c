// How one workbook can fail without stopping the others.

import type { Change, Json, Result, ResultError, Status } from "../model/index.ts";
import type { Difference } from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";

/** Live is no longer what the plan was computed from: writing would overwrite what nobody saw. */
export class StaleError extends Error {}

/** A step failed for a reason of ours, with a code for scripts. */
export class StepError extends Error {
  readonly code: string;
  readonly details: readonly string[];

  constructor(code: string, message: string, details: readonly string[] = [], cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.details = details;
  }
}

export interface Failure {
  status: Status;
  error: ResultError;
}

/** What a step threw, as an outcome. A bug of ours is thrown on. */
export function toFailure(error: unknown): Failure {
  if (error instanceof StaleError) {
    return { status: "stale", error: { code: "stale", message: error.message } };
  }
  if (error instanceof StepError) {
    return {
      status: "failed",
      error: { code: error.code, message: error.message, details: [...error.details] },
    };
  }
  if (error instanceof PlatformError) {
    const { code, message, requestId, details } = error;
    return {
      status: "failed",
      error: { code, message, details: [...details], ...(requestId ? { requestId } : {}) },
    };
  }
  throw error;
}

/** The outcome of a change of which nothing is done yet. */
export function begin({ kind, key, action, id }: Change): Result {
  return { kind, key, action, status: "applied", attempts: 0, id };
}

/** The platform took a write and answered something else; `differences` go from what was asked to what came back. */
export function didNotConverge(slug: string, differences: readonly Difference[]): StepError {
  const shown = differences.slice(0, 5).map(({ path, before, after }) => {
    return `${path}: asked for ${short(before)}, the platform answered ${short(after)}`;
  });
  if (differences.length > 5) shown.push(`and ${differences.length - 5} more`);
  const message = `${slug} was written, but the platform did not take all of it as it was`;
  return new StepError("did-not-converge", message, [
    ...shown,
    "Write in the file what the platform makes of it, or list the path under `ignore` in boardwright.yaml.",
  ]);
}

function short(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
