// One workbook that fails does not stop the others; a credential that is refused stops all.
import { describe, expect, it } from "vitest";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const MANY = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `w${String(index).padStart(2, "0")}`,
    { dashboard: board(`W ${index}`) },
  ]),
);
const NAMED = Object.fromEntries(Object.keys(MANY).map((slug) => [slug, { name: slug }]));
const isClaim = ({ body }: { body: object | undefined }) => Object.keys(body ?? {}).length === 0;
const isUpsert = ({ method, path }: { method: string; path: string }) =>
  method === "PUT" && path.includes("/by-slug/");

describe("a refusal", () => {
  it("of one workbook is its own", async () => {
    const hook: Hook = async (asked, forward) =>
      isUpsert(asked) && asked.path.endsWith("/w03")
        ? { status: 403, body: { error: "Edit access is required" } }
        : forward();
    const { deploy, actions } = await openWorld({ workbooks: MANY, proxy: hook });
    const outcome = await deploy();
    expect(outcome.summary).toMatchObject({ created: 11, failed: 1, skipped: 0 });
    const failed = outcome.results.find(({ status }) => status === "failed");
    expect(failed).toMatchObject({ key: "w03", attempts: 1, error: { code: "forbidden" } });
    expect(failed?.error?.details?.join("\n")).toContain("Edit access is required");
    expect(await actions()).toEqual(["create w03"]);
  });

  it("of the credential in the middle of an apply ends it: nothing more is asked", async () => {
    let upserts = 0;
    const hook: Hook = async (asked, forward) => {
      if (!isUpsert(asked) || isClaim(asked)) return forward();
      upserts += 1;
      return upserts <= 5 ? forward() : { status: 401, body: { error: "The token has expired" } };
    };
    const { plan, apply } = await openWorld({ workbooks: NAMED, proxy: hook });
    const outcome = await apply(await plan(), { concurrency: 2 });
    const { summary } = outcome;
    expect(summary.created).toBe(5);
    expect(summary.failed).toBeGreaterThanOrEqual(1);
    expect(summary.failed).toBeLessThanOrEqual(2);
    expect(summary.created + summary.failed + summary.skipped).toBe(12);
    expect(upserts).toBe(5 + summary.failed);
    expect(outcome.interrupted).toBe(false);
    expect(outcomes(outcome).at(-1)).toBe("w11 skipped unauthorized");
  });

  it("as a bad request is final, and told in the platform's words", async () => {
    const { deploy } = await openWorld({
      workbooks: { a: { name: "A" }, b: { name: "B" } },
      proxy: async (asked, forward) =>
        isUpsert(asked) && asked.path.endsWith("/a")
          ? { status: 400, body: { error: ["name is taken"] } }
          : forward(),
    });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed bad-request", "b applied"]);
    expect(outcome.results[0]).toMatchObject({ attempts: 1 });
    expect(outcome.results[0]?.error?.details?.join("\n")).toContain("name is taken");
  });

  it("as a web page, with status 200, is no success", async () => {
    const { deploy } = await openWorld({
      workbooks: { a: { name: "A" }, b: { name: "B" } },
      proxy: async (asked, forward) =>
        isUpsert(asked) && asked.path.endsWith("/a")
          ? { status: 200, html: "<!doctype html><p>app</p>" }
          : forward(),
    });
    expect(outcomes(await deploy())).toEqual(["a failed no-such-operation", "b applied"]);
  });

  it("to move is told as what was tried, what came back, and what it needs", async () => {
    const { deploy } = await openWorld({
      workbooks: { a: { name: "A", folder: "Finance" } },
      sandbox: { seed: { folders: [{ id: 31, name: "Finance" }] } },
      proxy: async (asked, forward) =>
        isUpsert(asked) && !isClaim(asked)
          ? { status: 403, body: { error: "Manage access is required to move this workbook" } }
          : forward(),
    });
    const error = (await deploy()).results[0]?.error;
    expect(error?.message).toMatch(/refused.*workbook a.*\(403\)/);
    expect(error?.details?.join("\n")).toMatch(
      /PUT http.*by-slug\/a[\s\S]*"Manage access is required to move this workbook"[\s\S]*manage access/,
    );
  });
});

describe("stopping", () => {
  it("finishes what is in flight, tells what was not begun, and the same apply again completes it", async () => {
    const stop = new AbortController();
    const { plan, apply, deploy, actions, sandbox } = await openWorld({ workbooks: MANY });
    const outcome = await apply(await plan(), {
      concurrency: 3,
      stop: stop.signal,
      onResult: ({ key }) => {
        if (key === "w02") stop.abort();
      },
    });
    expect(outcome.interrupted).toBe(true);
    const { created, skipped, failed } = outcome.summary;
    expect(failed).toBe(0);
    expect(created).toBeGreaterThanOrEqual(3);
    expect(skipped).toBeGreaterThan(0);
    expect(created + skipped).toBe(12);
    expect(outcomes(outcome).at(-1)).toBe("w11 skipped interrupted");
    const before = sandbox.workbook("w00")?.id;
    expect((await deploy()).summary).toMatchObject({ created: skipped, unchanged: created });
    expect(sandbox.workbook("w00")?.id).toBe(before);
    expect(await actions()).toEqual([]);
  });
});
