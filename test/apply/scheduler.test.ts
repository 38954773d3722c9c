// How many changes are made at once, and what happens to the others when one ends the run.
import { describe, expect, it } from "vitest";
import { runAll } from "../../src/apply/scheduler.ts";

const go = () => new AbortController().signal;
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("tasks", () => {
  it.each([
    [1, 1],
    [3, 3],
    [20, 7],
  ])("of a list run %i at once at most, in its order", async (concurrency, most) => {
    let running = 0;
    let highest = 0;
    const begun: number[] = [];
    await runAll([0, 1, 2, 3, 4, 5, 6], { atOnce: () => concurrency, stop: go() }, async (item) => {
      begun.push(item);
      running += 1;
      highest = Math.max(highest, running);
      await pause();
      running -= 1;
    });
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(highest).toBe(most);
  });

  it("are not begun any more after a stop", async () => {
    const stop = new AbortController();
    const ended: number[] = [];
    await runAll([0, 1, 2, 3, 4], { atOnce: () => 2, stop: stop.signal }, async (item) => {
      if (item === 1) stop.abort();
      await pause();
      ended.push(item);
    });
    expect(ended).toEqual([0, 1]);
  });

  it("of which one throws begin no other; the first error comes out when those under way have ended", async () => {
    const ended: number[] = [];
    const all = runAll([0, 1, 2, 3], { atOnce: () => 2, stop: go() }, async (item) => {
      if (item === 0) throw new Error("first");
      await pause();
      ended.push(item);
      throw new Error("second");
    });
    const error = await all.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "first" });
    expect(ended).toEqual([1]);
  });
});
