// What was made in the UI, taken into the files: the lines that pull would write, shown first, and one step of undo.
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import type { LiveBoard, TakeAnswer, TakePreview, TakeRequest } from "../../src/serve/studio/protocol.ts";
import { runBuilt } from "../support/process.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";
const MONTH_END = {
  id: "month-end",
  type: "TEXT",
  position: { x: 0, y: 6, w: 4, h: 2 },
  config: { markdown: "Month-end rates." },
};
const TITLED = ORDERS.replace("title: Open orders", "title: Open orders (EU)");
const ADDED = `
        - id: month-end
          type: TEXT
          position: [0, 6, 4, 2]
          config:
            markdown: Month-end rates.
`;

type Draft = { layout: JsonObject; widgets: (JsonObject & { config: JsonObject })[] };

/** Applied, then edited on the platform behind the studio's back. */
async function openEdited(edit: (draft: Draft) => void, args: string[] = []) {
  const sandbox = await createSandbox({});
  onTestFinished(() => sandbox.close());
  const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
  const files = { "boardwright.yaml": `${PROJECT}${target}`, [FILE]: ORDERS };
  const env = { PLATFORM_API_KEY: sandbox.apiKey };
  const server = await startStudio(files, { env, args });
  await until(server.project, ({ live }) => live.status === "read");
  expect((await runBuilt(["apply", "--yes"], { cwd: server.folder, env })).code).toBe(0);
  const editLive = (change: (draft: Draft) => void) =>
    sandbox.edit("orders", ({ dashboardDraft }) => change(dashboardDraft as unknown as Draft));
  editLive(edit);
  await server.post("/api/live", {});
  const stateOf = async () => (await server.project()).dashboards[0]?.state;
  await until(server.project, ({ dashboards }) => dashboards[0]?.state === "drift");
  return {
    ...server,
    sandbox,
    editLive,
    stateOf,
    live: () => server.get<LiveBoard>("/api/live?slug=orders"),
    take: async (more: Partial<TakeRequest> = {}) => {
      const { version } = await server.board("orders");
      return server.post<TakeAnswer>("/api/take", { slug: "orders", version, ...more });
    },
    plan: () => runBuilt(["plan"], { cwd: server.folder, env }),
  };
}

const retitle = ({ widgets }: Draft) => {
  widgets[0]!.config.title = "Open orders (EU)";
};
const retitleAndAdd = (draft: Draft) => {
  retitle(draft);
  draft.widgets.push(structuredClone(MONTH_END));
};

