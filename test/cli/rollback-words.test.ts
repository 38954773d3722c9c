// How a rollback's plan speaks of edits made since: of a backup, where the plan of files speaks of Git; and each way out once.
import { describe, expect, it } from "vitest";
import { boardOf, type Loose, openWorld, widget } from "../support/world.ts";

const QUERY = { measures: ["orders.count"] };
const LONG = "A text of several lines\nthat nobody would show beside another one";

const move = (widgets: Loose[], x: number) => {
  (widget(widgets, "a") as Loose & { position: { x: number } }).position.x = x;
};

/** `stock` was changed by the run that is put back, by one that came later, and then in the UI. */
async function openConflict() {
  const place = await openWorld({
    workbooks: {
      stock: boardOf("Stock", "Old", LONG, "Gone"),
      other: boardOf("Other", "Old"),
    },
    applied: true,
  });
  const { declare, ok, runs, inUi } = place;
  const boards = (title: string, x: number) => {
    const stock = boardOf("Stock", title, `${LONG}\n${title}`);
    move(stock.dashboard.widgets, x);
    return { stock, other: boardOf("Other", title) };
  };
  declare(({ workbooks }) => void Object.assign(workbooks, boards("New", 1)));
  await ok("apply", "--yes");
  const undone = runs().at(-1) ?? "";
  declare(({ workbooks }) => void Object.assign(workbooks, boards("Newest", 2)));
  await ok("apply", "--yes");
  const later = runs().at(-1) ?? "";
  inUi("stock", (widgets) => {
    widget(widgets, "a").config.title = "Mine";
    widget(widgets, "b").config.title = `${LONG}\nMine`;
    move(widgets, 7);
  });
  return { ...place, undone, later };
}

describe("the plan of a rollback", () => {
  it("calls the third value of a conflict the backup, and says only what is true", async () => {
    const { run, undone, later } = await openConflict();
    const { code, stdout } = await run("rollback", undone, "--yes");
    expect(code).toBe(3);
    expect(stdout).toContain(
      "edited outside Git since the last apply, in a field that the rollback puts back",
    );
    expect(stdout).toContain("was: Newest · live: Mine · backup: Old    discards an edit made in the UI");
    expect(stdout).toContain("was: 2,0 · live: 7,0 · backup: 0,0");
    expect(stdout).toContain("back from the last apply to the backup:");
    expect(stdout).toContain(`other, stock were changed again by ${later}: that is undone as well`);
    expect(stdout.replaceAll("outside Git", "")).not.toMatch(/Git|both sides|that run/);
    expect(stdout).toContain("2 backups, 2 live workbooks");
  });

  it("tells the ways out of several hazards once", async () => {
    const { run, ok, undone, inUi } = await openConflict();
    inUi("other", (widgets) => move(widgets, 5));
    const { stdout } = await run("rollback", undone, "--yes");
    expect(stdout).toContain(
      "2 hazards:\n  drift (other)\n  conflict (stock)\n" +
        `  put all of it back: \`boardwright rollback ${undone} --allow drift,conflict\`\n`,
    );
    await ok("rollback", undone, "--yes", "--allow", "drift,conflict");
  });

  it("shows a report under the dashboards that draw it, though the run did not change them", async () => {
    const chart = { id: "c", type: "CHART", position: [0, 9, 6, 4], config: { reportId: { $report: "r" } } };
    const workbooks = { stock: boardOf("Stock", "One"), other: boardOf("Other", "One") };
    workbooks.stock.dashboard.widgets.push(chart);
    const reports = { r: { name: "R", workbook: "other", query: QUERY } };
    const { declare, ok, runs } = await openWorld({ workbooks, reports, applied: true });
    declare(({ workbooks: all, reports: some }) => {
      Object.assign(some.r, { query: { measures: ["orders.revenue"] } });
      all.fresh = structuredClone(all.stock);
    });
    await ok("apply", "--yes");
    const { stdout } = await ok("rollback", runs().at(-1) ?? "", "--yes", "--allow", "delete");
    expect(stdout).toMatch(/\n {2}~ stock +Stock/);
    // What goes draws nothing any more.
    expect(stdout).toMatch(/\n {2}- fresh .*\n +created by that run.*\n\n/);
    expect(stdout).not.toContain("no dashboard draws");
  });

  it("does so for a saved plan, too", async () => {
    const { run, declare, inUi } = await openConflict();
    declare(({ workbooks }) => {
      workbooks.stock = boardOf("Stock", "Other");
    });
    inUi("other", (widgets) => move(widgets, 5));
    await run("plan", "--out", "plan.json");
    const { code, stdout } = await run("apply", "plan.json", "--yes");
    expect(code).toBe(3);
    expect(stdout.match(/change the files or the live state, and plan again/g)).toHaveLength(1);
    expect(stdout).toContain("--allow drift,conflict`\n");
  });

  it("says of somebody's workbook that it differs from the backup", async () => {
    const { run, undone, sandbox } = await openConflict();
    sandbox.edit("other", (workbook) => {
      workbook.meta = {};
    });
    expect((await run("rollback", undone, "--yes")).stdout).toContain(
      "a workbook that no project manages has this slug, and it differs from the backup",
    );
  });
});

describe("a report that a rollback puts back", () => {
  const open = async () => {
    const place = await openWorld({
      workbooks: { home: boardOf("Home", "H"), next: boardOf("Next", "N") },
      reports: {
        ra: { name: "RA", workbook: "home", query: QUERY },
        rb: { name: "RB", workbook: "home", query: QUERY },
      },
      applied: true,
    });
    place.declare(({ reports }) => {
      reports.ra = { name: "Newer", workbook: "next", query: QUERY };
      reports.rb = { name: "Newer", workbook: "home", query: QUERY };
    });
    await place.ok("apply", "--yes");
    const undone = place.runs().at(-1) ?? "";
    const unname = (slug: string) => {
      const id = place.sandbox.workbook(slug)?.id ?? 0;
      place.sandbox.edit(id, (workbook) => {
        workbook.slug = null;
      });
      return id;
    };
    return { ...place, undone, unname };
  };

  it("names a workbook without a slug by its id, and offers no way for reports that leaves reports out", async () => {
    const { run, undone, unname } = await open();
    const id = unname("next");
    const { stdout } = await run("rollback", undone, "--yes");
    expect(stdout).toContain(`was: next · live: id ${id} · backup: home`);
    expect(stdout).not.toContain('{"id"');
    expect(stdout).not.toContain("--only GLOB");
  });

  it("says so if its workbook is gone, which it cannot go back into", async () => {
    const { ok, undone, unname } = await open();
    const id = unname("home");
    const { stdout } = await ok("rollback", undone, "--yes");
    expect(stdout.match(/workbook-gone/g)).toHaveLength(1);
    expect(stdout).toContain(
      `the report ra does not go back into its workbook: ${id} is no longer live, or has no slug`,
    );
  });
});
