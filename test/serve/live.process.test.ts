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
