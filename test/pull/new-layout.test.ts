// How new files are laid out on request: in the platform's folders, and with what they repeat written once.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const live = (seed: JsonObject): Promise<World> => openWorld({ sandbox: { seed: seed as Seed }, files: {} });
const text = (markdown: string): JsonObject => ({
  id: "note",
  type: "TEXT",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config: { markdown },
});
/** The workbook files and what belongs to them: not the schema, which the first pull brings. */
const filesOf = ({ files }: { files: ReadonlyMap<string, unknown> }) =>
  [...files.keys()].filter((name) => name.startsWith("dashboards/")).sort();
const areStamps = async (world: World) =>
  (await world.actions()).every((action) => action.startsWith("stamp "));

describe("--mirror-folders", () => {
  it("puts each new file into a folder named like the platform's", async () => {
    const world = await live({
      folders: [
        { id: 31, name: "Finance" },
        { id: 32, name: "Big / small: Ärger", parentId: 31 },
        { id: 33, name: "sales" },
      ],
      workbooks: [
        { id: 1, slug: "costs", name: "C", folderId: 32, dashboardDraft: board("C") },
        { id: 2, slug: "root", name: "R", dashboardDraft: board("R") },
        { id: 3, slug: "north", name: "N", folderId: 33, dashboardDraft: board("N") },
        // Its texts must not end up among the workbooks of the folder of that name.
        {
          id: 4,
          slug: "sales",
          name: "S",
          dashboardDraft: board("S", { widgets: [text("Line\n".repeat(9))] }),
        },
      ],
    });
    const made = await pull(world, { all: true, mirrorFolders: true });
    expect(filesOf(made)).toEqual([
      "dashboards/Finance/Big-small-Ärger/costs.yaml",
      "dashboards/root.yaml",
      "dashboards/sales-2.yaml",
      "dashboards/sales-2/note.md",
      "dashboards/sales/north.yaml",
    ]);
    expect(made.pulled[0]).toMatchObject({
      key: "costs",
      file: "dashboards/Finance/Big-small-Ärger/costs.yaml",
    });
    expect(await areStamps(world)).toBe(true);
  });

  it("stays in the folder for all without it, and where `include` looks", async () => {
    const world = await openWorld({
      sandbox: {
        seed: {
          folders: [{ id: 31, name: "Finance" }],
          workbooks: [{ id: 1, slug: "costs", name: "C", folderId: 31, dashboardDraft: board("C") }],
        } as unknown as Seed,
      },
      files: {},
      settings: 'include: ["dashboards/*.yaml"]\n',
    });
    await expect(pull(world, { all: true, mirrorFolders: true })).rejects.toThrow(
      /dashboards\/Finance\/ would not be part/,
    );
    expect(filesOf(await pull(world, { all: true }))).toEqual(["dashboards/costs.yaml"]);
  });
});

