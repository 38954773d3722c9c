// Texts and folders that are named from more than one place, and what makes a value give way to its text.
import { describe, expect, it } from "vitest";
import { edit } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const A = "dashboards/a.yaml";
const B = "dashboards/b.yaml";
const book = (slug: string, meta: string) => `workbooks:\n  ${slug}:\n    name: N\n    meta: ${meta}\n`;
const FOLDER = { "app/main.js": "a", "app/lib/x.js": "x" };

describe("a folder", () => {
  const changed = (files: unknown) => (e: E) => {
    e.meta.app = files;
  };

  it.each<[string, Record<string, string>]>([
    ["of whose files another place names one", { [B]: book("b", "{ text: { $file: ../app/main.js } }") }],
    ["in which another place names a folder", { [B]: book("b", "{ lib: { $dir: ../app/lib } }") }],
    ["that another place names as well", { [B]: book("b", "{ app: { $dir: ../app } }") }],
  ])("%s gives way to its texts, which is told", async (_, others) => {
    const files = { ...FOLDER, ...others, [A]: book("a", "{ app: { $dir: ../app } }") };
    const { edits, after } = await edit(files, { a: changed({ "main.js": "b", "lib/x.js": "x" }) });
    expect(edits.failed).toEqual([]);
    expect(edits.notes).toMatchObject([
      { file: A, line: 4, message: expect.stringContaining("`$dir` was replaced by the value itself") },
    ]);
    expect(after).toEqual({ ...files, [A]: book("a", "{ app: { main.js: b, lib/x.js: x } }") });
  });

  it("is edited where what others name only begins alike", async () => {
    const files = {
      ...FOLDER,
      "app2/main.js": "a",
      [A]: book("a", "{ app: { $dir: ../app } }"),
      [B]: book("b", "{ app: { $dir: ../app2 } }"),
    };
    const { edits, after } = await edit(files, { a: changed({ "main.js": "b" }) });
    expect([edits.failed, edits.notes]).toEqual([[], []]);
    const { "app/lib/x.js": _, ...rest } = files;
    expect(after).toEqual({ ...rest, "app/main.js": "b" });
    expect(edits.files.get("app/lib/x.js")).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ["a text that no file holds", { "main.js": "\uFEFFb", "lib/x.js": "x" }],
    ["a value that is no text", { "main.js": { a: 1 }, "lib/x.js": "x" }],
    ["a new value that is no text", { "main.js": "a", "lib/x.js": "x", "y.js": 1 }],
    ["two names that are one on some disks", { "main.js": "a", "y.js": "1", "Y.js": "2" }],
  ])("gives way to %s", async (_, wanted) => {
    const files = { ...FOLDER, [A]: book("a", "{ app: { $dir: ../app } }") };
    const { edits, after } = await edit(files, { a: changed(wanted) });
    expect(edits.failed).toEqual([]);
    expect([...edits.files.keys()]).toEqual([A]);
    expect(after[A]).not.toContain("$dir");
  });

  it("gives way to a value that is no map", async () => {
    const files = { ...FOLDER, [A]: book("a", "{ app: { $dir: ../app } }") };
    for (const value of ["text", [1], 5]) {
      const { edits, after } = await edit(files, { a: changed(value) });
      expect(edits.failed).toEqual([]);
      expect(after).toEqual({
        ...files,
        [A]: book("a", `{ app: ${JSON.stringify(value).replaceAll('"', "")} }`),
      });
    }
  });
});

describe("a text", () => {
  const changed = (text: unknown) => (e: E) => {
    e.meta.text = text;
  };

  it("is edited once where all who name it want the same", async () => {
    const files = {
      "texts/one.md": "One\n",
      [A]: book("a", "{ text: { $file: ../texts/one.md } }"),
      [B]: book("b", "{ text: { $file: ../texts/one.md } }"),
    };
    const { edits, after } = await edit(files, { a: changed("Two\n"), b: changed("Two\n") });
    expect([edits.failed, edits.notes]).toEqual([[], []]);
    expect(after).toEqual({ ...files, "texts/one.md": "Two\n" });
    const apart = await edit(files, { a: changed("Two\n"), b: changed("Three\n") });
    expect(apart.edits.failed).toEqual([]);
    expect(apart.after["texts/one.md"]).toBe("One\n");
  });

  it.each<[string, unknown]>([
    ["a text that no file holds", "a\0b"],
    ["a number", 5],
    ["a map", { a: "b" }],
  ])("gives way to %s", async (_, wanted) => {
    const files = { "texts/one.md": "One\n", [A]: book("a", "{ text: { $file: ../texts/one.md } }") };
    const { edits, after } = await edit(files, { a: changed(wanted) });
    expect([edits.failed, edits.notes.length]).toEqual([[], 1]);
    expect([...edits.files.keys()]).toEqual([A]);
    expect(after[A]).not.toContain("$file");
  });

  it("in a folder that another place names gives way", async () => {
    const files = {
      ...FOLDER,
      [A]: book("a", "{ text: { $file: ../app/main.js } }"),
      [B]: book("b", "{ app: { $dir: ../app } }"),
    };
    const { edits, after } = await edit(files, { a: changed("new") });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({ ...files, [A]: book("a", "{ text: new }") });
  });
});
