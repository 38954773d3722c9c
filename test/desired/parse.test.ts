import { describe, expect, it } from "vitest";
import { formatOf, parseText } from "../../src/desired/index.ts";
import { lineAndColumn } from "../../src/model/index.ts";

function problemsOf(text: string, format: "yaml" | "json" = "yaml"): string[] {
  return parseText(text, format).problems.map(({ rule, start }) => {
    const { line, column } = lineAndColumn(text, start);
    return `${rule} ${line}:${column}`;
  });
}

function read(text: string): unknown {
  const { documents, problems } = parseText(text, "yaml");
  expect(problems).toEqual([]);
  expect(documents).toHaveLength(1);
  return documents[0];
}

describe("values of YAML 1.2 core", () => {
  it.each([
    ["2001-01-01", "2001-01-01"],
    ["12:30:45", "12:30:45"],
    ["yes", "yes"],
    ["on", "on"],
    ["0b11", "0b11"],
    ["1_000", "1_000"],
    ["0o17", 15],
    ["017", 17],
    ["0x1F", 31],
    ["1e3", 1000],
    [".5", 0.5],
    ["+1", 1],
    ["-0", 0],
    ["~", null],
    ["Null", null],
    ["", null],
    ["True", true],
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["+9007199254740993", 9007199254740993n],
    ["0x20000000000001", 9007199254740993n],
    ["0o400000000000000001", 9007199254740993n],
    ["9.007199254740993e15", 9007199254740993n],
    ["1e400", 10n ** 400n],
    ["1e-400", 0],
    ["'17'", "17"],
    ["=", "="],
  ])("reads %s", (written, value) => {
    expect(read(`a: ${written}`)).toEqual({ a: value });
    // A tag that changes nothing sends the text the careful way.
    expect(read(`a: ${written}\nb: !!str c`)).toEqual({ a: value, b: "c" });
  });

  it.each(["<<: { a: 1 }", "a: &x { b: 1 }\nc: { <<: *x }", "a: [{ <<: { b: 1 } }]"])(
    "refuses the merge key of %j",
    (text) => {
      const [problem] = parseText(text, "yaml").problems;
      expect(problem).toMatchObject({ rule: "ambiguous-key", help: "Use `$include` to share values." });
      expect(text.slice(problem!.start, problem!.end)).toBe("<<");
    },
  );

  it("keeps << in quotes as a key", () => {
    expect(read("'<<': { a: 1 }")).toEqual({ "<<": { a: 1 } });
  });

  it("reads the tags of the core schema", () => {
    expect(read("a: !!float 1\nb: !!float 1.50\nc: !!str 010\nd: !!int 3")).toEqual({
      a: 1,
      b: 1.5,
      c: "010",
      d: 3,
    });
    expect(parseText("a: !!float x", "yaml").problems).toMatchObject([{ rule: "unsupported-tag" }]);
  });

  it.each([
    ["a: **bold**", "A text that starts with `*` must be in quotes"],
    ["a: { b: *emphasis* }", "A text that starts with `*` must be in quotes"],
    ["*bold*: 1", "A text that starts with `*` must be in quotes"],
    ["a: - x", "A text that starts with `- ` must be in quotes"],
    ["a: { b: - x }", "A text that starts with `- ` must be in quotes"],
    ["a: [ - x ]", "A text that starts with `- ` must be in quotes"],
    ["a: | text", "Nothing may follow `|` or `>` on its line"],
  ])("says of %j in words for its author: %s", (text, words) => {
    expect(parseText(`${text}\n`, "yaml").problems.map(({ message }) => message)[0]).toContain(words);
  });

  it("follows aliases and copies what they name", () => {
    const value = read("a: &x { b: [1] }\nc: *x") as { a: object; c: object };
    expect(value).toEqual({ a: { b: [1] }, c: { b: [1] } });
    expect(value.c).not.toBe(value.a);
  });

  it("reads several documents, empty ones and a byte order mark between them", () => {
    expect(parseText("a: 1\n---\n---\nb: 2\n", "yaml").documents).toEqual([{ a: 1 }, null, { b: 2 }]);
    const { documents, problems } = parseText("", "yaml");
    expect([documents, problems]).toEqual([[], []]);
    expect(parseText("# only a comment\n", "yaml").documents.filter((one) => one !== null)).toEqual([]);
  });

  it("turns keys into text only where that is plain", () => {
    expect(read("1: a\ntrue: b\n")).toEqual({ 1: "a", true: "b" });
    for (const key of ["1.0", "0x1F", "~", "True", "[a]", "{ a: b }", "? [a]\n"]) {
      expect(problemsOf(`${key}: x`), key).toEqual([`ambiguous-key 1:${key.startsWith("?") ? 3 : 1}`]);
    }
  });

  it("never changes a prototype", () => {
    const value = read("constructor: 1\ntoString: { valueOf: 2 }\nhasOwnProperty: 3") as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["constructor", "toString", "hasOwnProperty"]);
  });
});

