// apply over a fleet in waves (contract 15): what stops it, where it says each target is, and that running it again goes on.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nameOf, openFleet } from "./front.ts";

interface Answer {
  summary: Record<string, number>;
  waves: number;
  targets: { target: string; wave: number; state: string; error?: { message: string } }[];
}

const WAVES = ["--waves", "1,10%,rest"];

describe("200 deployments in three waves", () => {
  it("stop where one fails in wave two, begin nothing of wave three, and go on when run again", async () => {
    const { front, run, ok, sandbox } = await openFleet(200);
    front.broken.add("5");
    const first = await run("apply", "--target", "t-*", ...WAVES, "--yes", "--json");
    expect(first.code, first.stderr).toBe(1);
    const answer = JSON.parse(first.stdout) as Answer;
    expect(answer.waves).toBe(3);
    expect(answer.summary).toMatchObject({ applied: 4, failed: 1, "not-begun": 195 });
    expect(answer.targets.filter(({ wave }) => wave === 2).length).toBe(20);
    expect(answer.targets.find(({ state }) => state === "failed")).toMatchObject({
      target: "t-005",
      wave: 2,
    });
    const ofThree = answer.targets.filter(({ wave }) => wave === 3);
    expect(new Set(ofThree.map(({ state }) => state))).toEqual(new Set(["not-begun"]));
    // Nothing was asked of them either.
    const asked = new Set(front.requests.map((line) => line.split(" ")[1]));
    for (const { target } of ofThree) expect(asked.has(String(Number(target.slice(2)))), target).toBe(false);

    front.broken.clear();
    front.requests.length = 0;
    const again = await ok("apply", "--target", "t-*", ...WAVES, "--yes");
    expect(again.stdout).toContain("200 targets in 3 waves: all done.");
    expect(again.stdout).toMatch(/^1 +1 +unchanged +- +t-001$/m);
    expect(again.stdout).toMatch(/^2 +3 +unchanged +- +t-002, t-003, t-004$/m);
    expect(again.stdout).toMatch(/^2 +17 +applied +2 created +t-005, t-006, /m);
    expect(again.stdout).toMatch(/^3 +179 +applied +2 created +t-022, t-023, /m);
    expect(front.requests).not.toContain("PUT 1");
    expect(sandbox.workbook("a", 200)?.name).toBe("A");
    await ok("plan", "--target", "t-*", "--detailed-exitcode", "--json");
  });
});

describe("a fleet", () => {
  it("reads each file once: what changes meanwhile is for the next run", async () => {
    const { front, ok, sandbox, cwd } = await openFleet(20);
    let isChanged = false;
    front.onRequest = (method) => {
      if (method !== "PUT" || isChanged) return;
      isChanged = true;
      writeFileSync(join(cwd, "dashboards/a.yaml"), "workbooks:\n  a: { name: Changed, dashboard: {} }\n");
    };
    await ok("apply", "--target", "t-*", "--yes");
    expect(isChanged).toBe(true);
    for (let id = 1; id <= 20; id++) expect(sandbox.workbook("a", id)?.name, nameOf(id)).toBe("A");
  });

  it("is refused where a wave has a hazard that is not allowed, with nothing written of that wave", async () => {
    const { front, run, ok, sandbox } = await openFleet(3);
    await ok("apply", "--target", "t-003", "--yes");
    const edit = JSON.stringify({ name: "Edited" });
    const path = "/api/v1/deployments/3/workbooks/by-slug/a";
    await ok("api", "PUT", path, "-d", edit, "--target", "t-003");
    front.requests.length = 0;
    const alone = await run("apply", "--target", "t-003", "--target", "t-001", "--yes", "--json");
    expect(alone.code).toBe(3);
    expect(front.requests.every((line) => line.startsWith("GET"))).toBe(true);
    expect((JSON.parse(alone.stdout) as Answer).targets.map(({ state }) => state)).toEqual([
      "refused",
      "not-begun",
    ]);
    const waves = await run("apply", "--target", "t-*", "--waves", "2,rest", "--yes");
    expect(waves.code).toBe(1);
    expect(waves.stderr).toContain("--allow drift");
    expect(sandbox.workbook("a", 2)?.name).toBe("A");
    expect(sandbox.workbook("a", 3)?.name).toBe("Edited");
    await ok("apply", "--target", "t-*", "--yes", "--allow", "drift");
    expect(sandbox.workbook("a", 3)?.name).toBe("A");
  });

  it("stops as stale where live moved after the plan of the wave was shown", async () => {
    const { front, run, ok } = await openFleet(3);
    let isMoved = false;
    front.onRequest = async (method, deployment) => {
      if (method !== "PUT" || deployment !== "1" || isMoved) return;
      isMoved = true;
      // Somebody else applies the second target while the first is written.
      await ok("apply", "--target", "t-002", "--yes");
    };
    const ended = await run("apply", "--target", "t-*", "--yes", "--json");
    expect(ended.code, ended.stderr).toBe(1);
    expect(isMoved).toBe(true);
    const { targets } = JSON.parse(ended.stdout) as Answer;
    expect(targets.map(({ state }) => state)).toEqual(["applied", "stale", "not-begun"]);
    await ok("apply", "--target", "t-*", "--yes");
  });

  it("refuses what cannot be before anything is sent", async () => {
    const { front, run } = await openFleet(2);
    for (const args of [
      ["--waves", "0,rest"],
      ["--waves", "1"],
      ["--waves", "soon"],
      ["--deployment", "1"],
    ]) {
      const ran = await run("apply", "--target", "t-*", "--yes", ...args);
      expect(ran.code, args.join(" ")).toBe(64);
    }
    expect((await run("apply", "--target", "t-*")).stderr).toContain("--yes");
    expect(front.requests).toEqual([]);
  });
});
