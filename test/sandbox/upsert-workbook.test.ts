import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { start, tickingClock, widget } from "./support.ts";

describe("create or update by slug", () => {
  it("creates a workbook named after its slug, in the root, without a dashboard", async () => {
    const { upsert, sandbox } = await start();
    const { status, body } = await upsert("revenue");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      deploymentId: 1,
      slug: "revenue",
      name: "revenue",
      type: "WORKBOOK",
      folderId: null,
      folderPath: [],
      meta: {},
      calculatedFields: {},
      dashboardDraft: null,
      dashboardPublished: null,
      publishedDashboard: null,
    });
    expect(sandbox.workbook("revenue")).toEqual(body);
  });

  it("trims and lower-cases the slug before matching", async () => {
    const { upsert } = await start();
    const first = await upsert("Revenue", { name: "One" });
    const second = await upsert("%20REVENUE%09", { name: "Two" });
    expect(second.body).toMatchObject({ id: first.body.id, slug: "revenue", name: "Two" });
    expect((await upsert("%20")).status).toBe(400);
    expect((await upsert("a%2Fb")).body.slug).toBe("a/b");
    expect((await upsert("%E0%A4%A")).status).toBe(400);
  });

  it("changes only the fields sent; null leaves name and meta, and moves to the root", async () => {
    const { upsert, at } = await start();
    const folder = (await at("POST", "/folders", { name: "Finance" })).body;
    await upsert("a", { name: "A", folderId: folder.id, meta: { team: "finance" } });
    expect((await upsert("a", { meta: { owner: "kim" } })).body).toMatchObject({
      name: "A",
      folderId: folder.id,
      folderPath: [{ id: folder.id, name: "Finance" }],
      meta: { team: "finance", owner: "kim" },
    });
    const moved = (await upsert("a", { name: null, meta: null, folderId: null })).body;
    expect(moved).toMatchObject({ name: "A", folderId: null, folderPath: [], meta: { team: "finance" } });
  });

  it("reads the draft back at the top level and not in meta, unknown keys kept", async () => {
    const { upsert } = await start();
    const dashboardDraft = { title: "T", futureField: [1], widgets: [{ ...widget("w"), extra: null }] };
    const { body } = await upsert("a", { meta: { team: "x", dashboardDraft } });
    expect(body.dashboardDraft).toEqual(dashboardDraft);
    expect(body.meta).toEqual({ team: "x" });
  });

  it("answers the draft in meta as well where the seed asks for it", async () => {
    const { upsert } = await start({ seed: { draftInMeta: true } });
    await upsert("a", { meta: { team: "x", dashboardDraft: { title: "T" } } });
    const { body } = await upsert("a", { meta: { team: "y" } });
    expect(body.meta).toEqual({ team: "y", dashboardDraft: { title: "T" } });
    expect(body.dashboardDraft).toEqual({ title: "T" });
  });

  it("refuses a folder of nowhere or of another deployment, and changes nothing", async () => {
    const { upsert, sandbox } = await start({
      seed: { deployments: [{ id: 1 }, { id: 2 }], folders: [{ id: 7, name: "Other", deploymentId: 2 }] },
    });
    expect((await upsert("a", { folderId: 7 })).status).toBe(404);
    expect((await upsert("a", { folderId: 99 })).body.error).toContain("Folder 99");
    expect(sandbox.workbook("a")).toBeUndefined();
  });

  it("keeps slugs of different deployments apart", async () => {
    const { upsert, call, sandbox } = await start({ seed: { deployments: [{ id: 1 }, { id: 2 }] } });
    await upsert("a", { name: "One" });
    await call("PUT", "/deployments/2/workbooks/by-slug/a", { name: "Two" });
    expect(sandbox.workbook("a")?.name).toBe("One");
    expect(sandbox.workbook("a", 2)?.name).toBe("Two");
  });
});

describe("re-applying", () => {
  const body: JsonObject = {
    name: "A",
    folderId: null,
    meta: { team: "x", nested: { a: 1, b: [1] }, dashboardDraft: { title: "T", widgets: [widget("w")] } },
  };

  it.each(["shallow", "deep"] as const)("is a no-op that keeps updatedAt (%s)", async (merge) => {
    const { upsert } = await start({ clock: tickingClock(), merge });
    const first = await upsert("a", body);
    const reordered = {
      meta: { nested: { b: [1], a: 1 }, dashboardDraft: (body.meta as JsonObject).dashboardDraft! },
    };
    expect((await upsert("a", body)).body).toEqual(first.body);
    expect((await upsert("a", reordered)).body).toEqual(first.body);
    expect((await upsert("a")).body).toEqual(first.body);
    const changed = await upsert("a", { name: "B" });
    expect(changed.body.updatedAt > first.body.updatedAt).toBe(true);
    expect(changed.body.createdAt).toBe(first.body.createdAt);
  });
});

