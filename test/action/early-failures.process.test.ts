// A step that fails before it has found its project, or because of its inputs: nothing of an older commit looks current after it.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "./place.ts";
import { planSection } from "./reseal.ts";
import { pullRequest, SHA } from "./runner.ts";

const NEWER = "b".repeat(40);
const OLDER = `**What follows is of an older commit**, <code>${SHA.slice(0, 12)}</code>.`;
const body = (place: Place) => place.comments(5)[0]?.body ?? "";
const project = (place: Place) => join(place.workspace, "boardwright.yaml");

const FAILURES: [string, (place: Place) => void, Record<string, string>][] = [
  ["whose project file is broken", (place) => writeFileSync(project(place), "project: ["), {}],
  ["whose project file is gone", (place) => rmSync(project(place)), {}],
  ["with an input that cannot be", () => {}, { prune: "maybe" }],
  ["in a folder that is not there", () => {}, { "working-directory": "nowhere" }],
];

describe.each(FAILURES)("a step %s", (_, spoil, inputs) => {
  it("marks what is of an older commit, and posts nothing", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const before = body(place);
    place.github.heads.set(5, NEWER);
    spoil(place);
    const step = await place.run("plan", pullRequest(5, { sha: NEWER }), { inputs });
    expect(["1", "64"]).toContain(step.outputs["exit-code"]);
    expect(place.comments(5)).toHaveLength(1);
    expect(body(place)).toContain(OLDER);
    // What was reviewed is still there to read, and under its seal.
    expect(planSection(body(place))).toEqual(planSection(before));
    for (const line of before.split("\n").slice(0, -2)) expect(body(place)).toContain(line);
  });

  it("writes nothing where it may not, or nothing is there", async () => {
    const place = await openPlace();
    spoil(place);
    await place.run("plan", pullRequest(5), { inputs });
    expect(place.comments(5)).toHaveLength(0);
    expect(place.github.requests.filter((one) => /^(POST|PATCH) .*comments/.test(one))).toEqual([]);
    const asked = place.github.requests.length;
    await place.run("plan", pullRequest(5), { inputs: { ...inputs, comment: "false" } });
    expect(place.github.requests.slice(asked).filter((one) => one.includes("comments"))).toEqual([]);
  });
});