describe("taking what was made in the UI", () => {
  it("writes what pull would, comments kept, sends nothing but GET, and is undone byte for byte", async () => {
    const { sandbox, take, text, stateOf, plan, post, live } = await openEdited(retitleAndAdd);
    const before = sandbox.requests.length;
    expect(await take()).toMatchObject({
      status: "saved",
      saved: [{ file: FILE }],
      step: "Open orders and 1 more taken from live",
      board: { undo: expect.any(String) },
    });
    expect(text(FILE)).toBe(`${TITLED}${ADDED}`);
    await expect.poll(() => stateOf()).toBe("same");
    expect(await live()).toMatchObject({ differences: [], ways: { keep: null } });
    expect(new Set(sandbox.requests.slice(before).map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect((await plan()).stdout).toContain("1 to stamp");
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(ORDERS);
    // It is known again without asking the platform.
    await expect.poll(() => stateOf()).toBe("drift");
    await post("/api/redo", { slug: "orders" });
    expect(text(FILE)).toBe(`${TITLED}${ADDED}`);
  });

  it("leaves the change in Git to the next apply", async () => {
    const { take, edit, text, stateOf, plan, live } = await openEdited(retitle);
    const box = { x: 0, y: 4, w: 6, h: 2 };
    await edit("orders", [{ kind: "place", widget: "note", breakpoint: "default", box }]);
    await expect.poll(() => stateOf()).toBe("conflict");
    expect(await live()).toMatchObject({
      differences: [
        { widget: "open", origin: "ui" },
        { widget: "note", origin: "git" },
      ],
      ways: { decide: null },
    });
    expect(await take()).toMatchObject({ status: "saved", step: "Open orders taken from live" });
    expect(text(FILE)).toBe(TITLED.replace("position: [0, 4, 12, 2]", "position: [0, 4, 6, 2]"));
    await expect.poll(() => stateOf()).toBe("pending");
    const { stdout } = await plan();
    expect(stdout).toContain("1 to update");
    expect(stdout).not.toContain("EU");
    expect(stdout).not.toContain("drift");
  });

  it("shows the lines first, and writes just those or nothing", async () => {
    const { take, text, editLive, post } = await openEdited(retitleAndAdd);
    const preview = (await take({ preview: true })) as TakePreview;
    expect(preview).toMatchObject({ status: "preview", files: [{ file: FILE, changed: 8 }], notes: [] });
    const lines = preview.files[0]!.lines.map(({ number, text: line, kind }) => [number, kind, line]);
    expect(lines).toContainEqual([null, "gone", "          config: { title: Open orders }"]);
    expect(lines).toContainEqual([14, "new", "          config: { title: Open orders (EU) }"]);
    expect(lines.at(-1)).toEqual([31, "new", "            markdown: Month-end rates."]);
    expect(text(FILE)).toBe(ORDERS);
    editLive(({ widgets }) => {
      widgets[0]!.config.title = "Another one";
    });
    const late = await take({ shown: preview.shown });
    expect(late).toMatchObject({
      status: "refused",
      message: expect.stringMatching(/changed since.*Nothing/),
    });
    expect(text(FILE)).toBe(ORDERS);
    const { shown } = (await take({ preview: true })) as TakePreview;
    expect(await take({ shown })).toMatchObject({ status: "saved" });
    expect(text(FILE)).toContain("title: Another one");
    await post("/api/undo", { slug: "orders" });
    expect(text(FILE)).toBe(ORDERS);
  });

  it("takes one widget alone", async () => {
    const { take, text, stateOf, live, plan } = await openEdited(retitleAndAdd);
    expect(await take({ widget: "month-end" })).toMatchObject({ step: "Month-end rates. taken from live" });
    expect(text(FILE)).toBe(`${ORDERS}${ADDED}`);
    await expect.poll(() => stateOf()).toBe("drift");
    expect((await live()).differences).toMatchObject([{ widget: "open", origin: "ui" }]);
    expect(await take({ widget: "open" })).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(`${TITLED}${ADDED}`);
    expect((await plan()).stdout).toContain("1 to stamp");
    expect(await take({ widget: "open" })).toMatchObject({ status: "nothing" });
  });

  it("takes what is of no widget alone, and a widget that is gone", async () => {
    const { sandbox, take, text, post, live } = await openEdited((draft) => {
      retitle(draft);
      draft.widgets.splice(1, 1);
      draft.layout.rowHeight = 44;
    });
    expect((await live()).differences).toContainEqual({
      widget: null,
      word: "edited",
      text: "The dashboard itself was edited in the UI: layout.rowHeight.",
      origin: "ui",
      takes: "alone",
      fields: [
        expect.objectContaining({ path: "layout.rowHeight", applied: "40", declared: "40", live: "44" }),
      ],
    });
    sandbox.edit("orders", (workbook) => {
      workbook.name = "All orders";
    });
    expect(await take({ widget: null })).toMatchObject({
      step: "The dashboard’s own values taken from live",
    });
    const own = ORDERS.replace("name: Orders", "name: All orders").replace("rowHeight: 40", "rowHeight: 44");
    expect(text(FILE)).toBe(own);
    expect(await take({ widget: "trend" })).toMatchObject({ step: "Trend taken from live" });
    const [head, open, , rest] = own.split(/(?<=\n)(?= {8}- id)/);
    expect(text(FILE)).toBe(`${head}${open}${rest}`);
    await post("/api/undo", { slug: "orders" });
    expect(text(FILE)).toBe(own);
  });

  it("decides nothing where both sides changed the same", async () => {
    const { take, edit, text, live } = await openEdited(retitleAndAdd);
    await edit("orders", [{ kind: "title", widget: "open", title: "Open, mine" }]);
    const mine = text(FILE);
    const decide = {
      theirs: "boardwright pull orders --theirs",
      ours: "boardwright pull orders --ours",
    };
    expect((await live()).ways).toMatchObject({ decide });
    for (const widget of [undefined, "open"]) {
      const answer = await take({ widget });
      expect(answer).toMatchObject({
        status: "refused",
        message: expect.stringContaining("dashboard.widgets[open].config.title"),
        help: expect.stringContaining(decide.theirs),
      });
      expect(JSON.stringify(answer)).toContain(decide.ours);
      expect(text(FILE)).toBe(mine);
    }
    expect(await take({ widget: "month-end" })).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(`${mine}${ADDED}`);
  });

  it("writes nothing over a file that changed, for a reader, and without a platform", async () => {
    const { take, text, write, sandbox, board } = await openEdited(retitle);
    const { version } = await board("orders");
    const theirs = ORDERS.replace("Trend", "Trend of theirs");
    write(FILE, theirs);
    expect(await take({ version })).toMatchObject({ status: "changed", board: { slug: "orders" } });
    expect(text(FILE)).toBe(theirs);
    await sandbox.close();
    expect(await take()).toMatchObject({ status: "refused", message: expect.stringContaining(".") });
    expect(text(FILE)).toBe(theirs);
    const reader = await openEdited(retitle, ["--read-only"]);
    for (const more of [{}, { preview: true }])
      expect(await reader.take(more)).toMatchObject({
        status: "refused",
        message: expect.stringContaining("read-only"),
      });
    expect(reader.text(FILE)).toBe(ORDERS);
  });

  it("refuses a request that is none", async () => {
    const server = await startStudio({ "boardwright.yaml": PROJECT, [FILE]: ORDERS });
    const { version } = await server.board("orders");
    await expect(server.post("/api/take", { slug: "orders" })).rejects.toThrow(/400 .*version/);
    await expect(server.post("/api/take", { slug: "orders", version, widget: 1 })).rejects.toThrow(/400/);
    expect(await server.post("/api/take", { slug: "orders", version })).toMatchObject({
      status: "refused",
      message: expect.stringContaining("no target"),
    });
    expect(await server.post("/api/take", { slug: "none", version })).toMatchObject({ status: "changed" });
  });
});
