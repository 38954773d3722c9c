// Reading the platform's answer to an upsert: is live now what was asked, and does the stamp say so?

import {
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  type Path,
  readStamp,
  type Stamp,
  valueAt,
} from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import { type Difference, explainList } from "../state/diff.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import {
  type ComparedState,
  hasValues,
  type LiveWorkbook,
  liveState,
  type ManagedShape,
} from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import { expectedLive } from "./base.ts";
import { askedState, requestShape, sentStamp } from "./sent.ts";
import { baseOf, makeStamp } from "./stamp.ts";
import { compareStates, isWidget } from "./three-way.ts";

export interface AnswerCheck {
  /** The stamp that has to be written once more, because the platform filled in defaults that the one sent does not know. */
  restamp: Stamp | undefined;
  /** What is live and was not asked for, or the reverse, from asked (before) to live (after). */
  unconverged: Difference[];
}

/** What a write found and what it left. */
export interface Written {
  live: LiveWorkbook;
  before: LiveWorkbook | undefined;
  ignored: readonly IgnoredPath[];
}

/**
 * Compares `live`, the state after a write, with what the request asked for. What was only added is a default, which the stamp learns;
 * anything else did not converge. `before` is what the write found: what it was to take away and is still there was kept by the
 * platform, and is no default.
 */
export function verifyAnswer(request: JsonObject, { live, before, ignored }: Written): AnswerCheck {
  const sent = sentStamp(request);
  const base = baseOf(sent) ?? { asked: {} };
  const shape = requestShape(request, base);
  const asked = normalState(askedState(request, shape), ignored);
  const returned = normalState(liveState(shape, live), ignored);
  const kept = before ? keptBy(before, shape, { asked, returned, ignored }) : new Set<string>();
  const unconverged = compareStates(asked, returned, undefined).fields.flatMap((field) =>
    kept.has(field.path) ? [field] : onlyAdds(field) ? [] : explainList(field).filter(isWrong),
  );
  const learned = learn(asked as Json, returned as Json, kept) as ComparedState;
  // A meta whose keys all went is managed no more.
  if (!hasValues(learned.meta) && !base.asked.meta) delete learned.meta;
  const answered = { ...base.asked, ...learned };
  const isKnown = canonical(answered as JsonObject) === canonical(expectedLive(base) as JsonObject);
  const folderId = request.folderId;
  if (folderId !== undefined && !isObject(folderId) && live.folderId !== folderId) {
    unconverged.push({ path: "folder", change: "changed", before: folderId, after: live.folderId });
  }
  const restamp = isKnown ? undefined : makeStamp({ ...sent, base: { asked: base.asked, answered } });
  return { restamp, unconverged };
}

/**
 * The paths at which live has what it had before and what was not asked for. Not what the platform is known to fill in by itself, and
 * nothing within widgets, whose list is replaced whole.
 */
function keptBy(
  before: LiveWorkbook,
  shape: ManagedShape,
  {
    asked,
    returned,
    ignored,
  }: { asked: ComparedState; returned: ComparedState; ignored: readonly IgnoredPath[] },
): Set<string> {
  const was = normalState(liveState(shape, before), ignored);
  const known = baseOf(readStamp(before.meta));
  const isFilledIn = (path: Path) =>
    valueAt(known?.asked as Json | undefined, path) === undefined &&
    valueAt((known?.answered ?? {}) as Json, path) !== undefined;
  const kept = additions(asked as Json, returned as Json, []).filter((path) => {
    const [then, now] = [valueAt(was as Json, path), valueAt(returned as Json, path)];
    return then !== undefined && canonical(then) === canonical(now as Json) && !isFilledIn(path);
  });
  return new Set(kept.map((path) => joinPath("", path)));
}

/** Where `returned` has a key that `asked` has not, outside of lists. */
function additions(asked: Json, returned: Json, at: readonly string[]): (readonly string[])[] {
  if (!isObject(asked) || !isObject(returned)) return [];
  return Object.entries(returned).flatMap(([key, value]) => {
    const path = [...at, key];
    return Object.hasOwn(asked, key) ? additions(asked[key] as Json, value, path) : [path];
  });
}

const isWrong = (difference: Difference): boolean => !onlyAdds(difference);

/** A widget more is no default: nothing that is asked for again would take it away. */
function onlyAdds({ path, change, before, after }: Difference): boolean {
  if (change === "added") return !isWidget(path);
  return change === "changed" && before !== undefined && after !== undefined && extendsValue(before, after);
}

/** Whether `returned` is `asked` with keys added and nothing else changed. */
function extendsValue(asked: Json, returned: Json): boolean {
  if (Array.isArray(asked) && Array.isArray(returned)) {
    return (
      asked.length === returned.length &&
      asked.every((item, index) => extendsValue(item, returned[index] as Json))
    );
  }
  if (isObject(asked) && isObject(returned)) {
    return Object.entries(asked).every(
      ([key, item]) => Object.hasOwn(returned, key) && extendsValue(item, returned[key] as Json),
    );
  }
  return canonical(asked) === canonical(returned);
}

/** What is to be expected from now on: what came back where it only adds to what was asked, else what was asked. */
function learn(asked: Json, returned: Json, kept: ReadonlySet<string>, at = ""): Json {
  if (!isObject(asked) || !isObject(returned)) return extendsValue(asked, returned) ? returned : asked;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(asked)) {
    const back = Object.hasOwn(returned, key) ? (returned[key] as Json) : undefined;
    const path = joinPath(at, [key]);
    if (path === "dashboard.widgets" && Array.isArray(value))
      result[key] = learnWidgets(asked, returned, kept);
    else result[key] = back === undefined ? value : learn(value, back, kept, path);
  }
  for (const [key, value] of Object.entries(returned)) {
    const path = joinPath(at, [key]);
    const isDefault = !kept.has(path) && !(path === "dashboard.widgets" && hasItems(value));
    if (!Object.hasOwn(asked, key) && isDefault) result[key] = value;
  }
  return result;
}

function hasItems(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

function learnWidgets(asked: JsonObject, returned: JsonObject, kept: ReadonlySet<string>): Json {
  const back = widgetsById(returned);
  return [...widgetsById(asked)].map(([id, widget]) => {
    const answer = back.get(id);
    return answer === undefined ? widget : learn(widget, answer, kept, "widget");
  });
}
