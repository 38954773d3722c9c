// A platform that deletes the reports of a workbook with it: what a prune or the rollback of a create loses by that is backed up first,
// told, and put back.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Ran } from "../support/command.ts";
import { openWorld, type World } from "../support/world.ts";

const QUERY = { measures: ["orders.count"] };
const FILES = {
  workbooks: { one: { name: "One", dashboard: chart("r1") }, two: { name: "Two", dashboard: chart("r2") } },
  reports: {
    r1: { name: "R1", workbook: "one", query: QUERY },
    r2: { name: "R2", workbook: "two", query: QUERY },
  },
};
const KEPT = { workbooks: { two: FILES.workbooks.two }, reports: { r2: FILES.reports.r2 } };
const EDITED = '{"limit":777,"measures":["orders.count"]}';

function chart(key: string) {
  const config = { reportId: { $report: key } };
  return { title: key, widgets: [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config }] };
}

async function open(quirks: "deletes-reports" | "" = "deletes-reports"): Promise<World> {
  const place = await openWorld({ ...FILES, sandbox: { quirks }, applied: true });
  return place;
}

/** Somebody edits the query of a report: Git does not hold that. */
async function editQuery(place: World, name: string, jsonQuery = EDITED): Promise<void> {
  const { publicId } = (await place.reports()).find((report) => report.name === name) as WireReport;
  await place.send("PUT", `reports/by-public-id/${publicId}`, { jsonQuery });
}

const PRUNE = ["apply", "--prune", "--allow", "delete", "--json"];
const prune = (place: World) => place.run(...PRUNE, "--yes");

const resultsOf = ({ stdout }: Ran) => (JSON.parse(stdout) as { results: Result[] }).results;

const drawn = (place: World) => {
  const [widget] = (place.sandbox.workbook("one")?.dashboardDraft?.widgets ?? []) as never[];
  return (widget as { config: { reportId: number } } | undefined)?.config.reportId;
};

describe("a report that the platform deletes with its workbook", () => {
  it("is backed up before, told with its workbook, and counted", async () => {
    const place = await open();
    await editQuery(place, "R1");
    place.declare(KEPT);
    const ran = await prune(place);
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    expect(JSON.parse(ran.stdout).summary).toMatchObject({ deleted: 2, unchanged: 1, failed: 0, skipped: 0 });
    expect(resultsOf(ran)).toMatchObject([
      {
        key: "r1",
        status: "applied",
        attempts: 1,
        notes: ["the report r1 was deleted by the platform with its workbook one"],
      },
      { key: "one", status: "applied", attempts: 1 },
    ]);
    const run = place.runs()[1] as string;
    const files = readdirSync(`${place.cwd}/.boardwright/backups/${run}`).sort();
    expect(files).toEqual(["one.json", expect.stringMatching(/^report-\d+%3Ar1\.json$/), "run.json"]);
    const backup = place.read(`.boardwright/backups/${run}/${files[1]}`);
    expect((JSON.parse(backup) as WireReport).jsonQuery).toBe(EDITED);
    expect((await place.run("rollback")).stdout).toContain("2 deleted");
  });

  it("comes back with a rollback, and the chart that drew it shows the new one", async () => {
    const place = await open();
    await editQuery(place, "R1");
    place.declare(KEPT);
    await prune(place);
    await place.ok("rollback", place.runs()[1] as string, "--yes");
    const made = (await place.reports()).find(({ name }) => name === "R1");
    expect(made).toMatchObject({ jsonQuery: EDITED, workbookId: place.sandbox.workbook("one")?.id });
    expect(drawn(place)).toBe(made?.id);
  });

  it("by the rollback of the run that made it comes back, too", async () => {
    const place = await open();
    const [created] = place.runs() as [string];
    const undone = await place.ok("rollback", created, "--yes", "--allow", "delete", "--json");
    expect(JSON.parse(undone.stdout).summary).toMatchObject({ deleted: 4 });
    expect(await place.reports()).toEqual([]);
    await place.ok("rollback", place.runs()[1] as string, "--yes");
    const now = await place.reports();
    expect(now.map(({ name }) => name).sort()).toEqual(["R1", "R2"]);
    expect(drawn(place)).toBe(now.find(({ name }) => name === "R1")?.id);
    expect((await place.planned()).changes.filter(({ action }) => action !== "stamp")).toEqual([]);
  });
});

describe("before the first deletion", () => {
  it("all that goes is read and backed up", async () => {
    const place = await open();
    place.declare({});
    place.sandbox.requests.length = 0;
    await prune(place);
    const sent = place.sandbox.requests.map(
      ({ method, path }) => `${method} ${path.replace(/.*deployments\/1\//, "")}`,
    );
    const first = sent.findIndex((request) => request.startsWith("DELETE"));
    const read = sent.slice(0, first).filter((request) => /^GET (workbooks|reports)\/\d+$/.test(request));
    expect(new Set(read).size).toBe(4);
  });

  it.each(["deletes-reports", ""] as const)(
    "a report that moved since the plan keeps its workbook, and no other one (%s)",
    async (quirk) => {
      const place = await open(quirk);
      place.declare({});
      const ran = await place.agree(() => editQuery(place, "R1"), ...PRUNE);
      expect(ran.code).toBe(1);
      const told = resultsOf(ran).map(({ key, status, error }) =>
        `${key} ${status} ${error?.code ?? ""}`.trim(),
      );
      expect(told.sort()).toEqual([
        "one skipped held-back",
        "r1 stale stale",
        quirk ? "r2 applied" : "r2 skipped held-back",
        "two applied",
      ]);
      expect((await place.reports()).map(({ name }) => name)).toContain("R1");
      expect(place.sandbox.workbook("one")).toBeDefined();
    },
  );
});