describe("blocks that new files repeat", () => {
  const layout = { cols: { lg: 24, sm: 6 }, rowHeight: 40, margin: [8, 8] };
  const theme = { primaryColor: "${blue}", fontFamily: "Inter", dashboard: { gap: 4 } };
  const seed = (slugs: string, more: (slug: string) => JsonObject): JsonObject => ({
    workbooks: [...slugs].map((slug, index) => {
      const dashboardDraft = board(slug, { settings: { refresh: 60 }, ...more(slug) });
      return { id: index + 1, slug, name: slug, dashboardDraft };
    }),
  });

  it("are offered, and left where they are", async () => {
    const world = await live(seed("abcd", (slug) => ({ layout, theme: slug < "c" ? theme : {} })));
    const made = await pull(world, { all: true });
    expect(made.notes.map(({ code, message }) => [code, message])).toEqual([
      ["repeated", "4 new files have the same `layout`"],
    ]);
    expect(parse(world.read("dashboards/a.yaml")).workbooks.a.dashboard.layout).toEqual(layout);
  });

  it("are written once if that is asked for; what is found later joins in, and an edit of one stays its own", async () => {
    const other = { ...layout, rowHeight: 20 };
    const world = await live(seed("abcdefg", (slug) => ({ layout: slug < "e" ? layout : other, theme })));
    const made = await pull(world, { all: true, share: true });
    expect(made.notes.map(({ code, file, message }) => [code, `${file}: ${message}`])).toEqual([
      ["shared", "dashboards/shared/theme.yaml: the `theme` of 7 new files is here, once"],
      ["shared", "dashboards/shared/layout.yaml: the `layout` of 4 new files is here, once"],
      ["shared", "dashboards/shared/layout-2.yaml: the `layout` of 3 new files is here, once"],
    ]);
    const dashboard = (slug: string) =>
      parse(world.read(`dashboards/${slug}.yaml`)).workbooks[slug].dashboard;
    expect(dashboard("a")).toMatchObject({
      layout: { $include: "./shared/layout.yaml" },
      theme: { $include: "./shared/theme.yaml" },
      settings: { refresh: 60 },
    });
    expect(dashboard("g").layout).toEqual({ $include: "./shared/layout-2.yaml" });
    expect(parse(world.read("dashboards/shared/theme.yaml")).primaryColor).toBe("$${blue}");
    expect(await areStamps(world)).toBe(true);

    await world.platform.upsertWorkbook(1, "h", {
      name: "h",
      meta: { dashboardDraft: board("h", { layout: other }) },
    });
    world.sandbox.edit("a", (workbook) => {
      const draft = workbook.dashboardDraft as JsonObject;
      workbook.dashboardDraft = { ...draft, layout: { ...layout, rowHeight: 30 } };
    });
    await world.deploy();
    const again = await pull(world, { all: true, share: true, resolution: "theirs" });
    expect(told(again)).toContain("created workbook h");
    expect([...again.files.keys()]).not.toContain("dashboards/shared/layout-2.yaml");
    expect(dashboard("h").layout).toEqual({ $include: "./shared/layout-2.yaml" });
    expect(await areStamps(world)).toBe(true);
  });

  it("are the controls of charts, too, and are shared if somebody says so when asked", async () => {
    const controls = { region: "orders.region", status: "orders.status", time: "orders.created_at" };
    const chart = (id: string, y: number) => ({
      ...{ id, type: "CHART", position: { x: 0, y, w: 6, h: 4 } },
      config: { title: id, controls },
    });
    const seeded = seed("a", () => ({ widgets: ["x", "y", "z"].map((id, at) => chart(id, 4 * at)) }));
    const asked: string[] = [];
    const pullIf = async (says: boolean) => {
      const world = await live(seeded);
      const askToShare = async (repeated: readonly { message: string }[]) => {
        asked.push(...repeated.map(({ message }) => message));
        return says;
      };
      const made = await pull(world, { all: true, askToShare });
      const widgets = parse(world.read("dashboards/a.yaml")).workbooks.a.dashboard.widgets as JsonObject[];
      expect(await areStamps(world)).toBe(true);
      return { files: filesOf(made), controls: widgets.map(({ config }) => (config as JsonObject).controls) };
    };
    const fragment = { $include: "./shared/controls.yaml" };
    expect(await pullIf(true)).toEqual({
      files: ["dashboards/a.yaml", "dashboards/shared/controls.yaml"],
      controls: [fragment, fragment, fragment],
    });
    expect(await pullIf(false)).toEqual({
      files: ["dashboards/a.yaml"],
      controls: [controls, controls, controls],
    });
    const same = "3 charts have the same `controls`";
    expect(asked).toEqual([same, same]);
  });

  it("are no apps, and are counted by their values, wherever those are", async () => {
    const app = { entry: "m.js", html: "<p>", version: 2 };
    const small = { a: 1, b: { c: 2 } };
    const three = { a: [1, [null]], b: { c: "text" } };
    const world = await live(seed("abc", () => ({ kind: "APP", app, theme: small, settings: three })));
    const made = await pull(world, { all: true, share: true });
    const shared = made.notes.filter(({ code }) => code !== "lint-error");
    expect(shared.map(({ code, file }) => [code, file])).toEqual([
      ["shared", "dashboards/shared/settings.yaml"],
    ]);
    const { dashboard } = parse(world.read("dashboards/a.yaml")).workbooks.a;
    expect(dashboard).toMatchObject({ app, theme: small });
  });

  it("never take the place of a file that is there, and are found from a mirrored folder", async () => {
    const world = await openWorld({
      sandbox: {
        seed: {
          folders: [{ id: 31, name: "shared" }],
          workbooks: ["layout", "b", "c"].map((slug, index) => {
            const dashboardDraft = board(slug, { layout });
            return { id: index + 1, slug, name: slug, folderId: 31, dashboardDraft };
          }),
        } as unknown as Seed,
      },
      files: { "dashboards/shared/layout-2.yaml": "{}\n", "dashboards/x.yaml": "layouts: {}\n" },
    });
    const made = await pull(world, { all: true, share: true, mirrorFolders: true });
    expect(filesOf(made)).toEqual([
      "dashboards/shared/b.yaml",
      "dashboards/shared/c.yaml",
      "dashboards/shared/layout-3.yaml",
      "dashboards/shared/layout.yaml",
    ]);
    expect(world.read("dashboards/shared/b.yaml")).toContain("layout: { $include: ./layout-3.yaml }");
  });
});
