// What a refused apply leaves behind: the reason, and nothing else.
import { expect } from "vitest";
import type { Place } from "../action/place.ts";
import type { Step } from "../action/runner.ts";

export function expectRefused(place: Place, step: Step, words = ""): void {
  expect(step.outputs["exit-code"]).toBe("3");
  expect(step.code).toBe(1);
  expect(step.log).toContain(`nothing was written: ${words}`);
  expect(step.summary).toContain("nothing was written");
  expect(place.writes()).toEqual([]);
}
