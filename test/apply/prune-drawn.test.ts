import { expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, type WorldOptions } from "../support/world.ts";

const chart = (id: string, reportId: Json): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config: { nested: [{ reportId }] },
});
const FILES = {
  workbooks: {
    a: { dashboard: board("A") },
    b: { dashboard: board("B", { widgets: [chart("c", { $report: "r" })] }) },
  },
  reports: { r: { name: "R", workbook: "b", query: { measures: ["orders.count"] } } },
};

/** Everything is applied, and then only the workbook `a` is declared. */
async function open(options: Partial<WorldOptions> = {}) {
  const files = { "dashboards/all.yaml": stringify(FILES) };
  const world = await openWorld({ files, ...options });
  await world.deploy();
  const { platform, write } = world;
  const draw = async (slug: string, reportId: number, publish = false) => {
    const dashboardDraft = board(slug, { widgets: [chart("x", reportId)] });
    const { id } = await platform.upsertWorkbook(1, slug, { name: slug, meta: { dashboardDraft } });
    if (!publish) return;
    await platform.publishWorkbook(1, id, {});
    await platform.upsertWorkbook(1, slug, { meta: { dashboardDraft: { ...board(slug), widgets: [] } } });
  };
  const id = Number((await first(platform.listReports(1)))?.id);
  write("dashboards/all.yaml", stringify({ workbooks: { a: FILES.workbooks.a } }));
  return { ...world, draw, id };
}

async function first<T>(pages: AsyncIterable<T[]>): Promise<T | undefined> {
  for await (const [one] of pages) if (one) return one;
  return undefined;
}

const told = ({ changes }: Plan) =>
  changes.map(({ kind, key, hazards }) => [kind, key, ...hazards.map(({ message }) => message)].join(": "));
const WHY = "managed by this project, no longer declared: it would be deleted";

const withoutBoards: Hook = async ({ path }, forward) => {
  const answer = await forward();
  if (!path.endsWith("/workbooks") || !("body" in answer) || !isObject(answer.body)) return answer;
  const strip = ({
    dashboardDraft: _,
    dashboardPublished: __,
    publishedDashboard: ___,
    ...rest
  }: JsonObject) => rest;
  return { ...answer, body: { ...answer.body, items: (answer.body.items as JsonObject[]).map(strip) } };
};

it.each<[string, Partial<WorldOptions>]>([
  ["shows dashboards", {}],
  ["shows no meta", { sandbox: { quirks: "lists-without-meta" } }],
  ["shows no dashboards", { proxy: withoutBoards }],
])("workbooks of nobody that draw a report which goes are named, where the list %s", async (_, options) => {
  const { draw, id, plan } = await open(options);
  await draw("theirs", id);
  await draw("shown", id, true);
  await draw("others", id + 999);
  expect(told(await plan(undefined, { prune: true }))).toEqual([
    `report: r: ${WHY}; shown, theirs, not managed by this project, draw it`,
    `workbook: b: ${WHY}; shown, theirs, not managed by this project, draw reports of it`,
  ]);
});

it("one that another project manages is named, too, and ours is not: it goes or is changed with the plan", async () => {
  const { draw, id, plan, sandbox } = await open();
  await draw("theirs", id);
  sandbox.edit("a", ({ dashboardDraft }) =>
    Object.assign(dashboardDraft as object, { widgets: [chart("x", id)] }),
  );
  const [workbook] = told(await plan(undefined, { prune: true })).filter((line) =>
    line.startsWith("workbook: b"),
  );
  expect(workbook).toBe(`workbook: b: ${WHY}; theirs, not managed by this project, draws reports of it`);
});

it("one without a slug is named by its id", async () => {
  const { plan, send, id } = await open();
  const mine = await send("POST", "workbooks", { name: "Mine" });
  const dashboardDraft = board("Mine", { widgets: [chart("x", id)] });
  await send("PUT", `workbooks/${mine.id}`, { meta: { dashboardDraft } });
  const { changes } = await plan(undefined, { prune: true });
  const said = changes.flatMap(({ hazards }) => hazards.map(({ message }) => message));
  expect(said.join("\n")).toContain(`workbook ${mine.id}, not managed by this project, draws`);
});

it("nothing is said, nor read, without --prune", async () => {
  const { draw, id, plan, sandbox } = await open();
  await draw("theirs", id);
  sandbox.requests.length = 0;
  expect(told(await plan())).toEqual(["report: r", "workbook: b"]);
  expect(sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path))).toEqual([]);
});
