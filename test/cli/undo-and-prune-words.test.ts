// What prunes and rollbacks say they do is what they do, and a plan says "published" of what is.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, type Loose, openWorld, type World, widget } from "../support/world.ts";

const words = (text: string): string => text.replaceAll(/\s+/g, " ");
const report = (workbook: string) => ({ name: "R", workbook, query: { measures: ["orders.count"] } });
const published = (name: string) => Object.assign(boardOf(name, "A"), { publish: true });

/** A board whose chart draws `r`. */
function drawing(board: Loose): Loose {
  widget(board.dashboard.widgets, "a").config.reportId = { $report: "r" };
  return board;
}

describe("a prune", () => {
  const open = (): Promise<World> =>
    openWorld({
      workbooks: { w: drawing(boardOf("W", "A")), keep: boardOf("Keep") },
      reports: { r: report("w"), r2: report("w") },
      applied: true,
    });

  it("says of a workbook that it keeps which reports need it, all of them, and not to prune", async () => {
    const place = await open();
    place.declare(({ workbooks }) => {
      delete workbooks.w;
    });
    const said = words((await place.run("plan", "--prune")).stdout);
    expect(said).toContain("w is kept: the reports r, r2, which are declared, belong to it");
    expect(said).toContain("This plan prunes, and keeps it all the same: the warnings say why.");
    expect(said).not.toContain("apply --prune");
    expect(words((await place.run("plan")).stdout)).toContain("Delete with `boardwright apply --prune`");
  });

  it("does not fear for reports that the same plan moves elsewhere, and is done in one run", async () => {
    const place = await open();
    place.declare(({ workbooks, reports }) => {
      delete workbooks.w;
      Object.assign(reports, { r: report("keep"), r2: report("keep") });
    });
    const plan = await place.json<Plan>("plan", "--prune");
    const gone = plan.changes.find(({ key }) => key === "w");
    expect(gone?.hazards).toEqual([
      { code: "delete", message: "managed by this project, no longer declared: it would be deleted" },
    ]);
    await place.ok("apply", "--prune", "--allow", "delete", "--yes");
    expect((await place.json<Plan>("plan", "--prune")).changes).toEqual([]);
    expect(place.sandbox.workbook("w")).toBeUndefined();
  });
});

describe("a rollback", () => {
  it("keeps a report that it made and viewers still see, and says so in place of counting a deletion", async () => {
    const place = await openWorld({ workbooks: { v: boardOf("V", "A") }, applied: true });
    place.declare(({ workbooks: { v }, reports }) => {
      reports.r = report("v");
      Object.assign(drawing(v!), { publish: true });
    });
    await place.ok("apply", "--yes");
    const run = place.runs().at(-1) ?? "";
    const { stdout } = await place.ok("rollback", run, "--yes");
    expect(words(stdout)).toContain("the report r, which that run made, is kept: v, as published, draws it");
    expect(stdout).toContain("\n1 to update.");
    expect(stdout).not.toContain("to delete");
    const { reports } = await place.json<{
      reports?: unknown[];
    }>("reports", "list", "1");
    expect(reports ?? (await place.json<Loose>("reports", "list", "1"))).toHaveLength(1);
  });
});

describe("published after", () => {
  it("is not said of an update that gives viewers nothing else, and is of one that does", async () => {
    const place = await openWorld({ workbooks: { w: published("W") }, applied: true });
    const said = async (...args: string[]) => words((await place.run(...args)).stdout);
    place.inUi("w", (widgets) => {
      widget(widgets, "a").config.title = "Only in the draft";
    });
    expect(await said("plan")).not.toContain("published after");
    expect(await said("plan", "--format", "html")).not.toContain("published after");
    expect(await said("apply", "--allow", "drift", "--yes")).toContain(": 1 updated.");
    place.declare(({ workbooks: { w } }) => {
      w!.name = "Another name";
    });
    expect(await said("plan")).not.toContain("published after");
    expect(await said("apply", "--yes")).toContain(": 1 updated.");
    place.declare(({ workbooks: { w } }) => {
      widget(w!.dashboard.widgets, "a").config.title = "New";
    });
    expect(await said("plan")).toContain("published after");
    expect(await said("apply", "--yes")).toContain(": 1 updated, 1 published.");
  });
});
