// The ends of a rollback that did not go to its end: Ctrl-C, an edit made meanwhile, a backup of the workbook that a report needs, a disown.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { begin } from "../support/command.ts";
import { boardOf, type EditedPlace, openEdited, widget } from "./edited-place.ts";

const SLUGS = ["a", "b", "c"];
const REPORT = { name: "RA", workbook: "a", query: { measures: ["orders.count"] } };

interface Place extends EditedPlace {
  undone: string;
  /** What happens once, while the workbook is being written. */
  when(slug: string, act: () => void): void;
}

/** Three workbooks that got a new title by the run that is put back. */
async function open(): Promise<Place> {
  let hook = (_: string): void => {};
  const place = await openEdited(
    Object.fromEntries(SLUGS.map((slug) => [slug, boardOf(slug, "Old")])),
    { betweenDecisionAndApply: (slug) => hook(slug) },
    { ra: REPORT },
  );
  place.inGit((workbooks) => {
    for (const slug of SLUGS) workbooks[slug] = boardOf(slug, "New");
  });
  expect((await place.run("apply", "--yes")).code).toBe(0);
  const [undone = ""] = await place.runs();
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
  const { cwd, env, run, undone, when } = await open();
  const running = begin(["rollback", undone, "--yes", "--concurrency", "1"], { cwd, env });
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
  expect((await run("rollback", undone, "--yes")).code).toBe(0);
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
  const { run, runs, inGit, cwd } = await open();
  inGit((workbooks, reports) => {
    delete workbooks.a;
    delete reports.ra;
  });
  expect((await run("apply", "--yes", "--prune", "--allow", "delete")).code).toBe(0);
  const [pruned = ""] = await runs();
  rmSync(join(cwd, ".boardwright/backups", pruned, "a.json"));
  const { code, stdout } = await run("rollback", pruned, "--yes");
  expect([code, stdout]).toEqual([1, expect.stringContaining("\n2 cannot be put back.\n")]);
  expect(stdout).toContain("  Put that workbook back first, then roll back again.\n");
  expect(stdout).not.toContain("Check the slug");
  expect(stdout).toContain("Not put back: report ra, a.\n");
});

it("a disown that comes back only in part is in the list, and comes back whole", async () => {
  const { run, runs, inGit, rename } = await open();
  inGit((workbooks, reports) => {
    for (const slug of SLUGS) delete workbooks[slug];
    delete reports.ra;
  });
  expect((await run("disown", ...SLUGS, "--report", "ra", "--yes")).code).toBe(0);
  const [disowned = ""] = await runs();
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
