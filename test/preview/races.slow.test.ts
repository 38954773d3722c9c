// Runs of previews that meet, and runs that are killed: no environment stays on without a preview, and none goes off under one.
import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/platform/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { files, openPlace, type Place } from "./support.ts";

const BRANCH = "feature/net";
const NET = { count: "orders.net" };
const OLD = ["both", "counts", "direct", "still"];
const long: Clock = { ...systemClock, now: () => Date.now() - 7_200_000, sleep: async () => {} };
const isSwitch =
  (enabled: boolean) =>
  ({ method, path, body }: Asked): boolean =>
    method === "PUT" && path.endsWith("/staging-environment") && body?.enabled === enabled;

/** What happens elsewhere `before` or `after` the first request that matches. */
interface Meanwhile {
  before?: (asked: Asked) => boolean;
  after?: (asked: Asked) => boolean;
  happens(): Promise<unknown>;
}

async function openRace(): Promise<Place & { meanwhile(what: Meanwhile): void; kill(): void; wake(): void }> {
  let what: Meanwhile | undefined;
  let isDead = false;
  const proxy: Hook = async (asked, forward) => {
    if (isDead) return "drop";
    const now = what;
    const isNow = now?.before?.(asked) || now?.after?.(asked);
    if (!now || !isNow) return forward();
    what = undefined;
    if (now.before) await now.happens();
    const answer = await forward();
    if (now.after) await now.happens();
    return isDead ? "drop" : answer;
  };
  const place = await openPlace({ proxy });
  place.rewrite(files(NET));
  return {
    ...place,
    meanwhile: (next) => {
      what = next;
    },
    kill: () => {
      isDead = true;
    },
    wake: () => {
      isDead = false;
    },
  };
}

describe("a run that is killed while it waits for the environment", () => {
  it("has left a copy that says whose it is: down turns it off", async () => {
    const race = await openRace();
    race.meanwhile({ after: isSwitch(true), happens: async () => race.kill() });
    await expect(race.begin({ branch: BRANCH, name: "pr-1" })).rejects.toThrow();
    race.wake();
    expect([await race.isOn(BRANCH), await race.slugs()]).toEqual([
      true,
      ["both", "both--pr-1", ...OLD.slice(1)],
    ]);
    expect((await race.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off" }]);
    expect([await race.isOn(BRANCH), await race.slugs()]).toEqual([false, OLD]);
  });

  it("is gone on with by the next run, whose down turns it off", async () => {
    const race = await openRace();
    race.meanwhile({ after: isSwitch(true), happens: async () => race.kill() });
    await expect(race.begin({ branch: BRANCH, name: "pr-1" })).rejects.toThrow();
    race.wake();
    expect((await race.up(BRANCH, "pr-1")).workbooks).toMatchObject([{ of: "both" }, { of: "counts" }]);
    expect((await race.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off" }]);
    expect([await race.isOn(BRANCH), await race.slugs()]).toEqual([false, OLD]);
  });
});

describe("two previews of one branch", () => {
  it("that come up at once know that it was off before, and the last one ends it", async () => {
    const race = await openRace();
    race.meanwhile({ after: isSwitch(true), happens: () => race.up(BRANCH, "pr-2") });
    await race.up(BRANCH, "pr-1");
    expect((await race.down({ name: "pr-1" })).previews).toMatchObject([{ neededBy: ["pr-2"] }]);
    expect((await race.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "off" }]);
    expect(await race.isOn(BRANCH)).toBe(false);
  });

  it("of which one gives up keep it on for the other", async () => {
    const race = await openRace();
    const stop = new AbortController();
    const happens = async () => {
      await race.up(BRANCH, "pr-2");
      stop.abort();
    };
    race.meanwhile({ after: isSwitch(true), happens });
    const begun = race.begin({ branch: BRANCH, name: "pr-1", signal: stop.signal });
    await expect(begun).rejects.toThrow("interrupted");
    expect(await race.isOn(BRANCH)).toBe(true);
    expect((await race.slugs()).filter((slug) => slug.includes("--"))).toEqual([
      "both--pr-2",
      "counts--pr-2",
    ]);
    expect((await race.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "off" }]);
  });

  it("of which one comes up while the other is taken down have it on", async () => {
    const race = await openRace();
    await race.up(BRANCH, "pr-1");
    race.meanwhile({ before: isSwitch(false), happens: () => race.up(BRANCH, "pr-2") });
    const { previews } = await race.down({ name: "pr-1" });
    expect(previews).toMatchObject([
      { staging: "left-on", neededBy: ["pr-2"], removed: ["both--pr-1", "counts--pr-1"] },
    ]);
    expect(await race.isOn(BRANCH)).toBe(true);
    expect((await race.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "off" }]);
  });

  it("that are taken down at once leave it off", async () => {
    const race = await openRace();
    await race.up(BRANCH, "pr-1");
    await race.up(BRANCH, "pr-2");
    race.meanwhile({
      before: ({ method, path }) => method === "DELETE" && path.includes("/workbooks/"),
      happens: () => race.down({ name: "pr-2" }),
    });
    expect((await race.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off", neededBy: [] }]);
    expect([await race.isOn(BRANCH), await race.slugs()]).toEqual([false, OLD]);
  });
});

describe("the sweep", () => {
  it("leaves alone what is put up anew while it runs", async () => {
    const race = await openRace();
    await race.up(BRANCH, "pr-1", { ttl: "1h", clock: long });
    race.meanwhile({
      before: isSwitch(false),
      happens: () => race.up(BRANCH, "pr-1", { ttl: "3d", clock: { ...long, now: Date.now } }),
    });
    const swept = await race.run("preview", "down", "--stale");
    expect(swept.code, swept.stderr).toBe(0);
    expect(swept.stdout).not.toContain("pr-1 is taken down");
    expect(await race.isOn(BRANCH)).toBe(true);
    expect((await race.slugs()).filter((slug) => slug.includes("--"))).toEqual([
      "both--pr-1",
      "counts--pr-1",
    ]);
    expect((await race.run("preview", "list", "--stale")).stdout).toBe("No preview is stale.\n");
  });

  it.each([
    ["is empty", () => false],
    ["lacks the production branch", (name: string) => name === "other"],
    ["lacks a branch whose environment is listed", (name: string) => name !== BRANCH],
  ])("believes no list of branches that %s", async (_, isShown) => {
    let isShort = false;
    const place = await openPlace({
      async proxy({ path }, forward) {
        const answer = await forward();
        if (!isShort || !path.endsWith("/branches") || !("body" in answer)) return answer;
        const text = JSON.stringify(answer.body, (_, value) =>
          Array.isArray(value) ? value.filter(({ name }) => isShown(name)) : value,
        );
        return { ...answer, body: JSON.parse(text) };
      },
    });
    place.rewrite(files(NET));
    await place.up(BRANCH, "pr-1");
    isShort = true;
    const swept = await place.run("preview", "down", "--stale");
    expect([swept.code, swept.stdout]).toEqual([0, "No preview is stale: there is nothing to take down.\n"]);
    expect(await place.slugs()).toContain("both--pr-1");
    // Whoever names it ends its environment all the same.
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off" }]);
    expect(await place.isOn(BRANCH)).toBe(false);
  });
});
