// What an apply overwrote is put back by the same way it went: the real commands, a real platform, real files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ApplySummary, Json, JsonObject } from "../../src/model/index.ts";
import type { SandboxOptions, Seed } from "../../src/sandbox/index.ts";
import { board, type Loose, openWorld, type World } from "../support/world.ts";

const SEED: Seed & { workbooks: JsonObject[] } = {
  folders: [{ id: 40, name: "Old" }],
  workbooks: [
    {
      slug: "a",
      name: "A",
      folderId: 40,
      meta: { team: "sales", mine: { keep: 1 } },
      dashboardDraft: board("Old A", { description: "as it was", theme: { dark: true, accent: "red" } }),
      dashboardPublished: board("Older A"),
    },
    { slug: "b", name: "B", meta: { other: true }, dashboardDraft: board("Old B") },
    { slug: "c", name: "C", dashboardDraft: board("C") },
  ],
};
const NEXT = {
  workbooks: {
    a: {
      name: "New A",
      folder: "New/Place",
      publish: true,
      meta: { team: "finance", level: 3 },
      dashboard: board("New A", { theme: { dark: false }, settings: { x: 1 } }),
    },
    b: { name: "B", dashboard: board("New B") },
    c: { name: "C", dashboard: board("C") },
  },
};

async function applied(
  options: SandboxOptions = {},
  ...more: string[]
): Promise<World & { name: string; before: unknown }> {
  const place = await openWorld({ ...NEXT, sandbox: { seed: SEED, ...options } });
  const before = await place.state("a", "b", "c");
  const ran = await place.ok("apply", "--yes", "--allow", "adopt", ...more);
  const [name = ""] = place.runs();
  expect(ran.stdout).toContain(`Undo with \`boardwright rollback ${name}`);
  return { ...place, name, before };
}

/** Puts the run back and holds that live is as it was and that nothing is left to put back. */
async function putBack({ ok, state, wouldDo }: World, name: string, before: unknown): Promise<string> {
  const ran = await ok("rollback", name, "--yes");
  expect(await state("a", "b", "c")).toEqual(before);
  expect(await wouldDo(name)).toEqual([]);
  return ran.stdout;
}

describe("a rollback", () => {
  for (const merge of ["shallow", "deep"] as const) {
    it(`brings back what was there, and nothing else (merge: ${merge})`, async () => {
      const place = await applied({ merge });
      place.sandbox.edit("a", (workbook) => {
        workbook.meta = { ...workbook.meta, others: "added since" };
      });
      const [old] = (place.before as { workbooks: { meta: JsonObject }[] }).workbooks;
      if (old) old.meta.others = "added since";
      const out = await putBack(place, place.name, place.before);
      expect(out).toContain("2 updated");
      expect(out).toContain("folders that the run made are kept: New, New/Place");
      expect(out).toContain("The files still declare the newer state");
    });
  }

  it("is a run itself: putting it back brings the newer state again, and so on", async () => {
    const place = await applied();
    const after = await place.state("a", "b", "c");
    await putBack(place, place.name, place.before);
    const second = place.runs()[1] as string;
    expect(place.record(second).undoes).toBe(place.name);
    const listed = await place.run("rollback");
    expect(listed.stdout).toContain(`put back ${place.name}`);
    await putBack(place, second, after);
    expect((await place.planned()).summary).toMatchObject({ update: 0, create: 0, publish: 0 });
    await putBack(place, place.runs()[2] as string, place.before);
  });

  it("leaves the files as they are: the next plan says that Git has the newer state", async () => {
    const place = await applied();
    await putBack(place, place.name, place.before);
    const { changes } = await place.planned();
    expect(changes.map(({ key, action, origin, hazards }) => [key, action, origin, hazards])).toEqual([
      ["a", "update", "git", []],
      ["b", "update", "git", []],
    ]);
  });

  it("of one workbook of several leaves the others", async () => {
    const { run, ok, name, sandbox, wouldDo } = await applied();
    await ok("rollback", name, "--yes", "--only", "b");
    expect(sandbox.workbook("b")?.dashboardDraft).toEqual(board("Old B"));
    expect(sandbox.workbook("a")?.name).toBe("New A");
    expect(await wouldDo(name)).toEqual(["~ a"]);
    const { code, stderr } = await run("rollback", name, "--yes", "--only", "zz");
    expect([code, stderr]).toEqual([
      64,
      expect.stringContaining('that run did not change the workbook "zz"'),
    ]);
  });

  it("publishes what viewers saw, though the draft was another", async () => {
    const place = await applied();
    expect(place.sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "New A" });
    await putBack(place, place.name, place.before);
    const { dashboardPublished, dashboardDraft } = place.sandbox.workbook("a") ?? {};
    expect([dashboardPublished?.title, dashboardDraft?.title]).toEqual(["Older A", "Old A"]);
  });

  it("says what stays published that was not before", async () => {
    const place = await openWorld({
      workbooks: { b: { publish: true, dashboard: board("New B") } },
      sandbox: { seed: SEED },
    });
    await place.run("apply", "--yes", "--allow", "adopt");
    const [name = ""] = place.runs();
    expect(place.record(name).changes).toMatchObject([{ publishedBefore: false, publishedAfter: true }]);
    const { code, stdout } = await place.run("rollback", name, "--yes");
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("b was not published before that run, and stays published"),
    ]);
    expect(place.sandbox.workbook("b")?.dashboardDraft).toEqual(board("Old B"));
  });

  it("of a mere publication publishes what was published", async () => {
    const place = await openWorld({
      workbooks: { a: { publish: true, dashboard: SEED.workbooks[0]?.dashboardDraft ?? {} } },
      sandbox: { seed: SEED },
    });
    const before = await place.state("a");
    expect((await place.json<{ summary: ApplySummary }>("apply", "--yes")).summary).toMatchObject({
      updated: 0,
      published: 1,
    });
    expect(place.sandbox.workbook("a")?.dashboardPublished?.title).toBe("Old A");
    const [name = ""] = place.runs();
    expect(await place.wouldDo(name)).toEqual(["> a"]);
    await place.ok("rollback", name, "--yes");
    expect(await place.state("a")).toEqual(before);
    expect(await place.wouldDo(name)).toEqual([]);
  });

  for (const faults of ["503:0.2", "drop-before:0.1,drop-after:0.1", "conflict:0.2,429:0.1"]) {
    it(`gets there on a bad day (${faults})`, async () => {
      const place = await applied();
      // The same platform, misbehaving from now on.
      const bad = await openWorld({ ...NEXT, sandbox: { seed: SEED, faults } });
      await bad.ok("apply", "--yes", "--allow", "adopt");
      const [name = ""] = bad.runs();
      await putBack(bad, name, place.before);
    });
  }
});

