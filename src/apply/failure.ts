// How one workbook can fail without stopping the others.

import type { ResultError, Status } from "../model/index.ts";
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
