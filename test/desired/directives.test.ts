import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";
import { brief, dashboardOf, load, loadFolder, PROJECT, textAt } from "./temp-project.ts";

const dashboard = (body: string) => `workbooks:\n  w:\n    name: N\n    dashboard:\n      ${body}\n`;

describe("$include", () => {
  it("puts a value in place, keys beside it merged over, through a chain of files", async () => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard("theme: { $include: ../shared/theme.yaml, widgets: { padding: 1 } }"),
      "shared/theme.yaml": "$include: colors/base.json\nfontFamily: Inter\n",
      "shared/colors/base.json": '{ "primaryColor": "red", "widgets": { "padding": 8, "margin": 2 } }',
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(dashboardOf(loaded, "w").theme).toEqual({
      primaryColor: "red",
      widgets: { padding: 1, margin: 2 },
      fontFamily: "Inter",
    });
    const place = (...path: string[]) =>
      textAt(loaded, loaded.bySlug.get("w")!.locate(["dashboard", "theme", ...path]));
    expect(place("primaryColor")).toBe('"red"');
    expect(place("fontFamily")).toBe("Inter");
    expect(place("widgets", "padding")).toBe("1");
    expect(place("widgets", "margin")).toBe("2");
    expect(loaded.bySlug.get("w")!.locate(["dashboard", "theme", "primaryColor"]).file).toBe(
      "shared/colors/base.json",
    );
  });

  it("may stand for a list, a widget, a workbook or everything; what is included is shared and stays as it is", async () => {
    const loaded = await load({
      "dashboards/a.yaml":
        "workbooks:\n  a: { $include: ../parts/board.yaml }\n  b: { $include: ../parts/board.yaml, name: B }\n",
      "dashboards/b.yaml": "$include: ../parts/all.yaml\n",
      "dashboards/layouts.yaml":
        "layouts:\n  a: { default: { x: [0, 0, 1, 1] } }\n  b: { default: { x: [5, 5, 1, 1] } }\n",
      "parts/board.yaml": "name: A\ndashboard:\n  widgets: { $include: widgets.yaml }\n",
      "parts/widgets.yaml": "- { $include: widget.yaml, id: x }\n",
      "parts/widget.yaml": "type: TEXT\n",
      "parts/all.yaml": "workbooks:\n  c:\n    name: C\n",
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.workbooks.map(({ slug, entry }) => [slug, entry.name])).toEqual([
      ["a", "A"],
      ["b", "B"],
      ["c", "C"],
    ]);
    const positions = ["a", "b"].map(
      (slug) => (dashboardOf(loaded, slug).widgets as { position: object }[])[0]!.position,
    );
    expect(positions).toEqual([
      { x: 0, y: 0, w: 1, h: 1 },
      { x: 5, y: 5, w: 1, h: 1 },
    ]);
    expect(loaded.bySlug.get("c")!.locate(["name"])).toMatchObject({
      file: "parts/all.yaml",
      line: 3,
      column: 11,
    });
    expect(loaded.bySlug.get("a")!.locate(["dashboard", "widgets", 0, "type"]).file).toBe(
      "parts/widget.yaml",
    );
    expect(loaded.bySlug.get("b")!.locate(["dashboard", "widgets", 0, "position", "y"])).toMatchObject({
      file: "dashboards/layouts.yaml",
      line: 3,
      column: 26,
    });
  });

  it("places a schema finding in the file that holds the mistake", async () => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard("layout: { $include: ../layout.yaml }"),
      "layout.yaml": "cols: { lg: 12 }\nrowHeigth: 40\n",
    });
    expect(brief(loaded.diagnostics)).toEqual(["layout.yaml:2:1 unknown-field"]);
    expect(loaded.diagnostics[0]?.message).toBe(
      "`rowHeigth` is not a field of a layout. Did you mean `rowHeight`?",
    );
  });

  it.each([
    ["missing", "{ $include: ./theem.yaml }", "dashboards/w.yaml:5:26 include-missing"],
    ["out of the project", "{ $include: ../../x.yaml }", "dashboards/w.yaml:5:26 include-outside-project"],
    ["absolute and outside", "{ $include: /etc/hosts }", "dashboards/w.yaml:5:26 include-outside-project"],
    ["no path", "{ $include: [a] }", "dashboards/w.yaml:5:26 include-invalid"],
    ["a folder", "{ $include: . }", "dashboards/w.yaml:5:26 include-invalid"],
    ["two documents", "{ $include: ../parts/two.yaml }", "dashboards/w.yaml:5:26 include-invalid"],
    [
      "a list with siblings",
      "{ $include: ../parts/list.yaml, a: 1 }",
      "dashboards/w.yaml:5:26 include-invalid",
    ],
    ["broken", "{ $include: ../parts/broken.yaml }", "parts/broken.yaml:1:4 yaml-syntax"],
    ["a cycle", "{ $include: ../parts/one.yaml }", "parts/two-to-one.yaml:1:11 include-cycle"],
    ["itself", "{ $include: w.yaml }", "dashboards/w.yaml:5:26 include-cycle"],
  ])("that is %s is one error with its place", async (_, include, expected) => {
    const loaded = await load({
      "dashboards/w.yaml": `${dashboard(`theme: ${include}`)}  neighbour:\n    name: N\n`,
      "parts/theme.yaml": "",
      "parts/two.yaml": "a: 1\n---\nb: 2\n",
      "parts/list.yaml": "- a\n",
      "parts/broken.yaml": "a: [\n",
      "parts/one.yaml": "$include: two-to-one.yaml\n",
      "parts/two-to-one.yaml": "$include: one.yaml\n",
    });
    expect(brief(loaded.diagnostics)).toEqual([expected]);
    expect(loaded.workbooks.map(({ slug }) => slug)).toEqual(["neighbour"]);
  });

  it("that is broken and used twice is one error, and spares nobody who uses it", async () => {
    const entry = (slug: string) =>
      `  ${slug}:\n    dashboard: { theme: { $include: ../parts/outer.yaml } }\n`;
    const loaded = await load({
      "dashboards/a.yaml": `workbooks:\n${entry("a")}${entry("b")}  fine: { name: F }\n`,
      "dashboards/c.yaml": `workbooks:\n${entry("c")}`,
      "parts/outer.yaml": "dashboard: { $include: inner.yaml }\n",
      "parts/inner.yaml": "a: [\n",
    });
    expect(brief(loaded.diagnostics)).toEqual(["parts/inner.yaml:1:4 yaml-syntax"]);
    expect(loaded.workbooks.map(({ slug }) => slug)).toEqual(["fine"]);
  });

  it("that cannot be used where it is named is an error at each of those places", async () => {
    const entry = (slug: string, path: string) =>
      `  ${slug}:\n    dashboard: { theme: { $include: ${path} } }\n`;
    const loaded = await load({
      "dashboards/a.yaml": `workbooks:\n${entry("a", "../parts/two.yaml")}${entry("b", "../parts/two.yaml")}`,
      "dashboards/c.yaml": `workbooks:\n${entry("c", "../parts/one.yaml")}${entry("d", "../parts/to-one.yaml")}`,
      "parts/two.yaml": "a: 1\n---\nb: 2\n",
      "parts/one.yaml": "$include: to-one.yaml\n",
      "parts/to-one.yaml": "$include: one.yaml\n",
    });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:3:37 include-invalid",
      "dashboards/a.yaml:5:37 include-invalid",
      "parts/one.yaml:1:11 include-cycle",
      "parts/to-one.yaml:1:11 include-cycle",
    ]);
    expect(loaded.workbooks).toEqual([]);
  });

  it("that fails is all that is said of the place where it stands", async () => {
    const loaded = await load({ "dashboards/w.yaml": dashboard("widgets: [{ $include: no.yaml }]") });
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/w.yaml:5:29 include-missing"]);
  });

  it("suggests the file that was meant", async () => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard("theme: { $include: ./shared/theem.yml }"),
      "dashboards/shared/theme.yml": "workbooks: {}\n",
    });
    expect(loaded.diagnostics[0]?.message).toBe(
      "There is no `./shared/theem.yml`. Did you mean `theme.yml`?",
    );
  });

  it("does not follow a link out of the project", async () => {
    const outside = tempFolder({ "secret.yaml": "a: 1\n" });
    const root = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/w.yaml": dashboard("theme: { $include: ../shared/link.yaml }"),
      "shared/other.yaml": "a: 1\n",
    });
    symlinkSync(join(outside, "secret.yaml"), join(root, "shared/link.yaml"));
    const loaded = await loadFolder(root);
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/w.yaml:5:26 include-outside-project"]);
  });

  it("is found behind an escaped dollar sign too", async () => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard('theme: { "\\x24include": ../parts/t.yaml }'),
      "parts/t.yaml": "a: 1\n",
    });
    expect(dashboardOf(loaded, "w").theme).toEqual({ a: 1 });
  });

  it("misspelt is an unknown field where fields are known, and data where any key may stand", async () => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard("layout: { $inclde: x }\n      settings: { $schema: vega, $report: 5 }"),
    });
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/w.yaml:5:17 unknown-field"]);
    expect(loaded.diagnostics[0]?.message).toContain("Did you mean `$include`?");
    expect(dashboardOf(loaded, "w").settings).toEqual({ $schema: "vega", $report: 5 });
  });
});

