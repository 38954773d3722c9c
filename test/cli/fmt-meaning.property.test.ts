// What fmt lays out means what it meant.
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadFiles, loadProject, parseText } from "../../src/desired/index.ts";
import { isObject, type Json } from "../../src/model/index.ts";
import { formatText } from "../../src/project/format-text.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { runs } from "../support/runs.ts";
import { dashboard } from "../support/states.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const PROJECT = "version: 1\nproject: acme\ntargets: { t: { url: sandbox:s.json, deployment: 1 } }\n";
const INDENTED = /[|>][-+]?\d/;

/** What a text says, whether its positions are written as `{ x, y, w, h }` or as a list. */
function withoutShorthand(text: string): unknown {
  const { documents, problems } = parseText(text, "yaml");
  return JSON.parse(JSON.stringify({ documents, problems }), (_, value) => {
    const isPosition = isObject(value) && Object.keys(value).sort().join() === "h,w,x,y";
    return isPosition ? [value.x, value.y, value.w, value.h] : value;
  });
}

describe("the meaning", () => {
  /** All that the files of a project say, once for each target. */
  async function meaningOf(root: string): Promise<Json[]> {
    const project = await loadProject({ cwd: root });
    const said: Json[] = [];
    for (const target of [undefined, ...Object.values(project.targets)]) {
      const { reports } = await loadFiles({
        project,
        target,
        env: {},
        visit: ({ slug, entry }) => said.push({ slug, entry }),
      });
      said.push(...reports.map(({ key, entry }) => ({ key, entry })));
    }
    return said;
  }

  it("of the examples is what it was", async () => {
    const folder = tempFolder();
    cpSync(fileURLToPath(new URL("../../examples/acme", import.meta.url)), folder, { recursive: true });
    const before = await meaningOf(folder);
    expect(before.length).toBeGreaterThan(10);
    expect((await run(folder, ["fmt"])).code).toBe(0);
    expect(await meaningOf(folder)).toEqual(before);
    expect((await run(folder, ["fmt", "--check"])).code).toBe(0);
  });

  it.skipIf(!hasCorpus)("of the corpus is what it was", async () => {
    const files = asFiles(readCorpus().workbooks);
    const folder = tempFolder({ "boardwright.yaml": PROJECT, ...files });
    const before = await meaningOf(folder);
    expect(before.length).toBeGreaterThan(90);
    expect((await run(folder, ["fmt"])).code).toBe(0);
    expect(await meaningOf(folder)).toEqual(before);
    expect((await run(folder, ["fmt", "--check"])).code).toBe(0);
  });

  it("of any dashboard is what it was, and its layout is stable", async () => {
    const styles = fc.record({
      collectionStyle: fc.constantFrom("block", "flow", "any"),
      lineWidth: fc.constantFrom(0, 20, 80),
      indent: fc.constantFrom(2, 4),
      defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL"),
    });
    await fc.assert(
      fc.asyncProperty(dashboard, styles, async (value, style) => {
        const text = stringify({ workbooks: { a: { dashboard: value } } }, style as object);
        // Numbers that no reader keeps are refused before anything is laid out.
        fc.pre(parseText(text, "yaml").problems.length === 0);
        const formatted = await formatText(text, "a.yaml");
        if (formatted === undefined) {
          expect(text).toMatch(INDENTED);
          return;
        }
        expect(withoutShorthand(formatted)).toEqual(withoutShorthand(text));
        expect(await formatText(formatted, "a.yaml")).toBe(formatted);
      }),
      { numRuns: runs(60) },
    );
  });
});