describe("what changed since the run", () => {
  it("in the UI is drift or a conflict, refused before anything is written", async () => {
    const { sandbox, run, ok, name, writes } = await applied();
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, layout: { rowHeight: 9 } };
    });
    sandbox.edit("b", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Edited" };
    });
    const sent = writes().length;
    const refused = await run("rollback", name, "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("conflict: b");
    expect(refused.stderr).toContain("drift: a");
    expect(refused.stdout).toContain(`boardwright rollback ${name} --allow drift`);
    expect(writes()).toHaveLength(sent);
    await ok("rollback", name, "--yes", "--allow", "drift,conflict");
    expect(sandbox.workbook("b")?.dashboardDraft).toEqual(board("Old B"));
  });

  it("by a later run of ours is undone as well, and the plan says so", async () => {
    const place = await applied();
    place.declare({ workbooks: { ...NEXT.workbooks, b: { name: "B", dashboard: board("Newest B") } } });
    await place.ok("apply", "--yes");
    const later = place.runs()[1];
    const out = await putBack(place, place.name, place.before);
    expect(out).toContain(`b was changed again by ${later}: that is undone as well`);
    expect(out).not.toContain("a was changed again");
  });

  it("by deleting a workbook is no obstacle: it is made again, whole", async () => {
    const { sandbox, run, name, env } = await applied();
    const id = sandbox.workbook("b")?.id;
    const url = `${sandbox.url}/api/v1/deployments/1/workbooks/${id}`;
    await fetch(url, { method: "DELETE", headers: { authorization: `Bearer ${env.PLATFORM_API_KEY}` } });
    const ran = await run("rollback", name, "--yes");
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("1 created")]);
    expect(sandbox.workbook("b")).toMatchObject({
      name: "B",
      meta: { other: true },
      dashboardDraft: board("Old B"),
    });
    expect(sandbox.workbook("b")?.id).not.toBe(id);
    expect((await run("rollback", name, "--yes")).stdout).toContain(
      "Nothing to do: the live state is as it was before",
    );
  });
});

describe("a workbook that has another slug by now", () => {
  it("is not made a second time", async () => {
    const { sandbox, run, name, writes } = await applied();
    sandbox.edit("b", (workbook) => {
      workbook.slug = "b-renamed";
    });
    const sent = writes().length;
    const { code, stdout } = await run("rollback", name, "--yes", "--only", "b");
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("the same workbook now has the slug b-renamed"),
    ]);
    expect(writes()).toHaveLength(sent);
  });
});

