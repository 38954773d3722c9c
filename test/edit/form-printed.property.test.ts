// What our own writer printed gets the form of `fmt` by a shorter way, which must never lead elsewhere.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printYaml } from "../../src/features/pull/new-file.ts";
import type { JsonObject } from "../../src/model/index.ts";
import { formatPrinted, formatText } from "../../src/project/format-text.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { runs } from "../support/runs.ts";
import { fileValue } from "./form-values.ts";

async function expectSame(value: JsonObject): Promise<void> {
  const printed = printYaml(value, ["yaml-language-server: $schema=../schemas/workbooks.json"]);
  expect(await formatPrinted(printed, "a.yaml")).toBe(await formatText(printed, "a.yaml"));
}

describe("the short way to the form", () => {
  it("leads where the long one does, for any value", { timeout: 300_000 }, async () => {
    await fc.assert(fc.asyncProperty(fileValue, expectSame), {
      numRuns: runs(300),
    });
  });

  it.skipIf(!hasCorpus)("and for every workbook of the corpus", { timeout: 120_000 }, async () => {
    const { workbooks } = readCorpus();
    expect(workbooks.length).toBeGreaterThan(40);
    for (const { slug, name, dashboardDraft } of workbooks)
      await expectSame({ workbooks: { [String(slug)]: { name, dashboard: dashboardDraft } } } as JsonObject);
  });
});
