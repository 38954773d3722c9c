// One report: what is found before it is written, what comes back, and what a conflict means.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Answered, Asked, Hook } from "../support/proxy.ts";
import { openWorld, outcomes } from "../support/world.ts";

const ID = "aaaaaaaaaaaa";
const files = (name: string, more: JsonObject = {}) => ({
  reports: {
    r: { name, publicId: ID, meta: { kind: "table" }, query: { measures: ["orders.count"] }, ...more },
  },
});
/** A claim is none. */
const isWrite = ({ method, path, body }: Asked) =>
  method === "PUT" && path.includes("/reports/by-public-id/") && Object.keys(body ?? {}).length > 0;
const CONFLICT = { status: 409, body: { error: "Meanwhile", code: "upsert_branch_changed" } };

/** What the first write meets, if a test says so. */
async function open() {
  let meet: Hook = (_, forward) => forward();
  let answers: (body: JsonObject) => JsonObject = (body) => body;
  const proxy: Hook = async (asked, forward) => {
    if (!isWrite(asked)) return forward();
    const hook = meet;
    const answer = await hook(asked, forward);
    return answer !== "drop" && "body" in answer && isObject(answer.body)
      ? ({ ...answer, body: answer.status === 200 ? answers(answer.body) : answer.body } as Answered)
      : answer;
  };
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(files("One")) }, proxy });
  const { platform, cwd, plan, apply, write } = world;
  const report = async (): Promise<WireReport> => {
    for await (const [first] of platform.listReports(1)) if (first) return first;
    throw new Error("there is no report");
  };
  return {
    ...world,
    report,
    planNext: (name: string, more: JsonObject = {}) => {
      write("dashboards/all.yaml", stringify(files(name, more)));
      return plan();
    },
    /** The first write from now on meets this; the later ones go through. */
    meetOnce: (hook: Hook) => {
      meet = (asked, forward) => {
        meet = (_, through) => through();
        return hook(asked, forward);
      };
    },
    meetAlways: (hook: Hook) => {
      meet = hook;
    },
    /** Changes the answers to writes. */
    answer: (change: typeof answers) => {
      answers = change;
    },
    other: async (planned: Awaited<ReturnType<typeof plan>>) =>
      apply(planned, { backups: `${cwd}/backups/other` }),
  };
}

describe("a report that is about to be made", () => {
  it("is the one of another run of the plan, if that is there", async () => {
    const { plan, apply, other, report } = await open();
    const made = await plan();
    await other(made);
    const { results, summary } = await apply(made);
    expect(results).toMatchObject([{ status: "applied", attempts: 0, id: (await report()).id }]);
    expect(summary).toMatchObject({ created: 0, unchanged: 1 });
  });

  it("is stopped at as a plan would where somebody else has made one", async () => {
    const { plan, apply, platform, report } = await open();
    const made = await plan();
    await platform.upsertReport(1, ID, { name: "Theirs" });
    const { results } = await apply(made);
    expect(results).toMatchObject([
      {
        status: "failed",
        attempts: 0,
        error: { code: "adopt", message: expect.stringMatching(/^the report r is live already, as \d+,/) },
      },
    ]);
    expect((await report()).name).toBe("Theirs");
  });

  it.each<[string, boolean, string[]]>([
    ["nobody took it", false, ["r applied"]],
    ["somebody took it", true, ["r stale stale"]],
  ])("after a conflict, where %s (%s)", async (_, isTaken, end) => {
    const { plan, apply, meetOnce, platform, report } = await open();
    const made = await plan();
    meetOnce(async () => {
      if (isTaken) await platform.upsertReport(1, ID, { name: "Theirs" });
      return CONFLICT;
    });
    expect(outcomes(await apply(made))).toEqual(end);
    expect((await report()).name).toBe(isTaken ? "Theirs" : "One");
  });

  it("after a conflict is the one that the lost answer was about", async () => {
    const { plan, apply, meetOnce, actions } = await open();
    const made = await plan();
    meetOnce(async (_, forward) => {
      await forward();
      return CONFLICT;
    });
    expect((await apply(made)).results).toMatchObject([{ status: "applied", attempts: 4 }]);
    expect(await actions()).toEqual([]);
  });
});

