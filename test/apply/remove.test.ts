// Deleting what no file declares: read again, and only what is still as it was planned.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isAsPlanned, remove } from "../../src/apply/remove.ts";
import { toLiveReport, toLiveWorkbook } from "../../src/live/index.ts";
import type { Change } from "../../src/model/index.ts";
import { fingerprint } from "../../src/plan/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import { board, openWorld } from "../support/world.ts";

const FILES = {
  workbooks: { a: { name: "A", dashboard: board("A") } },
  reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
};

async function open() {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(FILES) } });
  const { platform, sandbox } = world;
  await world.deploy();
  const report = async (): Promise<WireReport | undefined> => {
    for await (const [first] of platform.listReports(1)) return first;
    return undefined;
  };
  const wire = await report();
  const workbook = sandbox.workbook("a")!;
  const changes = {
    workbook: {
      ...{ kind: "workbook", key: "a", action: "delete", id: workbook.id },
      fingerprint: fingerprint(toLiveWorkbook(workbook, new Map())!, { ignored: [] }),
    } as Change,
    report: {
      ...{ kind: "report", key: "r", action: "delete", id: wire?.id, publicId: wire?.publicId },
      fingerprint: fingerprint(toLiveReport(wire!), { ignored: [] }),
    } as Change,
  };
  sandbox.requests.length = 0;
  return { ...world, changes, report, home: workbook.id };
}

const NO_RESIDENTS = {
  backUp: async () => {},
  requireBackedUp: async () => {},
  notesOfGone: async () => [],
};

describe("a workbook that is about to be deleted", () => {
  it.each<[string, number]>([
    ["another slug", 0],
    ["an edit", 0],
    ["no change", 1],
  ])("after %s: deletions %i", async (what, deletions) => {
    const { sandbox, changes, context, writes } = await open();
    sandbox.edit("a", (workbook) => {
      if (what === "another slug") workbook.slug = "b";
      if (what === "an edit") workbook.dashboardDraft = board("Mine");
    });
    const result = await remove(await context(), changes.workbook, {
      ...{ gone: new Set(), inside: [] },
      residents: NO_RESIDENTS,
    });
    expect(result).toMatchObject({ status: deletions === 1 ? "applied" : "stale", attempts: deletions });
    if (deletions === 0) expect(result.error?.message).toMatch(/^a was changed .*and is kept$/);
    expect(writes()).toHaveLength(deletions);
  });
});

describe("a report that is about to be deleted", () => {
  it.each<[string, Partial<Change>]>([
    ["of another publicId", { publicId: "zzzzzzzzzzzz" }],
    ["that was edited", { fingerprint: "sha256:0" }],
  ])("%s is kept, and named as a report", async (_, other) => {
    const { changes, context, writes } = await open();
    const result = await remove(await context(), { ...changes.report, ...other }, { gone: new Set() });
    expect(result).toMatchObject({ status: "stale", attempts: 0 });
    expect(result.error?.message).toMatch(/^the report r was changed .*and is kept$/);
    expect(writes()).toEqual([]);
  });

  it("is deleted where it is as planned, and again without a request that writes", async () => {
    const { changes, context, writes, report } = await open();
    expect(await remove(await context(), changes.report, { gone: new Set() })).toMatchObject({
      status: "applied",
      attempts: 1,
    });
    expect(await report()).toBeUndefined();
    const again = await remove(await context(), changes.report, { gone: new Set() });
    expect(again).toMatchObject({ status: "applied", attempts: 0 });
    expect(writes()).toHaveLength(1);
  });

  it("is as planned also where its workbook was deleted before it, by this run and no other", async () => {
    const { changes, report, home } = await open();
    const now = toLiveReport((await report())!);
    const isGoing = (one: typeof now, ...gone: number[]) =>
      isAsPlanned({ ignored: [] }, one, changes.report, new Set(gone));
    const free = { ...now, workbookId: null };
    expect(isGoing(now)).toBe(true);
    expect(isGoing(free, home)).toBe(true);
    expect(isGoing(free, home + 1)).toBe(false);
    expect(isGoing(free)).toBe(false);
    // One that is in another workbook by now was moved.
    expect(isGoing({ ...now, workbookId: home + 1 }, home)).toBe(false);
  });
});
