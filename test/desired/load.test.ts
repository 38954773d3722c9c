import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discoverFiles, loadProject } from "../../src/desired/index.ts";
import { UserError } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";
import { brief, load, loadFolder, PROJECT } from "./temp-project.ts";

const board = (slug: string, more = "") => `workbooks:\n  ${slug}:\n    name: N\n${more}`;

describe("loadFiles", () => {
  it("visits workbooks in the order of file and place, through several documents and formats", async () => {
    const loaded = await load({
      "dashboards/b.yaml": `${board("b2")}  b1:\n    name: N\n---\n${board("b0")}`,
      "dashboards/a/z.json": '{ "workbooks": { "a1": { "name": "N" } } }',
      "dashboards/c.yml": "\uFEFF# byte order mark\r\nworkbooks:\r\n  c:\r\n    name: N\r\n",
      "dashboards/empty.yaml": "",
      "dashboards/comment.yaml": "# nothing yet\n",
      "dashboards/.hidden.yaml": "nonsense: 1",
      "dashboards/note.txt": "nonsense",
      "other/d.yaml": "nonsense: 1",
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.workbooks.map(({ slug }) => slug)).toEqual(["a1", "b2", "b1", "b0", "c"]);
    expect(loaded.names.length).toBe(5);
    expect(loaded.dependsOnTarget).toBe(false);
    expect(loaded.text("dashboards/c.yml")).toMatch(/^# byte order mark/);
    expect(loaded.bySlug.get("c")).toMatchObject({
      file: "dashboards/c.yml",
      writtenSlug: "c",
      entry: { name: "N" },
    });
  });

  it("keeps going after a file that is wrong", async () => {
    const loaded = await load({
      "dashboards/a.yaml": "workbooks:\n\tx: 1\n",
      "dashboards/b.yaml": "- a list\n",
      "dashboards/c.yaml": "just text\n",
      "dashboards/d.yaml": Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]),
      "dashboards/e.yaml": Buffer.concat([Buffer.from("a: é"), Buffer.from([0])]),
      "dashboards/f.yaml": Buffer.alloc(10_000_001, "#"),
      "dashboards/g.yaml": board("fine"),
    });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:2:1 yaml-syntax",
      "dashboards/b.yaml:1:1 wrong-type",
      "dashboards/c.yaml:1:1 wrong-type",
      "dashboards/d.yaml:1:4 not-text",
      "dashboards/e.yaml:1:5 not-text",
      "dashboards/f.yaml:1:1 file-too-large",
    ]);
    expect(loaded.workbooks.map(({ slug }) => slug)).toEqual(["fine"]);
    expect(loaded.diagnostics[1]?.message).toBe("A workbook file is a map at its top level, not a list.");
  });

  it("names both places of a slug that is defined twice, as the platform compares slugs", async () => {
    const { diagnostics, workbooks } = await load({
      "dashboards/a.yaml": board("Revenue"),
      "dashboards/b.yaml": board('" revenue "'),
    });
    expect(brief(diagnostics)).toEqual(["dashboards/b.yaml:2:3 duplicate-slug"]);
    expect(diagnostics[0]).toMatchObject({ slug: "revenue", severity: "error" });
    expect(diagnostics[0]?.message).toContain("dashboards/a.yaml:2:3");
    expect(workbooks.map(({ writtenSlug, slug }) => [writtenSlug, slug])).toEqual([["Revenue", "revenue"]]);
  });

  it("keeps the words of prototypes as words", async () => {
    const loaded = await load({
      "dashboards/a.yaml": `${board("constructor")}    meta: { toString: a, __proto__x: b }\n`,
      "dashboards/b.yaml": `${board("b")}    meta: { __proto__: { polluted: true } }\n`,
    });
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/b.yaml:4:13 unsafe-key"]);
    expect(loaded.bySlug.get("constructor")?.entry.meta).toEqual({ toString: "a", __proto__x: "b" });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("does not visit a workbook whose shape is wrong, but visits its neighbours", async () => {
    const widgets = "    dashboard: { widgets: [{ id: a }] }\n";
    const loaded = await load({
      "dashboards/a.yaml": `${board("a", widgets)}  b:\n    name: N\n    nmae: x\n`,
    });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:4:28 missing-field",
      "dashboards/a.yaml:7:5 unknown-field",
    ]);
    expect(loaded.workbooks.map(({ slug }) => slug)).toEqual(["b"]);
  });
});

