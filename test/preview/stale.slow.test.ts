// The end of a preview: in its stamp, in the list, and what takes it down when it is past or its branch is gone.
import { describe, expect, it } from "vitest";
import { readStamp } from "../../src/model/index.ts";
import { type Clock, systemClock } from "../../src/platform/index.ts";
import { files, lacking, openPlace, type Place } from "./support.ts";

const NET = { count: "orders.net" };
const AN_HOUR = 3_600_000;
const ago = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() - ms, sleep: async () => {} });
const marks = (place: Place, ...slugs: string[]) =>
  slugs.map((slug) => readStamp(place.sandbox.workbook(slug)?.meta)?.preview);
const dropBranch = (place: Place, name: string) =>
  place.call("DELETE", `/build/api/v1/deployments/1/branches?branchName=${name}`);

describe("preview up --ttl", () => {
  it("writes the end into every stamp, and a later up moves it or takes it away, whatever else is as it was", async () => {
    const place = await openPlace({ merge: "deep" });
    place.rewrite(files(NET));
    const up = ["preview", "up", "--branch", "feature/net", "--name", "pr-1"];
    const before = Date.now();
    const first = await place.run(...up, "--ttl", "72h");
    expect(first.code, first.stderr).toBe(0);
    const [one, other] = marks(place, "both--pr-1", "counts--pr-1");
    expect(other).toEqual(one);
    const until = Date.parse(one?.until ?? "");
    expect(until).toBeGreaterThanOrEqual(before + 72 * AN_HOUR - 1000);
    expect(until).toBeLessThanOrEqual(Date.now() + 72 * AN_HOUR);
    const [report] = (await place.reports()).filter(({ name }) => name === "[pr-1] Count");
    expect(readStamp(report?.meta)?.preview).toEqual(one);
    expect(first.stdout).toContain(
      `2 workbooks to look at, until ${one?.until?.slice(0, 16).replace("T", " ")} UTC`,
    );
    const listed = await place.run("preview", "list");
    expect(listed.stdout).toMatch(/^NAME +BRANCH +STAGING +UNTIL +SLUG +LINK\n/);
    expect(listed.stdout).toContain(`${one?.until?.slice(0, 16).replace("T", " ")} UTC`);
    expect(JSON.parse((await place.run("preview", "list", "--json")).stdout).previews).toMatchObject([
      { name: "pr-1", until: one?.until },
    ]);

    const later = JSON.parse((await place.run(...up, "--ttl", "30d", "--json")).stdout);
    expect(later).toMatchObject({ summary: { created: 0, updated: 0, stamped: 3 } });
    expect(marks(place, "both--pr-1", "counts--pr-1")).toEqual([
      { ...one, until: later.until },
      { ...one, until: later.until },
    ]);
    expect(Date.parse(later.until)).toBeGreaterThan(until);

    const endless = await place.run(...up);
    expect([endless.code, endless.stdout]).toEqual([0, expect.not.stringContaining(", until")]);
    const { until: _, ...plain } = one ?? { until: "" };
    expect(marks(place, "both--pr-1", "counts--pr-1")).toEqual([plain, plain]);
    expect((await place.run("preview", "list")).stdout).not.toContain("UNTIL");
    place.sandbox.requests.length = 0;
    expect((await place.run(...up)).code).toBe(0);
    expect(place.writes()).toEqual([]);
  });

  it.each(["3", "3w", "-1h", "0h", "400d", "72 h", "1.5h", ""])("takes no %j", async (ttl) => {
    const place = await openPlace();
    const ran = await place.run("preview", "up", "--branch", "other", "--name", "pr-1", `--ttl=${ttl}`);
    expect([ran.code, ran.stderr]).toEqual([64, expect.stringContaining("30m, 72h or 3d")]);
    expect(place.sandbox.requests).toEqual([]);
  });
});

