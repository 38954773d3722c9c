// The ends of a rollback that did not go to its end: Ctrl-C, an edit made meanwhile, a backup of the workbook that a report needs, a disown.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { boardOf, openWorld, type World, widget } from "../support/world.ts";

const SLUGS = ["a", "b", "c"];
const REPORT = { name: "RA", workbook: "a", query: { measures: ["orders.count"] } };

interface Place extends World {
  undone: string;
  /** What happens once, while the workbook is being written. */
  when(slug: string, act: () => void): void;
}

/** Three workbooks that got a new title by the run that is put back. */
async function open(): Promise<Place> {
  let hook = (_: string): void => {};
  const place = await openWorld({
    workbooks: Object.fromEntries(SLUGS.map((slug) => [slug, boardOf(slug, "Old")])),
    sandbox: { betweenDecisionAndApply: (slug) => hook(slug) },
    reports: { ra: REPORT },
    applied: true,
  });
  place.declare(({ workbooks }) => {
    for (const slug of SLUGS) workbooks[slug] = boardOf(slug, "New");
  });
  await place.ok("apply", "--yes");
  const undone = place.runs().at(-1) ?? "";
  const when = (at: string, act: () => void) => {
    hook = (slug) => {
      if (slug !== at) return;
      hook = () => {};
      act();
    };
  };
  return { ...place, undone, when };
}

it("Ctrl-C: says how to complete the rollback, and so does the list of runs", async () => {
  const { begin, run, ok, undone, when } = await open();
  const running = begin(["rollback", undone, "--yes", "--concurrency", "1"]);
  when("a", () => running.interrupt());
  const { code, stdout } = await running.ended;
  expect(code).toBe(130);
  expect(stdout).toContain("Run the same rollback again to complete the rest.");
  expect(stdout).not.toMatch(/same apply|cause is gone/);
  const listed = (await run("rollback")).stdout;
  expect(listed).toMatch(/put back \S+\) +- +interrupted\n/);
  expect(listed).toMatch(
    /Not put back: .*c \(interrupted\)\.\n`boardwright rollback \S+` puts (it|them) back\.\n/,
  );
  await ok("rollback", undone, "--yes");
  expect((await run("rollback")).stdout).not.toContain("Not put back");
});

it("an edit made meanwhile: names the rollback as the way to see it", async () => {
  const { run, undone, when, inUi } = await open();
  when("a", () =>
    inUi("c", (widgets) => {
      widget(widgets, "a").config.title = "Mine";
    }),
  );
  const { code, stdout } = await run("rollback", undone, "--yes", "--concurrency", "1");
  expect(code).toBe(1);
  expect(stdout).toContain(
    "stale: c was changed on the platform since the plan was made\n  Roll back again: ",
  );
  expect(stdout).toContain(
    `${undone} was put back only in part. Not put back: c.\n\`boardwright rollback ${undone}\` puts it back.\n`,
  );
  expect(stdout).not.toContain("boardwright plan");
});

it("a report whose workbook cannot be put back stays, too, and says what comes first", async () => {
  const { run, ok, runs, declare, cwd } = await open();
  declare(({ workbooks, reports }) => {
    delete workbooks.a;
    delete reports.ra;
  });
  await ok("apply", "--yes", "--prune", "--allow", "delete");
  const pruned = runs().at(-1) ?? "";
  rmSync(join(cwd, ".boardwright/backups", pruned, "a.json"));
  const { code, stdout } = await run("rollback", pruned, "--yes");
  expect([code, stdout]).toEqual([1, expect.stringContaining("\n2 cannot be put back.\n")]);
  expect(stdout).toContain("  Put that workbook back first, then roll back again.\n");
  expect(stdout).not.toContain("Check the slug");
  expect(stdout).toContain("Not put back: report ra, a.\n");
});

it("a disown that comes back only in part is in the list, and comes back whole", async () => {
  const { run, ok, runs, declare, rename } = await open();
  declare(({ workbooks, reports }) => {
    for (const slug of SLUGS) delete workbooks[slug];
    delete reports.ra;
  });
  await ok("disown", ...SLUGS, "--report", "ra", "--yes");
  const disowned = runs().at(-1) ?? "";
  rename("a", "elsewhere");
  const half = await run("rollback", disowned, "--yes");
  expect([half.code, half.stdout]).toEqual([1, expect.stringContaining("3 stamped. 1 failed.\n")]);
  expect((await run("rollback")).stdout).toContain("Not put back: a (renamed-since).\n");
  rename("elsewhere", "a");
  const whole = await run("rollback", disowned, "--yes");
  expect([whole.code, whole.stdout]).toEqual([
    0,
    expect.stringContaining("1 stamped. 3 were already right.\n"),
  ]);
  expect((await run("rollback")).stdout).not.toContain("Not put back");
});

it("keeps a report that viewers still see, whatever id a workbook has", async () => {
  const chart = (key: string, x: number) => ({
    id: key,
    type: "CHART",
    position: [x, 0, 2, 2],
    config: { reportId: { $report: key } },
  });
  const of = (publish: boolean, ...keys: string[]) => ({
    workbooks: {
      beta: { publish, dashboard: { title: "T", widgets: keys.map((key, at) => chart(key, 2 * at)) } },
    },
    reports: Object.fromEntries(
      keys.map((key) => [key, { name: key, workbook: "beta", query: { measures: ["orders.count"] } }]),
    ),
  });
  const world = await openWorld({ sandbox: { quirks: "ids-per-kind" } });
  // So that the workbook has the id of the second report.
  await world.send("POST", "workbooks", { name: "Other" });
  world.declare(of(false, "one"));
  await world.ok("apply", "--yes");
  world.declare(of(true, "one", "two"));
  await world.ok("apply", "--yes");
  const two = (await world.reports()).find(({ name }) => name === "two");
  expect(two?.id).toBe(world.sandbox.workbook("beta")?.id);
  const undone = await world.run("rollback", world.runs().at(-1) ?? "", "--yes", "--allow", "delete");
  expect(undone.stderr + undone.stdout).toContain("stays published");
  expect((await world.reports()).map(({ name }) => name)).toContain("two");
});
