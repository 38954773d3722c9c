// lint --online --fix over the corpus: each of its views renamed on a branch leaves no finding of the model, every other character is what
// it was, comments included.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { asLinkedFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";
import { serveModels } from "./data-api.ts";

const PROJECT =
  "version: 1\nproject: corpus\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n";

/** With a comment above each line that begins a widget or a report. */
const commented = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asLinkedFiles()).map(([file, text]) => [
      file,
      text.replaceAll(/^( *)(?=- id:|report-\d+:)/gm, "$1# kept\n$1"),
    ]),
  );

describe.skipIf(!hasCorpus)("lint --online --fix over the corpus", () => {
  it("mends every mention of every view that a branch renames, and nothing else", async () => {
    const files = commented();
    const all = Object.values(files).join("\n");
    const cubes = readCorpus().cubes as Json[];
    const named = cubes
      .map((cube) => String((cube as { name: string }).name))
      .filter((name) => new RegExp(`(?<![\\w.])${name}\\.\\w`).test(all));
    expect(named.length).toBeGreaterThan(10);
    const newName = (name: string) => `v${[...name].reverse().join("")}`;
    const renamed = (name: string) => ({
      cubes: JSON.parse(
        JSON.stringify(cubes)
          .replaceAll(`"${name}"`, `"${newName(name)}"`)
          .replaceAll(`"${name}.`, `"${newName(name)}.`),
      ) as Json[],
    });
    const api = await serveModels({
      production: { cubes },
      ...Object.fromEntries(named.map((name) => [name, renamed(name)])),
    });
    for (const name of named) {
      const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...files });
      const args = ["lint", "--online", "--branch", name, "--fix", "--json"];
      const { code, stdout } = await boardwright(args, { cwd, env: api.env });
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: { rule: string; message: string }[] };
      const left = diagnostics.filter(
        ({ rule }) => /-(cube|member|kind)$/.test(rule) && !rule.startsWith("unused"),
      );
      expect([name, code, left]).toEqual([name, 0, []]);
      const mention = new RegExp(`(?<![\\w.])${name}(?=\\.\\w)`, "g");
      for (const [file, text] of Object.entries(files))
        expect(readFileSync(join(cwd, file), "utf8"), `${name} in ${file}`).toBe(
          text.replace(mention, newName(name)),
        );
    }
  });
});
