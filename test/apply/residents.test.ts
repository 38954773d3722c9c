// Reports that nobody manages, in a workbook that goes: a platform may delete them with it, so they are named before, backed up, and put back.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import { boardwright } from "../support/command.ts";
import { openWorld, type World } from "../support/world.ts";

const FILES = {
  workbooks: {
    one: { name: "One", dashboard: { title: "one" } },
    two: { name: "Two", dashboard: { title: "two" } },
  },
};
const KEPT = { workbooks: { two: FILES.workbooks.two } };
const THEIRS = { name: "Sales by hand", jsonQuery: '{"measures":["orders.count"]}', meta: { owner: "mia" } };
const HAND = "reports/by-public-id/byHandZ1x8Kp";

async function open(quirks = "deletes-reports"): Promise<World> {
  const place = await openWorld({ ...FILES, sandbox: { quirks }, applied: true });
  return place;
}

/** Somebody makes a report in a workbook of ours, and draws it there by hand. */
async function addTheirs(place: World): Promise<WireReport> {
  const workbookId = place.sandbox.workbook("one")?.id;
  const made = (await place.send("PUT", HAND, { ...THEIRS, workbookId })) as WireReport;
  const config = { reportId: made.id };
  const widgets = [{ id: "c", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config }];
  const draft = { title: "one", widgets };
  await place.send("PUT", "workbooks/by-slug/one", { meta: { dashboardDraft: draft } });
  return made;
}

const PRUNE = ["apply", "--prune", "--allow", "delete", "--json"];
const prune = (place: World) => place.run(...PRUNE, "--yes");

const drawn = (place: World) => {
  const [widget] = (place.sandbox.workbook("one")?.dashboardDraft?.widgets ?? []) as never[];
  return (widget as { config: { reportId: number } } | undefined)?.config.reportId;
};

const files = (place: World, run: string) => readdirSync(`${place.cwd}/.boardwright/backups/${run}`).sort();

const NAMED = 'the platform may delete with it the report "Sales by hand"';

