// What the globs of `include` and `exclude` find on the disk. A glob never follows a link, but those of its fixed start.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIncluded, listEntries } from "../../src/desired/glob/index.ts";
import type { Project } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";

const NAMES = [
  "a.yaml",
  "A.YAML",
  "[a].yaml",
  ".hidden/a.yaml",
  "a/.d.yaml",
  "a/b.yml",
  "a/c.json",
  "a/a b/ä.yaml",
  "a/deep/er/x-a.yaml",
  "b-c/d.yaml/e.yaml",
  "b-c/e.yaml.bak",
  "a/node_modules/p/a.yaml",
];
const disk = () => tempFolder(Object.fromEntries(NAMES.map((name) => [name, ""])));

function find(root: string, include: readonly string[], exclude: readonly string[] = []) {
  const bases: string[] = [];
  const entries = listEntries({ root, include, exclude, isOpen: (base) => bases.push(base) > 0 });
  return { names: entries.map(({ path }) => path).sort(), bases: bases.sort() };
}

describe("globs", () => {
  it.each<[include: string[], exclude: string[], names: string[]]>([
    [["*"], [], ["A.YAML", "[a].yaml", "a.yaml"]],
    [["a.yaml", "a/b.yml", "gone/a.yaml"], [], ["a.yaml", "a/b.yml"]],
    [["[a].yaml"], [], ["[a].yaml", "a.yaml"]],
    [["\\[a\\].yaml"], [], ["[a].yaml"]],
    [["a/*.{yml,json}"], [], ["a/b.yml", "a/c.json"]],
    [["a/*.{yaml,{yml,json}}"], [], ["a/b.yml", "a/c.json"]],
    [["a/**/*.yaml"], ["**/node_modules/**"], ["a/a b/ä.yaml", "a/deep/er/x-a.yaml"]],
    [["./a/?.yml"], [], ["./a/b.yml"]],
    [["a//b.*"], [], ["a/b.yml"]],
    [["a/*/*.yaml"], [], ["a/a b/ä.yaml"]],
    [["*/*/*/x-*"], [], ["a/deep/er/x-a.yaml"]],
    [["**/er/*"], [], ["a/deep/er/x-a.yaml"]],
    [["{a,b-c}/*"], [], ["a/b.yml", "a/c.json", "b-c/e.yaml.bak"]],
    [["b-c/**"], [], ["b-c/d.yaml/e.yaml", "b-c/e.yaml.bak"]],
    [["b-c/**"], ["b-c/*.yaml"], ["b-c/d.yaml/e.yaml", "b-c/e.yaml.bak"]],
    [["b-c/**"], ["**/d.yaml"], ["b-c/e.yaml.bak"]],
    [["b-c/**"], ["**/{d,e}.yaml"], ["b-c/e.yaml.bak"]],
    [["a/**"], ["a/{deep,node_modules}/**", "**/ä*"], ["a/b.yml", "a/c.json"]],
    [["a/*"], ["**"], []],
  ])("find what %j without %j chooses", (include, exclude, names) => {
    expect(find(disk(), include, exclude).names).toEqual(names);
  });

  it("choose from the disk what they choose by name", () => {
    const root = disk();
    const step = fc.constantFrom("a", "*", "{a,b-c}", "**", "[ab]*", "deep", "d.yaml", "a b");
    const last = fc.constantFrom("*", "*.yaml", "*.{yml,json}", "?.*", "**", "x-*", "a.yaml");
    const glob = fc
      .tuple(fc.array(step, { maxLength: 3 }), last)
      .map(([steps, end]) => [...steps, end].join("/"));
    const globs = fc.tuple(fc.array(glob, { minLength: 1, maxLength: 3 }), fc.array(glob, { maxLength: 2 }));
    fc.assert(
      fc.property(globs, ([include, exclude]) => {
        const project = {
          root,
          include,
          exclude,
          file: join(root, "boardwright.yaml"),
        } as unknown as Project;
        // A folder that is left out by its own name takes with it what is below.
        const left = exclude.filter((one) => /(?:^|\/)(?:\*\*|[\w. ]+)$/.test(one)).map((one) => `${one}/**`);
        const byName = NAMES.filter((name) =>
          isIncluded({ ...project, exclude: [...exclude, ...left] }, name),
        );
        const names = find(root, include, [...exclude, "**/node_modules/**"]).names;
        expect(names).toEqual(byName.sort());
      }),
      { numRuns: 300 },
    );
  });

  it.each<[include: string[], bases: string[]]>([
    [["a/**/*.yaml", "a/*.yml"], ["a"]],
    [
      ["a/*", "b-c/d.yaml/*"],
      ["a", "b-c/d.yaml"],
    ],
    [
      ["{a,b-c}/*", "./a/*"],
      ["./a", "a", "b-c"],
    ],
    [["a/*", "**/*.yaml"], ["."]],
    [
      ["a/*", "a.yaml"],
      [".", "a"],
    ],
    [["a\\*/*"], ["a*"]],
  ])("%j start at %j", (include, bases) => {
    expect(find(disk(), include).bases).toEqual(bases);
  });

  it("follow a link to a folder only at their start", () => {
    const root = tempFolder({ "real/a.yaml": "", "boards/c.yaml": "" });
    symlinkSync(join(root, "real"), join(root, "link"));
    symlinkSync(join(root, "real"), join(root, "boards/link"));
    symlinkSync(join(root, "nowhere"), join(root, "boards/gone.yaml"));
    expect(find(root, ["link/**/*.yaml"]).names).toEqual(["link/a.yaml"]);
    expect(find(root, ["boards/**/*.yaml"]).names).toEqual(["boards/c.yaml", "boards/gone.yaml"]);
    expect(find(root, ["link/*.yaml", "**/*.yaml"]).names).toEqual([
      "boards/c.yaml",
      "boards/gone.yaml",
      "real/a.yaml",
    ]);
  });
});
