// boardwright preview down and list: the environment as it was before, whatever is left of the copies, and once more.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { systemClock, type WireWorkbook } from "../../src/platform/index.ts";
import { files, lacking, openPlace } from "./support.ts";

const NET = { count: "orders.net" };
const OLD = ["both", "counts", "direct", "still"];

describe("preview down", () => {
  it("turns the environment off first, deletes the copies, and is fine to do again", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    const [both, counts] = ["both--pr-1", "counts--pr-1"].map((slug) => place.sandbox.workbook(slug)?.id);
    const report = (await place.reports()).find(({ name }) => name === "[pr-1] Count")?.id;
    place.sandbox.requests.length = 0;
    const first = await place.down({ name: "pr-1" });
    expect(first).toMatchObject({
      exitCode: 0,
      previews: [
        {
          name: "pr-1",
          branch: "feature/net",
          removed: ["both--pr-1", "counts--pr-1"],
          removedReports: ["count--pr-1"],
          kept: [],
          staging: "off",
        },
      ],
    });
    const writes = place.writes();
    expect(writes[0]).toBe("PUT branches/staging-environment");
    expect(writes.slice(1, 3).sort()).toEqual([both, counts].map((id) => `DELETE workbooks/${id}`).sort());
    expect(writes.slice(3)).toEqual([`DELETE reports/${report}`]);
    expect([await place.isOn("feature/net"), await place.slugs()]).toEqual([false, OLD]);

    place.sandbox.requests.length = 0;
    const again = await place.run("preview", "down", "--name", "pr-1");
    expect([again.code, again.stderr]).toEqual([0, ""]);
    expect(again.stdout).toContain("No preview with the name pr-1 is up");
    expect(again.stdout).toContain("`boardwright data-model disable-branch BRANCH`");
    expect(await place.down({ name: "pr-1", branch: "feature/net" })).toMatchObject({
      exitCode: 0,
      previews: [],
      untouched: { branch: "feature/net", state: "off" },
    });
    expect(place.writes()).toEqual([]);
  });

  it("leaves on what was on before the first up, also after a second one", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("always", "pr-1");
    await place.up("always", "pr-1");
    const { previews } = await place.down({ branch: "always" });
    expect(previews).toMatchObject([{ name: "pr-1", staging: "left-on", removed: ["direct--pr-1"] }]);
    expect(await place.isOn("always")).toBe(true);
  });

  it("keeps it on for another preview of the branch, whose own end turns it off", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    await place.up("feature/net", "pr-2");
    const first = await place.run("preview", "down", "--name", "pr-1");
    expect([first.code, first.stdout]).toEqual([
      0,
      `Preview pr-1 is taken down: 2 workbooks and 1 report removed, the staging environment of branch feature/net stays on for pr-2.
Gone: both--pr-1, counts--pr-1.
`,
    ]);
    expect([await place.isOn("feature/net"), await place.slugs()]).toEqual([
      true,
      ["both", "both--pr-2", "counts", "counts--pr-2", "direct", "still"],
    ]);
    expect((await place.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "off" }]);
    expect(await place.isOn("feature/net")).toBe(false);
  });

  it("takes all previews of a branch, and those of no other", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("feature/net", "pr-1");
    await place.up("feature/net", "pr-2");
    await place.up("other", "pr-3");
    const { previews } = await place.down({ branch: "feature/net" });
    expect(previews.map(({ name }) => name)).toEqual(["pr-1", "pr-2"]);
    expect([await place.isOn("feature/net"), await place.isOn("other")]).toEqual([false, true]);
    expect(await place.slugs()).toEqual(["both", "counts", "direct", "direct--pr-3", "still"]);
  });

  it("goes on where half of it is gone already, the branch included", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    for (const slug of ["both--pr-1", "counts--pr-1"]) {
      await place.call("DELETE", `/api/v1/deployments/1/workbooks/${place.sandbox.workbook(slug)?.id}`);
    }
    const left = await place.run("preview", "list");
    expect(left.stdout).toMatch(/pr-1 +feature\/net +on +- +only 1 report left/);
    await place.call("DELETE", "/build/api/v1/deployments/1/branches?branchName=feature/net");
    expect(await place.down({ name: "pr-1" })).toMatchObject({
      exitCode: 0,
      previews: [{ removed: [], removedReports: ["count--pr-1"], staging: "absent" }],
    });
    expect((await place.reports()).map(({ name }) => name).sort()).toEqual(["Count", "Revenue"]);
  });

  it("deletes nothing where the environment cannot be turned off: the copies are all that knows how it was", async () => {
    let isRefused = false;
    const place = await openPlace({
      async proxy({ method, path }, forward) {
        const isSwitch = method === "PUT" && path.endsWith("/staging-environment");
        return isSwitch && isRefused ? { status: 403, body: { error: "No, thank you" } } : forward();
      },
    });
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    isRefused = true;
    const ran = await place.run("preview", "down", "--name", "pr-1");
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining("No, thank you")]);
    expect(await place.slugs()).toContain("both--pr-1");
    isRefused = false;
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off" }]);
  });

  it("lists what the deployment cannot delete; what it can goes, and the environment is off", async () => {
    const place = await openPlace({ proxy: lacking("delete /workbooks/{workbookId}") });
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    const kept = { removed: [], kept: ["both--pr-1", "counts--pr-1"], keptReports: [], staging: "off" };
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([
      { ...kept, removedReports: ["count--pr-1"] },
    ]);
    const again = await place.run("preview", "down", "--name", "pr-1");
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("offers no way to delete them:\n  both--pr-1\n  counts--pr-1\n");
    expect(await place.isOn("feature/net")).toBe(false);
    // Up again it is of the same branch, and `wasOn` is as it was.
    await place.up("feature/net", "pr-1");
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([kept]);
  });

  it("tells which copy could not be deleted, goes on with the others, and fails", async () => {
    const place = await openPlace({
      async proxy({ method, path }, forward) {
        return method === "DELETE" && path.includes("/reports/")
          ? { status: 403, body: { error: "Mine" } }
          : forward();
      },
    });
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    expect(await place.down({ name: "pr-1" })).toMatchObject({
      exitCode: 1,
      previews: [
        {
          removed: ["both--pr-1", "counts--pr-1"],
          failed: [{ key: "count--pr-1", message: expect.stringContaining("Mine") }],
        },
      ],
    });
    const again = await place.run("preview", "down", "--name", "pr-1");
    expect([again.code, again.stdout]).toEqual([
      1,
      expect.stringContaining("error: count--pr-1: the platform refused to delete report"),
    ]);
  });

  it.each(["--name pr-1", "--stale"])(
    "takes only copies, backed up, and names what else has its stamp (%s)",
    async (which) => {
      const place = await openPlace();
      place.rewrite(files(NET));
      await place.up("feature/net", "pr-1", { ttl: "1h", clock: { ...systemClock, now: () => 0 } });
      const { meta } = place.sandbox.workbook("both--pr-1") as WireWorkbook;
      const forge = (slug: string) => {
        const stamp = meta?.boardwright as JsonObject;
        const mine = { ...meta, boardwright: { ...stamp, of: `1/${slug}` } };
        return place.call("PUT", `/api/v1/deployments/1/workbooks/by-slug/${slug}`, {
          name: slug,
          meta: mine,
        });
      };
      for (const slug of ["direct", "theirs", "mine--pr-1"]) await forge(slug);
      // A report that gives itself the key of a copy has another publicId than that key gives one.
      const [copy] = (await place.reports()).filter(({ name }) => name === "[pr-1] Count");
      const posing = { ...(copy?.meta.boardwright as JsonObject), publicId: "posing000000" };
      await place.call("PUT", "/api/v1/deployments/1/reports/by-public-id/posing000000", {
        name: "Posing",
        meta: { boardwright: posing },
      });
      const { workbooks = {} } = files(NET) as { workbooks?: JsonObject };
      place.rewrite({ ...files(NET), workbooks: { ...workbooks, "mine--pr-1": { name: "Mine" } } });
      const ran = await place.run("preview", "down", ...which.split(" "));
      expect(ran.code).toBe(1);
      for (const said of [
        /direct\S* .*kept: a file declares it/s,
        /mine--pr-1\S* .*kept: a file declares it/s,
        /theirs\S* .*kept: its name does not end in --pr-1/s,
      ])
        expect(ran.stdout + ran.stderr).toMatch(said);
      expect(await place.slugs()).toEqual([...OLD, "mine--pr-1", "theirs"].sort());
      expect((await place.reports()).map(({ name }) => name)).toContain("Posing");
      const folder = join(place.cwd, ".boardwright/backups/previews");
      const [run = ""] = readdirSync(folder);
      const saved = readdirSync(join(folder, run));
      expect(saved).toEqual(["both--pr-1.json", "counts--pr-1.json", "report%3Acount--pr-1.json"]);
      expect(readFileSync(join(folder, run, "both--pr-1.json"), "utf8")).toContain('"dashboardDraft"');
      expect((await place.run("rollback")).stdout).not.toContain("previews");
    },
  );

  it("deletes nothing whose backup cannot be written", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    rmSync(join(place.cwd, ".boardwright/backups/previews"), { recursive: true, force: true });
    mkdirSync(join(place.cwd, ".boardwright/backups"), { recursive: true });
    writeFileSync(join(place.cwd, ".boardwright/backups/previews"), "");
    const { previews } = await place.down({ name: "pr-1" });
    expect(previews[0]?.failed[0]?.message).toContain("its backup could not be written");
    expect(await place.slugs()).toContain("both--pr-1");
  });

  it("needs to know which one", async () => {
    const place = await openPlace();
    expect((await place.run("preview", "down")).code).toBe(64);
    expect((await place.run("preview", "down", "--name", "../x")).code).toBe(64);
    expect((await place.run("preview", "down", "--branch", "")).code).toBe(64);
    expect(place.sandbox.requests).toEqual([]);
  });
});