describe("a report that nobody manages, in a workbook that is deleted", () => {
  it("is named by the plan of a prune", async () => {
    const place = await open();
    const { id, publicId } = await addTheirs(place);
    place.declare(KEPT);
    const ran = await place.run("apply", "--yes", "--prune", "--json");
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain(NAMED);
    const { changes } = await place.planned("--prune");
    const deletion = changes.find(({ action }) => action === "delete");
    expect(deletion).toMatchObject({ key: "one", residents: [{ id, publicId, name: THEIRS.name }] });
  });

  it("is in the backups of the run, told when it went, and comes back with a rollback", async () => {
    const place = await open();
    const made = await addTheirs(place);
    place.declare(KEPT);
    const ran = await prune(place);
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    expect(await place.reports()).toEqual([]);
    const { results } = JSON.parse(ran.stdout) as { results: Result[] };
    expect(results[0]?.notes?.join()).toContain('the report "Sales by hand"');
    const [, run] = place.runs() as [string, string];
    expect(files(place, run)).toContain(`report-${made.id}%3A${made.publicId}.json`);

    await place.ok("rollback", run, "--yes");
    const [now] = (await place.reports()) as [WireReport];
    expect(now).toMatchObject({ ...THEIRS, publicId: made.publicId });
    expect(now.meta).toEqual(THEIRS.meta);
    expect(now.workbookId).toBe(place.sandbox.workbook("one")?.id);
    expect(drawn(place)).toBe(now.id);
    expect((await place.run("rollback", run, "--yes")).stdout).toContain("Nothing");
  });

  it("goes back into its workbook where the platform only took it out", async () => {
    const place = await open("");
    const made = await addTheirs(place);
    place.declare(KEPT);
    expect((await prune(place)).code).toBe(0);
    expect((await place.reports())[0]?.workbookId ?? null).toBe(null);
    await place.ok("rollback", place.runs()[1] as string, "--yes");
    const [now] = (await place.reports()) as [WireReport];
    expect(now).toMatchObject({ id: made.id, workbookId: place.sandbox.workbook("one")?.id });
    expect(now.meta).toEqual(THEIRS.meta);
    expect(drawn(place)).toBe(made.id);
  });

  it("is named and kept, too, by the rollback of the run that made the workbook", async () => {
    const place = await open();
    const made = await addTheirs(place);
    const [created] = place.runs() as [string];
    const refused = await place.run("rollback", created, "--yes", "--allow", "drift");
    expect(refused.code).toBe(3);
    expect(refused.stdout.replace(/\s+/g, " ")).toContain(NAMED);
    await place.ok("rollback", created, "--yes", "--allow", "delete,drift");
    const [, run] = place.runs() as [string, string];
    expect(files(place, run)).toContain(`report-${made.id}%3A${made.publicId}.json`);
    await place.ok("rollback", run, "--yes");
    expect((await place.reports())[0]).toMatchObject({ ...THEIRS, publicId: made.publicId });
  });

  it.each<[string, string, (place: World, made: WireReport) => Promise<unknown>]>([
    [
      "edited",
      'one: the report "Sales by hand" in it was changed at',
      (place) => place.send("PUT", HAND, { name: THEIRS.name, title: "Mia's own" }),
    ],
    [
      "added",
      'one: the report "Another" belongs to it now, and did not then; it was changed at',
      (place, { workbookId }) =>
        place.send("PUT", HAND.replace("byHand", "other1"), { ...THEIRS, name: "Another", workbookId }),
    ],
    [
      "removed",
      'one: the report "Sales by hand" no longer belongs to it',
      (place, { id }) => place.send("DELETE", `reports/${id}`),
    ],
    [
      "moved away",
      'one: the report "Sales by hand" no longer belongs to it',
      (place) =>
        place.send("PUT", HAND, { name: THEIRS.name, workbookId: place.sandbox.workbook("two")?.id }),
    ],
  ])("%s since a saved plan makes that stale, before anything is written", async (_, words, change) => {
    for (const quirks of ["deletes-reports", "deletes-reports,lists-without-meta"] as const) {
      const place = await open(quirks);
      const made = await addTheirs(place);
      place.declare(KEPT);
      const run = (...args: string[]) => boardwright(args, place);
      expect((await run("plan", "--prune", "--out", "plan.json")).code).toBe(0);
      await change(place, made);
      const writes = place.writes().length;
      const ran = await run("apply", "plan.json", "--yes", "--allow", "delete,adopt,drift");
      expect([ran.code, ran.stderr.replace(/\s+/g, " ")]).toEqual([3, expect.stringContaining(words)]);
      expect(place.writes()).toHaveLength(writes);
      expect(place.sandbox.workbook("one")).toBeDefined();
      // What is planned anew is applied, and leaves nothing to do.
      expect((await run("plan", "--prune", "--out", "plan.json")).code).toBe(0);
      const again = await run("apply", "plan.json", "--yes", "--allow", "delete,adopt,drift");
      expect(again.code, again.stdout + again.stderr).toBe(0);
      expect((await run("apply", "plan.json", "--yes", "--allow", "delete,adopt,drift")).code).toBe(0);
      expect((await place.planned("--prune")).changes).toEqual([]);
    }
  });

  it("edited since the plan keeps the workbook", async () => {
    const place = await open();
    await addTheirs(place);
    place.declare(KEPT);
    const ran = await place.agree(
      () => place.send("PUT", HAND, { name: THEIRS.name, title: "Mia's own" }),
      ...PRUNE,
    );
    const { results } = JSON.parse(ran.stdout) as { results: Result[] };
    expect(results[0]).toMatchObject({ key: "one", status: "stale" });
    expect(results[0]?.error?.message).toContain("was changed since the plan was made");
  });

  it("made since the plan keeps the workbook", async () => {
    const place = await open();
    place.declare(KEPT);
    const workbookId = place.sandbox.workbook("one")?.id;
    const ran = await place.agree(() => place.send("PUT", HAND, { ...THEIRS, workbookId }), ...PRUNE);
    expect(ran.code).toBe(1);
    const { results } = JSON.parse(ran.stdout) as { results: Result[] };
    expect(results[0]).toMatchObject({ key: "one", status: "stale" });
    expect(results[0]?.error?.message).toContain('the report "Sales by hand"');
    expect(await place.reports()).toHaveLength(1);
  });
});
