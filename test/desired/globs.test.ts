// What the few globs find that are read without a library, against the library.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listAll } from "../../src/desired/glob/all-globs.ts";
import { type Entry, type Globs, listPlain } from "../../src/desired/glob/plain-globs.ts";
import { tempFolder } from "../support/temp.ts";

const FOLDERS = ["a", "b-c", "d.yaml", ".hidden", "node_modules", "schemas", "a b", "A"];
const FILES = [
  "a.yaml",
  "b.yml",
  "c.json",
  ".d.yaml",
  "a",
  "e.yaml.bak",
  "yaml",
  "x-a.yaml",
  "boardwright.yaml",
  "a b.yaml",
  "ä.yaml",
  "a\\b.yaml",
  "a\nb.yaml",
  "A.YAML",
  "project.schema.json",
  "[a].yaml",
];
const path = fc
  .tuple(fc.array(fc.constantFrom(...FOLDERS), { maxLength: 3 }), fc.constantFrom(...FILES))
  .map(([folders, file]) => [...folders, file].join("/"));

const step = fc.constantFrom("a", "b-c", "d.yaml", "A", "node_modules", "schemas");
const last = fc.constantFrom(
  "*",
  "*.yaml",
  "*.{yaml,yml,json}",
  "a*",
  "*a",
  "x-*.yaml",
  "*a.{yaml,json}",
  "*.y*",
);
const include = fc
  .tuple(fc.array(step, { maxLength: 2 }), fc.boolean(), last)
  .map(([steps, isDeep, end]) => [...steps, ...(isDeep ? ["**"] : []), end].join("/"));
const anyStep = fc.oneof(step, fc.constantFrom("*", "a*", "*.yaml", "{a,A}", "{a,b-c}", "*-c"));
const exclude = fc
  .tuple(
    fc.constantFrom("", "**/"),
    fc.array(anyStep, { maxLength: 2 }),
    fc.oneof(last, step, fc.constantFrom("**", "a.yaml", "{project,workbooks}.schema.json")),
  )
  .map(([start, steps, end]) => start + [...steps, end].join("/"))
  .filter((glob) => glob !== "**");

/** What both find, without folders. */
function listBoth(globs: Omit<Globs, "isOpen">): { plain: string[] | undefined; all: string[] } {
  const bases: [string[], string[]] = [[], []];
  const names = (entries: readonly Entry[]) =>
    entries
      .filter(({ dirent }) => !dirent.isDirectory())
      .map(({ path, dirent }) => `${path}${dirent.isSymbolicLink() ? " →" : ""}`)
      .sort();
  const plain = listPlain({ ...globs, isOpen: (base) => bases[0].push(base) > 0 });
  const all = listAll({ ...globs, isOpen: (base) => bases[1].push(base) > 0 });
  if (plain) expect(new Set(bases[0])).toEqual(new Set(bases[1]));
  return { plain: plain && names(plain), all: names(all) };
}

describe("globs that are read without a library", () => {
  it("find what the library finds, in any project", () => {
    let read = 0;
    const project = fc.record({
      paths: fc.uniqueArray(path, { minLength: 5, maxLength: 25 }),
      globs: fc.array(
        fc.tuple(fc.array(include, { minLength: 1, maxLength: 3 }), fc.array(exclude, { maxLength: 3 })),
        {
          minLength: 5,
          maxLength: 5,
        },
      ),
    });
    fc.assert(
      fc.property(project, ({ paths, globs }) => {
        const root = tempFolder({});
        for (const one of paths) {
          try {
            mkdirSync(dirname(join(root, one)), { recursive: true });
            writeFileSync(join(root, one), "");
          } catch {
            // One name is a folder in one path and a file in another.
          }
        }
        for (const [include, exclude] of globs) {
          const { plain, all } = listBoth({ root, include, exclude });
          if (plain === undefined) continue;
          read += 1;
          expect(plain, JSON.stringify({ include, exclude })).toEqual(all);
        }
      }),
      { numRuns: 200 },
    );
    expect(read).toBeGreaterThan(300);
  });

  it("follow a link to a folder only at their start", () => {
    const root = tempFolder({ "real/a.yaml": "", "real/sub/b.yaml": "", "boards/c.yaml": "" });
    symlinkSync(join(root, "real"), join(root, "link"));
    symlinkSync(join(root, "real"), join(root, "boards/link"));
    symlinkSync(join(root, "real/a.yaml"), join(root, "boards/a.yaml"));
    symlinkSync(join(root, "nowhere"), join(root, "boards/gone.yaml"));
    for (const include of [["link/**/*.yaml"], ["boards/**/*.yaml"], ["boards/**/*"], ["**/*.yaml"], ["*"]]) {
      const { plain, all } = listBoth({ root, include, exclude: [] });
      expect(plain).toEqual(all);
    }
  });

  it.each([
    "dashboards/a.yaml",
    "**",
    "dashboards/**",
    "!a/*.yaml",
    "a/../*.yaml",
    "./a/*.yaml",
    "a//*.yaml",
    ".a/*.yaml",
    "a/.*.yaml",
    "a/{b,c}/*.yaml",
    "a/*/*.yaml",
    "a/**/b/*.yaml",
    "a/*.{1..3,5}",
    "a/*.{yaml,{yml,json}}",
    "a/?.yaml",
    "a/[ab]*.yaml",
    "a/+(b)*.yaml",
    "ä/*.yaml",
    "a\\*/*.yaml",
    "",
  ])("are not these: %j", (glob) => {
    const root = tempFolder({ "a/b.yaml": "" });
    expect(listPlain({ root, include: [glob], exclude: [], isOpen: () => true })).toBeUndefined();
  });

  it.each(["", "**", "**/**", "*/**", "a/**/b/**/c/**", "!a", "./a", "[ab]", "a/", "a/?", ".a/**"])(
    "nor leave out these: %j",
    (glob) => {
      const root = tempFolder({ "a/b.yaml": "" });
      expect(listPlain({ root, include: ["a/*.yaml"], exclude: [glob], isOpen: () => true })).toBeUndefined();
    },
  );

  it("are those of most projects", () => {
    const root = tempFolder({ "dashboards/a/b.yml": "", "dashboards/drafts/c.yaml": "" });
    const include = ["dashboards/**/*.{yaml,yml,json}"];
    expect(listBoth({ root, include, exclude: ["dashboards/drafts/**"] }).plain).toEqual([
      "dashboards/a/b.yml",
    ]);
  });
});