describe("a report that is about to be overwritten", () => {
  it("is backed up first; one that is only stamped is not", async () => {
    const { deploy, planNext, apply, backups, platform } = await open();
    await deploy();
    expect(existsSync(backups)).toBe(false);
    await platform.upsertReport(1, ID, { meta: { kind: "table" } });
    const stamp = await planNext("One");
    expect(stamp.changes).toMatchObject([{ action: "stamp" }]);
    expect(outcomes(await apply(stamp))).toEqual(["r applied"]);
    expect(existsSync(backups)).toBe(false);
    expect(outcomes(await apply(await planNext("Two")))).toEqual(["r applied"]);
    expect(existsSync(`${backups}/report%3Ar.json`)).toBe(true);
  });

  it.each(["edited", "deleted", "done"])("between plan and apply is looked at again: %s", async (what) => {
    const { deploy, planNext, apply, other, platform, report, writes } = await open();
    await deploy();
    const made = await planNext("Two");
    const { id } = await report();
    if (what === "edited") await platform.upsertReport(1, ID, { name: "Theirs" });
    if (what === "deleted") await platform.deleteReport(1, id);
    if (what === "done") await other(made);
    const before = writes().length;
    const [result] = (await apply(made)).results;
    const stale = { status: "stale", attempts: 0 };
    expect(result).toMatchObject(what === "done" ? { status: "applied", attempts: 0, id } : stale);
    if (what !== "done")
      expect(result?.error?.message).toMatch(
        what === "edited" ? /changed on the platform since/ : /was deleted since/,
      );
    expect(writes()).toHaveLength(before);
  });

  it.each<[string, string[]]>([
    ["nothing else", ["r applied"]],
    ["an edit", ["r stale stale"]],
    ["a deletion", ["r stale stale"]],
    ["its own write", ["r applied"]],
  ])("after a conflict is looked at again: %s came between", async (what, end) => {
    const { deploy, planNext, apply, meetOnce, platform, report, actions } = await open();
    await deploy();
    const made = await planNext("Two");
    const { id } = await report();
    meetOnce(async (_, forward) => {
      if (what === "an edit") await platform.upsertReport(1, ID, { name: "Theirs" });
      if (what === "a deletion") await platform.deleteReport(1, id);
      if (what === "its own write") await forward();
      return CONFLICT;
    });
    const outcome = await apply(made);
    expect(outcomes(outcome)).toEqual(end);
    if (end[0] === "r applied") expect(await actions()).toEqual([]);
    else
      expect(outcome.results[0]?.error?.message).toMatch(
        /^the report r was changed .* while it was being written$/,
      );
  });

  it("or made: ten conflicts in a row are told as what they are", async () => {
    const { plan, apply, meetAlways } = await open();
    const made = await plan();
    meetAlways(async () => CONFLICT);
    const [result] = (await apply(made)).results;
    expect(result).toMatchObject({
      status: "failed",
      attempts: 11,
      error: { code: "upsert_branch_changed" },
    });
    expect(result?.error?.message).toMatch(/^the report r: another writer/);
  });
});

describe("a conflict that stays until an id is changed", () => {
  it.each<[string, string, RegExp, RegExp]>([
    ["conflict", "public-id-taken", /belongs to a report of another deployment/, /one per target/],
    [
      "ambiguous_legacy_id",
      "ambiguous_legacy_id",
      /matches several older reports/,
      /write that under `publicId`/,
    ],
  ])("is told with the id and the way out: %s", async (code, told, why, way) => {
    const { plan, apply, meetAlways } = await open();
    meetAlways(async () => ({ status: 409, body: { error: "In the platform's words", code } }));
    const [result] = (await apply(await plan())).results;
    expect(result).toMatchObject({ status: "failed", attempts: 2, error: { code: told } });
    expect(result?.error?.message).toMatch(why);
    expect(result?.error?.message).toContain(`the report r was not written: its publicId ${ID}`);
    expect(result?.error?.details?.join("\n")).toContain("In the platform's words");
    expect(result?.error?.details?.at(-1)).toMatch(way);
  });

  it.each([
    [409, "something-else"],
    [400, "conflict"],
  ])("is not made of another refusal: %i %s", async (status, code) => {
    const { plan, apply, meetAlways } = await open();
    meetAlways(async () => ({ status, body: { error: "No", code } }));
    const [result] = (await apply(await plan())).results;
    expect(result?.status).toBe("failed");
    expect(result?.error?.code).not.toBe("public-id-taken");
    expect(result?.error?.message).not.toContain("another deployment");
  });
});

describe("what comes back of a report", () => {
  it("is compared as JSON where it is a query, not as text", async () => {
    const { plan, apply, answer } = await open();
    answer((body) => ({ ...body, jsonQuery: JSON.stringify(JSON.parse(String(body.jsonQuery)), null, 4) }));
    expect(outcomes(await apply(await plan()))).toEqual(["r applied"]);
  });

  it.each<[string, JsonObject, string]>([
    ["another name", { name: "One!" }, 'name: asked for "One", the platform answered "One!"'],
    ["another query", { jsonQuery: "{}" }, "query.measures: asked for "],
    ["a query that is none", { jsonQuery: "{" }, "query: asked for "],
    ["no query", { jsonQuery: null }, "the platform answered nothing"],
  ])("that holds %s did not converge", async (_, other, told) => {
    const { plan, apply, answer, report } = await open();
    answer((body) => ({ ...body, ...other }));
    const [result] = (await apply(await plan())).results;
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "did-not-converge" },
      id: (await report()).id,
    });
    expect(result?.error?.message).toContain("the report r");
    expect(result?.error?.details?.[0]).toContain(told);
  });

  it("without a key of its meta did not converge there", async () => {
    const { plan, apply, answer } = await open();
    answer((body) => ({
      ...body,
      meta: { boardwright: (body.meta as JsonObject | null)?.boardwright ?? null },
    }));
    const [result] = (await apply(await plan())).results;
    expect(result).toMatchObject({ status: "failed", error: { code: "did-not-converge" } });
    expect(result?.error?.details?.[0]).toBe('meta.kind: asked for "table", the platform answered nothing');
  });
});
