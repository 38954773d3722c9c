// A widget that is removed in the UI and pulled: the file that held its text is left behind, and the pull says so.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PullNote } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const PROJECT = `version: 1
project: acme
defaultTarget: test
targets:
  test: { url: https://platform.test, deployment: 1, vars: { lang: en } }
  german: { url: https://platform.test, deployment: 2, vars: { lang: de } }
`;
const text = (id: string, file: string) =>
  `        - { id: ${id}, type: TEXT, position: [0, ${id.charCodeAt(0) - 97}, 4, 1], config: { markdown: { $file: "${file}" } } }\n`;
const board = (slug: string, ...widgets: string[]) =>
  `workbooks:\n  ${slug}:\n    name: Board\n    dashboard:\n      widgets:\n${widgets.join("")}`;

async function openPlace(files: Record<string, string>) {
  const world = await openWorld({
    files: { "boardwright.yaml": PROJECT, ...files },
    applied: true,
  });
  const removeInUi = (slug: string, id: string) =>
    world.sandbox.edit(slug, ({ dashboardDraft }) => {
      const draft = dashboardDraft as unknown as { widgets: { id: string }[] };
      draft.widgets = draft.widgets.filter((widget) => widget.id !== id);
    });
  /** What the pull says of files that are left behind. */
  const pulled = async () => {
    const { notes } = await world.json<{ notes: PullNote[] }>("pull");
    return notes.filter((note) => note.code === "left-behind");
  };
  return { ...world, removeInUi, pulled };
}

describe("a pull of a removed widget", () => {
  it("names the file that held its text, says how to remove it, and leaves it there", async () => {
    const files = {
      "dashboards/a.yaml": board("a", text("a", "notes/old text.md"), text("b", "notes/kept.md")),
      "dashboards/notes/old text.md": "Old\n",
      "dashboards/notes/kept.md": "Kept\n",
    };
    const { cwd, run, ok, removeInUi } = await openPlace(files);
    removeInUi("a", "a");
    const dry = (await run("pull", "--dry-run")).stdout;
    const { stdout } = await ok("pull");
    for (const told of [dry, stdout]) {
      expect(told).toContain("dashboards/notes/old text.md");
      expect(told).toContain("`git rm -r 'dashboards/notes/old text.md'`");
      expect(told).not.toContain("kept.md:1");
    }
    expect(existsSync(join(cwd, "dashboards/notes/old text.md"))).toBe(true);
    expect(readFileSync(join(cwd, "dashboards/a.yaml"), "utf8")).not.toContain("old text");
  });

  it("says nothing of a file that another workbook, or the same for another target, still names", async () => {
    const { pulled, removeInUi } = await openPlace({
      "dashboards/a.yaml": board(
        "a",
        text("a", "notes/shared.md"),
        text("b", "notes/${var.lang}.md"),
        text("c", "notes/c.md"),
      ),
      "dashboards/b.yaml": board("b", text("a", "notes/shared.md"), text("d", "notes/d.md")),
      ...Object.fromEntries(
        ["shared", "en", "de", "c", "d"].map((name) => [`dashboards/notes/${name}.md`, name]),
      ),
    });
    removeInUi("a", "a");
    expect(await pulled()).toEqual([]);
    removeInUi("a", "b");
    // Both of the names that the variable stands for are left behind.
    expect((await pulled()).map(({ file }) => file)).toEqual([
      "dashboards/notes/de.md",
      "dashboards/notes/en.md",
    ]);
    removeInUi("b", "a");
    expect(await pulled()).toMatchObject([
      { file: "dashboards/notes/shared.md", message: "no file names it any more; dashboards/b.yaml did" },
    ]);
  });

  it("names an included widget, and what that held", async () => {
    const { pulled, removeInUi } = await openPlace({
      "dashboards/a.yaml": `${board("a", text("b", "b.md"))}        - { $include: ../parts/widget.yaml }\n`,
      "dashboards/b.md": "B\n",
      "parts/widget.yaml": text("c", "inner.md").trim().slice(2),
      "parts/inner.md": "Inner\n",
    });
    removeInUi("a", "c");
    expect((await pulled()).map(({ file }) => file)).toEqual(["parts/inner.md", "parts/widget.yaml"]);
  });
});