describe("paths", () => {
  const files = {
    "dashboards/a.yaml": board("a"),
    "dashboards/sub/b.yaml": `${board("b", "    nmae: x\n")}`,
    "dashboards/sub/c.yaml": board("A"),
    "drafts/d.yaml": board("d"),
  };

  it("narrow what is visited and reported, while everything is read", async () => {
    const sub = await load(files, { paths: ["dashboards/sub"] });
    expect(sub.names.length).toBe(2);
    expect(sub.workbooks.map(({ slug }) => slug)).toEqual(["b"]);
    expect(brief(sub.diagnostics)).toEqual([
      "dashboards/sub/b.yaml:4:5 unknown-field",
      "dashboards/sub/c.yaml:2:3 duplicate-slug",
    ]);
    const first = await load(files, { paths: ["dashboards/a.yaml"] });
    expect(brief(first.diagnostics)).toEqual(["dashboards/sub/c.yaml:2:3 duplicate-slug"]);
    expect([sub.chose("dashboards/a.yaml"), sub.chose("dashboards/sub/b.yaml")]).toEqual([false, true]);
  });

  it("may name a file that is not included, from any folder", async () => {
    const root = tempFolder({ "boardwright.yaml": PROJECT, ...files });
    const drafts = await loadFolder(root, {
      paths: ["d.yaml", "../dashboards/a.yaml"],
      cwd: join(root, "drafts"),
    });
    expect(drafts.workbooks.map(({ slug }) => slug)).toEqual(["a", "d"]);
    expect(drafts.names.length).toBe(2);
    const project = await loadProject({ cwd: root });
    expect(await discoverFiles({ project, cwd: root, paths: ["drafts/d.yaml"] })).toEqual(["drafts/d.yaml"]);
    expect(await discoverFiles({ project, cwd: root })).toEqual(Object.keys(files).slice(0, 3));
  });

  it("that lead nowhere are told", async () => {
    for (const path of ["nowhere.yaml", "..", "drafts", "/etc/hosts"]) {
      await expect(load(files, { paths: [path] }), path).rejects.toBeInstanceOf(UserError);
    }
  });
});

describe("symbolic links", () => {
  it("inside the project are files once; out of it they are errors", async () => {
    const outside = tempFolder({ "x.yaml": board("x") });
    const root = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/a.yaml": board("a"),
      "parts/p.yaml": board("p"),
    });
    symlinkSync(join(outside, "x.yaml"), join(root, "dashboards/out.yaml"));
    symlinkSync("nothing.yaml", join(root, "dashboards/broken.yaml"));
    symlinkSync("a.yaml", join(root, "dashboards/again.yaml"));
    symlinkSync("../parts/p.yaml", join(root, "dashboards/part.yaml"));
    symlinkSync(outside, join(root, "dashboards/folder"));
    symlinkSync("..", join(root, "dashboards/circle"));
    const loaded = await loadFolder(root);
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/broken.yaml:1:1 file-unreadable",
      "dashboards/out.yaml:1:1 file-outside-project",
    ]);
    expect(loaded.workbooks.map(({ slug }) => slug)).toEqual(["a", "p"]);
  });
});

