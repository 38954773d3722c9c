import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DELAY_MS, readRetryAfter, retryDelay } from "../../src/platform/http/retry-delay.ts";

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

describe("readRetryAfter", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");

  it.each([
    ["3", 3000],
    ["0", 0],
    [" 1.5 ", 1500],
    ["Fri, 20 Nov 2026 08:00:07 GMT", 7000],
    ["Friday, 20-Nov-26 08:00:07 GMT", 7000],
    ["Fri Nov 20 08:00:07 2026", 7000],
    ["Fri, 20 Nov 2026 07:00:00 GMT", 0],
  ])("reads %s", (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });

  it.each([undefined, "", "soon", "-3", "3 seconds", "2026-11-20T08:00:07Z", "Friday-ish"])(
    "leaves %s",
    (header) => {
      expect(readRetryAfter(header, now)).toBeUndefined();
    },
  );
});
