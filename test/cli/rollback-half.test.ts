// A rollback that can put back only a part of its run: what it could not is counted as failed, is in the list of runs, and comes back
// with a second rollback once what stopped it is gone.
import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ApplySummary, Result } from "../../src/model/index.ts";
import { boardOf, openWorld, type World } from "../support/world.ts";

interface Ended {
  summary: ApplySummary;
  results: Result[];
  run?: string;
}

interface Draft {
  widgets: { config: { title: string } }[];
}

interface ListedRun {
  run: string;
  end: string;
  only?: string[];
  left?: { kind: string; key: string; status: string; error?: string }[];
}

/** Something that stops a rollback of `stopped`, and how it goes away again. */
const OBSTACLES: Record<string, (place: World, folder: string) => () => void> = {
  "backup-missing": (_, folder) => {
    const [kept, away] = [join(folder, "stopped.json"), join(folder, "..", "stopped.json")];
    renameSync(kept, away);
    return () => renameSync(away, kept);
  },
  "renamed-since": ({ rename }) => {
    rename("stopped", "elsewhere");
    return () => rename("elsewhere", "stopped");
  },
  "double-slug": ({ sandbox, rename }) => {
    const id = sandbox.workbook("other")?.id ?? 0;
    rename("other", "stopped");
    return () =>
      sandbox.edit(id, (workbook) => {
        workbook.slug = "other";
      });
  },
};
const REASONS: Record<string, { message: string; next: string }> = {
  "backup-missing": {
    message: "stopped cannot be put back: its backup stopped.json is missing",
    next: "Restore the file from where the run's folder was kept, then roll back again.",
  },
  "renamed-since": {
    message: "stopped cannot be put back: the same workbook now has the slug elsewhere",
    next: "give it the slug stopped again on the platform, then roll back.",
  },
  "double-slug": {
    message: "both have this slug",
    next: "Delete one of them on the platform, or give it another slug",
  },
};

/** `slugs` got a new title by the run that is put back. */
async function openChanged(...slugs: string[]) {
  const boards = (title: string) => Object.fromEntries(slugs.map((slug) => [slug, boardOf(slug, title)]));
  const other = { other: boardOf("other", "Same") };
  const place = await openWorld({
    workbooks: { ...boards("Old"), ...other },
    sandbox: { quirks: ["duplicate-slugs"] },
    applied: true,
  });
  place.declare(({ workbooks }) => void Object.assign(workbooks, boards("New")));
  await place.ok("apply", "--yes");
  const run = place.runs().at(-1) ?? "";
  const titleOf = (slug: string) => {
    const { widgets = [] } = (place.sandbox.workbook(slug)?.dashboardDraft ?? {}) as Partial<Draft>;
    return widgets[0]?.config.title;
  };
  const listed = async () => (await place.json<{ runs: ListedRun[] }>("rollback")).runs;
  return { ...place, undone: run, folder: join(place.cwd, ".boardwright/backups", run), titleOf, listed };
}

describe.each(Object.keys(OBSTACLES))("a rollback that meets %s", (code) => {
  it("counts it as failed, and is whole once that is gone", async () => {
    const place = await openChanged("fine", "stopped");
    const { undone, titleOf, listed } = place;
    const remove = OBSTACLES[code]?.(place, place.folder);
    const ran = await place.run("rollback", undone, "--yes", "--json");
    expect(ran.code).toBe(1);
    const { summary, results, run } = JSON.parse(ran.stdout) as Ended;
    expect(summary).toMatchObject({ updated: 1, failed: 1, skipped: 0 });
    expect(results.map(({ key, action, status }) => [key, action, status])).toEqual([
      ["fine", "update", "applied"],
      ["stopped", "update", "failed"],
    ]);
    const { message = "", next = "" } = REASONS[code] ?? {};
    expect(results[1]).toMatchObject({
      attempts: 0,
      error: {
        code,
        message: expect.stringContaining(message),
        details: [expect.stringContaining(next)],
      },
    });
    expect(titleOf("fine")).toBe("Old");

    const [first, second] = await listed();
    expect([first?.run, first?.end, second?.end]).toEqual([run, "undone-in-part", "complete"]);
    expect(first?.left).toEqual([{ kind: "workbook", key: "stopped", status: "failed", error: code }]);
    const { stdout } = await place.run("rollback");
    expect(stdout).toMatch(/1 updated, 1 failed \(put back \S+\) .* undone in part\n/);
    expect(stdout).toContain(
      `${undone} was put back only in part, by ${run}. Not put back: stopped (${code}).\n` +
        `Once the cause is gone, \`boardwright rollback ${undone}\` puts it back.\n`,
    );

    remove?.();
    const again = await place.run("rollback", undone, "--yes");
    expect([again.code, titleOf("stopped")]).toEqual([0, "Old"]);
    expect(again.stdout).not.toContain("in part");
    const told = (await place.run("rollback")).stdout;
    expect(told).not.toContain("only in part");
    expect(told).toMatch(/1 failed \(put back \S+\) .* undone in part, the rest since\n/);
    expect((await listed()).map(({ end }) => end)).toEqual([
      "complete",
      "undone-in-part",
      "complete",
      "complete",
    ]);
  });

  it("says so, and records nothing, if there is nothing else", async () => {
    const place = await openChanged("stopped");
    OBSTACLES[code]?.(place, place.folder);
    const before = place.runs();
    const { code: exit, stdout } = await place.run("rollback", place.undone, "--yes");
    expect(exit).toBe(1);
    expect(stdout).toContain("\n1 cannot be put back.\n");
    expect(stdout).toContain("Applied 0 of 1 in ");
    expect(stdout).toContain("1 failed.\n");
    expect(stdout.split(REASONS[code]?.message ?? "").length).toBe(3);
    expect(stdout).toContain(`\`boardwright rollback ${place.undone}\` puts it back.\n`);
    // Nobody undid anything, so that the files are as right as they were.
    expect(stdout).not.toContain("The files still declare the newer state");
    expect(place.runs()).toEqual(before);
    expect((await place.run("rollback", place.undone, "--yes", "--quiet")).stdout).toContain("1 failed.");
  });
});