describe("meta merge", () => {
  const before: JsonObject = {
    keep: 1,
    nested: { a: 1, b: { c: 2 }, list: [1, 2] },
    dashboardDraft: {
      title: "T",
      description: "D",
      layout: { rowHeight: 40, cols: { lg: 12 } },
      widgets: [widget("w")],
    },
  };
  const sent: JsonObject = {
    nested: { b: { d: 3 }, list: [9], a: null },
    dashboardDraft: { layout: { cols: { sm: 6 } }, description: null, widgets: [widget("v")] },
  };

  it("is shallow by default: a top-level key replaces", async () => {
    const { upsert } = await start();
    await upsert("a", { meta: before });
    const { body } = await upsert("a", { meta: sent });
    const { dashboardDraft, ...meta } = sent;
    expect(body.meta).toEqual({ keep: 1, ...meta });
    expect(body.dashboardDraft).toEqual(dashboardDraft);
  });

  it("goes into objects when deep; nulls overwrite and arrays are replaced", async () => {
    const { upsert } = await start({ merge: "deep" });
    await upsert("a", { meta: before });
    const { body } = await upsert("a", { meta: sent });
    expect(body.meta).toEqual({ keep: 1, nested: { a: null, b: { c: 2, d: 3 }, list: [9] } });
    expect(body.dashboardDraft).toEqual({
      title: "T",
      description: null,
      layout: { rowHeight: 40, cols: { lg: 12, sm: 6 } },
      widgets: [widget("v")],
    });
  });

  it.each(["shallow", "deep"] as const)("removes a draft that is sent as null (%s)", async (merge) => {
    const { upsert } = await start({ merge });
    await upsert("a", { meta: before });
    expect((await upsert("a", { meta: { dashboardDraft: null } })).body.dashboardDraft).toBeNull();
  });

  it.each(["shallow", "deep"] as const)("keeps a key __proto__ a plain key (%s)", async (merge) => {
    const { upsert, at } = await start({ merge });
    const raw = '{"meta":{"__proto__":{"polluted":true},"x":{"__proto__":{"y":1}}}}';
    await at("PUT", "/workbooks/by-slug/a", { raw });
    const { body } = await at("PUT", "/workbooks/by-slug/a", { raw });
    expect(Object.keys(body.meta)).toEqual(["__proto__", "x"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await upsert("b")).body.meta).toEqual({});
  });
});

describe("validation of a draft", () => {
  const position = { x: 0, y: 0, w: 1, h: 1 };
  const cases: [string, JsonObject, string][] = [
    ["a kind that is none", { kind: "MODERN" }, "meta.dashboardDraft.kind must be one of CLASSIC, APP"],
    ["a title of another type", { title: 3 }, "meta.dashboardDraft.title must be string or null"],
    ["a layout that is no object", { layout: 3 }, "meta.dashboardDraft.layout must be object"],
    [
      "columns that are no integers",
      { layout: { cols: { lg: 1.5 } } },
      "meta.dashboardDraft.layout.cols.lg must be integer",
    ],
    [
      "a margin that is no list",
      { layout: { margin: 8 } },
      "meta.dashboardDraft.layout.margin must be array or null",
    ],
    ["settings that are no object", { settings: [] }, "meta.dashboardDraft.settings must be object or null"],
    ["widgets that are no list", { widgets: {} }, "meta.dashboardDraft.widgets must be array or null"],
    [
      "a widget without an id",
      { widgets: [{ type: "TEXT", position }] },
      "meta.dashboardDraft.widgets[0].id is required",
    ],
    [
      "a widget of no known type",
      { widgets: [widget("a"), { ...widget("b"), type: "PIE" }] },
      "meta.dashboardDraft.widgets[1].type must be one of CHART",
    ],
    [
      "a widget id of 129",
      { widgets: [widget("x".repeat(129))] },
      "widgets[0].id must NOT have more than 128 characters",
    ],
    [
      "a position without a height",
      { widgets: [{ ...widget("a"), position: { x: 0, y: 0, w: 1 } }] },
      "meta.dashboardDraft.widgets[0].position.h is required",
    ],
    [
      "a position of halves",
      { widgets: [{ ...widget("a"), position: { ...position, x: 0.5 } }] },
      "meta.dashboardDraft.widgets[0].position.x must be integer",
    ],
    [
      "a null position",
      { widgets: [{ ...widget("a"), position: null }] },
      "meta.dashboardDraft.widgets[0].position must be object",
    ],
    [
      "a wrong responsive position",
      { widgets: [{ ...widget("a"), responsiveLayouts: { sm: { x: 1 } } }] },
      "meta.dashboardDraft.widgets[0].responsiveLayouts.sm.y is required",
    ],
    [
      "a config that is no object",
      { widgets: [{ ...widget("a"), config: "x" }] },
      "meta.dashboardDraft.widgets[0].config must be object or null",
    ],
    [
      "an entry of 256",
      { app: { entry: "e".repeat(256) } },
      "meta.dashboardDraft.app.entry must NOT have more than 255 characters",
    ],
    [
      "a file that is no text",
      { app: { files: { "a.js": null } } },
      "meta.dashboardDraft.app.files.a.js must be string",
    ],
  ];

  it.each(cases)("refuses %s and names the path", async (_, dashboardDraft, message) => {
    const { upsert, sandbox } = await start();
    const { status, body } = await upsert("a", { meta: { dashboardDraft } });
    expect(status).toBe(400);
    expect(body.error).toContain(message);
    expect(body.error).not.toContain("must be null");
    expect(sandbox.workbook("a")).toBeUndefined();
  });

  it("accepts every nullable field as null, every documented widget type, and limits exactly met", async () => {
    const { upsert } = await start();
    const types = [
      "CHART",
      "TEXT",
      "FILTER",
      "AI",
      "TIME_GRAIN",
      "FIELD",
      "PARENT",
      "SPACER",
      "DIVIDER",
      "CONTAINER",
    ];
    const dashboardDraft = {
      kind: null,
      title: null,
      description: null,
      app: {
        entry: "e".repeat(255),
        files: null,
        html: null,
        manifest: { dependencies: null, version: null },
      },
      layout: {
        breakpoints: { lg: null },
        cols: null,
        containerPadding: null,
        margin: [8, 8],
        rowHeight: null,
      },
      settings: { anything: { goes: [1] } },
      theme: null,
      widgets: types.map((type, index) => ({
        id: index === 0 ? "x".repeat(128) : type,
        type,
        position: { x: -1, y: 0, w: 0, h: 4 },
        config: null,
        style: { any: 1 },
        responsiveLayouts: { lg: null, sm: position },
      })),
    };
    const { status, body } = await upsert("a", { meta: { dashboardDraft } });
    expect(status).toBe(200);
    expect(body.dashboardDraft).toEqual(dashboardDraft);
  });

  it("refuses fields of the body that are of another type", async () => {
    const { upsert } = await start();
    expect((await upsert("a", { name: 1 })).body.error).toBe("name must be string or null");
    expect((await upsert("a", { name: "n".repeat(256) })).status).toBe(400);
    expect((await upsert("a", { folderId: "7" })).body.error).toBe("folderId must be integer or null");
    expect((await upsert("a", { meta: [] })).body.error).toBe("meta must be object or null");
  });
});

