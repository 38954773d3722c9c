import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  delayBeforeNext,
  MAX_DELAY_MS,
  pollDelay,
  readRetryAfter,
  retryDelay,
} from "../../src/platform/http/retry-delay.ts";
import {
  asksToSlowDown,
  findRetryRule,
  findRuleAfterLook,
  type TroubleKind,
} from "../../src/platform/http/retry-policy.ts";

describe("retryDelay", () => {
  it("waits at most 100 ms the first time, doubles, and never passes the cap", () => {
    const ceilings = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => retryDelay(attempt, 0.99999));
    expect(ceilings).toEqual([99, 199, 399, 799, 1599, 3199, 4999, 4999, 4999]);
  });

  it("has full jitter: the dice decide between nothing and the ceiling", () => {
    expect(retryDelay(5, 0)).toBe(0);
    expect(retryDelay(5, 0.5)).toBe(800);
  });

  it("is never shorter than the platform asked for, never longer than both say", () => {
    const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), dice, fc.nat(60_000), (attempt, random, asked) => {
        const delay = retryDelay(attempt, random, asked);
        return delay >= asked && delay <= Math.max(asked, MAX_DELAY_MS);
      }),
    );
  });
});

describe("delayBeforeNext", () => {
  const rule = { attempts: 3, withinMs: 1000 };
  const tries = { attempt: 1, elapsedMs: 0, random: 0.5 };

  it("is the delay of the attempt, and what the platform asked for up to a minute", () => {
    expect(delayBeforeNext(rule, tries)).toBe(50);
    expect(delayBeforeNext(rule, { ...tries, attempt: 2 })).toBe(100);
    expect(delayBeforeNext(rule, { ...tries, retryAfterMs: 700 })).toBe(700);
    const patient = { attempts: 3, withinMs: Number.POSITIVE_INFINITY };
    expect(delayBeforeNext(patient, { ...tries, retryAfterMs: 60_000 })).toBe(60_000);
    expect(delayBeforeNext(patient, { ...tries, retryAfterMs: 60_001 })).toBeUndefined();
  });

  it("is none without a rule, after the last attempt, and where it would end too late", () => {
    expect(delayBeforeNext(undefined, tries)).toBeUndefined();
    expect(delayBeforeNext(rule, { ...tries, attempt: 3 })).toBeUndefined();
    expect(delayBeforeNext(rule, { ...tries, elapsedMs: 950 })).toBe(50);
    expect(delayBeforeNext(rule, { ...tries, elapsedMs: 951 })).toBeUndefined();
  });
});

describe("pollDelay", () => {
  it("doubles while nobody answers, up to a minute, and never less than was asked for", () => {
    expect([0, 1, 2, 5].map((unanswered) => pollDelay(5000, unanswered))).toEqual([
      5000, 10_000, 20_000, 60_000,
    ]);
    // Somebody who wants to poll more slowly than that does.
    expect(pollDelay(90_000, 3)).toBe(90_000);
    expect(pollDelay(5000, 0, 7000)).toBe(7000);
    expect(pollDelay(5000, 2, 7000)).toBe(20_000);
  });
});

describe("the retry table", () => {
  const KINDS: TroubleKind[] = ["408", "429", "500", "502", "503", "504", "connection-broken"];

  it.each(KINDS)("%s: ten attempts, however long, of what may be sent twice", (kind) => {
    for (const method of ["GET", "PUT", "DELETE"])
      expect(findRetryRule(method, kind)).toMatchObject({ attempts: 10, withinMs: Number.POSITIVE_INFINITY });
    for (const method of ["POST", "PATCH", "HEAD", "OPTIONS"])
      expect(findRetryRule(method, kind)).toBeUndefined();
    expect(asksToSlowDown(kind)).toBe(kind === "429");
  });

  it("a platform that is not there for 15 s, one that works on it for a minute", () => {
    expect(findRetryRule("GET", "unreachable")).toEqual({ attempts: 10, withinMs: 15_000 });
    expect(findRetryRule("GET", "continue-wait")).toEqual({
      attempts: Number.POSITIVE_INFINITY,
      withinMs: 60_000,
    });
  });

  it.each<TroubleKind>(["final", "400", "401", "403", "404", "409", "501"])("%s: not again", (kind) => {
    expect(findRetryRule("GET", kind)).toBeUndefined();
    expect(findRuleAfterLook({ kind, code: "x" })).toBeUndefined();
    expect(asksToSlowDown(kind)).toBe(false);
  });

  it("who looks before may repeat anything, and a conflict with another writer", () => {
    expect(findRuleAfterLook({ kind: "503", code: "x" })).toEqual(findRetryRule("GET", "503"));
    expect(findRuleAfterLook({ kind: "409", code: "upsert_branch_changed" })).toMatchObject({ attempts: 10 });
  });
});

describe("readRetryAfter", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");

  it.each([
    ["3", 3000],
    ["0", 0],
    [" 1.5 ", 1500],
    ["0.0001", 1],
    ["12.25", 12_250],
    ["Fri, 20 Nov 2026 08:00:07 GMT", 7000],
    ["Friday, 20-Nov-26 08:00:07 GMT", 7000],
    ["Fri Nov 20 08:00:07 2026", 7000],
    ["Fri, 20 Nov 2026 07:00:00 GMT", 0],
    ...["Mon, 23", "Tue, 24", "Wed, 25", "Thu, 26", "Sat, 28", "Sun, 29"].map((day): [string, number] => [
      `${day} Nov 2026 08:00:00 GMT`,
      (Number(day.slice(5)) - 20) * 86_400_000,
    ]),
  ])("reads %s", (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });

  it.each([
    undefined,
    "",
    "soon",
    "-3",
    "3 seconds",
    "x3",
    "3.",
    "2026-11-20T08:00:07Z",
    "2026, Fri",
    "Friday-ish",
  ])("leaves %s", (header) => {
    expect(readRetryAfter(header, now)).toBeUndefined();
  });
});
