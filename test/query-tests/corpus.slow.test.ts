// The corpus on a branch's model from which a member is gone: `test --branch` names the dashboards that a search in the texts of their
// queries finds, and no other. On the sandbox, and on a data API that shares no code with it.
import { describe, expect, it, onTestFinished } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { serveData } from "./data-api.ts";
import { readJson, runTest, writeProject, reports as writeReports } from "./place.ts";

const BRANCH = "feature/gone";

interface Cube {
  name: string;
  [list: string]: unknown;
}

/** A file for each dashboard, and one for its reports; charts name them by key. */
function corpusFiles() {
  const { workbooks, reports = [] } = readCorpus();
  const keyOf = new Map(reports.map(({ id }) => [id as Json, `report-${id}`]));
  const linked = JSON.parse(JSON.stringify(workbooks), (key, value) =>
    key === "reportId" && keyOf.has(value) ? { $report: keyOf.get(value) } : value,
  ) as JsonObject[];
  const files = asFiles(linked);
  const queries = new Map<string, string>();
  for (const { id, slug } of workbooks) {
    const own = reports.filter(({ workbookId }) => workbookId === id);
    const entries = own.map((report) => {
      const key = keyOf.get(report.id as Json)!;
      queries.set(key, report.jsonQuery ?? "{}");
      return [key, JSON.parse(report.jsonQuery ?? "{}")] as const;
    });
    if (own.length > 0)
      files[`dashboards/${slug}.reports.yaml`] = writeReports(Object.fromEntries(entries), String(slug));
  }
  return { files, queries, linked };
}

/** Slugs of the dashboards that draw a report whose query has the member as a whole word. */
function dashboardsWith(member: string): string[] {
  const { queries, linked } = corpusFiles();
  const keys = [...queries].filter(([, text]) => text.includes(`"${member}"`)).map(([key]) => key);
  const draws = (workbook: JsonObject) =>
    keys.some((key) => JSON.stringify(workbook.dashboardDraft).includes(`"${key}"`));
  return linked
    .filter(draws)
    .map(({ slug }) => String(slug))
    .sort();
}

const without = (cubes: readonly Cube[], member: string): Cube[] =>
  cubes.map(
    (cube) =>
      Object.fromEntries(
        Object.entries(cube).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.filter((one) => (one as JsonObject).name !== member) : value,
        ]),
      ) as Cube,
  );

const PROJECT =
  "version: 1\nproject: corpus\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n";
const MEMBERS = [
  "leads_capture_conversion.lead_country",
  "leads_capture_conversion.count_of_lead_Id",
  "materials_md.material_text_maktx",
  "order.created_month",
];

describe.skipIf(!hasCorpus)("the corpus", () => {
  it.each(MEMBERS)("on a branch without %s, on the sandbox", async (member) => {
    const expected = dashboardsWith(member);
    expect(expected.length).toBeGreaterThan(0);
    const { cubes } = readCorpus();
    const models = { [BRANCH]: without(cubes as unknown as Cube[], member) as unknown as Json[] };
    const branches = [{ name: "main" }, { name: BRANCH, isStagingEnvironmentEnabled: true }];
    const sandbox = await createSandbox({ seed: { ...readCorpus(), branches, models } });
    onTestFinished(() => sandbox.close());
    const cwd = writeProject(corpusFiles().files, PROJECT);
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const ran = await boardwright(["test", "--branch", BRANCH, "--json"], { cwd, env });
    const { broken, reports, summary } = readJson(ran);
    expect([ran.code, broken]).toEqual([1, expected]);
    const words = reports.filter(({ verdict }) => verdict === "failed").map(({ error }) => error?.message);
    expect(new Set(words)).toEqual(new Set([`'${member}' not found for path '${member}'`]));
    expect(summary["failed-before"]).toBe(0);
    // Nothing is written: the tokens, and queries.
    const posts = sandbox.requests.filter(({ method }) => method !== "GET").map(({ path }) => path);
    expect(posts.filter((path) => !/\/(tokens|load)$/.test(path))).toEqual([]);
    expect((await boardwright(["test", "--json"], { cwd, env })).code).toBe(0);
  });

  it.each(MEMBERS)("on a branch without %s, on a data API of its own", async (member) => {
    const names = (cubes: readonly Cube[]) =>
      cubes.flatMap((cube) =>
        Object.values(cube).flatMap((list) =>
          Array.isArray(list) ? list.map((one) => String((one as JsonObject).name)) : [],
        ),
      );
    const cubes = readCorpus().cubes as unknown as Cube[];
    const api = await serveData({ models: { main: names(cubes), [BRANCH]: names(without(cubes, member)) } });
    const cwd = writeProject(corpusFiles().files, PROJECT);
    const ran = await runTest(api, cwd, ["--branch", BRANCH, "--json"]);
    expect([ran.code, readJson(ran).broken]).toEqual([1, dashboardsWith(member)]);
    expect((await runTest(api, cwd)).code).toBe(0);
  });
});
