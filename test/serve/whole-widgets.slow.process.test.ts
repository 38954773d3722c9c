// Widgets that the page copies and removes: in the entry for all targets, as the files have them written, with what overrides say of them.
import { describe, expect, it } from "vitest";
import { startStudio } from "./studio-server.ts";

const FILE = "dashboards/a.yaml";
const PROJECT = `version: 1
project: r
defaultTarget: local
targets:
  local: { url: "sandbox:.boardwright/s.json", deployment: 1, vars: { cur: EUR } }
  production: { url: "https://acme.example.com", deployment: 12, vars: { cur: USD } }
`;
const workbook = (slug: string, widgets: string, more = "") =>
  `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard:\n      widgets:${widgets}${more}`;
const duplicate = (widget: string) =>
  ({ kind: "duplicate", widget, boxes: { default: { x: 0, y: 9, w: 4, h: 3 } } }) as const;
const remove = (widget: string) => ({ kind: "delete", widget }) as const;

describe("a copy of a widget", () => {
  it("is of what is written: variables, includes and texts in files stay, for every target", async () => {
    const before = workbook(
      "a",
      `
        - id: x
          type: TEXT
          position: [0, 0, 4, 3]
          config: { title: "In \${var.cur}", markdown: { $file: ../notes/a.md } }
        - { $include: ../shared/w.yaml } # kept
`,
    );
    const { edit, text } = await startStudio({
      "boardwright.yaml": PROJECT,
      "notes/a.md": "Long text.\n",
      "shared/w.yaml": "id: w\ntype: TEXT\nposition: [4, 0, 4, 3]\nconfig: { markdown: W }\n",
      [FILE]: before,
    });
    expect(await edit("a", [duplicate("x")])).toMatchObject({ status: "saved", step: "In EUR duplicated" });
    const copy = `        - id: x-copy
          type: TEXT
          position: [0, 9, 4, 3]
          config:
            title: In \${var.cur}
            markdown:
              $file: ../notes/a.md
`;
    const first = before.replace("        - { $inc", `${copy}        - { $inc`);
    expect(text(FILE)).toBe(first);
    expect(await edit("a", [duplicate("w"), { kind: "title", widget: "w-copy", title: "W" }])).toMatchObject({
      status: "refused",
    });
    expect(
      await edit("a", [{ kind: "title", widget: "w", title: "W" }, duplicate("w")], { scope: "here" }),
    ).toMatchObject({ status: "refused" });
    expect(text(FILE)).toBe(first);
    expect(await edit("a", [duplicate("w")])).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(
      `${first}        - $include: ../shared/w.yaml\n          id: w-copy\n          position: [0, 9, 4, 3]\n`,
    );
  });

  it("has the overrides of its original under its own id, but for their places", async () => {
    const before = workbook(
      "a",
      `
        - { id: o, type: TEXT, position: [4, 0, 4, 3], config: { title: base } }
`,
      `    overrides:
      local:
        dashboard:
          widgets:
            o: { position: [6, 0, 4, 3], config: { title: "only \${var.cur}" } }
            added: { type: TEXT, position: [0, 3, 4, 3] }
      production:
        dashboard:
          widgets:
            o: null
`,
    );
    const { edit, text } = await startStudio({ "boardwright.yaml": PROJECT, [FILE]: before });
    expect(await edit("a", [duplicate("o")])).toMatchObject({ status: "saved" });
    const after = text(FILE);
    expect(after).toMatch(/- \{? ?id: o-copy,?\s+type: TEXT/);
    expect(after).not.toContain("EUR");
    expect(after.match(/title: base/g)).toHaveLength(2);
    expect(after.match(/only \$\{var\.cur\}/g)).toHaveLength(2);
    expect(after.match(/^ {12}(?:o|o-copy): null$/gm)).toHaveLength(2);
    expect(await edit("a", [duplicate("added")])).toMatchObject({ status: "saved" });
    expect(text(FILE)).toMatch(/added-copy:\s+type: TEXT\s+position: \[0, 9, 4, 3\]/);
  });

  it("is the target's alone where that has a list of its own", async () => {
    const widgets = "\n        - { id: x, type: TEXT, position: [0, 0, 4, 3] }\n";
    const list = (more: string) =>
      `    overrides:\n      local: { dashboard: { widgets: [{ id: x, type: TEXT, position: [0, 0, 4, 3] }${more}] } }\n`;
    const { edit, text } = await startStudio({
      "boardwright.yaml": PROJECT,
      [FILE]: workbook("a", widgets, list("")),
    });
    expect(await edit("a", [duplicate("x")])).toMatchObject({ status: "saved" });
    const copy = "{ id: x-copy, type: TEXT, position: [0, 9, 4, 3] }";
    expect(text(FILE)).toBe(workbook("a", widgets, list(`, ${copy}`)));
    expect(await edit("a", [remove("x-copy")])).toMatchObject({
      status: "saved",
      step: expect.stringMatching(/ removed, for local alone$/),
    });
    expect(text(FILE)).toBe(workbook("a", widgets, list("")));
  });

  it("of a widget of a list that others take in is beside the include, with its paths from there", async () => {
    const taking = (slug: string) => workbook(slug, " { $include: ../shared/list/w.yaml }\n");
    const list = `# Of both.
- { id: a, type: TEXT, position: [0, 0, 2, 2], config: { title: "In \${var.cur}", markdown: { $file: ../a.md } } }
- { id: b, type: TEXT, position: [2, 0, 2, 2], config: { markdown: B } }
`;
    const { edit, text, board } = await startStudio({
      "boardwright.yaml": PROJECT,
      "shared/a.md": "A\n",
      "shared/list/w.yaml": list,
      [FILE]: taking("a"),
      "dashboards/b.yaml": taking("b"),
    });
    expect(await edit("a", [duplicate("a")])).toMatchObject({ status: "saved" });
    expect(text("shared/list/w.yaml")).toBe(list);
    expect(text(FILE)).toContain("$include: ../shared/list/w.yaml");
    expect(text(FILE)).toContain("In ${var.cur}");
    expect(text(FILE)).toContain("$file: ../shared/a.md");
    expect(text(FILE)).not.toContain("markdown: B");
    expect((await board("a")).widgets.map(({ id }) => id)).toEqual(["a", "b", "a-copy"]);
    expect((await board("b")).widgets.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe("a removed widget", () => {
  it("goes for all targets, with what every override says of it, and the step says so", async () => {
    const rest = "        - { id: b, type: TEXT, position: [4, 0, 4, 3] }\n";
    const a = "        - { id: a, type: TEXT, position: [0, 0, 4, 3], config: { title: A } }\n";
    const { edit, text } = await startStudio({
      "boardwright.yaml": PROJECT,
      [FILE]: workbook(
        "a",
        `\n${a}${rest}`,
        `    overrides:
      local:
        name: Here
        dashboard: { widgets: { a: { config: { title: here } }, only: { type: TEXT, position: [0, 3, 4, 3] } } }
      production:
        dashboard: { widgets: { a: null } }
`,
      ),
    });
    expect(await edit("a", [remove("a")])).toMatchObject({
      status: "saved",
      step: "here removed, for all targets",
    });
    expect(text(FILE)).toBe(
      workbook(
        "a",
        `\n${rest}`,
        `    overrides:
      local:
        name: Here
        dashboard: { widgets: { only: { type: TEXT, position: [0, 3, 4, 3] } } }
`,
      ),
    );
    expect(await edit("a", [remove("only")])).toMatchObject({
      status: "saved",
      step: expect.stringMatching(/ removed, for local alone$/),
    });
    expect(text(FILE)).toBe(workbook("a", `\n${rest}`, "    overrides:\n      local:\n        name: Here\n"));
  });

  it("that is the first of a file leaves what the file begins with", async () => {
    const rest = "- { id: b, type: TEXT, position: [2, 0, 2, 2] }\n";
    const { edit, text } = await startStudio({
      "boardwright.yaml": "version: 1\nproject: r\n",
      "shared/w.yaml": `# Owned by sales.\n- { id: a, type: TEXT, position: [0, 0, 2, 2], config: { title: A } }\n${rest}`,
      [FILE]: workbook("a", " { $include: ../shared/w.yaml }\n"),
    });
    expect(await edit("a", [remove("a")])).toMatchObject({ status: "saved", step: "A removed" });
    expect(text("shared/w.yaml")).toBe(`# Owned by sales.\n${rest}`);
  });
});
