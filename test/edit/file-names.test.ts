// Names of new files: what any file system takes, and no two that one would mix up.
import { describe, expect, it } from "vitest";
import { createNames, cutText, isFilePath, isFileText, safeName } from "../../src/edit/index.ts";

describe("a name", () => {
  it.each([
    ["revenue", "revenue"],
    ["Umsatz für Ärger", "Umsatz-für-Ärger"],
    ["a/b\\c:d", "a-b-c-d"],
    ["a_b.c-d", "a_b.c-d"],
    ["../../etc", "etc"],
    [".hidden", "hidden"],
    ["-x-", "x"],
    ["a..b...c", "a.b.c"],
    ["end.", "end"],
    ["", "unnamed"],
    [" / ", "unnamed"],
    ["con", "con-"],
    ["COM1", "COM1-"],
    ["lpt9.txt", "lpt9-.txt"],
    ["nul.a.b", "nul-.a.b"],
    ["aux", "aux-"],
    ["prn", "prn-"],
    ["nul", "nul-"],
    ["com¹", "com1-"],
    ["node_modules", "node_modules-"],
    ["हिन्दी ❤️", "हिन्दी"],
    ["console", "console"],
    ["com10", "com10"],
    ["icon", "icon"],
    ["e\u0301", "é"],
    ["x".repeat(79), "x".repeat(79)],
    ["x".repeat(81), "x".repeat(80)],
    [`${"x".repeat(79)}-y`, "x".repeat(79)],
    ["漢".repeat(90), "漢".repeat(66)],
  ])("of %j is %j", (text, name) => expect(safeName(text)).toBe(name));

  it("is cut at a character, by units and by bytes", () => {
    expect(cutText("abc", 3, 9)).toBe("abc");
    expect(cutText("abc", 2, 9)).toBe("ab");
    expect(cutText("é€", 9, 5)).toBe("é€");
    expect(cutText("é€", 9, 4)).toBe("é");
    expect(cutText("\u{20000}\u{20000}", 3, 9)).toBe("\u{20000}");
  });

  it("is given once, also where `A` and `a` are one, and not where the disk has it", () => {
    const nameFor = createNames((name) => name === "b-2.md");
    expect(nameFor("a")).toBe("a");
    expect(nameFor("A")).toBe("A-2");
    expect(nameFor("a", ".md")).toBe("a.md");
    expect(nameFor("a")).toBe("a-3");
    expect(nameFor("b", ".md")).toBe("b.md");
    expect(nameFor("b", ".md")).toBe("b-3.md");
  });
});

describe("a path in an app's folder", () => {
  it.each([
    "main.js",
    "lib/deep/x.js",
    "a b.js",
    "@scope/x",
    "(x) [y].js",
    "a+b=c",
    "é.js",
    "हिन्दी.js",
    "x".repeat(80),
    `${"漢".repeat(66)}xx`,
  ])("can be a file: %j", (path) => expect(isFilePath(path)).toBe(true));
  it.each([
    "",
    "/a",
    "a//b",
    "a/",
    ".a",
    "lib/.a",
    "..",
    "a/../b",
    "a.",
    " a",
    "a ",
    "lib /x",
    "a\\b",
    "a:b",
    "a*",
    "a?",
    'a"',
    "a|b",
    "<a>",
    "a\nb",
    "con",
    "-rf",
    "lib/--help",
    "lib/nul.txt",
    "node_modules/x.js",
    "lib/server.key",
    "__proto__",
    "e\u0301",
    "\u212b",
    "x".repeat(81),
    "漢".repeat(67),
  ])("can be none: %j", (path) => expect(isFilePath(path)).toBe(false));
});

describe("a text in a file", () => {
  it.each(["", "a\n", "é€😀", "a\uFEFF"])("comes back: %j", (text) => expect(isFileText(text)).toBe(true));
  it.each(["\uFEFFa", "a\0b", "\uD800", 1, null, undefined, ["a"]])("would not: %j", (text) =>
    expect(isFileText(text)).toBe(false),
  );
});
