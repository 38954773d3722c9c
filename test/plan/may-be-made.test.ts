// What a platform may make by itself of what it is asked for, and what only a person does.
import { expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { isSortedByPlace, mayBeMade } from "../../src/plan/state/may-be-made.ts";

it.each<[string, Json, Json, boolean]>([
  ["a text trimmed", " a\n", "a", true],
  ["a text trimmed at one end", " a ", "a ", false],
  ["a text padded", "a", " a", false],
  ["another text", "a", "b", false],
  ["a key more", { a: 1 }, { a: 1, b: 2 }, true],
  ["a key less", { a: 1, b: 2 }, { a: 1 }, false],
  ["a null less", { a: 1, b: null }, { a: 1 }, true],
  ["a text trimmed in a list, and a key more beside it", [{ a: " x" }], [{ a: "x", b: 1 }], true],
  ["an item more", ["a"], ["a", "b"], false],
  ["texts sorted, and trimmed", ["b ", "a"], ["a", "b"], true],
  ["texts in another order that is none", ["a", "b", "c"], ["b", "a", "c"], false],
  ["as people sort", ["b", "a", "B"], ["a", "b", "B"], true],
  ["numbers sorted", [2, 1], [1, 2], false],
  ["a whole number rounded", 9007199254740993n, 9007199254740992, true],
  ["another number", 1, 2, false],
  ["a number for a text", "1", 1, false],
  ["an object for a text", "a", { a: 1 }, false],
])("%s", (_, asked, live, may) => expect(mayBeMade(asked, live)).toBe(may));

it("widgets are sorted by place from the top, then from the left", () => {
  const at = (x: number, y: number): Json => ({ position: { x, y } });
  expect(isSortedByPlace([at(0, 0), at(6, 0), at(0, 1)])).toBe(true);
  expect(isSortedByPlace([at(6, 0), at(0, 0)])).toBe(false);
  expect(isSortedByPlace([at(0, 1), at(6, 0)])).toBe(false);
});