describe("preview list", () => {
  it("shows what is up, and with --stale what is of a branch that is gone; sends GET requests only", async () => {
    const place = await openPlace();
    expect((await place.run("preview", "list")).stdout).toBe("No preview is up.\n");
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("feature/net", "pr-2");
    await place.up("other", "pr-1");
    await place.call("DELETE", "/build/api/v1/deployments/1/branches?branchName=other");
    place.sandbox.requests.length = 0;
    const [one, two] = ["direct--pr-1", "direct--pr-2"].map((slug) => place.sandbox.workbook(slug)?.id);
    expect((await place.run("preview", "list")).stdout).toBe(`NAME  BRANCH       STAGING  SLUG          LINK
pr-1  other        gone     direct--pr-1  https://platform.test/d/${one}/direct--pr-1
pr-2  feature/net  on       direct--pr-2  https://platform.test/d/${two}/direct--pr-2
`);
    const stale = JSON.parse((await place.run("preview", "list", "--stale", "--json")).stdout);
    expect(stale.previews).toMatchObject([
      {
        name: "pr-1",
        branch: "other",
        staging: "gone",
        wasOn: false,
        workbooks: [{ slug: "direct--pr-1", id: one }],
      },
    ]);
    expect(place.writes()).toEqual([]);
  });

  it("says that --stale cannot be known where the deployment does not list its branches; all else can", async () => {
    const place = await openPlace({ proxy: lacking("get /branches") });
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    const stale = await place.run("preview", "list", "--stale");
    expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining("does not list its branches")]);
    expect((await place.run("preview", "list")).stdout).toMatch(/pr-1 +feature\/net +on /);
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off" }]);
    expect(await place.isOn("feature/net")).toBe(false);
    // What was on before is told from the list of environments.
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("always", "pr-2");
    expect((await place.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "left-on" }]);
  });
});
