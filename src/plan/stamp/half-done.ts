// Workbooks that a run of ours left half done. Their stamp says what was asked for, and no answer: what the platform made of it is
// nobody's edit, and all else that is live and was not asked for is one, which nothing may overwrite unseen.

import { type JsonObject, readStamp, type Stamp, widgetPath } from "../../model/index.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import {
  ABSENT,
  decodeOpenParts,
  decodeParts,
  NO_WIDGETS,
  ORDER_PART,
  type Parts,
  partsOf,
  type StampedPart,
} from "../state/parts.ts";
import { type ComparedState, type LiveWorkbook, liveState } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import { askedState, requestShape } from "./answer.ts";
import { filledIn, objectOf } from "./defaults.ts";
import { extendsValue } from "./stamp.ts";

/** One side of a comparison with its parts. */
export interface Side {
  state: ComparedState;
  parts: Parts;
}

/**
 * The parts that somebody edited since a run asked for them and ended, as that run would have stamped them. `open`: what its stamp
 * says was asked for. What is only added within a part may be a default, and counts as one.
 */
export function editedSince(open: Parts, live: Side, desired: Side): Map<string, StampedPart> {
  const widgets = new Set([...widgetsById(live.state.dashboard).keys()].map(widgetPath));
  const added = open.has(ORDER_PART) ? [...widgets].filter((part) => !open.has(part)) : [];
  const isAnswer = (part: string, asked: string): boolean => {
    const now = live.parts.get(part) ?? ABSENT;
    if (now === asked) return true;
    // Where it lies may not be told, or not be managed any more.
    if (part === "folder") return !live.parts.has(part);
    // A widget more or less is an edit of its own.
    if (part === ORDER_PART) return asked === NO_WIDGETS || added.length > 0 || !isComplete;
    const [before, after] = [objectOf(live.state, part), objectOf(desired.state, part)];
    if (!before || !after) return false;
    if (desired.parts.get(part) === asked) return extendsValue(after, before);
    return filledIn(before, after, asked).length > 0;
  };
  const isComplete = [...open.keys()].every((part) => !isWidgetPart(part) || widgets.has(part));
  const edited = [...open].filter(([part, asked]) => !isAnswer(part, asked));
  const lost = [...edited, ...added.map((part) => [part, ABSENT] as const)];
  return new Map(lost.map(([part, asked]) => [part, { asked, returned: asked }]));
}

function isWidgetPart(part: string): boolean {
  return part.startsWith(`${ORDER_PART}[`);
}

/** Whether live is what a run with this request left, or is about to leave, that has not come to its end, and nobody's edit. */
export function isUnfinished(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  const [sent, there] = [readStamp(request.meta), readStamp(live.meta)];
  if (!sent || !there || there.of !== sent.of || there.project !== sent.project) return false;
  if (decodeParts(there.parts).size > 0) return false;
  const shape = requestShape(request, askedParts(sent));
  const [asked, now] = [askedState(request, shape), liveState(shape, live)].map((state): Side => {
    const normal = normalState(state, ignored);
    return { state: normal, parts: partsOf(normal) };
  }) as [Side, Side];
  const isAsked = ([part, digest]: [string, string]): boolean =>
    askedParts(sent).get(part) === digest || (part === ORDER_PART && digest === NO_WIDGETS);
  const open = decodeOpenParts(there.parts);
  return [...open].every(isAsked) && editedSince(open, now, asked).size === 0;
}

/** Whether a run of ours made the workbook and ended before it put a dashboard in: to complete it is still to create it. */
export function isShell({ draft }: Pick<LiveWorkbook, "draft">, { parts }: Stamp): boolean {
  return draft === undefined && decodeParts(parts).size === 0 && decodeOpenParts(parts).size > 0;
}

/** What a stamp says was asked for, whether its run came to its end or not. */
function askedParts({ parts }: Stamp): Parts {
  const known = [...decodeParts(parts)].map(([part, { asked }]) => [part, asked] as const);
  return new Map([...known, ...decodeOpenParts(parts)]);
}
