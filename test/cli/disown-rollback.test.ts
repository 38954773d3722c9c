// A rollback of a disown: the stamps are there again, as they were, and what stands in the way is said.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { boardOf, openWorld, widget } from "../support/world.ts";

describe("a rollback of a disown", () => {
  for (const merge of ["shallow", "deep"] as const) {
    it(`gives the workbook its stamp back, and plans speak of it as before (${merge} merging)`, async () => {
      const { run, ok, json, runs, sandbox } = await openDisowned({ merge });
      const disowned = runs().at(-1) ?? "";
      expect((await run("rollback")).stdout).toMatch(/1 disowned/);
      expect(sandbox.workbook("old")?.meta.boardwright).toBeNull();
      const done = await ok("rollback", disowned, "--yes");
      expect(done.stdout).toContain("1 to stamp");
      expect(done.stdout).not.toContain("Nothing to do");
      expect(done.stdout).toContain("It is this project's again");
      expect(sandbox.workbook("old")?.meta.boardwright).toMatchObject({ project: "acme", of: "1/old" });
      expect((await json<Plan>("plan")).changes).toMatchObject([{ key: "old", action: "orphaned" }]);
      const again = await run("rollback", disowned, "--yes");
      expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Nothing to do")]);
    });
  }

  it("gives a report its stamp back, with all else of its meta", async () => {
    const entry = {
      name: "RA",
      workbook: "kept",
      query: { measures: ["orders.count"] },
      meta: { kind: "table" },
    };
    const place = await openWorld({
      workbooks: { kept: boardOf("Kept", "A") },
      reports: { ra: entry },
      applied: true,
    });
    place.declare(({ reports }) => {
      delete reports.ra;
    });
    await place.ok("disown", "--report", "ra", "--yes");
    expect((await place.json<Plan>("plan")).changes).toEqual([]);
    const disowned = place.runs().at(-1) ?? "";
    await place.ok("rollback", disowned, "--yes");
    expect((await place.json<Plan>("plan")).changes).toMatchObject([{ kind: "report", action: "orphaned" }]);
    place.declare(({ reports }) => {
      reports.ra = entry;
    });
    expect((await place.json<Plan>("plan")).changes).toEqual([]);
  });

  it("gives it to no other report that has the publicId by now", async () => {
    const entry = { name: "RA", workbook: "kept", query: { measures: ["orders.count"] } };
    const place = await openWorld({
      workbooks: { kept: boardOf("Kept", "A") },
      reports: { ra: entry },
      applied: true,
    });
    place.declare(({ reports }) => {
      delete reports.ra;
    });
    await place.ok("disown", "--report", "ra", "--yes");
    const disowned = place.runs().at(-1) ?? "";
    const headers = {
      authorization: `Bearer ${place.sandbox.apiKey}`,
      "content-type": "application/json",
    };
    const at = `${place.sandbox.url}/api/v1/deployments/1/reports`;
    const reports = async () =>
      ((await (await fetch(at, { headers })).json()) as { items: Record<string, unknown>[] }).items;
    const [{ id, publicId } = {}] = await reports();
    expect((await fetch(`${at}/${id}`, { method: "DELETE", headers })).ok).toBe(true);
    const body = JSON.stringify({ name: "Theirs" });
    expect((await fetch(`${at}/by-public-id/${publicId}`, { method: "PUT", headers, body })).ok).toBe(true);
    const ran = await place.run("rollback", disowned, "--yes");
    const [theirs] = await reports();
    expect([ran.code, ran.stdout]).toEqual([
      1,
      expect.stringContaining(`its publicId is that of another report, ${theirs?.id}`),
    ]);
    expect((theirs?.meta as Record<string, unknown> | null)?.boardwright).toBeUndefined();
  });

  it("keeps what was edited in between, which is drift once a file declares it again", async () => {
    const { ok, json, runs, inUi, declare } = await openDisowned();
    inUi("old", (widgets) => {
      widget(widgets, "a").config.title = "Edited since";
    });
    const disowned = runs().at(-1) ?? "";
    await ok("rollback", disowned, "--yes");
    declare(({ workbooks }) => {
      workbooks.old = boardOf("Old", "A");
    });
    expect((await json<Plan>("plan")).changes).toMatchObject([
      { key: "old", action: "update", origin: "live", hazards: [{ code: "drift" }] },
    ]);
  });

  it("says what is gone, or renamed, and takes nothing from another project unasked", async () => {
    const { run, runs, sandbox, rename } = await openDisowned();
    const disowned = runs().at(-1) ?? "";
    sandbox.edit("old", (workbook) => {
      workbook.meta = {
        ...workbook.meta,
        boardwright: { v: 2, project: "other", of: "1/old", digest: "sha256:0", base: "" },
      };
    });
    const refused = await run("rollback", disowned, "--yes");
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("takeover: old")]);
    rename("old", "older");
    const renamed = await run("rollback", disowned, "--yes");
    expect([renamed.code, renamed.stdout]).toEqual([
      1,
      expect.stringContaining("old cannot be put back: the same workbook now has the slug older"),
    ]);
    await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/${sandbox.workbook("older")?.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    });
    expect((await run("rollback", disowned, "--yes")).stdout).toContain("old is no longer live");
  });
});

describe("a rollback of a run that only wrote stamps", () => {
  it("says that they stay, and how one is taken off", async () => {
    const { run, ok, runs, sandbox } = await openWorld({
      workbooks: { old: boardOf("Old", "A") },
      applied: true,
    });
    sandbox.edit("old", (workbook) => {
      workbook.meta = {};
    });
    expect((await run("apply", "--yes")).stdout).toContain("1 stamped");
    const stamped = runs().at(-1) ?? "";
    const ran = await ok("rollback", stamped, "--yes");
    expect(ran.stdout).toContain("that run wrote stamps, which say that this project manages old: they stay");
    expect(ran.stdout).toContain("`boardwright disown`");
  });
});

async function openDisowned(sandbox: SandboxOptions = {}) {
  const place = await openWorld({
    workbooks: { old: boardOf("Old", "A"), kept: boardOf("Kept", "A") },
    sandbox,
    applied: true,
  });
  place.declare(({ workbooks }) => {
    delete workbooks.old;
  });
  const ran = await place.ok("disown", "old", "--yes");
  const run = place.runs().at(-1) ?? "";
  expect(ran.stdout).toContain(`Undo with \`boardwright rollback ${run}\`.`);
  return place;
}
