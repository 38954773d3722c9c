// Ordinary plans, applies and drift beside a live preview: they say nothing of it, and leave it alone. And two projects on one branch.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isPreview, type JsonObject, readStamp } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { files, openPlace, PROJECT } from "./support.ts";

const NET = { count: "orders.net" };

describe("beside a live preview", () => {
  it("plan, drift, prune and apply see none of it, and it stays as it is", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    place.rewrite(files());
    const preview = ["both--pr-1", "counts--pr-1"].map((slug) => place.sandbox.workbook(slug));
    place.sandbox.edit("both--pr-1", (workbook) => {
      workbook.name = "Edited";
    });
    expect(await place.plan()).toMatchObject({ changes: [], diagnostics: [], summary: { unchanged: 4 } });
    expect(await place.plan({ prune: true })).toMatchObject({ changes: [], diagnostics: [] });
    expect((await place.run("drift")).code).toBe(0);
    place.sandbox.requests.length = 0;
    expect((await place.run("apply", "--yes", "--prune")).code).toBe(0);
    expect(place.writes()).toEqual([]);
    expect(place.sandbox.workbook("counts--pr-1")).toEqual(preview[1]);
  });

  it("the pull request is merged as planned; then its preview has nothing to show, and comes down", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    const merged = await place.run("apply", "--yes");
    expect([merged.code, merged.stdout]).toEqual([0, expect.not.stringContaining("pr-1")]);
    expect((await place.plan()).changes).toEqual([]);
    const { previews } = await place.down({ name: "pr-1" });
    expect(previews).toMatchObject([{ removed: ["both--pr-1", "counts--pr-1"], staging: "off" }]);
    expect((await place.plan()).changes).toEqual([]);
  });

  it("--prune deletes what is ours and no preview", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    const { workbooks, reports } = files() as { workbooks: JsonObject; reports: JsonObject };
    const { direct: _direct, ...kept } = workbooks;
    place.rewrite({ workbooks: kept, reports });
    expect((await place.plan({ prune: true })).changes.map(({ key, action }) => `${action} ${key}`)).toEqual([
      "delete direct",
    ]);
    const pruned = await place.run("apply", "--yes", "--prune", "--allow", "delete");
    expect(pruned.code, pruned.stderr).toBe(0);
    expect(await place.slugs()).toEqual(["both", "both--pr-1", "counts", "counts--pr-1", "still"]);
  });

  it("a file that declares a preview's slug or report is told that somebody else's is there", async () => {
    const place = await openPlace();
    place.rewrite(files({ ...NET, direct: "orders.net" }));
    await place.up("feature/net", "pr-1");
    place.rewrite({ workbooks: { "direct--pr-1": { name: "Mine" } } });
    const plan = await place.plan({ only: ["direct--pr-1"] });
    expect(plan.changes).toMatchObject([{ key: "direct--pr-1", hazards: [{ code: "adopt" }] }]);
    place.rewrite({ reports: { "count--pr-1": { name: "Mine" } } });
    const [report] = (await place.plan()).changes.filter(({ key }) => key === "count--pr-1");
    expect(report).toMatchObject({ action: "update", hazards: [{ code: "adopt" }] });
  });
});

it("a copy of a preview that somebody made in the UI is theirs", async () => {
  const place = await openPlace();
  place.rewrite(files({ direct: "orders.net" }));
  await place.up("feature/net", "pr-1");
  const meta = place.sandbox.workbook("direct--pr-1")?.meta ?? {};
  await place.call("PUT", "/api/v1/deployments/1/workbooks/by-slug/copied", { name: "Copied", meta });
  await place.down({ name: "pr-1" });
  expect(await place.slugs()).toContain("copied");
});

it("two projects preview on one branch: the last one down turns the environment off, and neither takes the other's", async () => {
  const place = await openPlace();
  place.rewrite(files({ direct: "orders.count" }));
  await place.up("other", "pr-1");
  const cwd = tempFolder({ "boardwright.yaml": PROJECT.replace("acme", "rival") });
  const board = { widgets: [{ id: "a", type: "TEXT", position: [0, 0, 2, 2], config: { markdown: "Hi" } }] };
  writeFileSync(join(cwd, "dashboards.yaml"), "");
  writeFileSync(
    join(cwd, "boardwright.yaml"),
    `${PROJECT.replace("acme", "rival")}include: [dashboards.yaml]\n`,
  );
  writeFileSync(join(cwd, "dashboards.yaml"), stringify({ workbooks: { rivals: { dashboard: board } } }));
  const env = { PLATFORM_API_URL: place.sandbox.url, PLATFORM_API_KEY: place.sandbox.apiKey };
  const rival = async (...args: string[]) => {
    const ran = await boardwright(["preview", ...args, "--json"], { cwd, env });
    expect(ran.code, ran.stderr).toBe(0);
    return JSON.parse(ran.stdout);
  };
  await rival("up", "--branch", "other", "--name", "pr-1");
  expect((await rival("list")).previews).toMatchObject([
    { workbooks: [{ slug: "rivals--pr-1" }], wasOn: false },
  ]);
  await place.down({ name: "pr-1" });
  expect([await place.isOn("other"), (await place.slugs()).includes("rivals--pr-1")]).toEqual([true, true]);
  expect((await rival("down", "--branch", "other")).previews).toMatchObject([{ staging: "off" }]);
  expect(await place.isOn("other")).toBe(false);
});

describe("the stamp of a preview", () => {
  const stamp = { v: 2, project: "acme", of: "1/a--pr-1", digest: "sha256:0", base: "" };
  const read = (preview: unknown) => readStamp({ boardwright: { ...stamp, preview } } as JsonObject);

  it("is told from an ordinary one, and counts as none where its mark is of no known form", () => {
    expect(isPreview(read({ name: "pr-1", branch: "b", wasOn: true }))).toBe(true);
    expect([isPreview(read(undefined)), isPreview(read(null)), isPreview(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(read(null)).toEqual(stamp);
    for (const strange of [true, "pr-1", [], {}, { name: "pr-1", branch: "b" }])
      expect(read(strange)).toBeUndefined();
  });
});
