// The end of an apply as `apply --json` prints it (contract 7), with what its plan left out.

import {
  type ApplyReport,
  type Diagnostic,
  type FleetReport,
  isDone,
  STANDING_STATES,
} from "../../model/index.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText, pick } from "./json-text.ts";

const SUMMARY = [
  "created",
  "updated",
  "published",
  "renamed",
  "stamped",
  "deleted",
  "unchanged",
  "failed",
  "skipped",
] as const;

/** What is known of the end, and how to undo it: what the text says, too. */
const END = ["interrupted", "backups", "run", "undoHazards", "notKept"] as const;

/**
 * JSON text with a line end. An error's `details` hold the platform's own words and what to do next. `diagnostics`: of the plan, about
 * workbooks that were left out.
 */
export function renderApplyJson(
  outcome: ApplyReport & { diagnostics: readonly Diagnostic[]; project?: string; target?: string },
): string {
  return jsonText({ project: outcome.project, target: outcome.target, ...applyToJson(outcome) });
}

/** Where each target of a fleet is, with what was applied there. JSON text with a line end. */
export function renderFleetJson(report: FleetReport): string {
  return jsonText(fleetToJson(report));
}

/** The same as plain data. */
export function fleetToJson({ project, targets, waves, interrupted }: FleetReport): object {
  const states = STANDING_STATES.map((state) => [state, targets.filter((one) => one.state === state).length]);
  return {
    project,
    summary: Object.fromEntries(states),
    waves,
    interrupted,
    targets: targets.map(({ report, diagnostics = [], ...standing }) => ({
      ...pick(standing, ["target", "wave", "state"]),
      error: standing.error && pick(standing.error, ["code", "message", "details"]),
      ...(report && applyToJson({ ...report, diagnostics })),
    })),
  };
}

function applyToJson(outcome: ApplyReport & { diagnostics: readonly Diagnostic[] }): object {
  return {
    summary: pick(outcome.summary, SUMMARY),
    results: outcome.results.map((result) => ({
      ...pick(result, ["kind", "key", "action", "status", "attempts", "id", "draftWritten", "maybeWritten"]),
      link: result.kind === "workbook" && isDone(result) ? outcome.links.get(result.key) : undefined,
      notes: result.notes,
      error: result.error && pick(result.error, ["code", "message", "requestId", "details"]),
    })),
    ...pick(outcome, END),
    // There is nothing to undo.
    ...(outcome.run === undefined && { undoHazards: undefined }),
    diagnostics: outcome.diagnostics.map(diagnosticToJson),
  };
}
