// boardwright preview up as it is run against the sandbox: what is copied, what is shared, what is left alone, and a second time.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, readStamp } from "../../src/model/index.ts";
import { baseOf } from "../../src/plan/index.ts";
import { files, openPlace, type Place, PROJECT } from "./support.ts";

const NET = { count: "orders.net" };

const markOf = (place: Place, slug: string): unknown =>
  (place.sandbox.workbook(slug)?.meta.boardwright as JsonObject)?.preview;
const draftOf = (place: Place, slug: string): string =>
  JSON.stringify(place.sandbox.workbook(slug)?.dashboardDraft);

describe("preview up", () => {
  it("copies the workbooks that show a changed report, and the report; what did not change is shared", async () => {
    const place = await openPlace();
    const { sandbox, slugs, reports, isOn } = place;
    const before = ["both", "counts", "direct", "still"].map((slug) => sandbox.workbook(slug));
    place.rewrite(files(NET));
    const up = await place.up("feature/net", "pr-1");
    expect(await slugs()).toEqual(["both", "both--pr-1", "counts", "counts--pr-1", "direct", "still"]);
    const id = (slug: string) => sandbox.workbook(slug)?.id;
    expect(up.workbooks).toEqual(
      ["both", "counts"].map((of) => ({
        slug: `${of}--pr-1`,
        name: `[pr-1] ${of === "both" ? "Both" : "Counts"}`,
        of,
        id: id(`${of}--pr-1`),
        link: `https://platform.test/d/${id(`${of}--pr-1`)}/${of}--pr-1`,
      })),
    );
    const named = new Map((await reports()).map((report) => [report.name, report]));
    expect([...named.keys()].sort()).toEqual(["Count", "Revenue", "[pr-1] Count"]);
    expect(named.get("[pr-1] Count")?.workbookId).toBe(id("counts--pr-1"));
    expect(draftOf(place, "both--pr-1")).toContain(`"reportId":${named.get("[pr-1] Count")?.id}`);
    expect(draftOf(place, "both--pr-1")).toContain(`"reportId":${named.get("Revenue")?.id}`);
    // It lies where the workbook lies, is not published though that is, and nothing else was touched.
    const copy = sandbox.workbook("counts--pr-1");
    expect(copy?.folderPath?.map(({ name }) => name)).toEqual(["Sales"]);
    expect(copy?.dashboardPublished ?? null).toBeNull();
    expect(["both", "counts", "direct", "still"].map((slug) => sandbox.workbook(slug))).toEqual(before);
    expect(markOf(place, "counts--pr-1")).toEqual({ name: "pr-1", branch: "feature/net", wasOn: false });
    expect([await isOn("feature/net"), up.staging]).toEqual([true, "on"]);
  });

  it("again writes nothing; then what moved, and takes away what is no longer part of it", async () => {
    const place = await openPlace();
    place.rewrite(files({ ...NET, direct: "orders.net" }));
    await place.up("feature/net", "pr-1");
    expect(await place.slugs()).toContain("direct--pr-1");
    place.sandbox.requests.length = 0;
    const again = await place.up("feature/net", "pr-1");
    expect(place.writes()).toEqual([]);
    expect(again.results).toEqual([]);
    expect(again.workbooks.map(({ of }) => of)).toEqual(["both", "counts", "direct"]);

    place.rewrite(files({ direct: "orders.count" }));
    const moved = await place.up("feature/net", "pr-1");
    expect(moved.workbooks.map(({ of }) => of)).toEqual(["direct"]);
    expect(moved.removed).toEqual(["both--pr-1", "counts--pr-1", "count--pr-1"]);
    expect(await place.slugs()).toEqual(["both", "counts", "direct", "direct--pr-1", "still"]);
    expect(draftOf(place, "direct--pr-1")).toContain("orders.count");
    expect(markOf(place, "direct--pr-1")).toMatchObject({ wasOn: false });
    expect((await place.reports()).map(({ name }) => name).sort()).toEqual(["Count", "Revenue"]);

    // All is taken back: nothing is left, and the environment is off as it was before the first time.
    place.rewrite(files());
    const none = await place.up("feature/net", "pr-1");
    expect(none).toMatchObject({ workbooks: [], removed: ["direct--pr-1"], staging: "off" });
    expect([await place.slugs(), await place.isOn("feature/net")]).toEqual([
      ["both", "counts", "direct", "still"],
      false,
    ]);
  });

  it.each(["shallow", "deep"] as const)("knows what a platform filled in, merging %s", async (merge) => {
    const place = await openPlace({ heal: true, merge });
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    expect(markOf(place, "counts--pr-1")).toEqual({ name: "pr-1", branch: "feature/net", wasOn: false });
    const base = baseOf(readStamp(place.sandbox.workbook("counts--pr-1")?.meta as Json));
    expect([base?.asked.dashboard?.kind, base?.answered?.dashboard?.kind]).toEqual([undefined, "CLASSIC"]);
    place.sandbox.requests.length = 0;
    expect(await place.up("feature/net", "pr-1")).toMatchObject({ results: [] });
    expect(place.writes()).toEqual([]);
    expect((await place.plan()).changes.map(({ key }) => key)).toEqual(["count", "counts"]);
  });

  it("cuts a name and a slug that would be too long, and keeps apart those that begin alike", async () => {
    const place = await openPlace();
    const long = "n".repeat(255);
    const slugs = ["a", "b"].map((end) => "s".repeat(253) + end);
    const board = { name: long, dashboard: { widgets: [], title: "T" } };
    place.rewrite({
      workbooks: { [slugs[0]!]: board, [slugs[1]!]: { dashboard: { widgets: [], title: long + long } } },
    });
    const up = await place.up("feature/net", "pr-1");
    expect(up.results.map(({ status }) => status)).toEqual(["applied", "applied"]);
    expect(up.workbooks.map(({ name, slug }) => [name.length, slug.length, slug.endsWith("--pr-1")])).toEqual(
      [
        [255, 255, true],
        [255, 255, true],
      ],
    );
    expect(new Set(up.workbooks.map(({ slug }) => slug)).size).toBe(2);
    expect(up.workbooks[0]?.name).toBe(`[pr-1] ${"n".repeat(247)}…`);
    expect((await place.up("feature/net", "pr-1")).results).toEqual([]);
  });

  it("narrowed, takes nothing away", async () => {
    const place = await openPlace();
    place.rewrite(files({ ...NET, direct: "orders.net" }));
    await place.up("feature/net", "pr-1");
    const narrowed = await place.up("feature/net", "pr-1", { only: ["direct"] });
    expect(narrowed.workbooks.map(({ of }) => of)).toEqual(["direct"]);
    expect(narrowed.removed).toEqual([]);
    expect(await place.slugs()).toContain("counts--pr-1");
  });

  it("writes over what somebody edited in a preview: there is nothing to decide", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.net" }));
    await place.up("feature/net", "pr-1");
    place.sandbox.edit("direct--pr-1", (workbook) => {
      workbook.name = "Mine";
    });
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("feature/net", "pr-1");
    expect(place.sandbox.workbook("direct--pr-1")?.name).toBe("[pr-1] Direct");
  });

  it("previews new workbooks, in the nearest folder that is there: a preview makes none", async () => {
    const place = await openPlace();
    const content = files() as { workbooks: JsonObject };
    const fresh = { folder: "Sales/New/Deep", dashboard: { title: "Fresh", widgets: [] } };
    place.rewrite({ ...content, workbooks: { ...content.workbooks, fresh } } as JsonObject);
    const up = await place.up("other", "pr-2");
    expect(up.workbooks).toMatchObject([{ slug: "fresh--pr-2", name: "[pr-2] Fresh" }]);
    expect(place.sandbox.workbook("fresh--pr-2")?.folderPath?.map(({ name }) => name)).toEqual(["Sales"]);
    expect(place.writes().filter((write) => write.startsWith("POST"))).toEqual([]);
    expect(await place.up("other", "pr-2")).toMatchObject({ results: [] });
  });

  it("finds nothing to preview, checks the model all the same, and leaves the environment as it was", async () => {
    const place = await openPlace();
    const ran = await place.run("preview", "up", "--branch", "lacking", "--name", "pr-3");
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toContain("dashboards/all.yaml");
    expect(ran.stdout).toContain(
      "Preview pr-3 on the model of branch lacking: no dashboard differs from the live one, 1 finding.",
    );
    expect(ran.stdout).toContain(
      "2 findings are of dashboards that this preview does not touch: `boardwright lint --online --branch lacking` shows them.",
    );
    expect(ran.stdout).toContain("Not changed here, but would not work on it either: both, direct, still.");
    expect([await place.isOn("lacking"), await place.slugs()]).toEqual([
      false,
      ["both", "counts", "direct", "still"],
    ]);
    expect(place.writes()).toEqual(["PUT branches/staging-environment", "PUT branches/staging-environment"]);
    await place.up("always", "pr-3");
    expect(await place.isOn("always")).toBe(true);
  });

  it("applies nothing where what it would preview does not work on the model; what is not changed does not stop it", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.gone" }));
    const ran = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/dashboards\/all\.yaml:\d+:\d+ {2}error {2}unknown-member/);
    expect(ran.stdout).toContain(
      "No preview: 1 workbook would break on the model of branch feature/net, 1 finding.",
    );
    expect([await place.isOn("feature/net"), await place.slugs()]).toEqual([
      false,
      ["both", "counts", "direct", "still"],
    ]);

    // On this branch the unchanged ones are broken, and the changed one is mended.
    place.rewrite(files({ direct: "orders.count" }));
    const lacking = await place.up("lacking", "pr-1");
    expect(lacking.workbooks.map(({ of }) => of)).toEqual(["direct"]);
    expect(lacking.diagnostics.map(({ rule }) => rule)).toEqual(["unknown-member", "unknown-member"]);
  });

  it("goes by the severities of the project", async () => {
    const place = await openPlace({ project: `${PROJECT}lint: { rules: { unknown-member: warning } }\n` });
    place.rewrite(files({ direct: "orders.gone" }));
    const up = await place.up("feature/net", "pr-1");
    expect(up.workbooks.map(({ of }) => of)).toEqual(["direct"]);
    expect(up.diagnostics).toMatchObject([{ rule: "unknown-member", severity: "warning" }]);
  });

  it("tells where to look, in the words of a terminal and without a link by id", async () => {
    const place = await openPlace({ project: PROJECT.replace(/, link: ".*"/, "") });
    place.rewrite(files({ direct: "orders.net" }));
    const { stdout, code } = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1");
    const id = place.sandbox.workbook("direct--pr-1")?.id;
    expect([code, stdout.replace(/in [\d.]+ s/, "in 0 s")]).toEqual([
      0,
      `Applied 1 of 1 in 0 s: 1 created.

Preview pr-1 on the model of branch feature/net: 1 workbook to look at.
  [pr-1] Direct  direct--pr-1  workbook ${id}
Take it down with \`boardwright preview down --name pr-1\`.
`,
    ]);
    const again = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({
      name: "pr-1",
      branch: "feature/net",
      staging: "on",
      workbooks: [{ slug: "direct--pr-1", of: "direct", id }],
      summary: { created: 0, unchanged: 1 },
      results: [],
      diagnostics: [],
    });
  });
});