describe("bad input", () => {
  it.each([
    ["a tab as indentation", "a:\n\tb: 1\n", ["yaml-syntax 2:1"]],
    ["an unclosed quote", 'a: "x\nb: 1\n', ["yaml-syntax"]],
    ["an unclosed bracket", "a: [1, 2\nb: 3\n", ["yaml-syntax"]],
    ["a key twice", "a: 1\nb: 2\na: 3\n", ["duplicate-key 3:1"]],
    ["a key twice, deeper", "x:\n  - a: 1\n    'a': 2\n", ["duplicate-key 3:5"]],
    ["__proto__", "a:\n  __proto__: { x: 1 }\n", ["unsafe-key 2:3"]],
    ["infinity", "a: [.inf, -.INF]\n", ["not-json 1:5", "not-json 1:11"]],
    ["not a number", "a: .nan\n", ["not-json 1:4"]],
    ["a number of thousands of digits", "a: 1e99999\n", ["not-json 1:4"]],
    ["an unknown tag", "a: !ref x\n", ["unsupported-tag 1:4"]],
    ["a binary tag", "a: !!binary aGk=\n", ["unsupported-tag 1:4"]],
    ["a timestamp tag", "a: !!timestamp 2001-01-01\n", ["unsupported-tag 1:4"]],
    ["an alias to nothing", "a: *x\n", ["yaml-syntax 1:4"]],
    ["an alias to itself", "a: &x\n  b: *x\n", ["alias-limit 2:6"]],
  ])("says where %s is", (_, text, expected) => {
    const found = problemsOf(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((one, index) => one.slice(0, expected[index]?.length ?? 0))).toEqual(
      expected.concat(Array(found.length - expected.length).fill("")),
    );
  });

  it("names both places of a key that stands twice", () => {
    const [problem] = parseText("a:\n  k: 1\n  k: 2\n", "yaml").problems;
    expect(problem?.message).toBe("`k` appears twice in this map, first at line 2, column 3.");
  });

  it("stops at an alias bomb", () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? "a0: &a0 [x, x, x, x, x, x, x, x, x]"
        : `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]`,
    );
    expect(problemsOf(levels.join("\n"))).toEqual(["alias-limit 1:1"]);
  });

  it.each(["yaml", "json"] as const)("stops at %s nested too deep", (format) => {
    for (const depth of [150, 20_000]) {
      const found = problemsOf(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`, format);
      expect(found[0]).toMatch(/^nesting-limit /);
    }
    expect(problemsOf(`{"a":${"[".repeat(60)}${"]".repeat(60)}}`, format)).toEqual([]);
  });
});

describe("JSON", () => {
  it("is told by the name", () => {
    expect([formatOf("a.JSON"), formatOf("a.yaml"), formatOf("json")]).toEqual(["json", "yaml", "yaml"]);
  });

  it.each([
    ['{ "a": 1, }', "yaml-syntax 1:11"],
    ["{ a: 1 }", "yaml-syntax 1:3"],
    ['{"a": [1 2]}', "yaml-syntax 1:10"],
    ['{"a": "x', "yaml-syntax 1:7"],
    ['{"a": "\\x"}', "yaml-syntax 1:9"],
    ['{"a": 01}', "yaml-syntax 1:8"],
    ['{"a": NaN}', "yaml-syntax 1:7"],
    ['{"a": 1} x', "yaml-syntax 1:10"],
    ['{"a": 1,\n\t"a": 2}', "duplicate-key 2:2"],
    ['{"__proto__": 1}', "unsafe-key 1:2"],
    ['{"\\u005f_proto__": 1}', "unsafe-key 1:2"],
    ['{"a": 1e99999}', "not-json 1:7"],
  ])("%s → %s", (text, expected) => {
    expect(problemsOf(text, "json")).toEqual([expected]);
  });

  it("may be empty", () => {
    const { documents, problems } = parseText(" \n", "json");
    expect([documents, problems]).toEqual([[], []]);
  });
});
