// What the platform had filled in and somebody took away there: an edit like any other, and put back by an apply.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";
import { board, openHarness, outcomes } from "./harness.ts";
import type { Hook } from "./proxy.ts";

const quirks = "fills-defaults,keeps-edits";
const said = ({ changes }: Plan) =>
  changes.flatMap(({ action, publish, hazards, fields }) => [
    `${action}${publish ? " and publish" : ""}: ${hazards.map(({ code }) => code)}`,
    ...fields.map(({ path, change, after }) => `${change} ${path} ${JSON.stringify(after)}`),
  ]);

type Draft = JsonObject & { settings: JsonObject; widgets: { style?: JsonObject }[] };
const draftOf = ({ dashboardDraft }: WireWorkbook) => dashboardDraft as unknown as Draft;

async function open(entry: JsonObject) {
  const harness = await openHarness({ workbooks: { a: entry }, sandbox: { quirks } });
  expect(outcomes(await harness.run())).toEqual(["a applied"]);
  expect(await harness.actions()).toEqual([]);
  return {
    ...harness,
    edit: (change: (draft: Draft) => void) => harness.sandbox.edit("a", (one) => change(draftOf(one))),
  };
}

describe("a default of a dashboard that was taken away on the platform", () => {
  it.each<[string, (draft: Draft) => void, string[]]>([
    ["a key", (draft) => delete draft.settings.locale, ['added dashboard.settings.locale "en"']],
    [
      "all of an object",
      ({ widgets }) => delete widgets[0]?.style,
      ['added dashboard.widgets[a].style {"padding":8}'],
    ],
    [
      "one, and another edited",
      ({ settings }) => {
        delete settings.locale;
        settings.timezone = "CET";
      },
      ['added dashboard.settings.locale "en"', 'changed dashboard.settings.timezone "UTC"'],
    ],
  ])("is drift, and put back: %s", async (_, change, fields) => {
    const { edit, plan, apply, actions, sandbox } = await open({ publish: true, dashboard: board("A") });
    const before = sandbox.workbook("a")?.dashboardDraft;
    edit(change);
    const planned = await plan();
    expect(said(planned)).toEqual(["update and publish: drift", ...fields]);
    expect(said(driftOf(planned))).toEqual(["update: drift", ...fields]);
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toEqual(before);
    expect(await actions()).toEqual([]);
  });

  it("is drift where live is as the files say, to the letter", async () => {
    const { edit, plan } = await open({ dashboard: {} });
    edit((draft) => {
      for (const key of Object.keys(draft)) delete draft[key];
    });
    expect(said(await plan())).toEqual([
      "update: drift",
      'added dashboard.kind "CLASSIC"',
      expect.stringContaining("added dashboard.layout "),
      expect.stringContaining("added dashboard.settings "),
    ]);
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

it("a default of a report that was taken away is drift, and put back", async () => {
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
  const { run, plan, platform, actions } = await openHarness({ files, proxy: fills });
  expect(outcomes(await run())).toEqual(["r applied"]);
  expect(await actions()).toEqual([]);
  isEdit = true;
  await platform.upsertReport(1, "aaaaaaaaaaaa", { jsonQuery: '{"measures":["a.n"]}' });
  expect(said(await plan())).toEqual(["update: drift", "added query.limit 10"]);
  // A platform that fills in nothing more is told the value.
  expect(outcomes(await run())).toEqual(["r applied"]);
  expect(await actions()).toEqual([]);
});
