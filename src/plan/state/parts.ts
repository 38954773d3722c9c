// Parts: the pieces of a managed state that the stamp keeps a short digest of, so that an edit in Git and an edit in the UI
// can be told apart piece by piece, without a state file (contract 5).

import {
  compareText,
  formatFieldPath,
  type Json,
  type JsonObject,
  joinPath,
  keyOf,
  parseFieldPath,
  widgetPath,
} from "../../model/index.ts";
import { canonical, shortDigest } from "./canonical.ts";
import type { ComparedState } from "./state.ts";
import { widgetsById } from "./widgets.ts";

/** The short digest that stands for "not there". */
export const ABSENT = "0";
/** The part that holds the order of the widgets; it is always there where a dashboard is managed. */
export const ORDER_PART = "dashboard.widgets";
/** That part where no list of widgets is there. */
export const NO_WIDGETS = shortDigest("null");

/** Part → short digest, sorted by part. */
export type Parts = ReadonlyMap<string, string>;
/** Stands for an answer that the run which wrote the stamp had not seen when it did. */
const UNSEEN = "-";
/** What was asked for and what the platform answered; the same where it took the part as it was. */
export interface StampedPart {
  asked: string;
  returned: string;
}

export function partsOf(state: ComparedState): Parts {
  const parts: [string, string][] = [];
  const add = (part: string, value: Json) => parts.push([part, shortDigest(canonical(value))]);
  const { meta: _meta, dashboard: _dashboard, ...fields } = state;
  for (const [field, value] of entries(fields as JsonObject)) add(joinPath("", [field]), value);
  for (const [key, value] of entries(state.meta)) add(joinPath("meta", [key]), value);
  if (state.dashboard) {
    for (const [field, value] of entries(state.dashboard)) {
      if (field !== "widgets") add(joinPath("dashboard", [field]), value);
    }
    const widgets = widgetsById(state.dashboard);
    for (const [id, widget] of widgets) add(widgetPath(id), widget);
    // Absent and empty are two orders: one of them may be what was asked.
    add(ORDER_PART, state.dashboard.widgets === undefined ? null : [...widgets.keys()]);
  }
  return new Map(parts.sort((a, b) => compareText(a[0], b[0])));
}

/** The part that a field of a plan belongs to. */
export function partOfField(path: string): string {
  const steps = parseFieldPath(path);
  const [first, second, third] = steps.map(keyOf);
  const isInside = (first === "dashboard" || first === "meta") && second !== undefined;
  const isWidget = first === "dashboard" && second === "widgets" && third === undefined;
  const depth = isWidget ? 3 : isInside ? 2 : 1;
  return steps.length > depth ? formatFieldPath(steps.slice(0, depth)) : path;
}

export function encodeParts(parts: Iterable<readonly [string, StampedPart]>): string {
  const query = new URLSearchParams();
  for (const [part, { asked, returned }] of parts) {
    query.append(part, asked === returned ? asked : `${asked}.${returned}`);
  }
  return query.toString();
}

/** The parts whose answer is known: none of a stamp whose run did not come to its end. */
export function decodeParts(text: string): Map<string, StampedPart> {
  return new Map(readParts(text).filter(([, { returned }]) => returned !== UNSEEN));
}

/** The parts that were asked for by a stamp whose run has not come to its end; none of any other. */
export function decodeOpenParts(text: string): Parts {
  const open = readParts(text).filter(([, { returned }]) => returned === UNSEEN);
  return new Map(open.map(([part, { asked }]) => [part, asked]));
}

/** The reverse: parts that are asked for, while nobody knows how they will be answered. */
export function encodeOpenParts(parts: Parts): string {
  const asked = [...parts].filter(([, digest]) => digest !== ABSENT);
  return encodeParts(asked.map(([part, digest]) => [part, { asked: digest, returned: UNSEEN }]));
}

function readParts(text: string): [string, StampedPart][] {
  return [...new URLSearchParams(text)].map(([part, digests]) => {
    const [asked = ABSENT, returned = asked] = digests.split(".");
    return [part, { asked, returned }];
  });
}

/**
 * What the stamp says of a part. A stamp that covers the dashboard covers it whole: a part of it that is not listed was not
 * there. Undefined: the stamp says nothing of that part.
 */
export function stampedPart(
  stamped: ReadonlyMap<string, StampedPart>,
  part: string,
): StampedPart | undefined {
  const found = stamped.get(part);
  if (found) return found;
  const whole = part.startsWith("dashboard.") && stamped.has(ORDER_PART);
  return whole ? { asked: ABSENT, returned: ABSENT } : undefined;
}

/** Whether a part is live in another way than the platform answered when it was stamped; never where the stamp says nothing of it. */
export function movedSinceStamp(
  part: string,
  live: Parts,
  stamped: ReadonlyMap<string, StampedPart>,
): boolean {
  const last = stampedPart(stamped, part);
  return last !== undefined && (live.get(part) ?? ABSENT) !== last.returned;
}

function entries(value: JsonObject | undefined): [string, Json][] {
  return value ? Object.entries(value).filter(([, item]) => item != null) : [];
}
