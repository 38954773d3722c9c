// What a command waits for before it asks again takes a fiftieth here: what it does meanwhile is tested where somebody says so.
import { afterAll, beforeAll } from "vitest";
import { systemClock } from "../../src/platform/http/clock.ts";

// A worker keeps its modules, and reads this file anew for each file of tests.
const kept = globalThis as { fullSleep?: typeof systemClock.sleep };
kept.fullSleep ??= systemClock.sleep;
const sleep = kept.fullSleep;
const short: typeof sleep = (ms, signals) => sleep(ms / 50, signals);
systemClock.sleep = short;

/** The tests of this file wait as long as users do. */
export function waitInFull(): void {
  beforeAll(() => {
    systemClock.sleep = sleep;
  });
  afterAll(() => {
    systemClock.sleep = short;
  });
}
