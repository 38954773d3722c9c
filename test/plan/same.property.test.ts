// isSame answers what canonical() would: whether two values have one text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { canonical, isSame } from "../../src/plan/state/canonical.ts";
import { runs } from "../support/runs.ts";
import { json } from "../support/states.ts";

const leaf = fc.constantFrom<Json>(null, 0, -0, 1, "", "0", false, [], {}, (2n ** 60n) as unknown as Json);
const close: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "", "__proto__", "10"), tie("value"), {
      maxKeys: 3,
    }) as fc.Arbitrary<Json>,
  ),
})).value;

describe("isSame", () => {
  it("is whether the canonical texts are equal, for values that nearly are", () => {
    const property = fc.property(close, close, (a, b) => {
      expect(isSame(a, b)).toBe(canonical(a) === canonical(b));
    });
    fc.assert(property, { numRuns: runs(5_000) });
  });

  it("holds for any value read back from its text", () => {
    const property = fc.property(json, (value) => {
      expect(isSame(value, JSON.parse(canonical(value)))).toBe(true);
    });
    fc.assert(property);
  });

  it.each<[Json | undefined, Json | undefined, boolean]>([
    [undefined, undefined, true],
    [undefined, null, false],
    [{ a: null }, {}, true],
    [[null], [], false],
  ])("takes %j and %j for equal: %s", (a, b, same) => expect(isSame(a, b)).toBe(same));
});
