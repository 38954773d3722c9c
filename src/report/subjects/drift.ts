// Edits made outside Git, in the direction in which they were made: from what Git says to what is live.

import { type Change, type FieldChange, followsDeletion, type Plan } from "../../model/index.ts";
import { DRIFT_DIRECTION, driftTotals, hasDirection } from "../change/plan-words.ts";
import type { Document, Entry, Sign } from "../document/document.ts";
import { isKnownConflict } from "../fields/conflict-values.ts";
import { doneOutside } from "../review/decision-words.ts";
import { RANKS } from "../review/rows.ts";
import { isError } from "../text/findings.ts";
import { excerpt } from "../text/value-text.ts";
import { changeBlocks } from "./change.ts";
import { ownersLine } from "./owners.ts";
import { adviceOf, calledChange, decisionOf, groundOf, type PlanOptions, planFindings } from "./plan.ts";

/** The title of the issue: plain text to GitHub, without a mention or a line end. The same for the same target. */
export function driftTitle(target: string): string {
  return `Dashboards of ${excerpt(target, 0, 60).replaceAll("@", "@\u200b")} were edited outside Git`;
}

/** `drift`: a plan that holds edits only. */
export function driftDocument(drift: Plan, options: PlanOptions = {}): Document {
  const { changes, diagnostics } = drift;
  const light = changes.length > 0 ? "decide" : "go";
  const ground = groundOf(drift, options);
  return {
    light: diagnostics.some(isError) ? "wrong" : light,
    verdict: [[driftTotals(drift)]],
    ground: { ...ground, ...(hasDirection(drift) && { direction: [DRIFT_DIRECTION] }) },
    entries: entriesOf(drift, options, () => false),
    rest: ownersLine(changes, 1),
    lead: adviceOf(drift, options),
    details: planFindings(diagnostics),
  };
}

/**
 * The same of edits that a pull request takes into the files, as its difference has them. What both sides edited is not in it, and still
 * waits for a decision.
 */
export function proposedDocument(drift: Plan, options: PlanOptions = {}): Document {
  const left = drift.changes.filter(({ hazards }) => hazards.some(({ code }) => code === "conflict"));
  const { verdict, light, rest = [], details = [] } = driftDocument(drift, options);
  return {
    ...{ verdict, light, rest, details },
    entries: entriesOf(drift, options, (change) => !left.includes(change)),
    lead: left.length > 0 ? adviceOf({ ...drift, changes: left }, options) : [],
  };
}

/** What an apply would make is what is gone. */
function signOf(action: Change["action"], waits: boolean): Sign {
  if (action === "create") return "delete";
  if (waits) return "decide";
  return action === "stamp" ? "stamp" : "edit";
}

function entriesOf(
  drift: Plan,
  options: PlanOptions,
  isTaken: (change: Change) => boolean,
): NonNullable<Document["entries"]> {
  const entries = drift.changes.map((change): Entry => {
    const { kind, key, source, owners, action } = change;
    const is = isTaken(change);
    const edits = is ? taken(change) : turned(change);
    const decision = decisionOf(is ? undefined : change, drift, options);
    const waits = decision.ways.length > 0;
    const done = doneOutside(change);
    return {
      id: `${kind} ${key}`,
      sign: signOf(action, waits),
      called: calledChange(change, options.links),
      ...(source && { source }),
      ...{ owners, reach: waits ? "needs a decision" : "", said: done },
      ...decision,
      body: changeBlocks(edits, { onlyEdits: true, toLive: !is }),
    };
  });
  entries.sort((a, b) => RANKS[a.sign] - RANKS[b.sign]);
  return entries.length === 0 ? [] : [{ id: "edited", title: "Edited outside Git", entries }];
}

// Edits made outside Git in the direction in which they were made: from what Git says to what is live.

const TURNED = { added: "removed", removed: "added", changed: "changed", reordered: "reordered" } as const;

/** A conflict has names for its three sides, and what only gives back what was deleted has one: these stay. */
function turned(change: Change): Change {
  const stays = (field: FieldChange) => isKnownConflict(field) || followsDeletion(change, field);
  return { ...change, fields: change.fields.map((field) => (stays(field) ? field : turnedField(field))) };
}

/** The same of edits that a pull request takes in, which are Git's then. */
function taken(change: Change): Change {
  return {
    ...change,
    hazards: [],
    fields: change.fields.map(({ base: _, ...field }) => ({ ...turnedField(field), origin: "git" })),
  };
}

function turnedField({ before, after, names, ...field }: FieldChange): FieldChange {
  return {
    ...field,
    change: TURNED[field.change],
    ...(names && { names: { before: names.after, after: names.before } as FieldChange["names"] }),
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}
