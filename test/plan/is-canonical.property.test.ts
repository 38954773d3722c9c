// A value is matched against a canonical text without making its own: the answer is that of making it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { canonical, isCanonical } from "../../src/plan/state/canonical.ts";
import { runs } from "../support/runs.ts";

const text = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    '"',
    '","',
    'a":"b',
    "\\",
    "\\u0041",
    "\n",
    "\u2028",
    "\u007f",
    "\ud800",
    "é",
    "😀",
    "null",
    "1",
    "b",
  ),
  fc.string({ maxLength: 3, unit: "binary" }),
);
const leaf = fc.oneof(
  text,
  fc.constantFrom<Json>(null, true, false, 0, -0, 1, 1.5, 1e21, 12345678901234567890n as unknown as Json),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3 }) as fc.Arbitrary<Json>,
  ),
}));

describe("whether a text is the canonical text of a value", () => {
  it("is what comparing with the made text says, of any two values", () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isCanonical(one, canonical(one))).toBe(true);
        expect(isCanonical(one, canonical(other))).toBe(canonical(one) === canonical(other));
      }),
      { numRuns: runs(3000) },
    );
  });

  it("and of a text that differs in one place", () => {
    const place = fc.nat(200);
    const piece = fc.constantFrom("", '"', ",", ":", "{", "}", "[", "]", "a", "null", "\\");
    fc.assert(
      fc.property(value, place, fc.nat(2), piece, (one, at, length, put) => {
        const made = canonical(one);
        const changed = made.slice(0, at) + put + made.slice(at + length);
        expect(isCanonical(one, changed)).toBe(changed === made);
      }),
      { numRuns: runs(3000) },
    );
  });
});
