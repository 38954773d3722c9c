// Where a target is, read from what `apply --json` printed of it. Of anything else nothing is taken.

import {
  type ApplyReport,
  type ApplySummary,
  type Diagnostic,
  isObject,
  type Json,
  type Result,
  STANDING_STATES,
  type Standing,
  type StandingState,
} from "../../model/index.ts";
import { standingOf } from "./standing-of.ts";

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

export function readTargetName(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= NAME ? value : undefined;
}

export function readError(value: unknown): NonNullable<Standing["error"]> | undefined {
  if (!isObject(value) || typeof value.code !== "string" || typeof value.message !== "string")
    return undefined;
  const details = Array.isArray(value.details)
    ? value.details.filter((line) => typeof line === "string")
    : [];
  return { code: value.code, message: value.message, details };
}

/** Undefined if it is no standing. One without a `state`, of an apply at one target, gets that which its results mean. */
export function readStanding(value: Json): Standing | undefined {
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
