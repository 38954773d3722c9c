// What may be told of an answer that is a secret nobody knows yet.

import type { Trouble } from "./trouble.ts";

/** Long, and no word of a language: tokens, and what only looks like one. */
const LIKE_A_SECRET = /(?=[\w.+/=~-]*\d)[\w.+/=~-]{8,}|[\w.+/=~-]{30,}/g;

/** The trouble without any word that could be the secret. */
export function withoutSecret(trouble: Trouble): Trouble {
  const { status, code, reason, platformMessage } = trouble;
  const isRefusal = status !== undefined && status >= 400;
  return {
    ...trouble,
    code: code.replace(LIKE_A_SECRET, "***"),
    reason: code === "redirect" ? "the platform redirects it" : reason,
    platformMessage: isRefusal ? platformMessage?.replace(LIKE_A_SECRET, "***") : undefined,
  };
}
