// What the platform had filled in and somebody took away there: no file can say that it is not there, so it is told, noted in the stamp, and left as it is.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const quirks = "fills-defaults,keeps-edits";
const said = ({ changes }: Plan) =>
  changes.flatMap(({ action, publish, hazards, fields }) => [
    `${action}${publish ? " and publish" : ""}: ${hazards.map(({ code }) => code)}`,
    ...fields.map(({ path, change, after }) => `${change} ${path} ${JSON.stringify(after)}`),
  ]);

type Draft = JsonObject & { settings: JsonObject; widgets: { style?: JsonObject }[] };
const draftOf = ({ dashboardDraft }: WireWorkbook) => dashboardDraft as unknown as Draft;

async function open(entry: JsonObject) {
  const world = await openWorld({ workbooks: { a: entry }, sandbox: { quirks } });
  expect(outcomes(await world.deploy())).toEqual(["a applied"]);
  expect(await world.actions()).toEqual([]);
  return {
    ...world,
    edit: (change: (draft: Draft) => void) => world.sandbox.edit("a", (one) => change(draftOf(one))),
  };
}

const told = (paths: string, were = "was") => ({
  code: "lost-default",
  message: `${paths} ${were} filled in by the platform, and taken away there since the last apply`,
});

describe("a default of a dashboard that was taken away on the platform", () => {
  it.each<[string, (draft: Draft) => void, ReturnType<typeof told>]>([
    ["a key", (draft) => delete draft.settings.locale, told("dashboard.settings.locale")],
    ["all of an object", ({ widgets }) => delete widgets[0]?.style, told("dashboard.widgets[a].style")],
    [
      "two",
      ({ settings, widgets }) => {
        delete settings.locale;
        delete widgets[0]?.style;
      },
      told("dashboard.settings.locale, dashboard.widgets[a].style", "were"),
    ],
  ])("is a stamp that says so, once: %s", async (_, change, reason) => {
    const { edit, plan, apply, actions, sandbox } = await open({ dashboard: board("A") });
    edit(change);
    const left = sandbox.workbook("a")?.dashboardDraft;
    const planned = await plan();
    expect(said(planned)).toEqual(["stamp: "]);
    expect(planned.changes[0]).toMatchObject({ origin: "live", reason });
    const drift = driftOf(planned);
    expect([drift.changes, drift.summary.unchanged]).toEqual([[], 1]);
    expect(drift.diagnostics).toMatchObject([
      {
        rule: "lost-default",
        severity: "warning",
        message: "what the platform had filled in was taken away there: a",
      },
    ]);
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toEqual(left);
    expect(await actions()).toEqual([]);
  });

  it("is told where that is published, too", async () => {
    const { edit, plan, apply, actions } = await open({ publish: true, dashboard: board("A") });
    edit((draft) => delete draft.settings.locale);
    const planned = await plan();
    expect(said(planned)).toEqual(["publish and publish: "]);
    expect(planned.changes[0]?.reason).toMatchObject(told("dashboard.settings.locale"));
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(await actions()).toEqual([]);
  });

  it("is told beside what changed in Git and what was edited, which is put back", async () => {
    const { edit, plan, apply, actions } = await open({ dashboard: board("A") });
    edit(({ settings }) => {
      delete settings.locale;
      settings.timezone = "CET";
    });
    const next = { a: { dashboard: board("B") } };
    const planned = await plan(next);
    expect(said(planned)).toEqual([
      "update: drift",
      'changed dashboard.settings.timezone "UTC"',
      'changed dashboard.title "B"',
    ]);
    expect(planned.changes[0]?.reason).toMatchObject(told("dashboard.settings.locale"));
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(await actions(next)).toEqual([]);
  });

  it("is told where live is as the files say, to the letter", async () => {
    const { edit, plan, apply, actions } = await open({ dashboard: {} });
    edit((draft) => {
      for (const key of Object.keys(draft)) delete draft[key];
    });
    const planned = await plan();
    expect(said(planned)).toEqual(["stamp: "]);
    expect(planned.changes[0]?.reason).toMatchObject(
      told("dashboard.kind, dashboard.layout, dashboard.settings", "were"),
    );
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(await actions()).toEqual([]);
  });

  it("is none where the files say something else there by now", async () => {
    const { edit, plan } = await open({ dashboard: board("A", { settings: { mine: 1 } }) });
    edit((draft) => delete draft.settings.locale);
    const next = { a: { dashboard: board("A", { settings: { mine: 1, locale: "de" } }) } };
    expect(said(await plan(next))).toEqual(["update: conflict", 'added dashboard.settings.locale "de"']);
    expect(said(await plan({ a: { dashboard: board("A") } }))).toEqual([
      "update: ",
      "removed dashboard.settings.mine undefined",
    ]);
  });
});

it("a default of a report that was taken away is a stamp that says so", async () => {
  let isEdit = false;
  const fills: Hook = (asked, forward) => {
    const { jsonQuery } = asked.body ?? {};
    if (typeof jsonQuery !== "string" || isEdit) return forward();
    return forward({ ...asked.body, jsonQuery: JSON.stringify({ limit: 10, ...JSON.parse(jsonQuery) }) });
  };
  const files = {
    "dashboards/all.yaml": stringify({
      reports: { r: { publicId: "aaaaaaaaaaaa", query: { measures: ["a.n"] } } },
    }),
  };
  const { deploy, plan, platform, actions } = await openWorld({ files, proxy: fills });
  expect(outcomes(await deploy())).toEqual(["r applied"]);
  expect(await actions()).toEqual([]);
  isEdit = true;
  await platform.upsertReport(1, "aaaaaaaaaaaa", { jsonQuery: '{"measures":["a.n"]}' });
  const planned = await plan();
  expect(said(planned)).toEqual(["stamp: "]);
  expect(planned.changes[0]?.reason).toMatchObject(told("query.limit"));
  expect(outcomes(await deploy())).toEqual(["r applied"]);
  expect(await actions()).toEqual([]);
});
