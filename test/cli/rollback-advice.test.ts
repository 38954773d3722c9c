// What a rollback says at its end: what is next depends on what the files declare.
import { describe, expect, it } from "vitest";
import { boardOf, openWorld } from "../support/world.ts";

const REPORT = { name: "RA", workbook: "old", query: { measures: ["orders.count"] } };

describe("the end of a rollback", () => {
  it("says of what a prune deleted that no file declares it, and what to do", async () => {
    const place = await openPruned();
    const pruned = place.runs().at(-1) ?? "";
    const done = await place.ok("rollback", pruned, "--yes");
    expect(done.stdout).toContain(
      "No file declares old, report ra: plans list them as no longer declared.\n" +
        "Declare them again (`boardwright pull old`), or let go of them (`boardwright disown old --report ra`).\n",
    );
    expect(done.stdout).not.toContain("newer state");
    expect(done.stdout).not.toContain("declare differently");
    await place.ok("pull", "old");
    expect((await place.run("plan")).stdout).not.toContain("no longer declared");
  });

  it("does not say so of what a file declares again", async () => {
    const place = await openPruned();
    const pruned = place.runs().at(-1) ?? "";
    place.declare(({ workbooks, reports }) => {
      workbooks.old = boardOf("Old", "A");
      reports.ra = REPORT;
    });
    const done = await place.ok("rollback", pruned, "--yes");
    expect(done.stdout).not.toContain("No file declares");
  });

  it("is a whole sentence outside a Git repository", async () => {
    const place = await openWorld({ workbooks: { kept: boardOf("Kept", "A") }, applied: true });
    place.declare(({ workbooks: { kept } }) => {
      if (kept) kept.name = "Newer";
    });
    await place.ok("apply", "--yes");
    const last = place.runs().at(-1) ?? "";
    const done = await place.run("rollback", last, "--yes");
    expect(done.stdout).toContain(
      "The files still declare the newer state: the next apply would bring it back.\n" +
        "Change the files back by hand: the run was not made in a Git checkout, so there is no commit to name.\n",
    );
  });
});

async function openPruned() {
  const place = await openWorld({
    workbooks: { kept: boardOf("Kept", "A"), old: boardOf("Old", "A") },
    reports: { ra: REPORT },
    applied: true,
  });
  place.declare(({ workbooks, reports }) => {
    delete workbooks.old;
    delete reports.ra;
  });
  await place.ok("apply", "--yes", "--prune", "--allow", "delete");
  return place;
}
