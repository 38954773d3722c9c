import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMap, parseAllDocuments, visit } from "yaml";
import { canRename, editTexts, type TextEdit, writtenAt } from "../../src/edit/index.ts";
import type { Json, Span } from "../../src/model/index.ts";
import { runs } from "../support/runs.ts";
import { diceFrom, oddFile } from "./odd-yaml.ts";

/** The text after the edits, and what was refused, as `line:column written`. */
function edit(text: string, ...edits: TextEdit[]) {
  const { texts, refused } = editTexts(() => text, edits);
  return {
    text: texts.get("a.yaml")?.after ?? text,
    refused: refused.map(({ place: { line, column }, written }) => `${line}:${column} ${written}`),
  };
}

const set = (path: string, value: Json): TextEdit => ({
  kind: "set",
  file: "a.yaml",
  path: path.split("."),
  value,
});
const drop = (path: string): TextEdit => ({ kind: "delete", file: "a.yaml", path: path.split(".") });

/** The place of a passage of a text of one line, or of several. */
function spanOf(text: string, passage: string): Span {
  const before = text.slice(0, text.indexOf(passage)).split("\n");
  const inside = passage.split("\n");
  const column = before.at(-1)!.length + 1;
  const endColumn = (inside.length === 1 ? column : 1) + inside.at(-1)!.length;
  return {
    file: "a.yaml",
    line: before.length,
    column,
    endLine: before.length + inside.length - 1,
    endColumn,
  };
}
const rename = (text: string, passage: string, from: string, to: string) =>
  edit(text, { kind: "rename", at: spanOf(text, passage), from, to });

describe("rename", () => {
  it.each([
    ["k: old # c\n", "old", "k: new # c\n"],
    ["k: 'old'\r\n", "'old'", "k: 'new'\r\n"],
    ['k: "o\\x6cd"\n', '"o\\x6cd"', 'k: "new"\n'],
    ["\uFEFFk: &x old\n", "&x old", "\uFEFFk: &x new\n"],
  ])("keeps what is around the name in %j", (text, passage, after) => {
    expect(rename(text.replace("\uFEFF", ""), passage, "old", "new").text).toBe(after.replace("\uFEFF", ""));
  });

  it("quotes a name that would say something else without quotes", () => {
    expect(rename("k: old\n", "old", "old", "a: b").text).toBe('k: "a: b"\n');
    expect(rename("k: old\n", "old", "old", "[x]").text).toBe('k: "[x]"\n');
    expect(rename("null: old\n", "null", "null", "12").text).toBe('"12": old\n');
  });

  it("finds the name within a query that is JSON as a text, and several of them", () => {
    const text = 'q: "{\\"a\\": \\"x.old\\", \\"b\\": \\"x.older\\"}"\n';
    const at = spanOf(text, text.slice(3, -1));
    const edits: TextEdit[] = [
      { kind: "rename", at, from: "x.old", to: "x.new" },
      { kind: "rename", at, from: "x.older", to: "y.z" },
      { kind: "rename", at, from: "x.old", to: "x.new" },
    ];
    expect(edit(text, ...edits)).toEqual({
      text: text.replace("x.old\\", "x.new\\").replace("x.older", "y.z"),
      refused: [],
    });
  });

  it("refuses what says something else, with its place, and leaves an alias to where it is written", () => {
    const text = "k: ${var.x}\nl: *k\n";
    const one: TextEdit = { kind: "rename", at: spanOf(text, "${var.x}"), from: "old", to: "new" };
    expect(edit(text, one, one)).toEqual({ text, refused: ["1:4 ${var.x}"] });
    expect(rename(text, "*k", "old", "new")).toEqual({ text, refused: [] });
    expect(canRename(text, spanOf(text, "*k"), { from: "old", to: "new" })).toBe(false);
  });

  it("takes every key and text along a way", () => {
    const text = "a: { prod: 1, in: [prod, x] }\nb: { prod: 2, in: prod } # prod\n";
    const all = { kind: "rename-all", file: "a.yaml", from: "prod", to: "p" } as const;
    const any = () => true;
    const edits: TextEdit[] = [
      { ...all, way: [any, "prod"], part: "key" },
      { ...all, way: [any, "in"], part: "value" },
    ];
    expect(edit(text, ...edits).text).toBe("a: { p: 1, in: [p, x] }\nb: { p: 2, in: p } # prod\n");
  });
});

describe("set and delete", () => {
  it.each([
    ["a block", "a:\n  # n\n  n: 1\n", "a:\n  was: x\n  # n\n  n: 1\n"],
    ["Windows line ends", "a:\r\n  n: 1\r\n", "a:\r\n  was: x\r\n  n: 1\r\n"],
    ["flow", "a: { n: 1 }\n", "a: { was: x, n: 1 }\n"],
    ["JSON", '{\n  "a": {\n    "n": 1\n  }\n}\n', '{\n  "a": {\n    "was": "x",\n    "n": 1\n  }\n}\n'],
  ])("add a field to %s before others, and take it out again", (_, text, after) => {
    expect(edit(text, set("a.was", "x")).text).toBe(after);
    expect(edit(after, drop("a.was")).text).toBe(text);
    expect(edit(after, set("a.was", ["x", "y"]), set("a.n", 2)).text).toBe(
      after.replace(/"?x"?(?=[,\n\r ])/, (one) => (one === "x" ? "[x, y]" : '["x", "y"]')).replace("1", "2"),
    );
  });

  it("refuse a place that the file does not have, and what an alias stands for", () => {
    const text = "a: &a\n  n: 1\nb: *a\n";
    expect(edit(text, set("b.was", "x")).refused).toEqual(["1:1 "]);
    expect(edit(text, set("c.was", "x")).refused).toEqual(["1:1 "]);
    expect(edit(text, drop("a.was")).refused).toEqual(["1:1 "]);
    expect(writtenAt("a.yaml", text, ["b", "n"])).toBe(undefined);
  });

  it("give the same bytes there and back, in the oddest YAML", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const dice = diceFrom(seed);
        const { text } = oddFile(dice);
        const [document] = parseAllDocuments(text);
        fc.pre(document !== undefined && document.errors.length === 0);
        const paths: string[][] = [];
        visit(document as never, {
          Pair(_, pair, above) {
            const keys = [...above, pair].flatMap((one) =>
              "key" in one ? [String((one as typeof pair).key)] : [],
            );
            const isInMaps = above.every((one) => !("items" in one) || isMap(one));
            if (isInMaps && isMap(pair.value) && pair.value.items.length > 0) paths.push(keys);
          },
        });
        const path = [...paths[dice(paths.length)]!, "was"];
        const added = editTexts(() => text, [{ kind: "set", file: "a.yaml", path, value: "x" }]);
        const { after } = added.texts.get("a.yaml")!;
        expect(writtenAt("a.yaml", after, path)).toBe("x");
        const back = editTexts(() => after, [{ kind: "delete", file: "a.yaml", path }]);
        expect(back.texts.get("a.yaml")!.after).toBe(text);
      }),
      { numRuns: runs(500) },
    );
  });
});
