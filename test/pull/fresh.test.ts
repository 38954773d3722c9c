// What a pull writes for what no file declares yet.
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const chart = (id: string, config: JsonObject): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config,
});
const report = (id: number, name: string, more: JsonObject = {}): JsonObject => ({
  id,
  name,
  publicId: `report${id}`.padEnd(12, "x"),
  jsonQuery: JSON.stringify({ measures: [`orders.m${id}`] }),
  ...more,
});

function live(seed: JsonObject, files: Record<string, string> = {}): Promise<World> {
  return openWorld({ sandbox: { seed: seed as Seed }, files });
}

describe("pull of what is new", () => {
  it("lays a file out to be read: short forms, long texts beside it, nothing special in a text", async () => {
    const long = Array.from({ length: 12 }, (_, line) => `Line ${line} of \${var.note}.`).join("\n");
    const world = await live({
      folders: [{ id: 31, name: "Finance" }],
      workbooks: [
        {
          id: 101,
          slug: "revenue",
          name: "Revenue",
          folderId: 31,
          meta: { team: "x", nothing: null },
          dashboardDraft: {
            widgets: [
              {
                ...chart("note", { markdown: long }),
                type: "TEXT",
                responsiveLayouts: { sm: { x: 0, y: 0, w: 2, h: 1 } },
              },
              { ...chart("short", { markdown: "One\nTwo\n" }), type: "TEXT", style: null },
            ],
            layout: { cols: { lg: 12, sm: 6 } },
            title: "In ${var.currency}",
            kind: "CLASSIC",
            theme: null,
          },
        },
      ],
    });
    world.write(
      "dashboards/other.yaml",
      "# yaml-language-server: $schema=../schemas/w.json\nworkbooks: {}\n",
    );
    const made = await pull(world, { all: true, into: "dashboards/new" });
    expect([told(made), made.notes]).toEqual([["created workbook revenue"], []]);
    expect(world.read("dashboards/new/revenue.yaml")).toBe(
      [
        "# yaml-language-server: $schema=../../schemas/w.json",
        "workbooks:",
        "  revenue:",
        "    name: Revenue",
        "    folder: Finance",
        "    meta: { team: x }",
        "    dashboard:",
        "      kind: CLASSIC",
        "      title: In $${var.currency}",
        "      layout: { cols: { lg: 12, sm: 6 } }",
        "      widgets:",
        "        - id: note",
        "          type: TEXT",
        "          position: [0, 0, 6, 4]",
        "          responsiveLayouts: { sm: [0, 0, 2, 1] }",
        "          config: { markdown: { $file: ./revenue/note.md } }",
        "        - id: short",
        "          type: TEXT",
        "          position: [0, 0, 6, 4]",
        "          config:",
        "            markdown: |",
        "              One",
        "              Two",
        "",
      ].join("\n"),
    );
    expect(world.read("dashboards/new/revenue/note.md")).toBe(long);
    expect(await world.actions()).toEqual(["stamp revenue"]);
  });

  it("puts an app's files into a folder; where one would be read as a workbook file, that one stays in the text", async () => {
    const app = (files: JsonObject) => ({
      kind: "APP",
      app: { entry: "main.js", html: "<p>\n</p>\n", files },
    });
    const world = await live({
      workbooks: [
        { id: 1, slug: "plain", name: "P", dashboardDraft: app({ "main.js": "a\n", "lib/x.js": "b" }) },
        {
          id: 2,
          slug: "mixed",
          name: "M",
          dashboardDraft: app({ "main.js": "a\n", "data.json": '{"a":1}' }),
        },
        { id: 3, slug: "odd", name: "O", dashboardDraft: app({ "main.js": "a\n", "../up.js": "b" }) },
      ],
    });
    await pull(world, { all: true });
    expect(world.read("dashboards/plain.yaml")).toContain("files: { $dir: ./plain/app }");
    expect(world.read("dashboards/plain/app/lib/x.js")).toBe("b");
    expect(world.read("dashboards/plain/app.html")).toBe("<p>\n</p>\n");
    expect(world.read("dashboards/mixed.yaml")).toContain("main.js: { $file: ./mixed/app/main.js }");
    expect(existsSync(join(world.cwd, "dashboards/mixed/app/data.json"))).toBe(false);
    expect(existsSync(join(world.cwd, "dashboards/up.js"))).toBe(false);
    expect(await world.actions()).toEqual(["stamp mixed", "stamp odd", "stamp plain"]);
  });

  it("brings reports along under keys of their names, and numbers become references", async () => {
    const world = await live({
      workbooks: [
        {
          id: 101,
          slug: "a",
          name: "A",
          dashboardDraft: board("A", {
            widgets: [chart("x", { reportId: 5001, deep: [{ reportId: 5003 }], other: 5001 })],
          }),
        },
        {
          id: 102,
          slug: "b",
          name: "B",
          dashboardDraft: board("B", { widgets: [chart("y", { reportId: 5002 })] }),
        },
      ],
      reports: [
        report(5001, "Revenue by month", { workbookId: 101, meta: { kind: "vega" }, title: "T" }),
        report(5002, "Revenue by month", { workbookId: 102, sqlQuery: `select 1\n${"-- x\n".repeat(9)}` }),
        report(5003, "Élan / Größe", { workbookId: 102 }),
      ],
    });
    const made = await pull(world, { all: true });
    expect(told(made).sort()).toEqual([
      "created report a-revenue-by-month",
      "created report b-revenue-by-month",
      "created report elan-große",
      "created workbook a",
      "created workbook b",
    ]);
    expect(world.read("dashboards/a.yaml")).toContain("{ $report: a-revenue-by-month }");
    expect(world.read("dashboards/a.yaml")).toContain("other: 5001");
    expect(world.read("dashboards/a.yaml")).toContain("{ $report: elan-große }");
    expect(world.read("dashboards/b.yaml")).toContain("sqlQuery: { $file: ./b/b-revenue-by-month.sql }");
    expect(world.read("dashboards/a.yaml")).toContain("publicId: { test: report5001xx }");
    expect((await world.actions()).every((action) => action.startsWith("stamp"))).toBe(true);
  });

  it("keeps the number of a report that nothing can name, and says what to do", async () => {
    const widgets = [
      chart("x", { reportId: 5001 }),
      chart("y", { reportId: 5002 }),
      chart("z", { reportId: 5003 }),
    ];
    const world = await live({
      workbooks: [{ id: 101, slug: "a", name: "A", dashboardDraft: board("A", { widgets }) }],
      reports: [
        report(5001, "One", { publicId: "sameSameSame", publicIdSynthesized: true }),
        report(5002, "Two", { publicId: "sameSameSame", publicIdSynthesized: true }),
        report(5003, "Three", { jsonQuery: "not JSON" }),
      ],
    });
    const made = await pull(world, { all: true });
    expect(told(made)).toEqual(["created workbook a"]);
    expect(made.notes.map(({ code }) => code)).toEqual(Array(3).fill("report-unmanageable"));
    expect(made.notes[0]?.help).toContain("/reports/5001");
    for (const number of [5001, 5002, 5003])
      expect(world.read("dashboards/a.yaml")).toContain(`reportId: ${number}`);
    expect(await world.actions()).toEqual(["stamp a"]);
  });

  it("keeps the number of a report that no file can hold, and takes its workbook", async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 3000; level++) deep = { deep };
    const world = await live({
      workbooks: [
        {
          id: 101,
          slug: "a",
          name: "A",
          dashboardDraft: board("A", { widgets: [chart("x", { reportId: [5001, 5002, 5003] })] }),
        },
      ],
      reports: [
        report(5001, "Deep", { meta: { deep } }),
        report(5002, "Key", { jsonQuery: JSON.stringify({ $file: "../boardwright.yaml" }) }),
        report(5003, "Fine"),
      ],
    });
    const made = await pull(world, { all: true });
    expect(told(made)).toEqual(["created workbook a", "created report fine"]);
    expect(made.notes.map(({ message }) => message)).toEqual([
      expect.stringContaining("its meta is nested more than 100 levels"),
      expect.stringContaining("its query has a key `$file`"),
    ]);
    expect(world.read("dashboards/a.yaml")).toMatch(/reportId: \[ ?5001, 5002, \{ \$report: fine \} ?\]/);
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  it("publishes only what is published as it is", async () => {
    const draft = board("A");
    const published = (config: JsonObject) => ({ dashboardPublished: config });
    const world = await live({
      workbooks: [
        { id: 1, slug: "same", name: "S", dashboardDraft: draft, ...published(draft) },
        { id: 2, slug: "ahead", name: "A", dashboardDraft: board("B"), ...published(draft) },
        { id: 3, slug: "never", name: "N", dashboardDraft: draft },
      ],
    });
    await pull(world, { all: true });
    const isPublished = (slug: string) => world.read(`dashboards/${slug}.yaml`).includes("publish: true");
    expect(["same", "ahead", "never"].map(isPublished)).toEqual([true, false, false]);
    expect(await world.actions()).toEqual(["stamp ahead", "stamp never", "stamp same"]);
  });

  it("leaves what is another project's or has no slug, and says so; by name the first is taken", async () => {
    const stamp = { v: 2, project: "theirs", of: "1/foreign", digest: "sha256:0", base: "" };
    const world = await live({
      workbooks: [
        { id: 1, slug: "foreign", name: "F", meta: { boardwright: stamp }, dashboardDraft: board("F") },
        { id: 2, name: "No slug", dashboardDraft: board("N") },
        { id: 3, slug: "copy", name: "C", meta: { boardwright: stamp }, dashboardDraft: board("C") },
      ],
    });
    const made = await pull(world, { all: true });
    expect(told(made)).toEqual(["created workbook copy"]);
    expect(made.notes.map(({ code, help }) => [code, help])).toEqual([
      ["other-project", expect.stringContaining("boardwright pull foreign")],
      ["no-slug", expect.stringContaining("PUT …/workbooks/2")],
    ]);
    expect(world.read("dashboards/copy.yaml")).not.toContain("boardwright");
    expect(told(await pull(world, { slugs: ["foreign"] }))).toEqual(["created workbook foreign"]);
  });

  it("overwrites no file, whatever it is called", async () => {
    const workbooks = ["a", "a b", "a-b", "con"].map((slug, index) => {
      return { id: index + 1, slug, name: slug, dashboardDraft: board(slug) };
    });
    const world = await live({ workbooks }, { "dashboards/a.yaml": "# mine\n" });
    const settings = "lint: { rules: { slug-form: off } }\n";
    world.write("boardwright.yaml", world.read("boardwright.yaml") + settings);
    const made = await pull(world, { all: true });
    expect(made.pulled.map(({ key, file }) => [key, file])).toEqual([
      ["a", "dashboards/a-2.yaml"],
      ["a b", "dashboards/a-b.yaml"],
      ["a-b", "dashboards/a-b-2.yaml"],
      ["con", "dashboards/con-.yaml"],
    ]);
    expect(world.read("dashboards/a.yaml")).toBe("# mine\n");
  });

  it("lays no folder where a file is, and no file or folder where a link leads elsewhere", async () => {
    const text = { widgets: [{ ...chart("note", { markdown: "Line\n".repeat(9) }), type: "TEXT" }] };
    const workbooks = ["a", "a.yaml", "b", "c"].map((slug, index) => {
      return { id: index + 1, slug, name: slug, dashboardDraft: board(slug, text) };
    });
    const world = await live({ workbooks }, { "dashboards/b": "no folder", "other/x.yaml": "" });
    symlinkSync("../../elsewhere", join(world.cwd, "dashboards/c"));
    const made = await pull(world, { all: true });
    expect(made.pulled.map(({ key, file }) => [key, file])).toEqual([
      ["a", "dashboards/a.yaml"],
      ["a.yaml", "dashboards/a.yaml-2.yaml"],
      ["b", "dashboards/b-2.yaml"],
      ["c", "dashboards/c-2.yaml"],
    ]);
    expect(world.read("dashboards/c-2/note.md")).toContain("Line");
    expect(await world.actions()).toEqual(["stamp a", "stamp a.yaml", "stamp b", "stamp c"]);
  });

  it("takes the slugs `a` and `a.yaml` apart, in either order", async () => {
    const text = { widgets: [{ ...chart("note", { markdown: "Line\n".repeat(9) }), type: "TEXT" }] };
    const workbooks = ["x", "x.yaml", "y.yaml.yaml", "y.yaml", "y"].map((slug, index) => {
      return { id: index + 1, slug, name: slug, dashboardDraft: board(slug, text) };
    });
    const world = await live({ workbooks });
    await pull(world, { all: true });
    expect((await world.actions()).map((action) => action.split(" ")[0])).toEqual(Array(5).fill("stamp"));
  });

  it("gives a file of another name to what would have that of a project file, or one that `exclude` leaves out", async () => {
    const text = { widgets: [{ ...chart("note", { markdown: "Line\n".repeat(9) }), type: "TEXT" }] };
    const app = { kind: "APP", app: { entry: "m.js", files: { "m.js": "x\n", "lib/server.key": "k\n" } } };
    const slugs = ["boardwright", "node_modules", "kubeconfig", "draft-1", "draft-2", "nul", "plain"];
    const workbooks = slugs.map((slug, index) => {
      const dashboardDraft = slug === "plain" ? app : board(slug, text);
      return { id: index + 1, slug, name: slug, folderId: 30 + (index % 3), dashboardDraft };
    });
    const folders = ["node_modules", ".git", "CON"].map((name, index) => ({ id: 30 + index, name }));
    const world = await live({ folders, workbooks });
    const settings = 'exclude: ["**/draft-*.yaml"]\n';
    world.write("boardwright.yaml", world.read("boardwright.yaml") + settings);
    const made = await pull(world, { all: true, mirrorFolders: true });
    expect([made.notes, told(made).length]).toEqual([[], slugs.length]);
    expect([...made.files.keys()].filter((name) => /^dash.*yaml$/.test(name)).sort()).toEqual([
      "dashboards/CON-/nul-.yaml",
      "dashboards/CON-/workbook-kubeconfig.yaml",
      "dashboards/git/node_modules-.yaml",
      "dashboards/git/workbook-draft-2.yaml",
      "dashboards/node_modules-/plain.yaml",
      "dashboards/node_modules-/workbook-boardwright.yaml",
      "dashboards/node_modules-/workbook-draft-1.yaml",
    ]);
    expect((await world.actions()).sort()).toEqual(slugs.map((slug) => `stamp ${slug}`).sort());
  });

  it("gives reports keys that lint likes, readable in their own script", async () => {
    const names = ["Продажи", "Продажи", "Йод KPI", "हिन्दी ❤️", "Ärger"];
    const widgets = names.map((_, index) => ({
      ...chart(`w${index}`, { reportId: 5001 + index }),
      position: { x: 0, y: 4 * index, w: 6, h: 4 },
    }));
    const world = await live({
      workbooks: [{ id: 1, slug: "sales", name: "S", dashboardDraft: board("S", { widgets }) }],
      reports: names.map((name, index) => report(5001 + index, name, { workbookId: 1 })),
    });
    const made = await pull(world, { all: true });
    const keys = ["arger", "sales-продажи", "sales-продажи-2", "йод-kpi", "हिन्दी"];
    expect(told(made).sort()).toEqual([
      ...keys.map((key) => `created report ${key}`),
      "created workbook sales",
    ]);
    const { stdout } = await boardwright(["lint", "--json"], { cwd: world.cwd });
    expect(JSON.parse(stdout).diagnostics).toEqual([]);
  });

  it("keeps texts in place where `include` would read their files as workbook files", async () => {
    const dashboardDraft = board("A", {
      widgets: [{ ...chart("note", { markdown: "Line\n".repeat(9) }), type: "TEXT" }],
    });
    const app = { kind: "APP", app: { entry: "m.js", html: "<p>\n</p>", files: { "m.js": "x\n" } } };
    const world = await live({
      workbooks: [
        { id: 1, slug: "a", name: "A", dashboardDraft },
        { id: 2, slug: "b", name: "B", dashboardDraft: app },
      ],
    });
    const settings = 'include: ["dashboards/**"]\n';
    world.write("boardwright.yaml", world.read("boardwright.yaml") + settings);
    const made = await pull(world, { all: true });
    const files = ["schemas/workbooks.schema.json", "dashboards/a.yaml", "dashboards/b.yaml"];
    expect([...made.files.keys()]).toEqual(files);
  });

  it("cuts names that a file system would not take, and no character in two", async () => {
    const slug = "漢".repeat(90);
    const world = await live({
      workbooks: [{ id: 1, slug, name: "A", dashboardDraft: board("A") }],
      reports: [report(5001, `a${"\u{20000}".repeat(90)}`, { workbookId: 1 })],
    });
    const made = await pull(world, { all: true });
    expect([told(made).length, made.notes]).toEqual([2, []]);
    for (const name of made.files.keys()) expect(Buffer.byteLength(name)).toBeLessThan(230);
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  it("holds numbers of any size, and says why it cannot hold a nesting or a key", async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 3000; level++) deep = { deep };
    const configs: Record<string, JsonObject> = {
      large: { numbers: [2 ** 53, -1.5e20, 1e21, 1e300, -0, 1e-7] },
      deep,
      levels: { deep: JSON.parse(`${"[".repeat(97)}${"]".repeat(97)}`) },
      include: { list: [{ $include: "../boardwright.yaml" }] },
    };
    const world = await live({
      workbooks: Object.entries(configs).map(([slug, config], index) => {
        const dashboardDraft = board(slug, { widgets: [chart("x", config)] });
        return { id: index + 1, slug, name: slug, dashboardDraft };
      }),
    });
    const made = await pull(world, { all: true });
    expect(await world.actions()).toEqual(["stamp large"]);
    expect(made.notes.map(({ key, message }) => [key, message])).toEqual([
      ["deep", expect.stringContaining("more than 100 levels")],
      ["include", expect.stringContaining("a key `$include`")],
      ["levels", expect.stringMatching(/100 levels|nest/)],
    ]);
  });

  it("writes only where the project looks", async () => {
    const world = await live({ workbooks: [{ id: 1, slug: "a", name: "A", dashboardDraft: board("A") }] });
    await expect(pull(world, { all: true, into: "elsewhere" })).rejects.toThrow(
      /elsewhere\/ would not be part/,
    );
    await expect(pull(world, { all: true, into: ".." })).rejects.toThrow(/outside the project/);
    expect(existsSync(join(world.cwd, "elsewhere"))).toBe(false);
  });

  it("leaves out what could not be read back from a file, and takes the rest", async () => {
    const world = await live({
      workbooks: [
        {
          id: 1,
          slug: "bad",
          name: "B",
          dashboardDraft: board("B", {
            layout: { rowHeight: 40.5 },
            widgets: [chart("x", { reportId: 7 })],
          }),
        },
        {
          id: 2,
          slug: "good",
          name: "G",
          dashboardDraft: board("G", { widgets: [chart("x", { reportId: 7 })] }),
        },
      ],
      reports: [report(7, "Seven", { workbookId: 1 })],
    });
    const made = await pull(world, { all: true });
    expect(told(made)).toEqual(["created workbook good", "skipped workbook bad", "created report seven"]);
    expect(made.notes.map(({ code, message }) => [code, message])).toEqual([
      ["cannot-write", expect.stringContaining("wrong-type")],
    ]);
    expect(made.files.has("dashboards/bad.yaml")).toBe(false);
    // Its own workbook is not declared, so it is drawn by another's file.
    expect(world.read("dashboards/good.yaml")).not.toContain("workbook: bad");
    expect(await world.actions()).toEqual(["stamp seven", "stamp good"]);
  });
});