describe("a workbook that another project managed", () => {
  it("gets its content back and stays ours, as what is adopted does", async () => {
    const of = (project: string) => ({ v: 2, project, of: "1/b", digest: "sha256:x", base: "" });
    const seed = {
      workbooks: [
        { slug: "b", name: "B", meta: { boardwright: of("theirs") }, dashboardDraft: board("Old B") },
      ],
    };
    const place = await openWorld({ workbooks: { b: { dashboard: board("New B") } }, sandbox: { seed } });
    expect((await place.run("apply", "--yes")).code).toBe(3);
    await place.run("apply", "--yes", "--allow", "takeover");
    const [name = ""] = place.runs();
    await place.ok("rollback", name, "--yes");
    const { meta, dashboardDraft } = place.sandbox.workbook("b") ?? {};
    expect(dashboardDraft).toEqual(board("Old B"));
    expect(meta?.boardwright).toMatchObject({ project: "acme" });
    expect(await place.wouldDo(name)).toEqual([]);
  });
});

describe("reports", () => {
  const files = (measure: string, more: object = {}) => ({
    workbooks: {
      a: {
        publish: true,
        dashboard: {
          title: "A",
          widgets: [
            { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "ra" } } },
          ],
        },
      },
    },
    reports: { ra: { name: "RA", workbook: "a", query: { measures: [measure] }, ...more } },
  });

  it("are put back with the publication that froze them, and fields that the run brought go", async () => {
    const place = await openWorld({ ...files("orders.count") });
    await place.run("apply", "--yes");
    const before = await place.state("a");
    place.declare(files("orders.revenue", { sqlQuery: "select 1", meta: { kind: "vega" } }));
    await place.ok("apply", "--yes");
    const name = place.runs()[1] as string;
    // The report stands under its dashboard.
    expect(await place.wouldDo(name)).toEqual(["> a"]);
    await place.ok("rollback", name, "--yes");
    expect(await place.state("a")).toEqual(before);
    const { reportSnapshots, versionNumber } = place.sandbox.workbook("a")?.publishedDashboard ?? {};
    expect([versionNumber, reportSnapshots?.[0]?.versionNumber]).toEqual([3, 6]);
    expect(await place.wouldDo(name)).toEqual([]);
    place.declare(files("orders.count"));
    expect((await place.planned()).changes.filter(({ action }) => action !== "stamp")).toEqual([]);
  });
});

describe("the record", () => {
  it("says what was done to each, and never a token", async () => {
    // One after the other: what the first answer teaches about the platform saves the others a request.
    const { record, name, env, read } = await applied({}, "--concurrency", "1");
    const { changes, startedAt, finishedAt, ...rest } = record(name);
    const { digest, ...about } = rest as typeof rest & { digest: string };
    expect(digest).toMatch(/^sha256:/);
    expect(about).toEqual({
      formatVersion: 1,
      tool: { name: "boardwright", version: expect.any(String) },
      project: "acme",
      target: { name: "test", url: env.PLATFORM_API_URL, deploymentId: 1 },
    });
    expect(Date.parse(finishedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(startedAt));
    expect(changes.find(({ key }) => key === "a")).toEqual({
      kind: "workbook",
      key: "a",
      action: "update",
      id: expect.any(Number),
      publish: true,
      managed: { fields: ["name", "folder", "dashboard"], meta: ["level", "team"] },
      backup: "a.json",
      backupDigest: expect.stringMatching(/^sha256:/),
      status: "applied",
      // The draft, the stamp that knows its answer, the publication.
      attempts: 3,
      publishedBefore: true,
      publishedAfter: true,
    });
    const text = read(`.boardwright/backups/${name}/run.json`);
    expect(text).not.toContain(env.PLATFORM_API_KEY);
  });

  it("of a backup that somebody took away says so, and the others are put back", async () => {
    const { run, name, cwd, sandbox } = await applied();
    rmSync(`${cwd}/.boardwright/backups/${name}/a.json`);
    const { code, stdout } = await run("rollback", name, "--yes");
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("a cannot be put back: its backup a.json is missing"),
    ]);
    expect(sandbox.workbook("b")?.dashboardDraft).toEqual(board("Old B"));
  });

  it.each([
    [
      "lacks what a rollback goes by",
      (record: JsonObject) => ({ formatVersion: record.formatVersion as Json }),
    ],
    [
      "names a backup elsewhere",
      (record: JsonObject) => ({
        ...record,
        changes: [{ kind: "workbook", key: "a", action: "update", backup: "../../x.json" }],
      }),
    ],
  ])("that %s is listed as none, and the others stand", async (_, spoil) => {
    const { ok, name, cwd } = await applied();
    const folder = `${cwd}/.boardwright/backups`;
    mkdirSync(`${folder}/spoilt`);
    const record = JSON.parse(readFileSync(`${folder}/${name}/run.json`, "utf8")) as JsonObject;
    writeFileSync(`${folder}/spoilt/run.json`, JSON.stringify(spoil(record)));
    const { stdout } = await ok("rollback");
    expect(stdout).toContain(name);
    expect(stdout).toContain("Not listed: spoilt (its record is incomplete).");
  });

  it("that cannot be kept keeps anything from being written", async () => {
    const { w, ...kept } = { ...NEXT.workbooks, w: { name: "W" } };
    const place = await openWorld({ workbooks: { ...kept, w }, sandbox: { seed: SEED } });
    mkdirSync(`${place.cwd}/.boardwright`);
    place.write(".boardwright/backups", "a file in the way");
    const before = await place.state("a", "b", "c");
    const { code, stderr } = await place.run("apply", "--yes", "--allow", "adopt");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("nothing was applied: the folder of backups"),
    ]);
    expect(await place.state("a", "b", "c")).toEqual(before);
    expect(place.sandbox.workbook("w")).toBeUndefined();
  });

  it("of a run that wrote nothing is not kept", async () => {
    const place = await applied();
    place.declare({ workbooks: { b: { name: "B", dashboard: board("Newest B") } } });
    const { sandbox } = place;
    // Edited between plan and write: stale.
    const ran = await place.agree(
      () => sandbox.edit("b", (workbook) => Object.assign(workbook, { name: "Renamed" })),
      "apply",
    );
    expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining("stale")]);
    expect(place.runs()).toEqual([place.name]);
  });

  it("is not kept where backups are off, and the end says so", async () => {
    const place = await openWorld({
      ...NEXT,
      sandbox: { seed: SEED },
      settings: "apply: { backups: off }\n",
    });
    const { stdout } = await place.run("apply", "--yes", "--allow", "adopt");
    expect(stdout).toContain(
      "No record of this run is kept, so it cannot be rolled back: `apply.backups` is off.",
    );
    expect((await place.run("rollback")).stderr).toContain(
      "nothing can be rolled back: `apply.backups` is off",
    );
  });
});

