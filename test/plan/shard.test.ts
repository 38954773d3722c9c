import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInShard, parseShard, shardOf } from "../../src/plan/index.ts";

const slug = fc.string({ minLength: 1, maxLength: 30 });
const count = fc.integer({ min: 1, max: 100 });

describe("the shard of a slug", () => {
  it("is one of them, always the same", () => {
    fc.assert(
      fc.property(slug, count, (key, n) => {
        const shard = shardOf(key, n);
        expect(Number.isInteger(shard) && shard >= 1 && shard <= n).toBe(true);
        expect(shardOf(key, n)).toBe(shard);
      }),
    );
  });

  it("is the one that takes it, and without shards all is taken", () => {
    const taking = [1, 2, 3].filter((index) => isInShard("revenue", { index, count: 3 }));
    expect(taking).toEqual([shardOf("revenue", 3)]);
    expect(isInShard("revenue", undefined)).toBe(true);
  });

  // Saved plans and running matrices depend on it: a version that cuts otherwise would apply things twice or not at all.
  it("is the same in every version", () => {
    const slugs = ["revenue-overview", "order-status", "a", "é"];
    expect(slugs.map((key) => shardOf(key, 8))).toEqual([8, 3, 4, 4]);
  });

  it("spreads slugs evenly", () => {
    const sizes = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index++) sizes[shardOf(`dashboard-${index}`, 10) - 1]! += 1;
    expect(Math.min(...sizes)).toBeGreaterThan(900);
    expect(Math.max(...sizes)).toBeLessThan(1100);
  });
});

describe("a shard as it is written", () => {
  it.each([
    ["1/1", { index: 1, count: 1 }],
    ["2/8", { index: 2, count: 8 }],
    ["256/256", { index: 256, count: 256 }],
  ])("%s", (text, shard) => expect(parseShard(text)).toEqual(shard));

  it.each([
    "0/3",
    "4/3",
    "x",
    "",
    "1",
    "/3",
    "1/",
    "1/0",
    "-1/3",
    "1.5/3",
    "1/3/5",
    " 1/3",
    "01/3",
    "1/9999999",
  ])("is not %j", (text) => expect(parseShard(text)).toBeUndefined());
});
