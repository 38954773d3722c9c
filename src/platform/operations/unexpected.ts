// Troubles of answers that arrived with status 200 and are not the expected ones.

import { type Json, shorten, writeJson } from "../../model/index.ts";
import type { Trouble } from "../http/trouble.ts";

type Unexpected = Pick<Trouble, "code" | "reason" | "status" | "platformMessage">;

/** An answer of another shape; its beginning is shown. */
export function unexpected(reason: string, answer: Json | undefined): Unexpected {
  const platformMessage = answer === undefined ? undefined : shorten(writeJson(answer), 200);
  return { code: "unexpected-answer", reason, status: 200, platformMessage };
}

/** A list that would be read for ever; `why` says by what one sees that. */
export function endless(why: string): Unexpected {
  return { code: "endless-list", reason: `the list does not end: ${why}`, status: 200 };
}

export const REPEATS = "a page repeats an earlier one";

/** `known` items came; `promise` is the platform's word about the others. */
export function incomplete(known: number, promise: string): Unexpected {
  const reason = `the list breaks off after ${known}: the platform says ${promise}`;
  return { code: "incomplete-list", reason, status: 200 };
}
