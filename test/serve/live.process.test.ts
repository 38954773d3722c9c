// What is live, beside the files: read in the background, and never needed.
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox, type Seed } from "../../src/sandbox/index.ts";
import type { LiveBoard } from "../../src/serve/studio/protocol.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";

async function openLive(seed: Seed = {}) {
  const sandbox = await createSandbox({ seed });
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

  it("draws a chart by the report that it names by number, in the file and live", async () => {
    const jsonQuery = JSON.stringify({ measures: ["orders.count"] });
    const report = { id: 77, publicId: "numb3rR3port", name: "How many", jsonQuery, meta: { kind: "kpi" } };
    const { files, env } = await openLive({ reports: [report] });
    const file = ORDERS.replace("{ title: Open orders }", "{ title: Open orders, reportId: 77 }");
    const server = await startStudio({ ...files, [FILE]: file }, { env });
    await until(server.project, ({ live }) => live.status === "read");
    const drawing = { kind: "chart", chart: "kpi", members: ["orders.count"], report: "How many" };
    expect(await server.board("orders")).toMatchObject({ widgets: [{ drawing }, {}, {}] });
    expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
    await server.post("/api/live", {});
    await until(server.project, ({ dashboards }) => dashboards[0]?.state === "same");
    expect(await server.get<LiveBoard>("/api/live?slug=orders")).toMatchObject({
      live: { widgets: [{ drawing }, {}, {}] },
    });
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

  it("says of each value whose difference it is, also of what the board does not draw", async () => {
    const { sandbox, files, env } = await openLive();
    const server = await startStudio(files, { env });
    expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
    sandbox.edit("orders", (workbook) => {
      const { widgets } = workbook.dashboardDraft as {
        widgets: { config: Record<string, string>; position: { w: number } }[];
      };
      widgets[1]!.position.w = 4;
      widgets[1]!.config.note = "Net";
    });
    await until(server.project, ({ live }) => live.status === "read");
    server.write(FILE, ORDERS.replace("title: Trend", "title: Trend, net"));
    // Until the studio has followed the file, live is compared with the board as it was.
    await until(
      () => server.board("orders"),
      (board) => JSON.stringify(board).includes("Trend, net"),
    );
    await server.post("/api/live", {});
    await until(
      server.project,
      ({ live, dashboards }) => live.status === "read" && dashboards[0]?.state === "conflict",
    );
    const { differences } = await server.get<LiveBoard>("/api/live?slug=orders");
    const values = differences.map(({ word, origin, takes, fields: [field, ...more] }) => {
      const { path, applied, declared, live } = field!;
      return [word, origin, takes, path, applied, declared, live, more.length];
    });
    expect(values).toEqual([
      ["retitled", "git", null, "config.title", "Trend", "Trend, net", "Trend", 0],
      ["resized", "ui", "alone", "position.w", "6", "6", "4", 0],
      ["edited", "ui", "alone", "config.note", null, null, "Net", 0],
    ]);
    expect(differences[2]?.text).toBe("Trend, net was edited in the UI: config.note.");
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
    await expect.poll(() => states()).toEqual(["a same", "b same"]);
    // In the file: known at once, of the chart that draws it and of no other widget.
    server.write(FILE, file("orders.revenue"));
    await until(states, ([a]) => a === "a pending");
    const pending = await server.get<LiveBoard>("/api/live?slug=a");
    const said = (where: string) => `The report “R” of Or\\u{202e}ders was edited ${where}: query.`;
    const [count, revenue, total] = ["[orders.count]", "[orders.revenue]", "[orders.total]"];
    const query = { path: "query.measures", applied: count, live: count, declared: revenue };
    const lines = [expect.stringContaining("measures: [orders.revenue]")];
    expect(pending.differences).toEqual([
      {
        ...{ widget: "c", word: "edited", text: said("in the file"), origin: "git", takes: null },
        fields: [{ ...query, source: { file: FILE, line: 7, lines } }],
      },
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
    await expect.poll(() => states()).toEqual(["a drift", "b same"]);
    expect((await server.project()).live).toMatchObject({
      summary: expect.stringContaining("1 needs a decision"),
    });
    const edited = await server.get<LiveBoard>("/api/live?slug=a");
    expect(edited).toMatchObject({
      differences: [
        {
          ...{ widget: "c", word: "edited", text: said("in the UI"), origin: "ui" },
          fields: [{ ...query, live: revenue, declared: count }],
        },
      ],
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
    expect(await server.get<LiveBoard>("/api/live?slug=a")).toMatchObject({
      differences: [{ origin: "both", fields: [{ ...query, live: revenue, declared: total }] }],
      ways: {
        discard: "boardwright apply --only a --allow conflict",
        decide: { theirs: "boardwright pull a --theirs" },
      },
    });
  });

  it("is told as plan does: what was deleted, whose it is, what was published, and no offer that takes nothing", async () => {
    const { sandbox, files, env } = await openLive();
    const board = (slug: string, text: string, more = "") =>
      `  ${slug}: { name: ${slug}, publish: true, dashboard: { widgets: [{ id: t, type: TEXT, position: [0, 0, 6, 4], config: { markdown: ${text} } }${more}] } }\n`;
    const chart = ", { id: c, type: CHART, position: [6, 0, 6, 4], config: { reportId: { $report: r } } }";
    const report =
      "reports:\n  r: { publicId: revqZ1x8Kp0a, name: R, query: { measures: [a.b] }, meta: { kind: kpi } }\n";
    const apply = async (cwd: string) =>
      expect((await runBuilt(["apply", "--yes"], { cwd, env })).code).toBe(0);
    const send = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
      const url = `${sandbox.url}/api/v1/deployments/1${path}`;
      const sent = await fetch(url, {
        method,
        headers,
        ...(method !== "DELETE" && { body: JSON.stringify(body) }),
      });
      expect(sent.ok, await sent.text()).toBe(true);
    };
    const project = files["boardwright.yaml"].replace("project: studio", "project: another");
    const theirs = `workbooks:\n${board("theirs", "Theirs")}${board("theirs-too", "Hi")}`;
    await apply(tempFolder({ "boardwright.yaml": project, [FILE]: theirs }));
    const ours = `workbooks:\n${board("gone", "Hi")}${board("less", "Hi", chart)}${board("shown", "Hi")}`;
    const server = await startStudio({ ...files, [FILE]: ours + report }, { env });
    await until(server.project, ({ live }) => live.status === "read");
    await apply(server.folder);
    const write = (slug: string, text: string) =>
      sandbox.edit(slug, ({ dashboardDraft }) => {
        const { widgets } = dashboardDraft as unknown as { widgets: { config: { markdown: string } }[] };
        widgets[0]!.config.markdown = text;
      });
    const position = { x: 0, y: 0, w: 6, h: 4 };
    const draft = { widgets: [{ id: "t", type: "TEXT", position, config: { markdown: "By hand" } }] };
    await send("PUT", "/workbooks/by-slug/nobodys", { name: "nobodys", meta: { dashboardDraft: draft } });
    const workbookId = sandbox.workbook("shown")?.id;
    write("shown", "By hand");
    await send("POST", `/workbooks/${workbookId}/publish`, { workbookId });
    write("shown", "Hi");
    const drawn = sandbox.workbook("less")?.dashboardDraft as unknown as {
      widgets: { config: { reportId: number } }[];
    };
    await send("DELETE", `/reports/${drawn.widgets[1]?.config.reportId}`, {});
    await send("DELETE", `/workbooks/${sandbox.workbook("gone")?.id}`, {});
    const all = ["theirs", "theirs-too", "nobodys"].map((slug) => board(slug, "Hi")).join("");
    server.write(FILE, ours + all + report);
    await until(server.project, ({ dashboards }) => dashboards.length === 6);
    await server.post("/api/live", {});
    const read = await until(server.project, ({ live }) => live.status === "read");

    expect(Object.fromEntries(read.dashboards.map(({ slug, state }) => [slug, state]))).toEqual({
      ...{ gone: "deleted", less: "pending", shown: "drift" },
      ...{ theirs: "takeover", "theirs-too": "takeover", nobodys: "adopt" },
    });
    expect(read.live).toMatchObject({ summary: expect.stringMatching(/ · 4 need a decision$/) });
    const plan = JSON.parse((await runBuilt(["plan", "--json"], { cwd: server.folder, env })).stdout) as Plan;
    for (const { key, kind, hazards, reason } of plan.changes) {
      if (kind !== "workbook") continue;
      const { notes } = await server.get<LiveBoard>(`/api/live?slug=${key}`);
      for (const { message } of [...hazards, ...(reason ? [reason] : [])])
        expect(notes.join(" ").toLowerCase()).toContain(message.toLowerCase());
    }
    const said = async (slug: string) => {
      const { differences, ways } = await server.get<LiveBoard>(`/api/live?slug=${slug}`);
      return { told: differences.map(({ text, origin, takes }) => [text, origin, takes]), ways };
    };
    const none = { keep: null, discard: null, decide: null };
    const discard = (slug: string, code: string) => `boardwright apply --only ${slug} --allow ${code}`;
    expect(await said("gone")).toEqual({ told: [], ways: none });
    const deleted = "The report “R” of c was deleted on the platform.";
    expect(await said("less")).toEqual({ told: [[deleted, "ui", null]], ways: none });
    expect(await said("shown")).toEqual({ told: [], ways: { ...none, discard: discard("shown", "drift") } });
    expect(await said("theirs-too")).toEqual({
      told: [],
      ways: { ...none, discard: discard("theirs-too", "takeover") },
    });
    expect(await said("theirs")).toEqual({
      told: [["The text of “Hi” is another one live.", "unknown", null]],
      ways: { ...none, discard: discard("theirs", "takeover") },
    });
    expect((await said("nobodys")).ways).toEqual({
      keep: "boardwright pull nobodys",
      discard: discard("nobodys", "adopt"),
      decide: { theirs: "boardwright pull nobodys --theirs", ours: "boardwright pull nobodys --ours" },
    });
    // Edited since, and compared without asking anybody: the reason stays.
    server.write(FILE, ours.replace("name: less", "name: Less") + all + report);
    await until(
      () => server.board("less"),
      ({ title }) => title === "Less",
    );
    expect((await said("less")).told).toEqual([
      ["The dashboard is called “less”. The file says “Less”.", "git", null],
      [deleted, "ui", null],
    ]);
  });

  it("is an empty board if nothing is in it, and not what the file says", async () => {
    const { sandbox, files, env } = await openLive();
    const server = await startStudio(files, { env });
    expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
    sandbox.edit("orders", (workbook) => {
      workbook.dashboardDraft = null;
    });
    await until(server.project, ({ live }) => live.status === "read");
    await server.post("/api/live", {});
    await until(
      server.project,
      ({ live, dashboards }) => live.status === "read" && dashboards[0]?.state !== "new",
    );
    const edited = { kind: "title", widget: "open", title: "Open" } as const;
    for (const edit of [undefined, edited]) {
      if (edit) await server.edit("orders", [edit]);
      const { live, differences, state } = await server.get<LiveBoard>("/api/live?slug=orders");
      expect(state).not.toBe("same");
      expect(live?.widgets).toEqual([]);
      expect(differences.map(({ widget, word }) => `${widget} ${word}`)).toEqual(
        expect.arrayContaining(["open removed", "trend removed", "note removed"]),
      );
    }
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
    // The same place, written in another way.
    const { revision } = await server.project();
    server.write("boardwright.yaml", own.replace(sandbox.url, `${sandbox.url}/`));
    const { live } = await until(
      server.project,
      (view) => view.revision > revision && view.live.status !== "reading",
    );
    expect(live).toMatchObject({ status: "read" });
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