describe("$file and $dir", () => {
  it("put content in place as it is", async () => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard(
        "kind: APP\n      description: { $file: ./w.md }\n      app: { entry: main.js, files: { $dir: ../app } }",
      ),
      "dashboards/w.md": "# ${var.currency} $${x} {{ $include }}\n",
      "app/main.js": "`${env.SECRET}`",
      "app/lib/b.js": "b",
      "app/lib/a.js": "a",
      "app/.hidden": "no",
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(dashboardOf(loaded, "w").description).toBe("# ${var.currency} $${x} {{ $include }}\n");
    const { files } = dashboardOf(loaded, "w").app as { files: Record<string, string> };
    expect(Object.entries(files)).toEqual([
      ["lib/a.js", "a"],
      ["lib/b.js", "b"],
      ["main.js", "`${env.SECRET}`"],
    ]);
    const { locate } = loaded.bySlug.get("w")!;
    expect(textAt(loaded, locate(["dashboard", "app", "files", "main.js"]))).toBe("{ $dir: ../app }");
    expect(loaded.dependsOnTarget).toBe(false);
  });

  it.each([
    ["description: { $file: ./no.md }", "include-missing"],
    ["description: { $file: ../../../no.md }", "include-outside-project"],
    ["description: { $file: ../app }", "include-invalid"],
    ["description: { $file: ../binary.bin }", "include-invalid"],
    ["description: { $file: ../app/a.js, more: 1 }", "include-invalid"],
    ["app: { files: { $dir: ../app/a.js } }", "include-invalid"],
    ["app: { files: { $dir: .. } }", "include-invalid"],
    ["app: { files: { $dir: ../app, more: x } }", "include-invalid"],
  ])("%s is %s", async (body, rule) => {
    const loaded = await load({
      "dashboards/w.yaml": dashboard(body),
      "app/a.js": "a",
      "binary.bin": Buffer.from([0, 1, 2]),
    });
    expect(loaded.diagnostics.map((one) => one.rule)).toEqual([rule]);
  });

  it("put it in place without the line ends of the checkout", async () => {
    const book = `workbooks:
  w: { dashboard: { widgets: [{ id: a, type: TEXT, position: [0, 0, 1, 1], config: { t: { $file: ../t.md }, d: { $dir: ../d } } }] } }
`;
    const loaded = await load({
      "dashboards/a.yaml": book.replaceAll("\n", "\r\n"),
      "t.md": "\ufeffone\r\ntwo\r\n",
      "d/x.js": "a\r\nb",
    });
    const [widget] = dashboardOf(loaded, "w").widgets as JsonObject[];
    expect(widget!.config).toEqual({ t: "one\ntwo\n", d: { "x.js": "a\nb" } });
  });

  it("do not take links out of the project into a folder", async () => {
    const outside = tempFolder({ "secret.txt": "secret" });
    const root = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/w.yaml": dashboard("app: { files: { $dir: ../app } }"),
      "app/a.js": "a",
    });
    symlinkSync(join(outside, "secret.txt"), join(root, "app/secret.txt"));
    const loaded = await loadFolder(root);
    expect(loaded.diagnostics.map((one) => one.rule)).toEqual(["include-outside-project"]);
  });
});

