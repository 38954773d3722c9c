// How long the executor waits before it repeats a POST or a conflict, and when it gives up.
import { describe, expect, it } from "vitest";
import type { Answered, Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const WORKBOOKS = { a: { name: "A", folder: "Finance", publish: true, dashboard: board("A") } };

const KINDS: Record<string, (asked: Asked) => boolean> = {
  "the POST that publishes": ({ method, path }) => method === "POST" && path.endsWith("/publish"),
  "the POST that makes a folder": ({ method, path }) => method === "POST" && path.endsWith("/folders"),
  "an upsert that met another writer": ({ method, path }) => method === "PUT" && path.includes("/by-slug/"),
};
const later = (seconds: number, status: number): Answered => ({
  status,
  headers: { "retry-after": `${seconds}` },
  body: { error: "Later", ...(status === 409 ? { code: "upsert_branch_changed" } : {}) },
});

describe.each(Object.entries(KINDS))("%s", (kind, isIt) => {
  const status = kind.startsWith("an upsert") ? 409 : 503;

  it("is repeated no sooner than the platform asks", async () => {
    let refused = 0;
    const hook: Hook = async (asked, forward) => {
      if (!isIt(asked) || refused === 2) return forward();
      refused += 1;
      return later(refused * 2, status);
    };
    const { deploy, slept } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect(outcomes(await deploy())).toEqual(["Finance applied", "a applied"]);
    expect(slept).toEqual([2000, 4000]);
  });

  it("is left to a person if the platform asks for an hour", async () => {
    let asked = 0;
    const hook: Hook = async (each, forward) => {
      if (!isIt(each)) return forward();
      asked += 1;
      return later(3600, status);
    };
    const { deploy, slept } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    const failed = (await deploy()).results.find(({ status }) => status === "failed");
    expect(failed?.error?.details?.join("\n")).toContain("It asks to wait 3600 s");
    expect(asked).toBe(1);
    expect(slept).toEqual([]);
  });
});

describe("publishing that never succeeds", () => {
  const isPublish = KINDS["the POST that publishes"]!;

  it.each([
    ["is refused for now", { status: 503, body: { error: "Unavailable" } }],
    ["is asked to slow down", { status: 429, body: { error: "Slow down" } }],
  ])("ends after ten attempts where it %s", async (_how, answer) => {
    let asked = 0;
    const hook: Hook = async (each, forward) => {
      if (!isPublish(each)) return forward();
      asked += 1;
      return answer;
    };
    const { deploy } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    const { results } = await deploy();
    expect(results.at(-1)).toMatchObject({ status: "failed", error: { message: /./ } });
    expect(asked).toBe(10);
  });

  it("ends after a minute where it is told to wait", async () => {
    const hook: Hook = async (each, forward) =>
      isPublish(each) ? { status: 200, body: { error: "Continue wait" } } : forward();
    const { deploy, slept } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect(outcomes(await deploy())).toEqual(["Finance applied", "a failed continue-wait"]);
    const waited = slept.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(50_000);
    expect(waited).toBeLessThanOrEqual(60_000);
  });
});
