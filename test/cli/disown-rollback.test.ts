// A rollback of a disown: the stamps are there again, as they were, and what stands in the way is said.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openEdited, widget } from "./edited-place.ts";

describe("a rollback of a disown", () => {
  for (const merge of ["shallow", "deep"] as const) {
    it(`gives the workbook its stamp back, and plans speak of it as before (${merge} merging)`, async () => {
      const { run, json, runs, sandbox } = await openDisowned({ merge });
      const [disowned = ""] = await runs();
      expect((await run("rollback")).stdout).toMatch(/1 disowned/);
      expect(sandbox.workbook("old")?.meta.boardwright).toBeNull();
      const done = await run("rollback", disowned, "--yes");
      expect(done.code, done.stderr).toBe(0);
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
    const place = await openEdited({ kept: boardOf("Kept", "A") }, {}, { ra: entry });
    place.inGit((_, reports) => {
      delete reports.ra;
    });
    expect((await place.run("disown", "--report", "ra", "--yes")).code).toBe(0);
    expect((await place.json<Plan>("plan")).changes).toEqual([]);
    const [disowned = ""] = await place.runs();
    expect((await place.run("rollback", disowned, "--yes")).code).toBe(0);
    expect((await place.json<Plan>("plan")).changes).toMatchObject([{ kind: "report", action: "orphaned" }]);
    place.inGit((_, reports) => {
      reports.ra = entry;
    });
    expect((await place.json<Plan>("plan")).changes).toEqual([]);
  });

  it("gives it to no other report that has the publicId by now", async () => {
    const entry = { name: "RA", workbook: "kept", query: { measures: ["orders.count"] } };
    const place = await openEdited({ kept: boardOf("Kept", "A") }, {}, { ra: entry });
    place.inGit((_, reports) => {
      delete reports.ra;
    });
    expect((await place.run("disown", "--report", "ra", "--yes")).code).toBe(0);
    const [disowned = ""] = await place.runs();
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
    const { run, json, runs, inUi, inGit } = await openDisowned();
    inUi("old", (widgets) => {
      widget(widgets, "a").config.title = "Edited since";
    });
    const [disowned = ""] = await runs();
    expect((await run("rollback", disowned, "--yes")).code).toBe(0);
    inGit((workbooks) => {
      workbooks.old = boardOf("Old", "A");
    });
    expect((await json<Plan>("plan")).changes).toMatchObject([
      { key: "old", action: "update", origin: "live", hazards: [{ code: "drift" }] },
    ]);
  });

  it("says what is gone, or renamed, and takes nothing from another project unasked", async () => {
    const { run, runs, sandbox, rename } = await openDisowned();
    const [disowned = ""] = await runs();
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
    const { run, runs, sandbox } = await openEdited({ old: boardOf("Old", "A") });
    sandbox.edit("old", (workbook) => {
      workbook.meta = {};
    });
    expect((await run("apply", "--yes")).stdout).toContain("1 stamped");
    const [stamped = ""] = await runs();
    const ran = await run("rollback", stamped, "--yes");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("that run wrote stamps, which say that this project manages old: they stay");
    expect(ran.stdout).toContain("`boardwright disown`");
  });
});

async function openDisowned(options: Parameters<typeof openEdited>[1] = {}) {
  const place = await openEdited({ old: boardOf("Old", "A"), kept: boardOf("Kept", "A") }, options);
  place.inGit((workbooks) => {
    delete workbooks.old;
  });
  const ran = await place.run("disown", "old", "--yes");
  expect(ran.code, ran.stderr).toBe(0);
  const [run = ""] = await place.runs();
  expect(ran.stdout).toContain(`Undo with \`boardwright rollback ${run}\`.`);
  return place;
}
