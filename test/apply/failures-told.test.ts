// What a failed change says: what was asked for, what came back, where, and what to do.
import { describe, expect, it } from "vitest";
import { attempt, didNotConverge, StaleError, StepError, stampNotKept } from "../../src/apply/failure.ts";
import type { Change } from "../../src/model/index.ts";
import type { Difference } from "../../src/plan/index.ts";
import { openWorld } from "../support/world.ts";

const CHANGE = { kind: "workbook", key: "a", action: "update", id: 7 } as Change;

describe("an attempt", () => {
  it("counts its requests, and keeps what it learned where it fails", async () => {
    const result = await attempt(CHANGE, async (result, onAttempt) => {
      result.id = 8;
      onAttempt();
      onAttempt();
      throw new StepError("code", "message", ["detail"]);
    });
    const { kind, key, action } = CHANGE;
    const error = { code: "code", message: "message", details: ["detail"], requestId: undefined };
    expect(result).toEqual({ kind, key, action, status: "failed", attempts: 2, id: 8, error });
  });

  it("tells what is stale from what failed, and hides no bug of ours", async () => {
    const fail = (error: Error) => attempt(CHANGE, () => Promise.reject(error));
    expect(await fail(new StaleError("moved"))).toMatchObject({
      status: "stale",
      error: { code: "stale", message: "moved" },
    });
    await expect(fail(new TypeError("a bug"))).rejects.toThrow("a bug");
  });

  it("names the request by the number that the platform gave it", async () => {
    const { deploy } = await openWorld({
      workbooks: { a: { name: "A" } },
      proxy: async (asked, forward) =>
        asked.method === "PUT"
          ? { status: 400, headers: { "x-request-id": "req-17" }, body: { error: "No", requestId: "req-17" } }
          : forward(),
    });
    expect((await deploy()).results[0]?.error).toMatchObject({ code: "bad-request", requestId: "req-17" });
  });
});

describe("a write that the platform did not store as sent", () => {
  const differences = (count: number): Difference[] =>
    Array.from({ length: count }, (_, at) => ({
      path: `p${at}`,
      change: "changed",
      before: at,
      after: null,
    }));

  it.each([
    [5, undefined],
    [6, "and 1 more"],
    [8, "and 3 more"],
  ])("names five places of %i, and counts the others", (count, more) => {
    const { details } = didNotConverge("a", differences(count));
    const rest = more === undefined ? [] : [more];
    expect(details.slice(0, 5)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `p${at}: asked for ${at}, the platform answered null`),
    );
    expect(details.slice(5, -1)).toEqual(rest);
    expect(details.at(-1)).toContain("`ignore`");
  });

  it("cuts long values off after 60 characters, and says nothing for what is absent", () => {
    const [one, two] = [58, 59].map((length) => ({
      path: "p",
      change: "added" as const,
      after: "x".repeat(length),
    }));
    const { details } = didNotConverge("a", [one!, two!]);
    expect(details.slice(0, 2)).toEqual([
      `p: asked for nothing, the platform answered "${"x".repeat(58)}"`,
      `p: asked for nothing, the platform answered "${"x".repeat(58)}…`,
    ]);
  });

  it.each([undefined, null])("of which the stamp came back as %s came back as nothing", (back) => {
    expect(stampNotKept("a", "created", back).details[0]).toMatch(/meta\.boardwright.*answered nothing$/);
    expect(stampNotKept("a", "created", { v: 2 }).details[0]).toMatch(/answered \{"v":2\}$/);
  });
});
