// Faults that a sandbox injects on request, to test clients against an unreliable platform.
//
// Grammar: items separated by commas, spaces around them ignored.
//   KIND:RATE         hits that share of the requests, 0 < RATE <= 1, by a seeded pseudo-random draw
//   KIND@N            hits every N-th request, counted from the start: `503@3` is requests 3, 6, 9 …
//   latency:MS        every request waits that long before anything else happens
//   retry-after=SEC   the error statuses carry `Retry-After: SEC`
//   seed=N            another pseudo-random sequence (default 1)
//   continue-wait:N   the first N requests for metadata or rows are answered 200 `{"error":"Continue wait"}`
//   slow-query:MS     every query waits that long before it is answered
//   posts             only POST requests are hit and counted
//   spec              GET /api/v1/spec is hit too; it is spared otherwise, because a client without it cannot start
// KIND is a status from 400 to 599 · `drop-before` (the connection is dropped, nothing was done) · `drop-after` (done,
// then dropped) · `conflict` (409 `upsert_branch_changed`; hits and counts upserts only) · `html` (200 and the web
// application's page, nothing was done) · `truncate` (done, then answered with the first half of the JSON) · `empty-query` (no rows) ·
// `failed-query` (500 with the words of a database); these two hit and count queries for rows only.
// Several kinds are tried in the order written; the first that hits wins.

import { UsageError } from "../../model/index.ts";

const NAMED = [
  "drop-before",
  "drop-after",
  "conflict",
  "html",
  "truncate",
  "empty-query",
  "failed-query",
] as const;
export type FaultKind = number | (typeof NAMED)[number];
/** The kinds that hit and count one kind of request alone. */
export const ONLY: Readonly<Partial<Record<FaultKind, "upsert" | "rows">>> = {
  conflict: "upsert",
  "empty-query": "rows",
  "failed-query": "rows",
};
export type FaultRule = { kind: FaultKind } & ({ rate: number } | { every: number });

export interface Faults {
  rules: FaultRule[];
  /** Milliseconds. */
  latency: number;
  /** Seconds. */
  retryAfter?: number;
  seed: number;
  /** How many requests for metadata or rows are answered with "Continue wait". */
  continueWait?: number;
  /** Milliseconds that every query for rows takes longer. */
  slowQuery?: number;
  /** Whether only POST requests are hit. */
  posts?: boolean;
  /** Whether GET /api/v1/spec is hit too. */
  spec: boolean;
}

export const NO_FAULTS: Faults = { rules: [], latency: 0, seed: 1, spec: false };

const GRAMMAR =
  "Write items separated by commas: 429:0.2 or 503@3 (a status from 400 to 599), drop-before:0.05, drop-after@4, conflict@2, html@5, truncate:0.1, empty-query@2, failed-query@3, slow-query:500, latency:20, continue-wait:3, retry-after=1, seed=7, posts, spec.";

/** Reads the grammar above; an empty text means no faults. Throws UsageError naming the bad item. */
export function parseFaults(text: string): Faults {
  const faults: Faults = { ...NO_FAULTS, rules: [] };
  for (const item of text.split(",").map((part) => part.trim())) {
    if (item === "" && text.trim() === "") continue;
    const match = /^([a-z-]+|\d{3})(?:([:@=])(\d+(?:\.\d+)?))?$/.exec(item);
    if (!match) throw wrong(item, "it must have the form KIND:RATE, KIND@N or NAME=VALUE");
    const [, name = "", sign = "", written = ""] = match;
    const value = Number(written);
    if (name === "spec" && sign === "") faults.spec = true;
    else if (name === "posts" && sign === "") faults.posts = true;
    else if (name === "latency" && sign === ":") faults.latency = value;
    else if (name === "slow-query" && sign === ":") faults.slowQuery = value;
    else if (name === "continue-wait" && sign === ":") faults.continueWait = wholeNumber(item, value, 1);
    else if (name === "retry-after" && sign === "=") faults.retryAfter = wholeNumber(item, value, 0);
    else if (name === "seed" && sign === "=") faults.seed = wholeNumber(item, value, 0);
    else faults.rules.push({ kind: kindOf(item, name), ...frequencyOf(item, sign, value) });
  }
  return faults;
}

function kindOf(item: string, name: string): FaultKind {
  const named = NAMED.find((known) => known === name);
  if (named) return named;
  const status = Number(name);
  if (Number.isInteger(status) && status >= 400 && status <= 599) return status;
  throw wrong(item, `"${name}" is not a fault`);
}

function frequencyOf(item: string, sign: string, value: number): { rate: number } | { every: number } {
  if (sign === "@") return { every: wholeNumber(item, value, 1) };
  if (sign === ":" && value > 0 && value <= 1) return { rate: value };
  throw wrong(item, "it needs a rate above 0 and up to 1 (`:0.2`) or an interval (`@3`)");
}

function wholeNumber(item: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw wrong(item, `it needs a whole number of at least ${least}`);
}

function wrong(item: string, why: string): UsageError {
  return new UsageError(`the fault "${item}" cannot be read: ${why}`, [GRAMMAR]);
}