describe("which run", () => {
  it("is meant is told by its name or the beginning of it", async () => {
    const place = await applied();
    place.declare({ workbooks: { ...NEXT.workbooks, b: { name: "B", dashboard: board("Newest B") } } });
    await place.run("apply", "--yes");
    const [first = "", second = ""] = place.runs();
    const both = await place.run("rollback", first.slice(0, 13), "--yes");
    expect([both.code, both.stderr]).toEqual([64, expect.stringContaining(`${second}, ${first}`)]);
    const none = await place.run("rollback", `${first}x`, "--yes");
    expect([none.code, none.stderr]).toEqual([64, expect.stringContaining("there is no run")]);
    expect(none.stderr).toContain(`Did you mean \`${first}\`?`);
  });

  it("there is, is listed newest first, with what it did", async () => {
    const place = await applied();
    await place.run("rollback", place.name, "--yes");
    const { stdout } = await place.ok("rollback");
    const [head, ...lines] = stdout.split("\n");
    expect(head).toMatch(/^RUN +TARGET +DID +COMMIT +END$/);
    expect(lines[0]).toMatch(/^\S+ +test +2 updated, 1 published \(put back \S+\) +- +complete$/);
    expect(lines[1]).toMatch(/^\S+ +test +2 created, 2 updated, 1 published, 1 stamped +- +complete$/);
    const json = await place.json<Loose>("rollback");
    expect(json.runs.map(({ undoes }: { undoes?: string }) => undoes)).toEqual([place.name, undefined]);
    const empty = await openWorld({ ...NEXT });
    expect((await empty.run("rollback")).stdout).toMatch(/^No run is recorded in \.boardwright\/backups\./);
  });

  it("was on another place is refused, with exit 3 and nothing sent", async () => {
    const place = await applied();
    const other = await openWorld({ ...NEXT, sandbox: { seed: SEED } });
    const moved = { ...place, env: other.env };
    place.write(
      `.boardwright/backups/${place.name}/run.json`,
      JSON.stringify({
        ...place.record(place.name),
        target: { name: "test", url: place.env.PLATFORM_API_URL, deploymentId: 7 },
      }),
    );
    const sent = moved.writes().length;
    const { code, stderr } = await place.run("rollback", place.name, "--yes");
    expect([code, stderr]).toEqual([3, expect.stringContaining("the target test is no longer where it was")]);
    expect(place.writes()).toHaveLength(sent);
    expect((await place.run("rollback", place.name, "--yes", "--target", "staging")).code).toBe(64);
  });
});
