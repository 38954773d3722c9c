import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { onAbort, unlessAborted } from "../../src/platform/http/abort.ts";

it("calls everybody who still watches, with one listener on the signal", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on("warning", note);
  const controller = new AbortController();
  const called: number[] = [];
  const releases = Array.from({ length: 20 }, (_, index) =>
    onAbort([controller.signal], () => called.push(index)),
  );
  for (const release of releases.slice(1, 19)) release();
  controller.abort();
  expect(called).toEqual([0, 19]);
  await new Promise(setImmediate);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

it("calls who comes too late at the next turn, unless it is taken back", async () => {
  const called: string[] = [];
  onAbort([AbortSignal.abort()], () => called.push("kept"));
  onAbort([AbortSignal.abort()], () => called.push("taken back"))();
  expect(called).toEqual([]);
  await Promise.resolve();
  expect(called).toEqual(["kept"]);
});

it("leaves no listener on a signal that nobody watches: it would keep what was answered in memory", async () => {
  const [stop, over] = [new AbortController(), new AbortController()];
  const signals = [stop.signal, AbortSignal.any([stop.signal, over.signal])];
  const answers = [1, 2].map((answer) => unlessAborted(Promise.resolve(answer), signals));
  expect(signals.map(listenersOf)).toEqual([1, 1]);
  expect(await Promise.all(answers)).toEqual([1, 2]);
  await new Promise(setImmediate);
  expect(signals.map(listenersOf)).toEqual([0, 0]);
  const release = onAbort(signals, () => {});
  release();
  release();
  expect(signals.map(listenersOf)).toEqual([0, 0]);
});

function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, "abort").length;
}
