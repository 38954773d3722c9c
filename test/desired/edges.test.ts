// Edges of loading that a change could lose without any other test seeing it.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseText } from "../../src/desired/index.ts";
import { parseTrees } from "../../src/desired/yaml/parse.ts";
import { tempFolder } from "../support/temp.ts";
import { brief, dashboardOf, load, loadFolder, PROJECT } from "./temp-project.ts";

const board = (widgets: string) =>
  `workbooks:\n  w:\n    name: N\n    dashboard:\n      kind: CLASSIC\n      widgets:\n${widgets}`;

describe("the end of a block scalar", () => {
  it.each([
    "a: |\n  x\n   \nb: 1\n",
    "a: |\n  x\n  \nb: 1\n",
    "a: |+\n  x\n\n \nb: 1\n",
    "a: >\n  x\n   \n\nb: 1\n",
    "a: |-\n  x\n   ",
    "a:\n  - |\n    x\n     \n  - y\n",
    "a: |\n   \nb: 1\n",
  ])("reads as the careful reader has it: %j", (text) => {
    const { documents, problems } = parseText(text, "yaml");
    expect([documents, problems]).toEqual([[parse(text)], []]);
  });

  it("is that of its last words", () => {
    const text = "a: |\n  x\n\nb: 1\n";
    const { entries } = parseTrees(text, "yaml").documents[0]!;
    const { start, end } = entries!.get("a")!.node;
    expect(text.slice(start, end)).toBe("|\n  x");
  });
});

describe("positions", () => {
  it("that a widget and layouts give for one size are a conflict, and the widget's counts", async () => {
    const loaded = await load({
      "dashboards/a.yaml": `${board(
        "        - { id: a, type: TEXT, position: [0, 0, 1, 1], responsiveLayouts: { sm: [0, 0, 2, 2] } }\n",
      )}layouts: { w: { sm: { a: [0, 0, 3, 3] } } }\n`,
    });
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/a.yaml:7:81 position-conflict"]);
    expect(dashboardOf(loaded, "w").widgets).toMatchObject([
      { responsiveLayouts: { sm: { x: 0, y: 0, w: 2, h: 2 } } },
    ]);
  });

  it("with a slip in their name are one finding", async () => {
    const { diagnostics } = await load({
      "dashboards/a.yaml": board("        - { id: a, type: TEXT, positon: [0, 0, 1, 1] }\n"),
    });
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:7:32 unknown-field"]);
  });

  it("at the margin of a file that are not its layouts are an error, with and without variables", async () => {
    for (const title of ["N", '"${var.currency}"']) {
      const text = `{ workbooks: { w: { name: ${title}, meta: {\nlayouts: { w: {} }\n} } } }\n`;
      const { diagnostics } = await load({ "dashboards/a.yaml": text }, { target: "local" });
      expect(diagnostics.map(({ message }) => message)).toEqual([
        "A line that starts with `layouts:` is inside a text or a flow value. Indent it.",
      ]);
    }
  });

  it("of a workbook whose file cannot be read are not called unknown", async () => {
    const { diagnostics } = await load({
      "dashboards/a.yaml": "workbooks:\n\tw: {}\n",
      "dashboards/b.yaml": "layouts: { w: { default: { a: [0, 0, 1, 1] } } }\n",
    });
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:2:1 yaml-syntax"]);
  });
});

describe("what is not known whole", () => {
  it("finds no fault with layouts of workbooks whose section could not be included", async () => {
    const { diagnostics } = await load({
      "dashboards/a.yaml": "workbooks: { $include: ./nowhere.yaml }\n",
      "dashboards/b.yaml": "layouts: { w: { default: { a: [0, 0, 1, 1] } } }\n",
    });
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:1:24 include-missing"]);
  });

  it("ends early where aliases of maps expand without end", () => {
    const level = (index: number) =>
      `l${index}: &l${index} { ${Array.from({ length: 10 }, (_, key) => `k${key}: ${index === 0 ? key : `*l${index - 1}`}`).join(", ")} }\n`;
    const text = Array.from({ length: 8 }, (_, index) => level(index)).join("");
    expect(parseText(text, "yaml").problems.map(({ rule }) => rule)).toEqual(["alias-limit"]);
  });
});

describe("the files of a project", () => {
  it("are not its project file, whatever `include` says", async () => {
    const { names, diagnostics } = await load({
      "boardwright.yaml": `${PROJECT}include: ["**/*.yaml"]\n`,
      "a.yaml": "workbooks: { w: { name: N } }\n",
    });
    expect([names, diagnostics]).toEqual([["a.yaml"], []]);
  });

  it("count once, however many links lead to one", async () => {
    const root = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/.keep": "",
      "other/w.yaml": "workbooks: { w: { name: N } }\n",
    });
    for (const name of ["b", "a"]) symlinkSync("../other/w.yaml", join(root, `dashboards/${name}.yaml`));
    const { names, diagnostics } = await loadFolder(root);
    expect([names, diagnostics]).toEqual([["dashboards/a.yaml"], []]);
  });

  it("that an overlay deletes are gone for directives, too", async () => {
    const files = {
      "dashboards/a.yaml": "workbooks: { w: { name: { $file: ../name.txt } } }\n",
      "name.txt": "N",
    };
    expect((await load(files)).diagnostics).toEqual([]);
    const { diagnostics } = await load(files, { overlay: new Map([["name.txt", null]]) });
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:1:34 include-missing"]);
  });
});
