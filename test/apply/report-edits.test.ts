// An edit of a report in the UI that lands between the two requests of its write: a platform may replace the `meta` of a report as a whole, and a
// publication freezes its reports.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject, type Plan } from "../../src/model/index.ts";
import type { Platform, WireReport } from "../../src/platform/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const ID = "aaaaaaaaaaaa";
const widgets = [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } }];
const FILES = stringify({
  workbooks: { a: { publish: true, dashboard: board("A", { widgets }) } },
  reports: { r: { name: "R", publicId: ID, query: { measures: ["a.b"] }, meta: { kind: "table" } } },
});
const isReport = ({ method, path }: Asked) => method === "PUT" && path.includes("/by-public-id/");
type Edit = (platform: Platform, now: WireReport) => Promise<unknown>;

/** `edit` runs when the first write of the report was answered, or before the second arrives. */
async function applyWith(edit: Edit, when: "after" | "conflict" = "after") {
  let writes = 0;
  const find = async (platform: Platform): Promise<WireReport> => {
    for await (const [one] of platform.listReports(1)) if (one) return one;
    throw new Error("there is no report");
  };
  const proxy: Hook = async (asked, forward) => {
    if (!isReport(asked) || !isObject(asked.body?.meta) || !isObject(asked.body.meta.boardwright))
      return forward();
    writes += 1;
    if (when === "conflict" && writes === 2) {
      await edit(world.platform, await find(world.platform));
      return { status: 409, body: { error: "Meanwhile", code: "upsert_branch_changed" } };
    }
    const answer = await forward();
    if (when === "after" && writes === 1) await edit(world.platform, await find(world.platform));
    return answer;
  };
  const world = await openWorld({
    files: { "dashboards/all.yaml": FILES },
    sandbox: { quirks: "fills-defaults" },
    proxy,
  });
  const outcome = await world.apply(await world.plan());
  return { ...world, outcome, report: () => find(world.platform) };
}

const edits =
  (change: JsonObject): Edit =>
  (platform, { meta }) =>
    platform.upsertReport(1, ID, { ...change, meta: { ...meta, ...(change.meta as JsonObject) } });
const fieldsOf = ({ changes }: Plan): unknown[] =>
  changes.flatMap(({ kind, fields, hazards }) =>
    fields.map(({ path, before, after }) => [kind, path, before, after, ...hazards.map(({ code }) => code)]),
  );

describe.each(["after", "conflict"] as const)("an edit between the two writes of a report (%s)", (when) => {
  it("of what is not managed stays, and changes nothing else", async () => {
    const edit = edits({ title: "Theirs", meta: { note: { by: "them" } } });
    const { outcome, report, plan } = await applyWith(edit, when);
    expect(outcomes(outcome)).toEqual(["r applied", "a applied"]);
    expect(await report()).toMatchObject({ title: "Theirs", meta: { note: { by: "them" }, kind: "table" } });
    expect((await plan()).changes).toEqual([]);
  });

  it.each<[string, JsonObject, unknown[]]>([
    ["the name", { name: "Theirs" }, ["report", "name", "Theirs", "R", "drift"]],
    ["a key of meta", { meta: { kind: "kpi" } }, ["report", "meta.kind", "kpi", "table", "drift"]],
  ])("of what is managed stays, is told, and is shown to no viewer: %s", async (_, change, told) => {
    const { outcome, report, plan, sandbox, writes } = await applyWith(edits(change), when);
    expect(outcomes(outcome)).toEqual(["r failed edited-meanwhile", "a failed report-not-applied"]);
    const error = outcome.results[0]?.error;
    expect(error?.message).toContain("the report r was written, and edited on the platform");
    expect(error?.details?.[0]).toContain("this run wrote");
    expect(await report()).toMatchObject(change);
    expect(writes().filter((line) => line.includes("publish"))).toEqual([]);
    expect(sandbox.workbook("a")).toMatchObject({ dashboardDraft: { title: "A" }, dashboardPublished: null });
    expect(fieldsOf(await plan())).toEqual([told]);
  });
});

describe("a report", () => {
  it("that is deleted between its two writes is not made again", async () => {
    const { outcome, sandbox } = await applyWith((platform, { id }) => platform.deleteReport(1, id));
    expect(outcomes(outcome)).toEqual(["r stale stale", "a skipped missing-part"]);
    expect(outcome.results[0]?.error?.message).toMatch(/^the report r was deleted .* while it was being/);
    expect(sandbox.requests.filter(({ method, path }) => method === "PUT" && path.includes(ID))).toHaveLength(
      2,
    );
  });
});

it("an edit that only the last look at the report shows is told, and shown to no viewer", async () => {
  let writes = 0;
  const proxy: Hook = async (asked, forward) => {
    if (isReport(asked)) writes += 1;
    const isLook = asked.method === "GET" && /\/reports\/\d+$/.test(asked.path);
    if (isLook && writes === 2) {
      writes += 1;
      for await (const [one] of world.platform.listReports(1))
        if (one) await edits({ name: "Theirs" })(world.platform, one);
    }
    return forward();
  };
  const world = await openWorld({ files: { "dashboards/all.yaml": FILES }, proxy });
  const outcome = await world.apply(await world.plan());
  expect(outcomes(outcome)).toEqual(["r failed edited-meanwhile", "a failed report-not-applied"]);
  expect(world.sandbox.workbook("a")?.dashboardPublished).toBeNull();
});