describe("reports", () => {
  const reports =
    "reports:\n  r:\n    publicId: { production: revqZ1x8Kp0a, prodution: revqZ1x8Kp0b }\n    name: R\n";

  it("take the target's public id, and name targets that are not there", async () => {
    const none = await load({ "dashboards/r.yaml": reports });
    expect(none.reports[0]?.entry.publicId).toEqual({
      production: "revqZ1x8Kp0a",
      prodution: "revqZ1x8Kp0b",
    });
    expect(none.dependsOnTarget).toBe(true);
    expect(brief(none.diagnostics)).toEqual(["dashboards/r.yaml:3:43 unknown-target"]);
    expect(none.diagnostics[0]?.message).toContain("Did you mean `production`?");
    const production = await load({ "dashboards/r.yaml": reports }, { target: "production" });
    expect(production.reports[0]?.entry).toEqual({ publicId: "revqZ1x8Kp0a", name: "R" });
    const local = await load({ "dashboards/r.yaml": reports }, { target: "local" });
    expect(local.reports[0]?.entry).toEqual({ name: "R" });
  });

  it("are sorted, defined once, and know their place", async () => {
    const loaded = await load({
      "dashboards/a.yaml": "reports:\n  z: { name: Z }\n  y:\n    name: Y\n",
      "dashboards/b.yaml": "reports:\n  z: { name: other }\n",
    });
    expect(loaded.reports.map(({ key, entry }) => [key, entry.name])).toEqual([
      ["y", "Y"],
      ["z", "Z"],
    ]);
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/b.yaml:2:3 duplicate-report"]);
    expect(loaded.reports[0]?.locate(["name"])).toMatchObject({
      file: "dashboards/a.yaml",
      line: 4,
      column: 11,
    });
  });
});

describe("a file without any section", () => {
  const theme = { "dashboards/shared/theme.yaml": "primaryColor: red\n" };

  it("is what another includes, not a workbook file gone wrong", async () => {
    const including = board("a", "    dashboard: { theme: { $include: ./shared/theme.yaml } }\n");
    const loaded = await load({ "dashboards/a.yaml": including, ...theme });
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.workbooks.map(({ entry }) => entry.dashboard)).toEqual([
      { theme: { primaryColor: "red" } },
    ]);
  });

  it("is a workbook file gone wrong where nobody includes it", async () => {
    const loaded = await load({ "dashboards/a.yaml": board("a"), ...theme });
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/shared/theme.yaml:1:1 unknown-field"]);
  });
});

describe("a publicId", () => {
  const two = (one: string, other: string) =>
    `reports:\n  a: { name: A, publicId: ${one} }\n  b: { name: B, publicId: ${other} }\n`;

  it.each([
    ["AAAAAAAAAAAA", "AAAAAAAAAAAA"],
    ["{ local: AAAAAAAAAAAA }", "{ local: AAAAAAAAAAAA }"],
    ["AAAAAAAAAAAA", "{ local: AAAAAAAAAAAA }"],
    ["{ local: AAAAAAAAAAAA }", "AAAAAAAAAAAA"],
  ])("belongs to one report: %s and %s", async (one, other) => {
    const loaded = await load({ "dashboards/a.yaml": two(one, other) });
    expect(loaded.diagnostics.map(({ rule, line, message }) => [rule, line, message])).toEqual([
      ["duplicate-report", 3, "The report `a` already has the publicId AAAAAAAAAAAA."],
    ]);
  });

  it("may be another's elsewhere", async () => {
    const loaded = await load({
      "dashboards/a.yaml": two("{ local: AAAAAAAAAAAA }", "{ live: AAAAAAAAAAAA }"),
    });
    expect(loaded.diagnostics.map(({ rule }) => rule)).not.toContain("duplicate-report");
  });
});

describe("an entry", () => {
  it("refuses both, and what is reserved", async () => {
    const more = "    folder: A\n    folderId: 3\n    meta: { boardwright: {}, dashboardDraft: {} }\n";
    const loaded = await load({ "dashboards/a.yaml": board("a", more) });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/a.yaml:5:15 folder-conflict",
      "dashboards/a.yaml:6:13 reserved-meta",
      "dashboards/a.yaml:6:30 reserved-meta",
    ]);
  });
});
