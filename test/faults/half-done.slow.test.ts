import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { pickUp } from "../../src/apply/index.ts";
import type { Json, JsonObject, Plan } from "../../src/model/index.ts";
import { driftOf, readRecord } from "../../src/plan/index.ts";
import type { WireReport, WireWorkbook } from "../../src/platform/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld } from "../support/world.ts";

const ID = "aaaaaaaaaaaa";
const ONE = { a: { name: "A", dashboard: board("One") } };
const TWO = { a: { name: "A", dashboard: board("Two") } };
const note = { id: "mine", type: "TEXT", position: { x: 0, y: 9, w: 2, h: 1 }, config: { markdown: "Mine" } };

/** Leaves `a` as a run leaves it that is killed when its first write of a dashboard has landed. */
async function leaveHalfDone(
  sandbox: SandboxOptions,
  workbooks: object,
  before?: object,
  files?: string,
  then?: { before: boolean; after: string },
) {
  let isCut = false;
  let isDown = false;
  const proxy: Hook = async ({ method, body }, forward) => {
    if (isDown) return "drop";
    const answer = await forward();
    isDown = isCut && method === "PUT" && Object.keys(body ?? {}).length > 0;
    return isDown ? "drop" : answer;
  };
  const wanted = workbooks as typeof ONE;
  const world = await openWorld({
    sandbox,
    proxy,
    ...(files
      ? { files: { "dashboards/all.yaml": files } }
      : { workbooks: (before ?? wanted) as typeof ONE }),
  });
  if (before || then?.before) await world.deploy();
  if (then) world.write("dashboards/all.yaml", then.after);
  const plan = await world.plan(files ? undefined : wanted);
  isCut = true;
  await world.apply(structuredClone(plan));
  isCut = isDown = false;
  return { ...world, saved: plan };
}

const widgetsOf = ({ dashboardDraft }: WireWorkbook) => (dashboardDraft as JsonObject).widgets as Json[];
const edits: Record<string, (workbook: WireWorkbook) => void> = {
  "the title": ({ dashboardDraft }) => Object.assign(dashboardDraft ?? {}, { title: "Mine" }),
  "the name": (workbook) => Object.assign(workbook, { name: "Mine" }),
  "a widget more": (workbook) => void widgetsOf(workbook).push(note),
  "a widget less": (workbook) => void widgetsOf(workbook).pop(),
};

const told = ({ changes }: Plan) =>
  changes.map(({ key, action, hazards }) => [action, key, ...hazards.map(({ code }) => code)].join(" "));

describe.each([
  ["a creation", {}, ONE, undefined],
  ["a creation where drafts are healed", { heal: true }, ONE, undefined],
  ["an update where drafts are healed", { heal: true }, TWO, ONE],
  ["an update where drafts are healed and merged deeply", { heal: true, merge: "deep" }, TWO, ONE],
] as [string, SandboxOptions, object, object | undefined][])(
  "%s that was cut off",
  (_, options, wanted, before) => {
    it("holds nobody's edit", async () => {
      const { plan, saved, platform } = await leaveHalfDone(options, wanted, before);
      expect((await plan(wanted as typeof ONE)).changes).toMatchObject([{ key: "a", hazards: [] }]);
      expect((await pickUp(saved, { platform, ignored: [], declaredFolders: {} })).moved).toEqual([]);
    });

    it.each(Object.entries(edits))(
      "and then edited in the UI is reported, and never overwritten unasked: %s",
      async (_name, edit) => {
        const { plan, saved, platform, sandbox } = await leaveHalfDone(options, wanted, before);
        sandbox.edit("a", edit);
        const again = await plan(wanted as typeof ONE);
        expect(told(again)).toEqual(["update a adopt"]);
        expect(driftOf(again).changes).toHaveLength(1);
        const { moved } = await pickUp(saved, { platform, ignored: [], declaredFolders: {} });
        expect(moved).toMatchObject([{ reason: expect.stringMatching(/^a: /) }]);
      },
    );
  },
);

describe.each([
  ["a creation of a report", undefined, "R"],
  ["an update of a report", "R", "R2"],
])("%s that was cut off", (_, before, name) => {
  const files = (title: string) =>
    stringify({
      reports: {
        r: { name: title, publicId: ID, query: { measures: [`a.${title}`] }, meta: { kind: "kpi" } },
      },
    });
  const leave = async () => {
    const place = await leaveHalfDone({ quirks: "fills-defaults" }, {}, undefined, files(before ?? name), {
      before: before !== undefined,
      after: files(name),
    });
    const report = async (): Promise<WireReport> => {
      for await (const [one] of place.platform.listReports(1)) if (one) return one;
      throw new Error("there is no report");
    };
    return { ...place, report };
  };
  const moved = async ({ saved, platform }: Awaited<ReturnType<typeof leave>>) =>
    (await pickUp(saved, { platform, ignored: [], declaredFolders: {} })).moved;

  it("holds nobody's edit, and the saved plan goes on with it", async () => {
    const place = await leave();
    expect(readRecord((await place.report()).meta ?? undefined)?.isOpen).toBe(true);
    expect((await place.plan()).changes).toMatchObject([{ key: "r", hazards: [] }]);
    expect(driftOf(await place.plan()).changes).toEqual([]);
    expect(await moved(place)).toEqual([]);
    // Meanwhile somebody adds what is not ours to send.
    const { meta } = await place.report();
    await place.platform.upsertReport(1, ID, { meta: { ...meta, note: "theirs" } });
    const { plan } = await pickUp(place.saved, {
      platform: place.platform,
      ignored: [],
      declaredFolders: {},
    });
    await place.apply(plan, { backups: `${place.cwd}/backups/again` });
    expect((await place.report()).meta).toMatchObject({ note: "theirs", kind: "kpi" });
    expect((await place.plan()).changes).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ["the name", { name: "Mine" }],
    ["the query", { jsonQuery: '{"measures":["mine.count"]}' }],
    ["a key of meta", { meta: { kind: "mine" } }],
  ])("and then edited in the UI is reported, and never overwritten unasked: %s", async (_name, edit) => {
    const place = await leave();
    const { meta } = await place.report();
    await place.platform.upsertReport(1, ID, { ...edit, meta: { ...meta, ...(edit.meta as JsonObject) } });
    const again = await place.plan();
    expect(told(again)).toEqual(["update r adopt"]);
    expect(driftOf(again).changes).toHaveLength(1);
    expect(await moved(place)).toMatchObject([{ reason: expect.any(String) }]);
  });
});

describe("a shell", () => {
  const chart = { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } };
  const files = JSON.stringify({
    workbooks: { a: { name: "A", folder: "Team", dashboard: { widgets: [chart] } } },
    reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
  });

  it("is nobody's edit, and what somebody put into it is", async () => {
    const { plan, saved, platform, sandbox } = await leaveHalfDone({}, {}, undefined, files);
    expect(sandbox.workbook("a")?.dashboardDraft).toBeNull();
    expect(told(await plan())).toEqual(["create r", "update a"]);
    expect((await pickUp(saved, { platform, ignored: [], declaredFolders: {} })).moved).toEqual([]);
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { widgets: [note] } as never;
    });
    expect(told(await plan())).toEqual(["create r", "update a adopt"]);
    expect((await pickUp(saved, { platform, ignored: [], declaredFolders: {} })).moved).toHaveLength(1);
  });
});
