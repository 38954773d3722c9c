import { describe, expect, it } from "vitest";
import { didYouMean, suggestFrom } from "../../src/model/index.ts";

describe("suggestFrom", () => {
  it("answers as didYouMean does while the names are few", () => {
    const names = ["revenue", "orders", "returns"];
    const suggest = suggestFrom(names);
    for (const written of ["revenu", "Orders", "sretunr", "x", "profit"]) {
      expect(suggest(written)).toBe(didYouMean(written, names));
    }
  });

  it("finds slips at the beginning, at the end, in the case and in the order of letters among thousands", () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `board-${index * 7919}-part`);
    const suggest = suggestFrom(names);
    const [name] = [names[1234]!];
    for (const slip of [`x${name}`, name.slice(1), `${name}x`, name.slice(0, -1), name.toUpperCase()]) {
      expect(suggest(slip)).toBe(` Did you mean \`${name}\`?`);
    }
    expect(suggest([...name].reverse().join(""))).not.toBe("");
    expect(suggest("nothing like any of them")).toBe("");
  });

  it("reads the names once, and only when asked", () => {
    let reads = 0;
    const names = {
      *[Symbol.iterator]() {
        reads += 1;
        yield "revenue";
      },
    };
    const suggest = suggestFrom(names);
    expect(reads).toBe(0);
    suggest("revenu");
    suggest("revenuu");
    expect(reads).toBe(1);
  });
});
