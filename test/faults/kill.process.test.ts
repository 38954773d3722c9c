// The real process, killed or interrupted in the middle of an apply. crash.test.ts goes through every request; this shows at a few
// that a real kill is what it takes it for.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import type { Hook } from "../support/proxy.ts";
import { openTeam, readApplied } from "./processes.ts";
import { expectNothingDoubled, small } from "./worlds.ts";

/** Every write of the creation of `small`, by number: two folders, a shell, a report, drafts, stamps, publishing. */
const KILLS: [number, string, SandboxOptions][] = [
  [1, "as it is", {}],
  [3, "as it is", {}],
  [5, "as it is", {}],
  [4, "that heals and merges deeply", { heal: true, merge: "deep" }],
  [7, "that heals and merges deeply", { heal: true, merge: "deep" }],
];

describe("SIGKILL at a write", () => {
  it.each(KILLS)(
    "number %i to a platform %s: the same apply again completes it",
    async (number, _kind, sandbox) => {
      let child: ChildProcess | undefined;
      let writes = 0;
      const hook: Hook = async ({ method }, forward) => {
        const victim = method === "GET" ? undefined : child;
        writes += victim ? 1 : 0;
        if (!victim || writes !== number) return forward();
        // The platform acts, and nobody is left to hear of it.
        const answer = await forward();
        victim.kill("SIGKILL");
        if (victim.exitCode === null && victim.signalCode === null) await once(victim, "exit");
        return answer;
      };
      const team = await openTeam({ sandbox, proxy: hook });
      team.declare(small("one"));
      const killed = team.start();
      child = killed.child;
      const { code, stdout } = await killed.ended;
      child = undefined;
      expect([code, stdout]).toEqual([null, ""]);

      const again = await team.apply();
      expect(again.code, again.stderr + again.stdout).toBe(0);
      expect((await team.planned()).changes).toEqual([]);
      const now = await team.live();
      expectNothingDoubled(now);
      expect(now).toMatchObject({ folders: ["Deep", "Team"], reports: [{ workbook: "drawn" }] });
      expect(team.sandbox.workbook("drawn")?.publishedDashboard?.versionNumber).toBe(1);
    },
  );
});

describe("SIGINT in the middle of an apply", () => {
  it("lets what was begun end whole, lists what was not, and the same apply completes it", async () => {
    let child: ChildProcess | undefined;
    const hook: Hook = async ({ method, path }, forward) => {
      const answer = await forward();
      // Between the draft of a workbook and its publication: the workbook is begun, so it is finished.
      if (method === "PUT" && path.endsWith("/drawn")) child?.kill("SIGINT");
      return answer;
    };
    const team = await openTeam({ proxy: hook });
    team.declare(small("one"));
    expect((await team.apply()).code).toBe(0);
    team.declare(small("two"));
    const interrupted = team.start("--concurrency", "1");
    child = interrupted.child;
    const { code, stdout } = await interrupted.ended;
    child = undefined;
    expect(code).toBe(130);
    const { results, summary } = readApplied({ code, stdout, stderr: "" });
    expect(results.map(({ key, status }) => `${key} ${status}`)).toEqual([
      "counted applied",
      "drawn applied",
      "plain skipped",
    ]);
    expect(summary).toMatchObject({ updated: 2, published: 1, failed: 0, skipped: 1 });
    const drawn = team.sandbox.workbook("drawn");
    expect(drawn).toMatchObject({ name: "Drawn two", dashboardPublished: { title: "two" } });
    expect(team.sandbox.workbook("plain")?.dashboardDraft?.title).toBe("Plain one");

    const again = await team.apply();
    expect(again.code, again.stderr).toBe(0);
    expect(again.results.map(({ key, status }) => `${key} ${status}`)).toEqual(["plain applied"]);
    expect((await team.planned()).changes).toEqual([]);
    expectNothingDoubled(await team.live());
  });
});