it("a rollback of half a rollback undoes what that put back, and nothing else", async () => {
  const place = await openChanged("fine", "stopped");
  const remove = OBSTACLES["backup-missing"]?.(place, place.folder);
  await place.run("rollback", place.undone, "--yes");
  remove?.();
  const half = place.runs().at(-1) ?? "";
  const { summary, results } = await place.json<Ended>("rollback", half, "--yes");
  expect(summary).toMatchObject({ updated: 1, failed: 0 });
  expect(results.map(({ key }) => key)).toEqual(["fine"]);
  expect([place.titleOf("fine"), place.titleOf("stopped")]).toEqual(["New", "New"]);
});

it("several that stay are each counted, beside deletions that wait for them", async () => {
  const place = await openChanged("fine", "lost", "stopped", "moved");
  place.declare(({ workbooks }) => {
    workbooks.made = boardOf("made", "New");
    for (const slug of ["fine", "lost", "stopped", "moved"]) workbooks[slug] = boardOf(slug, "Newest");
  });
  await place.ok("apply", "--yes");
  const run = place.runs().at(-1) ?? "";
  const folder = join(place.cwd, ".boardwright/backups", run);
  renameSync(join(folder, "lost.json"), join(place.cwd, "lost.json"));
  const removes = ["double-slug"].map((code) => OBSTACLES[code]?.(place, folder));
  place.rename("moved", "away");
  const { code, stdout } = await place.run("rollback", run, "--yes", "--allow", "delete");
  expect(code).toBe(1);
  expect(stdout).toContain("\n1 to update, 1 to delete, 3 cannot be put back.\n");
  expect(stdout).toMatch(/\nApplied 1 of 5 in \S+ s: 1 updated\. 3 failed, 1 skipped\.\n/);
  expect(stdout).toContain(
    `${run} was put back only in part. Not put back: made, lost, moved, stopped.\n` +
      `Once the cause is gone, \`boardwright rollback ${run} --allow delete\` puts them back.\n`,
  );
  renameSync(join(place.cwd, "lost.json"), join(folder, "lost.json"));
  for (const remove of removes) remove?.();
  place.rename("away", "moved");
  await place.ok("rollback", run, "--yes", "--allow", "delete");
  for (const slug of ["fine", "lost", "stopped", "moved"]) expect(place.titleOf(slug)).toBe("New");
  expect(place.sandbox.workbook("made")).toBeUndefined();
  expect((await place.run("rollback")).stdout).not.toContain("only in part");
});

it("a rollback of a part says of which in the list of runs, and hides nothing that another one left", async () => {
  const place = await openChanged("fine", "more", "stopped");
  OBSTACLES["backup-missing"]?.(place, place.folder);
  expect(
    (await place.run("rollback", place.undone, "--yes", "--only", "stopped", "--only", "fine")).code,
  ).toBe(1);
  await place.ok("rollback", place.undone, "--yes", "--only", "more");
  const { stdout } = await place.run("rollback");
  expect(stdout).toContain(`1 updated (put back ${place.undone}, only more)`);
  expect(stdout).toContain("Not put back: stopped (backup-missing).");
  const [last, first] = await place.listed();
  expect([last?.only, first?.only]).toEqual([["more"], ["stopped", "fine"]]);
});
