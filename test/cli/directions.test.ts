// Which way a drift and a pull read: one direction in each, and in words where a thing is on one side only.
import { describe, expect, it } from "vitest";
import { boardOf, openWorld, widget } from "../support/world.ts";

describe("what was added or removed in the UI", () => {
  it("is called so by drift and by the pull that takes it", async () => {
    const place = await openWorld({ workbooks: { a: boardOf("A", "One", "Two") }, applied: true });
    place.inUi("a", (widgets) => {
      widgets.splice(1, 1, { ...widget(widgets, "b"), id: "new" });
      widget(widgets, "a").config.color = "red";
    });
    for (const command of ["drift", "pull"]) {
      const { stdout } = await place.run(command);
      expect(stdout).toMatch(/widget a\)? +color +"?red"?, added in the UI$/m);
      expect(stdout).toMatch(/widget b\)? +removed in the UI +CHART 3×4 at 3,0/);
      expect(stdout).toMatch(/widget new\)? +added in the UI +CHART 3×4 at 3,0/);
    }
  });
});

describe("a pull with a conflict that has no base", () => {
  it("reads from the file to what is live, as its edits do", async () => {
    const place = await openWorld({ workbooks: { a: boardOf("A", "One") }, applied: true });
    place.sandbox.edit("a", (workbook) => {
      workbook.name = "Live";
      workbook.meta = { ...workbook.meta, boardwright: null };
    });
    const { stdout, code } = await place.run("pull");
    expect(code).toBe(1);
    expect(stdout).toContain("left: the file · right: what is live");
    expect(stdout).not.toContain("left: what is live");
    expect(stdout).toMatch(/name +A → Live/);
    expect(stdout).not.toContain("in the UI");
  });
});
