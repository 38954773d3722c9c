import { expect, it } from "vitest";
import { onAbort } from "../../src/platform/http/abort.ts";

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
