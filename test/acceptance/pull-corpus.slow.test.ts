// The corpus adopted: every live workbook and report pulled into files by the real command, applied, and applied elsewhere.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import { connect, type WireReport } from "../../src/platform/index.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { CORPUS, hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: corpus
defaultTarget: live
targets:
  live: { url: https://live.test, deployment: 12 }
  other: { url: https://other.test, deployment: 30 }
`;

describe.skipIf(!hasCorpus)("pull --all on the corpus", () => {
  it("adopts 46 workbooks and 227 reports, which then apply here and elsewhere", async () => {
    const live = await createSandbox({ seed: CORPUS });
    const other = await createSandbox({ seed: { deployment: { id: 30, name: "other" } } });
    onTestFinished(() => live.close());
    onTestFinished(() => other.close());
    const cwd = tempFolder({ "boardwright.yaml": PROJECT });
    const runOn = (sandbox: Sandbox, target: string) => {
      const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
      return async (...args: string[]) => {
        const ran = await boardwright([...args, "--target", target], { cwd, env });
        expect(ran.code, ran.stdout + ran.stderr).toBe(0);
        return ran;
      };
    };
    const here = runOn(live, "live");
    const there = runOn(other, "other");
    const planOf = async (run: typeof here) => JSON.parse((await run("plan", "--json")).stdout) as Plan;

    const pulled = JSON.parse((await here("pull", "--all", "--json")).stdout);
    expect(pulled.summary).toEqual({
      ...{ created: 46 + 227, renamed: 0, edited: 0 },
      ...{ conflict: 0, skipped: 0, unchanged: 0 },
    });
    // What could be shared is offered, and nothing else is to be said.
    expect(pulled.notes.map(({ code, message }: { code: string; message: string }) => [code, message])).toEqual([
      ["repeated", "46 new files have the same `layout`"],
      ["repeated", "158 charts have one of 18 `controls`"],
    ]);
    expect(live.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    await here("lint", "--max-warnings", "1000");
    await here("fmt", "--check");

    const first = await planOf(here);
    expect(first.summary).toMatchObject({ create: 0, update: 0, publish: 0, stamp: 46 + 227, unchanged: 0 });
    await here("apply", "--yes");
    expect((await planOf(here)).changes).toEqual([]);

    await there("apply", "--yes");
    expect((await planOf(there)).changes).toEqual([]);

    const keys = reportKeys(cwd);
    expect(keys.size).toBe(227);
    const [mine, theirs] = [await reportsOf(live, 12), await reportsOf(other, 30)];
    expect([mine.size, theirs.size]).toEqual([227, 227]);
    const ids = new Set([...mine.values()].map(({ id }) => id));
    expect([...theirs.values()].filter(({ id }) => ids.has(id))).toEqual([]);
    let charts = 0;
    for (const { slug } of readCorpus().workbooks) {
      const [from, to] = [numbersOf(live, String(slug), 12), numbersOf(other, String(slug), 30)];
      expect(to.length).toBe(from.length);
      from.forEach((number, index) => {
        const [a, b] = [mine.get(number), theirs.get(to[index] as number)];
        // One report of the corpus has no name, which no file may say: elsewhere it is called by its key.
        expect([a?.name === "" ? "" : b?.name, b?.jsonQuery && JSON.parse(b.jsonQuery), content(b)]).toEqual([
          a?.name,
          a?.jsonQuery && JSON.parse(a.jsonQuery),
          content(a),
        ]);
        // The one that the stamp calls by the same key.
        expect(keyOf(b)).toBe(keyOf(a));
        charts += 1;
      });
    }
    expect(charts).toBe(227);
    const again = JSON.parse((await here("pull", "--all", "--json")).stdout);
    expect([again.pulled, again.files]).toEqual([[], []]);
    // Eight commands on real files: a busy machine takes its time.
  });
});

describe.skipIf(!hasCorpus)("pull --all --mirror-folders --share on the corpus", () => {
  it("says the same in the platform's folders, with the layout written once", async () => {
    const live = await createSandbox({ seed: CORPUS });
    onTestFinished(() => live.close());
    const cwd = tempFolder({ "boardwright.yaml": PROJECT });
    const env = { PLATFORM_API_URL: live.url, PLATFORM_API_KEY: live.apiKey };
    const run = async (...args: string[]) => {
      const ran = await boardwright(args, { cwd, env });
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      return JSON.parse(args.includes("--json") ? ran.stdout : "{}");
    };
    const pull = ["pull", "--all", "--mirror-folders", "--share", "--json"];
    const dry = await run(...pull, "--dry-run");
    expect(glob.sync("dashboards/**", { cwd })).toEqual([]);
    const pulled = await run(...pull);
    expect(pulled.files).toEqual(dry.files);
    expect(glob.sync("dashboards/*", { cwd, onlyFiles: false }).sort()).toEqual([
      "dashboards/SAP",
      "dashboards/Salesforce",
      "dashboards/Square",
      "dashboards/shared",
    ]);
    const texts = glob.sync("dashboards/**/*.yaml", { cwd }).map((file) => readFileSync(join(cwd, file), "utf8"));
    expect(texts.filter((text) => text.includes("rowHeight:")).length).toBe(1);
    expect(texts.filter((text) => text.includes("layout: { $include: ../shared/layout.yaml }")).length).toBe(46);
    await run("lint", "--max-warnings", "1000");
    await run("fmt", "--check");
    const plan = (await run("plan", "--json")) as Plan;
    expect(plan.summary).toMatchObject({ create: 0, update: 0, publish: 0, stamp: 46 + 227, unchanged: 0 });
    expect((await run(...pull)).files).toEqual([]);
  });
});

function reportKeys(cwd: string): Map<string, JsonObject> {
  const files = glob.sync("dashboards/**/*.yaml", { cwd });
  return new Map(
    files.flatMap((file) => {
      const { reports = {} } = parse(readFileSync(join(cwd, file), "utf8")) as { reports?: Record<string, JsonObject> };
      return Object.entries(reports);
    }),
  );
}

async function reportsOf(sandbox: Sandbox, deployment: number): Promise<Map<number, WireReport>> {
  const platform = connect({ url: sandbox.url, token: sandbox.apiKey });
  onTestFinished(() => platform.close());
  const reports = new Map<number, WireReport>();
  for await (const page of platform.listReports(deployment)) for (const report of page) reports.set(report.id, report);
  return reports;
}

function content(report: WireReport | undefined): Json {
  const { boardwright: _, ...meta } = report?.meta ?? {};
  return meta;
}

function keyOf(report: WireReport | undefined): string {
  const stamp = report?.meta?.boardwright;
  return isObject(stamp) ? String(stamp.of).replace(/^\d+\//, "") : "";
}

function numbersOf(sandbox: Sandbox, slug: string, deployment: number): number[] {
  const widgets = sandbox.workbook(slug, deployment)?.dashboardDraft?.widgets as JsonObject[];
  return widgets.flatMap(({ config }) => (isObject(config) && typeof config.reportId === "number" ? [config.reportId] : []));
}
