// Reports that nobody manages, in a workbook that goes: a platform may delete them with it, so they are named before, backed up, and put back.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import { openPlace, type Place } from "../cli/rollback-place.ts";
import { boardwright } from "../support/command.ts";

const FILES = {
  workbooks: {
    one: { name: "One", dashboard: { title: "one" } },
    two: { name: "Two", dashboard: { title: "two" } },
  },
};
const KEPT = { workbooks: { two: FILES.workbooks.two } };
const THEIRS = { name: "Sales by hand", jsonQuery: '{"measures":["orders.count"]}', meta: { owner: "mia" } };
const HAND = "reports/by-public-id/byHandZ1x8Kp";

async function open(quirks = "deletes-reports"): Promise<Place> {
  const place = await openPlace(FILES, { quirks });
  expect((await place.apply()).code).toBe(0);
  return place;
}

async function ask({ sandbox }: Place, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const sent = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  return (await fetch(`${sandbox.url}/api/v1/deployments/1/${path}`, sent)).json();
}

/** Somebody makes a report in a workbook of ours, and draws it there by hand. */
async function addTheirs(place: Place): Promise<WireReport> {
  const workbookId = place.sandbox.workbook("one")?.id;
  const made = (await ask(place, "PUT", HAND, { ...THEIRS, workbookId })) as WireReport;
  const config = { reportId: made.id };
  const widgets = [{ id: "c", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config }];
  const draft = { title: "one", widgets };
  await ask(place, "PUT", "workbooks/by-slug/one", { meta: { dashboardDraft: draft } });
  return made;
}

async function reports(place: Place): Promise<WireReport[]> {
  return ((await ask(place, "GET", "reports")) as { items: WireReport[] }).items;
}

const prune = (place: Place, meanwhile?: () => void) =>
  place.apply({ prune: true, allow: ["delete"], json: true }, meanwhile);

const drawn = (place: Place) => {
  const [widget] = (place.sandbox.workbook("one")?.dashboardDraft?.widgets ?? []) as never[];
  return (widget as { config: { reportId: number } } | undefined)?.config.reportId;
};

const files = (place: Place, run: string) => readdirSync(`${place.cwd}/.boardwright/backups/${run}`).sort();

const NAMED = 'the platform may delete with it the report "Sales by hand"';

