// The words of a plan's rows are true of what an apply does: charts are counted as charts, and reports are called by their names.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld, PROJECT, type World } from "../support/world.ts";

const chart = (id: string, at: readonly number[], report: string): JsonObject => ({
  id,
  type: "CHART",
  position: [...at],
  config: { title: id.toUpperCase(), reportId: { $report: report } },
});
const text = (at: readonly number[]): JsonObject => ({
  id: "t",
  type: "TEXT",
  position: [...at],
  config: { title: "T", markdown: "one\ntwo" },
});
const LEFT = [0, 0, 4, 2];
const RIGHT = [4, 2, 4, 2];
const FILTERS = [
  { member: "o.f", operator: "equals", values: ["x"] },
  { member: "o.g", operator: "gt", values: ["y"] },
];
const query = (given: JsonObject = {}): JsonObject => ({
  measures: ["o.a", "o.b"],
  filters: FILTERS,
  order: [["o.a", "desc"]],
  ...given,
});

const WIDGETS = [chart("a", LEFT, "r1"), chart("b", [8, 0, 4, 2], "r1"), text(RIGHT)];
const files = (widgets: JsonObject[] = WIDGETS, one: JsonObject = {}) => ({
  workbooks: { one: { name: "Sales", dashboard: { widgets } } },
  reports: {
    r1: { name: "First", workbook: "one", query: query(), ...one },
    r2: { name: "Second", workbook: "one", query: query() },
  },
});

const [, b, t] = WIDGETS as [JsonObject, JsonObject, JsonObject];
const taller = text([0, 0, 4, 3]);

it.each<[string, ReturnType<typeof files>, row: string, detail: string]>([
  [
    "a report that two charts draw",
    files(WIDGETS, { query: query({ limit: 20 }) }),
    "2 charts ask something else",
    "limit",
  ],
  [
    "a third filter",
    files(WIDGETS, { query: query({ filters: [...FILTERS, { ...FILTERS[0], operator: "notEquals" }] }) }),
    "2 charts ask something else",
    "+ o.f notEquals x",
  ],
  [
    "an order by something else first",
    files(WIDGETS, {
      query: query({
        order: [
          ["o.b", "asc"],
          ["o.a", "desc"],
        ],
      }),
    }),
    "2 charts ask something else",
    "+ o.b asc, first",
  ],
  [
    "filters in another order",
    files(WIDGETS, { query: query({ filters: [...FILTERS].reverse() }) }),
    "2 charts list their filters in another order",
    "in another order: o.g, o.f",
  ],
  ["a new name", files(WIDGETS, { name: "Other" }), "1 report renamed", "First → Other"],
  [
    "another report",
    files([chart("a", LEFT, "r2"), b, t]),
    "<i>A</i> draws <i>Second</i>",
    "First (101) → Second (102)",
  ],
  [
    "tiles that change places, one of them taller",
    files([chart("a", RIGHT, "r1"), b, taller]),
    "<i>A</i> and <i>T</i> swapped, <i>T</i> taller",
    "4,2 → 0,0",
  ],
  [
    "another type",
    files([chart("a", LEFT, "r1"), b, { ...t, type: "DIVIDER" }]),
    "<i>T</i> is a divider now",
    "TEXT → DIVIDER",
  ],
])("of %s", async (_, next, row, detail) => {
  const place = await openWorld({ ...files(), applied: true });
  place.declare(next);
  const markdown = (await place.run("plan", "--format", "markdown")).stdout
    .replace(/\u200b/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const line = markdown.split("\n").find((one) => one.startsWith("| ") && one.includes("<b>Sales</b>"));
  expect(line).toContain(`| ${row} |`);
  expect(markdown).toMatch(new RegExp(detail.replace(/[()+.]/g, "\\$&").replace(/\d{3}/g, "\\d+")));
});

const said = async (place: World) => (await place.run("plan", "--format", "markdown")).stdout.split("\n");

it("says what somebody deleted on the platform as made again, in its row and in the first line", async () => {
  const place = await openWorld({ ...files(), applied: true });
  const id = place.sandbox.workbook("one")?.id;
  const address = `${place.sandbox.url}/api/v1/deployments/1/workbooks/${id}`;
  const authorization = `Bearer ${place.sandbox.apiKey}`;
  expect((await fetch(address, { method: "DELETE", headers: { authorization } })).ok).toBe(true);
  const lines = await said(place);
  expect(lines[0]).toContain("1 made again after a deletion on the platform");
  const row = lines.find((line) => line.startsWith("| 🆕"));
  expect(row).toContain("<b>made again</b>&#58; 3 widgets, not published; it was deleted on the platform");
});

it("tells dashboards of one title apart by their slugs, wherever they are named, and no others", async () => {
  const named = (name: string, widgets: JsonObject[]) => ({ name, dashboard: { widgets } });
  const all = (widgets: JsonObject[]) => ({
    workbooks: {
      eu: named("Orders", widgets),
      us: named("Orders", widgets),
      shops: named("Shops", widgets),
    },
  });
  const place = await openWorld({ ...all([text(LEFT)]), applied: true });
  place.declare(all([text(RIGHT)]));
  place.sandbox.edit("eu", (workbook) =>
    Object.assign(workbook, { name: "Orders", folderId: null, dashboardDraft: {} }),
  );
  const lines = await said(place);
  const rows = lines.filter((line) => line.startsWith("| ") && line.includes("<b>"));
  expect(rows.map((line) => line.split(" | ")[1])).toEqual([
    "<b>Orders</b> <code>eu</code>",
    "<b>Shops</b>",
    "<b>Orders</b> <code>us</code>",
  ]);
  expect(lines.find((line) => line.startsWith("> - "))).toContain("**Orders (eu)**");
  expect(lines.filter((line) => line.includes("<summary>")).join()).toContain("<code>eu</code>");
  const page = (await place.run("plan", "--format", "html")).stdout;
  for (const slug of ["eu", "us"]) expect(page).toContain(`<b>Orders</b> <code>${slug}</code></span>`);
});

it("links what is live where the target says how, in markdown as in the page", async () => {
  const project = PROJECT.replace(
    "deployment: 1 }",
    'deployment: 1, link: "https://acme.example/d/{id}/{slug}" }',
  );
  const place = await openWorld({ ...files(), files: { "boardwright.yaml": project }, applied: true });
  place.declare(files([b, t]));
  const address = `https://acme.example/d/${place.sandbox.workbook("one")?.id}/one`;
  for (const format of ["markdown", "html"])
    expect((await place.run("plan", "--format", format)).stdout).toContain(`href="${address}"`);
});
