// Which texts of what is new get a file of their own, how that is called, and how an app's files are laid out.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull } from "./place.ts";

const widget = (id: string, config: JsonObject | string): JsonObject => ({
  id,
  type: "TEXT",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config,
});
/** Pulls one workbook with this draft; the files that came besides its own, and its dashboard as its file says it. */
async function pulled(draft: JsonObject, files: Record<string, string> = {}) {
  const seed = { workbooks: [{ id: 1, slug: "a", name: "A", dashboardDraft: draft }] } as unknown as Seed;
  const world: World = await openWorld({ sandbox: { seed }, files });
  const made = await pull(world, { all: true });
  expect(made.notes.filter(({ code }) => code !== "lint-error")).toEqual([]);
  const texts = [...made.files].filter(([name]) => /^dashboards\/a\//.test(name));
  const { dashboard } = parse(world.read("dashboards/a.yaml")).workbooks.a;
  expect(await world.actions()).toEqual(["stamp a"]);
  return { texts: Object.fromEntries(texts), dashboard };
}
const lines = (count: number) => "x\n".repeat(count);
const LONG = lines(7);

describe("a text of a widget", () => {
  it("gets a file from seven lines on, or from two lines of more than 400 characters", async () => {
    const inPlace = [lines(6), `${lines(6)}x`, "x".repeat(2000), `${"x".repeat(398)}\nx`];
    const apart = [LONG, `${lines(7)}x`, `${"x".repeat(399)}\nx`];
    const widgets = [...inPlace, ...apart].map((markdown, index) => widget(`w${index}`, { markdown }));
    const { texts, dashboard } = await pulled(board("A", { widgets }));
    const written = dashboard.widgets.map(({ config }: { config: JsonObject }) => config.markdown);
    expect(written).toEqual([
      ...inPlace,
      { $file: "./a/w4.md" },
      { $file: "./a/w5.md" },
      { $file: "./a/w6.md" },
    ]);
    expect(Object.values(texts)).toEqual(apart);
  });

  it("is called after its widget, and after its key where it is not the main one", async () => {
    const keys = ["markdown", "text", "html", "content", "css", "sql", "js", "javascript", "other"];
    const config = Object.fromEntries(keys.map((key) => [key, LONG]));
    const { texts } = await pulled(
      board("A", {
        widgets: [
          widget("one", config),
          widget("two", { deep: [{ markdown: LONG, list: [LONG, "short"] }] }),
          widget("Ä/ß", { markdown: LONG }),
        ],
      }),
    );
    expect(Object.keys(texts)).toEqual([
      "dashboards/a/one.md",
      "dashboards/a/one-2.md",
      "dashboards/a/one.html",
      "dashboards/a/one-3.md",
      "dashboards/a/one-css.css",
      "dashboards/a/one-sql.sql",
      "dashboards/a/one-js.js",
      "dashboards/a/one-javascript.js",
      "dashboards/a/one-other.txt",
      "dashboards/a/two-markdown.md",
      "dashboards/a/two.txt",
      "dashboards/a/Ä-ß.md",
    ]);
  });

  it("stays where a file could not give it back, and is escaped only in place", async () => {
    const { texts, dashboard } = await pulled(
      board("A", {
        widgets: [
          widget("mark", { markdown: `\uFEFF${LONG}` }),
          widget("nul", { markdown: `\0${LONG}` }),
          widget("file", { markdown: `\${var.x}\n${LONG}` }),
          widget("place", { markdown: "${var.x} $${y", list: ["${var.y}"], "${key}": 1 }),
        ],
      }),
    );
    expect(texts).toEqual({ "dashboards/a/file.md": `\${var.x}\n${LONG}` });
    const configs = dashboard.widgets.map(({ config }: { config: JsonObject }) => config);
    expect(configs[3]).toEqual({ markdown: "$${var.x} $$${y", list: ["$${var.y}"], "${key}": 1 });
  });

  it("in a list beside the widgets is escaped", async () => {
    const { dashboard } = await pulled(
      board("A", { settings: { list: ["${var.y}", { a: "${b}" }] }, widgets: [] }),
    );
    expect(dashboard.settings.list).toEqual(["$${var.y}", { a: "$${b}" }]);
  });

  it("that is the config itself stays in place", async () => {
    const { texts, dashboard } = await pulled(
      board("A", { title: LONG, settings: { markdown: LONG }, widgets: [widget("x", { a: 1 })] }),
    );
    expect([texts, dashboard.title, dashboard.settings.markdown]).toEqual([{}, LONG, LONG]);
  });
});

describe("an app", () => {
  const app = (files: JsonObject, html: string): JsonObject => ({
    kind: "APP",
    app: { entry: "main.js", html, files },
  });

  it("has its page in a file from two lines on, and its files in a folder", async () => {
    const short = await pulled(app({ "main.js": "a", "lib/b.css": "${x}" }, "<p>${x}</p>"));
    expect(short).toEqual({
      texts: { "dashboards/a/app/main.js": "a", "dashboards/a/app/lib/b.css": "${x}" },
      dashboard: {
        kind: "APP",
        app: { entry: "main.js", html: "<p>$${x}</p>", files: { $dir: "./a/app" } },
      },
    });
    const page = await pulled(app({ "main.js": "a" }, "<p>\n</p>"));
    expect(page.dashboard.app.html).toEqual({ $file: "./a/app.html" });
    expect(page.texts["dashboards/a/app.html"]).toBe("<p>\n</p>");
  });

  it.each([
    ["that are one on some disks", { "main.js": "a", "Main.js": "${b}" }, {}, "$${b}"],
    [
      "one of which is a folder of another",
      { "main.js": "a", lib: "b", "lib/x": "${c}" },
      { "main.js": "a", lib: "b" },
      "$${c}",
    ],
    ["one of which no folder can hold", { "main.js": "a", "../x": "${c}" }, { "main.js": "a" }, "$${c}"],
    ["one of which no file can hold", { "main.js": "a", bin: "\0${c}" }, { "main.js": "a" }, "\0$${c}"],
    [
      "one of which would be a workbook file",
      { "main.js": "a", "x.yaml": "${c}" },
      { "main.js": "a" },
      "$${c}",
    ],
  ])("keeps in place files %s", async (_, files, apart, kept) => {
    const { texts, dashboard } = await pulled(app(files, "<p>"));
    const named = Object.fromEntries(
      Object.entries(apart).map(([name, text]) => [`dashboards/a/app/${name}`, text]),
    );
    expect(texts).toEqual(named);
    const written = dashboard.app.files ?? {};
    for (const name of Object.keys(apart)) expect(written[name]).toEqual({ $file: `./a/app/${name}` });
    const inPlace = Object.keys(files).filter((name) => !Object.hasOwn(apart, name));
    expect(Object.keys(written).sort()).toEqual(Object.keys(files).sort());
    expect(written[inPlace.at(-1) ?? ""]).toBe(kept);
  });

  it("without files names no folder", async () => {
    const { texts, dashboard } = await pulled({ kind: "APP", app: { html: "<p>", files: {} } });
    expect([texts, dashboard.app.files]).toEqual([{}, {}]);
  });
});