describe("a report that nobody manages, in a workbook that is deleted", () => {
  it("is named by the plan of a prune", async () => {
    const place = await open();
    const { id, publicId } = await addTheirs(place);
    place.declare(KEPT);
    const ran = await place.apply({ prune: true, json: true });
    expect(ran.code).toBe(3);
    expect(ran.err).toContain(NAMED);
    const { changes } = await place.plan({ prune: true });
    const deletion = changes.find(({ action }) => action === "delete");
    expect(deletion).toMatchObject({ key: "one", residents: [{ id, publicId, name: THEIRS.name }] });
  });

  it("is in the backups of the run, told when it went, and comes back with a rollback", async () => {
    const place = await open();
    const made = await addTheirs(place);
    place.declare(KEPT);
    const ran = await prune(place);
    expect(ran.code, ran.err + ran.out).toBe(0);
    expect(await reports(place)).toEqual([]);
    const { results } = JSON.parse(ran.out) as { results: Result[] };
    expect(results[0]?.notes?.join()).toContain('the report "Sales by hand"');
    const [, run] = place.runs() as [string, string];
    expect(files(place, run)).toContain(`report-${made.id}%3A${made.publicId}.json`);

    const back = await place.rollback(run);
    expect(back.code, back.err + back.out).toBe(0);
    const [now] = (await reports(place)) as [WireReport];
    expect(now).toMatchObject({ ...THEIRS, publicId: made.publicId });
    expect(now.meta).toEqual(THEIRS.meta);
    expect(now.workbookId).toBe(place.sandbox.workbook("one")?.id);
    expect(drawn(place)).toBe(now.id);
    expect((await place.rollback(run)).out).toContain("Nothing");
  });

  it("goes back into its workbook where the platform only took it out", async () => {
    const place = await open("");
    const made = await addTheirs(place);
    place.declare(KEPT);
    expect((await prune(place)).code).toBe(0);
    expect((await reports(place))[0]?.workbookId ?? null).toBe(null);
    const back = await place.rollback(place.runs()[1] as string);
    expect(back.code, back.err + back.out).toBe(0);
    const [now] = (await reports(place)) as [WireReport];
    expect(now).toMatchObject({ id: made.id, workbookId: place.sandbox.workbook("one")?.id });
    expect(now.meta).toEqual(THEIRS.meta);
    expect(drawn(place)).toBe(made.id);
  });

  it("is named and kept, too, by the rollback of the run that made the workbook", async () => {
    const place = await open();
    const made = await addTheirs(place);
    const [created] = place.runs() as [string];
    const refused = await place.rollback(created, { allow: ["drift"] });
    expect(refused.code).toBe(3);
    expect(refused.out.replace(/\s+/g, " ")).toContain(NAMED);
    const undone = await place.rollback(created, { allow: ["delete", "drift"] });
    expect(undone.code, undone.err + undone.out).toBe(0);
    const [, run] = place.runs() as [string, string];
    expect(files(place, run)).toContain(`report-${made.id}%3A${made.publicId}.json`);
    expect((await place.rollback(run)).code).toBe(0);
    expect((await reports(place))[0]).toMatchObject({ ...THEIRS, publicId: made.publicId });
  });

  it.each<[string, string, (place: Place, made: WireReport) => Promise<unknown>]>([
    [
      "edited",
      'one: the report "Sales by hand" in it was changed at',
      (place) => ask(place, "PUT", HAND, { name: THEIRS.name, title: "Mia's own" }),
    ],
    [
      "added",
      'one: the report "Another" belongs to it now, and did not then; it was changed at',
      (place, { workbookId }) =>
        ask(place, "PUT", HAND.replace("byHand", "other1"), { ...THEIRS, name: "Another", workbookId }),
    ],
    [
      "removed",
      'one: the report "Sales by hand" no longer belongs to it',
      (place, { id }) => ask(place, "DELETE", `reports/${id}`),
    ],
    [
      "moved away",
      'one: the report "Sales by hand" no longer belongs to it',
      (place) =>
        ask(place, "PUT", HAND, { name: THEIRS.name, workbookId: place.sandbox.workbook("two")?.id }),
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
      expect((await place.plan({ prune: true })).changes).toEqual([]);
    }
  });

  it("edited since the plan keeps the workbook", async () => {
    const place = await open();
    await addTheirs(place);
    place.declare(KEPT);
    let edited: Promise<unknown> | undefined;
    const ran = await prune(place, () => {
      edited = ask(place, "PUT", HAND, { name: THEIRS.name, title: "Mia's own" });
    });
    await edited;
    const { results } = JSON.parse(ran.out) as { results: Result[] };
    expect(results[0]).toMatchObject({ key: "one", status: "stale" });
    expect(results[0]?.error?.message).toContain("was changed since the plan was made");
  });

  it("made since the plan keeps the workbook", async () => {
    const place = await open();
    place.declare(KEPT);
    let made: Promise<unknown> | undefined;
    const workbookId = place.sandbox.workbook("one")?.id;
    const ran = await prune(place, () => {
      made = ask(place, "PUT", HAND, { ...THEIRS, workbookId });
    });
    await made;
    expect(ran.code).toBe(1);
    const { results } = JSON.parse(ran.out) as { results: Result[] };
    expect(results[0]).toMatchObject({ key: "one", status: "stale" });
    expect(results[0]?.error?.message).toContain('the report "Sales by hand"');
    expect(await reports(place)).toHaveLength(1);
  });
});