describe("preview up that is refused", () => {
  it.each([
    [
      "a branch that is not there",
      "nope",
      /deployment 1 has no branch nope\n {2}It has always, dev-ann, feature\/net, /,
    ],
    [
      "a personal branch",
      "dev-ann",
      /dev-ann is a personal development branch[\s\S]*shared branch that it was forked from, other,/,
    ],
    ["the production branch", "main", /main is the production branch, which has no previews/],
  ])("says so of %s, and writes nothing", async (_, branch, said) => {
    const place = await openPlace();
    place.rewrite(files(NET));
    const ran = await place.run("preview", "up", "--branch", branch, "--name", "pr-1");
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(said);
    expect(place.writes()).toEqual([]);
  });

  it("says what is wrong with the call before anything is sent", async () => {
    const place = await openPlace();
    const up = (...args: string[]) => place.run("preview", "up", ...args);
    expect((await up("--branch", "other")).stderr).toContain("preview up needs --name");
    for (const args of [
      ["--name", "pr-1"],
      ["--branch", "other", "--name", "PR 1"],
      ["--branch", " ", "--name", "pr-1"],
    ]) {
      expect((await up(...args)).code, args.join(" ")).toBe(64);
    }
    place.rewrite({ workbooks: { a: { nme: "A" } } });
    const wrong = await up("--branch", "other", "--name", "pr-1");
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("nothing was sent")]);
    expect(place.sandbox.requests).toEqual([]);
  });

  it("does not write to a copy whose slug two workbooks have: exit 3", async () => {
    const place = await openPlace({
      proxy: async (_asked, forward) => {
        const answer = await forward();
        if (!("body" in answer)) return answer;
        return {
          ...answer,
          body: JSON.parse(JSON.stringify(answer.body).replaceAll("counts--twin", "counts--pr-1")),
        };
      },
    });
    place.rewrite(files(NET));
    expect((await place.up("feature/net", "pr-1")).exitCode).toBe(0);
    await place.call("PUT", "/api/v1/deployments/1/workbooks/by-slug/counts--twin", { name: "Somebody's" });
    const ran = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1", "--json");
    expect(ran.code, ran.stdout + ran.stderr).toBe(3);
    expect(JSON.parse(ran.stdout).error.details).toContainEqual(
      expect.stringMatching(/^the slug counts--pr-1 is held by workbook \d+$/),
    );
  });

  it("does not write over a workbook or a report that is no preview of this project: exit 3", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.call("PUT", "/api/v1/deployments/1/workbooks/by-slug/counts--pr-1", { name: "Somebody's" });
    const ran = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1", "--json");
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      code: "refused",
      details: [
        expect.stringMatching(/^the slug counts--pr-1 is held by workbook \d+$/),
        expect.stringContaining("--name"),
      ],
    });
    expect(place.writes()).toEqual(["PUT counts--pr-1"]);
    expect(await place.isOn("feature/net")).toBe(false);
  });

  it("does not move a preview to another branch", async () => {
    const place = await openPlace();
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("other", "pr-1");
    const ran = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1");
    expect([ran.code, ran.stderr]).toEqual([
      1,
      expect.stringContaining("preview pr-1 is already up, for branch other"),
    ]);
    expect(await place.isOn("feature/net")).toBe(false);
  });
});
