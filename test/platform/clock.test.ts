// The clock of the system, as the room sees it.
import { describe, expect, it, vi } from "vitest";
import { isAborted, onAbort, unlessAborted } from "../../src/platform/http/abort.ts";
import { systemClock } from "../../src/platform/http/clock.ts";
import { waitInFull } from "../support/waits.ts";

waitInFull();

describe("the system's clock", () => {
  it("sleeps and rings when it is told, unless that is taken back or a signal aborts", async () => {
    vi.useFakeTimers({ now: 1000 });
    try {
      expect(systemClock.now()).toBe(1000);
      const heard: string[] = [];
      const note = (what: string) => () => void heard.push(what);
      const controller = new AbortController();
      void systemClock.sleep(50, []).then(note("slept"));
      void systemClock.sleep(500, [controller.signal]).then(note("woken"));
      systemClock.after(60, note("rang"));
      systemClock.after(60, note("taken back"))();
      await vi.advanceTimersByTimeAsync(49);
      expect(heard).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(heard).toEqual(["slept"]);
      await vi.advanceTimersByTimeAsync(10);
      expect(heard).toEqual(["slept", "rang"]);
      controller.abort();
      await vi.advanceTimersByTimeAsync(0);
      expect(heard).toEqual(["slept", "rang", "woken"]);
      // Nothing is left that would keep the process.
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an abort", () => {
  it("of any of the signals counts", () => {
    const { signal } = new AbortController();
    expect(isAborted([])).toBe(false);
    expect(isAborted([signal])).toBe(false);
    expect(isAborted([signal, AbortSignal.abort()])).toBe(true);
    const controller = new AbortController();
    const heard: string[] = [];
    const release = onAbort([signal, controller.signal], () => heard.push("stop"));
    controller.abort();
    expect(heard).toEqual(["stop"]);
    release();
  });

  it("ends the wait for work, and leaves the result of work that was done", async () => {
    const controller = new AbortController();
    const signals = [controller.signal];
    await expect(unlessAborted(Promise.resolve(1), signals)).resolves.toBe(1);
    await expect(unlessAborted(Promise.reject(new Error("work")), signals)).rejects.toThrow("work");
    await expect(unlessAborted(Promise.resolve(2), [])).resolves.toBe(2);
    const waiting = unlessAborted(new Promise(() => {}), signals);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
  });
});