describe("preview down --stale", () => {
  it("takes down what is past its end or without its branch, environments included, and nothing else", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("feature/net", "past", { ttl: "1h", clock: ago(2 * AN_HOUR) });
    await place.up("other", "gone", { ttl: "30d", clock: ago(0) });
    await place.up("always", "young", { ttl: "3h", clock: ago(2 * AN_HOUR) });
    await place.up("always", "endless");
    await dropBranch(place, "other");
    const listed = JSON.parse((await place.run("preview", "list", "--stale", "--json")).stdout);
    expect(listed.previews.map(({ name }: { name: string }) => name)).toEqual(["gone", "past"]);
    const ran = await place.run("preview", "down", "--stale");
    expect([ran.code, ran.stdout]).toEqual([
      0,
      `2 previews are taken down: 2 workbooks removed.
Preview past is taken down: 1 workbook removed, the staging environment of branch feature/net is off.
Gone: direct--past.
Preview gone is taken down: 1 workbook removed, branch other no longer exists, nor does its staging environment.
Gone: direct--gone.
`,
    ]);
    const left = (await place.slugs()).filter((slug) => slug.includes("--"));
    expect(left).toEqual(["direct--endless", "direct--young"]);
    expect([await place.isOn("feature/net"), await place.isOn("always")]).toEqual([false, true]);
    place.sandbox.requests.length = 0;
    const again = await place.run("preview", "down", "--stale");
    expect([again.code, again.stdout]).toEqual([0, "No preview is stale: there is nothing to take down.\n"]);
    expect((await place.run("preview", "list", "--stale")).stdout).toBe("No preview is stale.\n");
    expect(place.writes()).toEqual([]);
  });

  it("leaves the environment on for a preview of the branch that is not stale", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("other", "past", { ttl: "1h", clock: ago(2 * AN_HOUR) });
    await place.up("other", "young");
    const ran = await place.run("preview", "down", "--stale");
    expect(ran.stdout).toContain("stays on for young");
    expect(await place.isOn("other")).toBe(true);
    expect((await place.down({ name: "young" })).previews).toMatchObject([{ staging: "off" }]);
  });

  it("goes by the ends alone where the deployment does not list its branches", async () => {
    const place = await openPlace({ proxy: lacking("get /branches") });
    place.rewrite(files({ direct: "orders.count" }));
    expect((await place.run("preview", "down", "--stale")).code).toBe(0);
    await place.up("other", "endless");
    const unknown = await place.run("preview", "down", "--stale");
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining("does not list its branches"),
    ]);
    await place.up("feature/net", "past", { ttl: "1h", clock: ago(2 * AN_HOUR) });
    expect((await place.run("preview", "down", "--stale")).code).toBe(0);
    expect((await place.slugs()).filter((slug) => slug.includes("--"))).toEqual(["direct--endless"]);
  });

  it("does not turn off, night after night, what somebody turned on: of the preview only reports are left", async () => {
    const place = await openPlace({ proxy: lacking("delete /reports/{reportId}") });
    place.rewrite(files(NET));
    await place.up("feature/net", "past", { ttl: "1h", clock: ago(2 * AN_HOUR) });
    const first = await place.run("preview", "down", "--stale", "--json");
    expect(JSON.parse(first.stdout).previews).toMatchObject([
      { staging: "off", keptReports: ["count--past"] },
    ]);
    await place.call("PUT", "/build/api/v1/deployments/1/branches/staging-environment", {
      branchName: "feature/net",
      enabled: true,
    });
    await place.run("data-model", "enable-branch", "feature/net");
    expect(await place.isOn("feature/net")).toBe(true);
    const second = await place.run("preview", "down", "--stale");
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining("is left as it is")]);
    expect(await place.isOn("feature/net")).toBe(true);
  });

  it("takes neither a name nor a branch", async () => {
    const place = await openPlace();
    for (const more of [
      ["--name", "pr-1"],
      ["--branch", "other"],
    ]) {
      const ran = await place.run("preview", "down", "--stale", ...more);
      expect([ran.code, ran.stderr]).toEqual([64, expect.stringContaining("--stale takes down all")]);
    }
    expect(place.sandbox.requests).toEqual([]);
  });
});

describe("reports that an earlier preview left", () => {
  const KEEPS = { proxy: lacking("delete /reports/{reportId}") };

  it("keep no environment on when two pull requests on one branch end", async () => {
    const place = await openPlace(KEEPS);
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    await place.up("feature/net", "pr-2");
    await place.down({ name: "pr-1" });
    expect((await place.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "off", neededBy: [] }]);
    expect(await place.isOn("feature/net")).toBe(false);
  });

  it("say nothing of how it was before the next preview", async () => {
    const place = await openPlace(KEEPS);
    place.rewrite(files(NET));
    await place.run("data-model", "enable-branch", "feature/net");
    await place.up("feature/net", "pr-1");
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "left-on" }]);
    await place.run("data-model", "disable-branch", "feature/net");
    // Of the same name, and of another: both find it off, and leave it off.
    for (const name of ["pr-1", "pr-2"]) {
      await place.up("feature/net", name);
      expect((await place.down({ name })).previews).toMatchObject([{ staging: "off" }]);
      expect(await place.isOn("feature/net"), name).toBe(false);
    }
  });

  it("leave it off where a run finds nothing to show, or what it would show is broken", async () => {
    const place = await openPlace(KEEPS);
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    await place.down({ name: "pr-1" });
    place.rewrite(files());
    for (const name of ["pr-1", "pr-2"])
      expect(await place.up("feature/net", name)).toMatchObject({ workbooks: [], staging: "off" });
    place.rewrite(files({ direct: "orders.nothing" }));
    const blocked = await place.begin({ branch: "feature/net", name: "pr-2" });
    expect(blocked).toMatchObject({ broken: ["direct"], staging: "off" });
    expect(await place.isOn("feature/net")).toBe(false);
  });
});

describe("a branch that was renamed", () => {
  it("takes its preview along once the old one is gone, with all of its copies, and says so", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count", count: "orders.revenue" }));
    await place.up("other", "pr-1");
    await dropBranch(place, "other");
    const ran = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1");
    expect([ran.code, ran.stdout]).toEqual([
      0,
      expect.stringContaining("It was of branch other, which no longer exists: renamed, most likely."),
    ]);
    for (const mark of marks(place, "both--pr-1", "counts--pr-1", "direct--pr-1"))
      expect(mark).toEqual({ name: "pr-1", branch: "feature/net", wasOn: false });
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([
      { branch: "feature/net", staging: "off" },
    ]);
    expect(await place.isOn("feature/net")).toBe(false);
  });

  it("has nothing left to show: what was up of the old one goes, and the new one is off again", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    await dropBranch(place, "feature/net");
    place.rewrite(files());
    expect(await place.up("other", "pr-1")).toMatchObject({
      workbooks: [],
      removed: ["both--pr-1", "counts--pr-1", "count--pr-1"],
      staging: "off",
    });
    expect(await place.isOn("other")).toBe(false);
  });
});

describe("a preview that is blocked", () => {
  it("says why in its last lines, and what an earlier run put up", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("other", "pr-1");
    place.rewrite(files({ direct: "orders.nothing" }));
    const ran = await place.run("preview", "up", "--branch", "other", "--name", "pr-1");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(
      /\nNo preview: 1 workbook would break on the model of branch other, 1 finding\.\nNothing was applied, because of direct: .*\nPreview pr-1 is still as an earlier run put it up: direct--pr-1\.\n$/,
    );
    const json = await place.run("preview", "up", "--branch", "other", "--name", "pr-1", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ broken: ["direct"], standing: ["direct--pr-1"] });
  });
});
