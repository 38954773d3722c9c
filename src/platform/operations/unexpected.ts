// Troubles of answers that arrived with status 200 and are not the expected ones.

import { type Json, shorten, writeJson } from "../../model/index.ts";
import type { Trouble } from "../http/trouble.ts";

type Unexpected = Pick<Trouble, "code" | "reason" | "status" | "platformMessage">;

/** An answer of another shape; its beginning is shown. */
export function unexpected(reason: string, answer: Json | undefined): Unexpected {
  const platformMessage = answer === undefined ? undefined : shorten(writeJson(answer), 200);
  return { code: "unexpected-answer", reason, status: 200, platformMessage };
}

export const ENDLESS: Unexpected = {
  code: "endless-list",
  reason: "the list does not end: a page repeats an earlier one",
  status: 200,
};

export const STANDING_STILL: Unexpected = {
  code: "endless-list",
  reason: "the list does not go on: a page names a cursor that an earlier one named",
  status: 200,
};

export function tooManyEmptyPages(count: number): Unexpected {
  const reason = `the list does not end: ${count} pages in a row brought nothing new`;
  return { code: "endless-list", reason, status: 200 };
}

/** Each of them brought something. */
export function tooManyPages(count: number, known: number): Unexpected {
  const reason = `the list does not end: after ${count} pages and ${known} items there is another one`;
  return { code: "endless-list", reason, status: 200 };
}

/** Each folder has others in it. */
export function tooDeep(levels: number): Unexpected {
  const reason = `the list does not end: ${levels} folders lie in one another, and there is another one`;
  return { code: "endless-list", reason, status: 200 };
}

/** `known` items came; `promise` is the platform's word about the others. */
export function incomplete(known: number, promise: string): Unexpected {
  const reason = `the list breaks off after ${known}: the platform says ${promise}`;
  return { code: "incomplete-list", reason, status: 200 };
}
