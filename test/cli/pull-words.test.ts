// What a pull says at its end and in its notes: exact counts, and advice that fits what was done.
import { describe, expect, it } from "vitest";
import type { Seed } from "../../src/sandbox/index.ts";
import { boardOf, openWorld, widget } from "../support/world.ts";

const BOARDS = () => ({ a: boardOf("A", "x"), b: boardOf("B", "x"), c: boardOf("C", "x") });

describe("the workbooks that a pull says were not edited live", () => {
  const REPORT = { name: "RA", workbook: "b", query: { measures: ["orders.count"] } };

  it("are workbooks, without reports, and without what the files keep", async () => {
    const place = await openWorld({ workbooks: BOARDS(), reports: { ra: REPORT }, applied: true });
    expect((await place.run("pull")).stdout).toContain("3 workbooks were not edited live.");
    place.inUi("a", (widgets) => {
      widget(widgets, "a").config.title = "live";
    });
    place.declare(({ workbooks: { a, b } }) => {
      if (a) widget(a.dashboard.widgets, "a").config.title = "git";
      if (b) b.name = "In Git";
    });
    const kept = (await place.run("pull", "--ours")).stdout;
    expect(kept).toContain("Nothing to take. The other 2 workbooks were not edited live.");
    const named = (await place.run("pull", "a", "--ours")).stdout;
    expect(named).toContain("Nothing to take.");
    expect(named).not.toContain("not edited live");
    expect((await place.run("pull", "b")).stdout).toContain("1 workbook was not edited live.");
  });
});

describe("the notes of a pull", () => {
  it("say of a workbook that is gone what became of it, once, and no line begins like a deletion", async () => {
    const place = await openWorld({ workbooks: BOARDS(), applied: true });
    await place.remove("b");
    const { stdout } = await place.run("pull");
    expect(stdout).toContain("b was deleted on the platform, so there is nothing to pull");
    expect(stdout).not.toMatch(/^ *- /m);
    await place.ok("rollback", place.runs().at(-1) ?? "", "--yes", "--allow", "delete");
    expect((await place.run("pull")).stdout).toMatch(/a was deleted by the rollback of \S+, so there is/);
  });

  it("count what was left out with its workbooks without a slug", async () => {
    const { run } = await openSeeded([
      { id: 8, slug: null, name: "Nameless" },
      { id: 9, slug: "g", name: "G", dashboardDraft: draft({ rowHeight: 40.5 }) },
    ]);
    expect((await run("pull", "--all")).stdout).toContain("Pulled 3 new workbooks. 2 left out.");
  });

  it("offer --share as what to do now: a dry run has made no files", async () => {
    const { run } = await openSeeded([]);
    const dry = (await run("pull", "--all", "--dry-run")).stdout;
    expect(dry).toContain("Add `--share` to write such a block once");
    expect(dry).not.toContain("Remove the new files");
    expect((await run("pull", "--all")).stdout).toContain(
      "Remove the new files and pull again with `--share`",
    );
  });

  it("count the workbooks of other projects, in one line", async () => {
    const theirs = ["p", "q", "r", "s"].map((slug, at) => ({
      ...{ id: 20 + at, slug, name: slug, dashboardDraft: draft({}) },
      meta: { boardwright: { v: 2, project: "them", of: `1/${slug}`, digest: "sha256:0", base: "" } },
    }));
    const { run } = await openSeeded(theirs);
    const { stdout } = await run("pull", "--all");
    expect(stdout.match(/not pulled/g)).toHaveLength(1);
    expect(stdout).toContain("4 workbooks are not pulled, because other projects or previews manage them");
    const { notes } = JSON.parse((await run("pull", "--all", "--json")).stdout);
    expect(notes.filter(({ code }: { code: string }) => code === "other-project")).toHaveLength(4);
  });

  it("name the glob that a folder needs, not one that is there", async () => {
    const { run } = await openSeeded([]);
    const refused = await run("pull", "--all", "--into", "newdir");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain('Add "newdir/**/*.{yaml,yml,json}" to it');
  });
});

const draft = (layout: object) => ({
  title: "T",
  layout: { columns: 12, rowHeight: 40, gap: 8, ...layout },
  widgets: [{ id: "x", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: {} }],
});

/** Three workbooks with one layout, and these. */
async function openSeeded(more: object[]) {
  const same = ["a", "b", "c"].map((slug, at) => ({
    id: at + 1,
    slug,
    name: slug,
    dashboardDraft: draft({}),
  }));
  const { run } = await openWorld({
    files: {},
    sandbox: { seed: { workbooks: [...same, ...more] } as Seed },
  });
  return { run: (...args: string[]) => run(...args) };
}