describe("variables", () => {
  const file = (value: string) => ({ "dashboards/w.yaml": `workbooks:\n  w:\n    name: ${value}\n` });
  const nameFor = async (value: string, options: Parameters<typeof load>[1]) =>
    (await load(file(value), options)).bySlug.get("w")?.entry.name;

  it("come from the target and from the environment that the project declares", async () => {
    expect(await nameFor("in ${var.currency}, ${var.rows}", { target: "local" })).toBe("in EUR, 5");
    expect(await nameFor("in ${var.currency}", { target: "production" })).toBe("in USD");
    expect(await nameFor("${var.rows}", { target: "local" })).toBe("5");
    expect(await nameFor("v${env.RELEASE}", { env: { RELEASE: "7" } })).toBe("v7");
  });

  it("leave everything else alone", async () => {
    const text = "'$${var.currency} $${x} ${x} ${ var.currency } $x $$ ${var.currency'";
    expect(await nameFor(text, { target: "local" })).toBe(
      "${var.currency} ${x} ${x} ${ var.currency } $x $$ ${var.currency",
    );
  });

  it("stay as written without a target, and then say that they depend on one", async () => {
    const loaded = await load(file("${var.region} and $${x}"));
    expect(loaded.bySlug.get("w")?.entry.name).toBe("${var.region} and ${x}");
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.dependsOnTarget).toBe(true);
    expect((await load(file("$${var.x}"))).dependsOnTarget).toBe(false);
  });

  it.each([
    [
      "in ${var.curency}",
      "local",
      "3:14 unknown-variable",
      "The target `local` declares no variable `curency`. Did you mean `currency`?",
    ],
    [
      "in ${var.region}",
      "local",
      "3:14 unknown-variable",
      "The target `local` declares no variable `region`.",
    ],
    ["in ${var.nothing}", undefined, "3:14 unknown-variable", "No target declares a variable `nothing`."],
    [
      "${env.HOME}",
      undefined,
      "3:11 undeclared-environment-variable",
      "The project may not read the environment variable `HOME`.",
    ],
    [
      "${env.RELEASE}",
      undefined,
      "3:11 unset-environment-variable",
      "The environment variable `RELEASE` is not set.",
    ],
  ])("%s for %s is an error", async (value, target, place, message) => {
    const loaded = await load(file(value), { env: { HOME: "/root" }, ...(target ? { target } : {}) });
    expect(brief(loaded.diagnostics)).toEqual([`dashboards/w.yaml:${place}`]);
    expect(loaded.diagnostics[0]?.message).toBe(message);
  });

  it("work in paths and in included files", async () => {
    const loaded = await load(
      {
        "dashboards/w.yaml": dashboard("theme: { $include: '../parts/${var.currency}.yaml' }"),
        "parts/USD.yaml": "label: '${var.region}'\nbad: ${var.x}\n",
      },
      { target: "production" },
    );
    expect(dashboardOf(loaded, "w").theme).toEqual({ label: "north", bad: "${var.x}" });
    expect(brief(loaded.diagnostics)).toEqual(["parts/USD.yaml:2:6 unknown-variable"]);
    expect(loaded.bySlug.get("w")!.locate(["dashboard", "theme", "label"]).file).toBe("parts/USD.yaml");
  });

  it("of another target's overrides are that target's", async () => {
    const overrides = "    overrides: { production: { name: '${var.region}' } }\n";
    const loaded = await load(
      { "dashboards/w.yaml": `workbooks:\n  w:\n    name: N\n${overrides}` },
      { target: "local" },
    );
    expect(loaded.diagnostics).toEqual([]);
  });
});