describe("409 upsert_branch_changed", () => {
  const conflict = { error: expect.any(String), code: "upsert_branch_changed" };

  it("when another writer creates the slug between decision and application", async () => {
    let other: (() => Promise<unknown>) | undefined;
    const client = await start({
      betweenDecisionAndApply: async () => {
        const act = other;
        other = undefined;
        await act?.();
      },
    });
    other = () => client.upsert("a", { name: "Theirs" });
    const { status, body } = await client.upsert("a", { name: "Ours" });
    expect(status).toBe(409);
    expect(body).toEqual(conflict);
    expect(client.sandbox.workbook("a")?.name).toBe("Theirs");
    expect((await client.upsert("a", { name: "Ours" })).body.name).toBe("Ours");
  });

  it("when another writer deletes it, or deletes and creates it again", async () => {
    let other: (() => Promise<unknown>) | undefined;
    const client = await start({
      betweenDecisionAndApply: async () => {
        const act = other;
        other = undefined;
        await act?.();
      },
    });
    const { id } = (await client.upsert("a")).body;
    other = () => client.at("DELETE", `/workbooks/${id}`);
    expect((await client.upsert("a", { name: "Ours" })).body).toEqual(conflict);
    const again = (await client.upsert("a")).body.id;
    other = async () => {
      await client.at("DELETE", `/workbooks/${again}`);
      await client.upsert("a");
    };
    expect((await client.upsert("a", { name: "Ours" })).body).toEqual(conflict);
  });

  it("not when another writer merely updates it", async () => {
    let other: (() => Promise<unknown>) | undefined;
    const client = await start({
      betweenDecisionAndApply: async () => {
        const act = other;
        other = undefined;
        await act?.();
      },
    });
    await client.upsert("a");
    other = () => client.upsert("a", { meta: { theirs: 1 } });
    expect((await client.upsert("a", { meta: { ours: 1 } })).body.meta).toEqual({ theirs: 1, ours: 1 });
  });

  it("for all but one of the writers who create a slug at the same moment", async () => {
    let waiting = 0;
    let go = (): void => {};
    const all = new Promise<void>((resolve) => {
      go = resolve;
    });
    const client = await start({
      betweenDecisionAndApply: () => {
        waiting += 1;
        if (waiting === 5) go();
        return all;
      },
    });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => client.upsert("a", { name: `Writer ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)!;
    expect(client.sandbox.workbook("a")).toEqual(winner.body);
  });
});
