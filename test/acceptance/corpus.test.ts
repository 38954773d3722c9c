// The corpus: 46 real dashboards' structure as live exports, written out as files, planned and applied.
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { asFiles, CORPUS, hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: corpus
targets:
  live: { url: https://platform.test, deployment: 12 }
`;

describe.skipIf(!hasCorpus)("the corpus", () => {
  it.each(["", "429:0.1,retry-after=0", "503:0.1,conflict:0.1", "drop-before:0.05,drop-after:0.05"])(
    "plans no phantom difference, stamps, and is empty then (faults: %s)",
    async (faults) => {
      const sandbox = await createSandbox({ seed: CORPUS, ...(faults === "" ? {} : { faults }) });
      onTestFinished(() => sandbox.close());
      const { workbooks } = readCorpus();
      const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...asFiles(workbooks) });
      const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
      const plan = async () =>
        JSON.parse((await boardwright(["plan", "--json"], { cwd, env })).stdout) as Plan;

      const first = await plan();
      expect(first.summary).toMatchObject({ stamp: 46, create: 0, update: 0, unchanged: 0 });
      expect(first.changes.flatMap(({ fields }) => fields)).toEqual([]);
      const applied = await boardwright(["apply", "--yes"], { cwd, env });
      expect(applied.code, applied.stdout + applied.stderr).toBe(0);
      expect((await plan()).summary).toMatchObject({ stamp: 0, unchanged: 46 });
    },
  );

  it("is created whole on an empty deployment, edited, and converges again", async () => {
    const sandbox = await createSandbox({ seed: { deployment: { id: 12, name: "empty" } } });
    onTestFinished(() => sandbox.close());
    const { workbooks } = readCorpus();
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...asFiles(workbooks) });
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const run = (...args: string[]) => boardwright(args, { cwd, env });
    const applied = await run("apply", "--yes", "--json");
    expect(JSON.parse(applied.stdout).summary).toMatchObject({ failed: 0, skipped: 0 });
    const again = JSON.parse((await run("plan", "--json")).stdout) as Plan;
    expect(again.changes).toEqual([]);
    expect(again.summary.unchanged).toBe(46);
    const widgets = workbooks.reduce((sum, { slug }) => {
      const draft = sandbox.workbook(String(slug), 12)?.dashboardDraft;
      return sum + (Array.isArray(draft?.widgets) ? draft.widgets.length : 0);
    }, 0);
    expect(widgets).toBe(556);
  });
});
