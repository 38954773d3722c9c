// Ctrl-C between the empty workbooks that reports need and their dashboards: what was made is told, goes away with a rollback, and is
// completed by the same apply without anybody allowing a change of all that is ours.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isUndoable, type Result } from "../../src/model/index.ts";
import { begin, boardwright } from "../support/command.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const slugs = Array.from({ length: 12 }, (_, at) => `w${at + 10}`);
const chart = (report: string) => ({
  id: "c",
  type: "CHART",
  position: [0, 0, 6, 4],
  config: { reportId: { $report: report } },
});
const workbooks = Object.fromEntries(
  slugs.map((slug) => [slug, { dashboard: board(slug, { widgets: [chart(`r-${slug}`)] }) }]),
);
const reports = Object.fromEntries(
  slugs.map((slug) => [`r-${slug}`, { name: slug, workbook: slug, query: { measures: ["orders.count"] } }]),
);
const refuseReports: Hook = async ({ method, path }, forward) =>
  method === "PUT" && path.includes("/reports/") ? { status: 400, body: { error: "no" } } : forward();
const files = { "dashboards/all.yaml": stringify({ workbooks, reports }) };

describe("an apply that ends before it fills the workbooks that it made", () => {
  it("says so of each, and the same apply completes it: nothing stands against that", async () => {
    const world = await openWorld({ files });
    const stop = new AbortController();
    const onResult = ({ kind }: Result) => kind === "report" && stop.abort();
    const cut = await world.apply(await world.plan(), { stop: stop.signal, concurrency: 1, onResult });
    const empty = cut.results.filter(({ kind }) => kind === "workbook");
    expect(empty).toHaveLength(slugs.length);
    for (const result of empty) {
      expect(result).toMatchObject({ status: "skipped", error: { code: "interrupted" } });
      expect(result.error?.message).toBe("created, still empty; running again fills it");
      expect(result.id).toBe(world.sandbox.workbook(result.key)?.id);
      expect(isUndoable({ ...result, error: "", publish: false, claimed: result.id as number })).toBe(true);
    }
    const untouched = cut.results.filter(({ kind, status }) => kind === "report" && status === "skipped");
    expect(untouched.some((result) => isUndoable({ ...result, error: "", publish: false }))).toBe(false);

    const again = await world.plan();
    expect(again.summary.update).toBe(slugs.length);
    expect(again.changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    const end = await world.apply(again);
    expect(new Set(outcomes(end).map((line) => line.split(" ")[1]))).toEqual(new Set(["applied"]));
    expect(await world.actions()).toEqual([]);
  });

  it("still counts what was there before: half of that is a mass change as ever", async () => {
    const world = await openWorld({ files });
    await world.deploy();
    const other = Object.fromEntries(slugs.map((slug) => [slug, { dashboard: board("Other") }]));
    const { changes } = await world.plan(other);
    const codes = changes.flatMap(({ hazards }) => hazards.map(({ code }) => code));
    expect(codes.filter((code) => code === "mass-change")).toHaveLength(slugs.length);
  });

  it("names what a failed report left empty, with its id", async () => {
    const world = await openWorld({ files, proxy: refuseReports });
    const { results } = await world.apply(await world.plan());
    for (const { kind, key, status, id, attempts } of results) {
      if (kind !== "workbook") continue;
      expect([status, id, attempts]).toEqual(["skipped", world.sandbox.workbook(key)?.id, 2]);
    }
  });
});

describe("the command", () => {
  it("counts what was done alone after Ctrl-C, names what is still empty, and plans it as ours", async () => {
    const place = await openWorld({ workbooks, reports });
    let interrupt = () => {};
    const hook: Hook = async ({ method, path }, forward) => {
      // A second one would end the process at once.
      if (method === "PUT" && path.includes("/reports/")) {
        interrupt();
        interrupt = () => {};
      }
      return forward();
    };
    const env = { ...place.env, PLATFORM_API_URL: await openProxy(place.sandbox.url, hook) };
    const args = ["apply", "--yes", "--concurrency", "1"];
    const running = begin(args, { cwd: place.cwd, env, onTerminal: true });
    interrupt = running.interrupt;
    const { code, stdout, stderr } = await running.ended;
    expect(code, stderr).toBe(130);
    const drawn = [...stderr.matchAll(/applying (\d+)\/24/g)].map(([, done]) => Number(done));
    expect(drawn.length).toBeGreaterThan(0);
    expect(Math.max(...drawn)).toBe(1);
    expect(stdout).toMatch(/^Interrupted: applied 1 of 24 in .* 12 created, still empty\. 11 skipped\./m);
    expect(stdout).toMatch(/^Created, still empty; running again fills them: w10, w11, /m);
    expect(stdout).not.toMatch(/^Not done: w/m);

    const plan = await boardwright(["plan"], { cwd: place.cwd, env });
    expect(plan.stdout).toContain("created by an apply of this project that ended early, and still empty");
    expect(plan.stdout).not.toContain("who changed it is unknown");
  });
});

describe("a rollback of such an apply", () => {
  it("takes the empty workbooks away", async () => {
    const place = await openWorld({
      workbooks: { w10: workbooks.w10 },
      reports: { "r-w10": reports["r-w10"] },
    });
    place.env.PLATFORM_API_URL = await openProxy(place.sandbox.url, refuseReports);
    const applied = await place.run("apply", "--yes");
    expect(applied.code).toBe(1);
    const [run = ""] = place.runs();
    expect(applied.stdout).toContain(`Undo with \`boardwright rollback ${run}`);
    expect(place.sandbox.workbook("w10")).toBeDefined();
    expect((await place.run("rollback", run, "--yes")).code).toBe(3);
    await place.ok("rollback", run, "--yes", "--allow", "delete");
    expect(place.sandbox.workbook("w10")).toBeUndefined();
  });
});
