// What is live, beside the files: read in the background, and never needed.
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import type { LiveBoard } from "../../src/tasks/studio/protocol.ts";
import { runBuilt } from "../support/process.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";

async function openLive() {
  const sandbox = await createSandbox({});
  onTestFinished(() => sandbox.close());
  const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
  const files = { "boardwright.yaml": `${PROJECT}${target}`, [FILE]: ORDERS };
  return { sandbox, files, env: { PLATFORM_API_KEY: sandbox.apiKey } };
}

describe("what is live, in the studio", () => {
  it("is compared with the files, sends nothing but GET, and follows an edit", async () => {
    const { sandbox, files, env } = await openLive();
    const server = await startStudio(files, { env });
    const read = await until(server.project, ({ live }) => live.status === "read");
    expect(read.dashboards[0]?.state).toBe("new");
    const applied = await runBuilt(["apply", "--yes"], { cwd: server.folder, env });
    expect(applied.code).toBe(0);
    const before = sandbox.requests.length;
    await server.post("/api/live", {});
    await until(
      server.project,
      ({ live, dashboards }) => live.status === "read" && dashboards[0]?.state === "same",
    );
    expect(new Set(sandbox.requests.slice(before).map(({ method }) => method))).toEqual(new Set(["GET"]));
    await server.edit("orders", [
      { kind: "place", widget: "open", breakpoint: "default", box: { x: 0, y: 0, w: 2, h: 4 } },
    ]);
    expect((await server.project()).dashboards[0]?.state).toBe("pending");
    expect(await server.get<LiveBoard>("/api/live?slug=orders")).toMatchObject({
      state: "pending",
      live: { widgets: [{ boxes: { default: { w: 4 } } }, {}, {}] },
      differences: [
        {
          widget: "open",
          word: "resized",
          text: "Open orders is 2 × 4 in the file. Live has 4 × 4.",
          origin: "git",
        },
      ],
    });
    await server.post("/api/undo", { slug: "orders" });
    expect((await server.project()).dashboards[0]?.state).toBe("same");
  });

  it("shows what was edited in the UI, with both ways out", async () => {
    const { sandbox, files, env } = await openLive();
    const server = await startStudio(files, { env });
    expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
    sandbox.edit("orders", (workbook) => {
      const draft = workbook.dashboardDraft as { widgets: { config: { title?: string } }[] };
      draft.widgets[0]!.config.title = "Open, by hand";
    });
    await until(server.project, ({ live }) => live.status === "read");
    await server.post("/api/live", {});
    await until(
      server.project,
      ({ live, dashboards }) => live.status === "read" && dashboards[0]?.state === "drift",
    );
    expect(await server.get<LiveBoard>("/api/live?slug=orders")).toMatchObject({
      differences: [{ widget: "open", word: "retitled", origin: "ui" }],
      ways: {
        keep: expect.stringContaining("boardwright pull orders"),
        discard: expect.stringContaining("boardwright apply --only orders"),
      },
    });
  });

  it.each(["", "publish: true, "])("is not as the file says where a report is not (%s)", async (publish) => {
    const { sandbox, files, env } = await openLive();
    const file = (measure: string) => `workbooks:
  a: { name: A, ${publish}dashboard: { widgets: [
    { id: c, type: CHART, position: [0, 0, 6, 4], config: { title: "Or\u202eders", reportId: { $report: r } } },
    { id: d, type: TEXT, position: [6, 0, 6, 4], config: { markdown: One } } ] } }
  b: { name: B, dashboard: { widgets: [] } }
reports:
  r: { publicId: revqZ1x8Kp0a, name: R, query: { measures: [${measure}] }, meta: { kind: kpi } }
`;
    const server = await startStudio({ ...files, [FILE]: file("orders.count") }, { env });
    expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
    const states = async () =>
      (await server.project()).dashboards.map(({ slug, state }) => `${slug} ${state}`);
    const readAgain = async () => {
      await server.post("/api/live", {});
      await until(server.project, ({ live }) => live.status === "read");
    };
    await until(server.project, ({ live }) => live.status === "read");
    await readAgain();
    expect(await states()).toEqual(["a same", "b same"]);
    // In the file: known at once, of the chart that draws it and of no other widget.
    server.write(FILE, file("orders.revenue"));
    await until(states, ([a]) => a === "a pending");
    const pending = await server.get<LiveBoard>("/api/live?slug=a");
    const said = (where: string) => `The report “R” of Or\\u{202e}ders was edited ${where}: query.`;
    expect(pending.differences).toEqual([
      { widget: "c", word: "edited", text: said("in the file"), origin: "git" },
    ]);
    expect(pending.live?.widgets[0]?.drawing).toMatchObject({ members: ["orders.count"] });
    expect((await server.project()).live).toMatchObject({ summary: expect.stringContaining("1 report") });
    // In the UI.
    server.write(FILE, file("orders.count"));
    await until(states, ([a]) => a === "a same");
    await fetch(`${sandbox.url}/api/v1/deployments/1/reports/by-public-id/revqZ1x8Kp0a`, {
      method: "PUT",
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonQuery: '{"measures":["orders.revenue"]}' }),
    });
    await readAgain();
    expect(await states()).toEqual(["a drift", "b same"]);
    expect((await server.project()).live).toMatchObject({
      summary: expect.stringContaining("1 needs a decision"),
    });
    const edited = await server.get<LiveBoard>("/api/live?slug=a");
    expect(edited).toMatchObject({
      differences: [{ widget: "c", word: "edited", text: said("in the UI"), origin: "ui" }],
      ways: {
        keep: "boardwright pull a",
        discard: "boardwright apply --only a --allow drift",
        decide: null,
      },
    });
    expect(edited.live?.widgets[0]?.drawing).toMatchObject({ members: ["orders.revenue"] });
    // On both sides.
    server.write(FILE, file("orders.total"));
    await until(states, ([a]) => a === "a conflict");
    expect((await server.get<LiveBoard>("/api/live?slug=a")).ways).toMatchObject({
      discard: "boardwright apply --only a --allow conflict",
      decide: { theirs: "boardwright pull a --theirs" },
    });
  });

  it("is read where it was when the studio started, whatever becomes of the project file", async () => {
    const { sandbox, files, env } = await openLive();
    const server = await startStudio(files, { env });
    await until(server.project, ({ live }) => live.status === "read");
    const stranger = await createSandbox({});
    onTestFinished(() => stranger.close());
    const own = files["boardwright.yaml"];
    for (const other of [
      own.replace(sandbox.url, stranger.url),
      own.replace("deployment: 1", "deployment: 99"),
      own.replace("project: studio", "project: stranger"),
      own.replace("prod:", "other:"),
    ]) {
      expect(other).not.toBe(own);
      const before = sandbox.requests.length;
      server.write("boardwright.yaml", other);
      const { live } = await until(server.project, (view) => view.live.status === "silent");
      expect(live).toMatchObject({
        why: "refused",
        host: new URL(sandbox.url).host,
        message: expect.stringMatching(/^the project file names another place now .* nothing is sent to it/),
      });
      await server.post("/api/live", {});
      const board = await server.board("orders");
      const taken = await server.post("/api/take", { slug: "orders", version: board.version, preview: true });
      expect(taken).toMatchObject({ status: "refused" });
      await until(server.project, (view) => view.live.status === "silent");
      expect([stranger.requests.length, sandbox.requests.length]).toEqual([0, before]);
      // The files go on, and so does all once it is as it was.
      expect(board.widgets).toHaveLength(3);
      server.write("boardwright.yaml", own);
      await until(server.project, (view) => view.live.status === "read");
    }
  });

  it("is found under the slug that a workbook `was`", async () => {
    const { sandbox, files, env } = await openLive();
    const server = await startStudio(
      { ...files, [FILE]: ORDERS.replace(/^ {2}orders:\n/m, "  orders:\n    was: old-orders\n") },
      { env },
    );
    expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
    sandbox.edit("orders", (workbook) => {
      workbook.slug = "old-orders";
    });
    await server.post("/api/live", {});
    await until(
      server.project,
      ({ live, dashboards }) => live.status === "read" && dashboards[0]?.state !== "new",
    );
    expect((await server.get<LiveBoard>("/api/live?slug=orders")).live).toMatchObject({
      widgets: [{}, {}, {}],
    });
  });

  it("is silent without a platform, and everything else works", async () => {
    const { files } = await openLive();
    const none: Record<string, string> = {};
    for (const env of [none, { PLATFORM_API_KEY: "wrong" }]) {
      const server = await startStudio(files, { env });
      const { live } = await until(server.project, (view) => view.live.status === "silent");
      expect(JSON.stringify(live)).not.toContain('wrong"');
      const edit = { kind: "title", widget: "open", title: "New" } as const;
      expect(await server.edit("orders", [edit])).toMatchObject({ status: "saved" });
    }
  });

  it("is off without a target", async () => {
    const server = await startStudio({ "boardwright.yaml": PROJECT, [FILE]: ORDERS });
    expect((await server.project()).live).toEqual({ status: "off" });
  });
});
