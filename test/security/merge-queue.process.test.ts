// A push that merges several pull requests, or comes after a run that was dropped: it is what was reviewed if it is exactly the union of their
// sealed plans.
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place } from "../action/place.ts";
import { pullRequest, push, readMarkdown, SHA } from "../action/runner.ts";
import { rows } from "../support/runs.ts";
import { expectRefused } from "./refused.ts";

const REQUIRED = { inputs: { review: "required" } };
const [a, b] = [board("A"), board("B")];

/** Each pull request is planned on its own; #5 is merged right before #6, whose merge the push is. */
async function openQueue(): Promise<{ place: Place; merge: ReturnType<Place["merge"]> }> {
  const place = await openPlace({ workbooks: { a } });
  await place.run("plan", pullRequest(5));
  place.rewrite({ b });
  await place.run("plan", pullRequest(6));
  place.rewrite({ a, b });
  const merge = place.merge(6);
  const commit = "5".repeat(40);
  const [head, base] = [{ sha: SHA }, { ref: "main" }];
  const merged_at = new Date().toISOString();
  const merged = { number: 5, merged_at, merge_commit_sha: commit, head, base };
  place.github.pulls.set(commit, [merged]);
  return { place, merge };
}

describe("an apply of what several pull requests bring", () => {
  it.each(rows(["required", "if-any"]))("is what was reviewed, and each is told (%s)", async (review) => {
    const { place, merge } = await openQueue();
    const step = await place.run("apply", merge, { inputs: { review } });
    expect(step.outputs, step.log).toMatchObject({ "exit-code": "0", create: "2" });
    expect(await place.live()).toEqual({ a: "A", b: "B" });
    for (const pull of [5, 6])
      expect([...place.sections(pull).keys()]).toEqual(["apply production", "plan production"]);
  });

  it("stops for what none of them showed, and for what was edited since", async () => {
    const { place, merge } = await openQueue();
    place.rewrite({ a, b, c: board("C") });
    expect((await place.run("apply", merge, REQUIRED)).log).toContain("c was not in the reviewed plan");
    for (const pull of [5, 6])
      expect(place.sections(pull).get("apply production")).toContain("1 change moved");
    place.rewrite({ a: board("Other"), b });
    const step = await place.run("apply", merge, REQUIRED);
    expect(step.outputs["exit-code"]).toBe("3");
    expect(await place.live()).toEqual({});
  });

  it("needs the approval of each that brings something", async () => {
    const { place, merge } = await openQueue();
    const approved = { inputs: { review: "approved" } };
    const approval = { state: "APPROVED", commit_id: SHA, user: { login: "ada", type: "User" } };
    place.github.writers.add("ada");
    place.github.reviews.set(6, [approval]);
    expectRefused(
      place,
      await place.run("apply", merge, approved),
      "nobody who may write has approved 0123456 of #5",
    );
    place.github.reviews.set(5, [approval]);
    expect((await place.run("apply", merge, approved)).outputs).toMatchObject({
      "exit-code": "0",
      create: "2",
    });
  });

  it("does not repeat what an earlier run applied and somebody took back", async () => {
    const { place, merge } = await openQueue();
    place.rewrite({ a });
    const [merged] = place.github.pulls.get("5".repeat(40)) ?? [];
    place.github.pulls.clear();
    const first = place.merge(5);
    expect((await place.run("apply", first)).outputs).toMatchObject({ "exit-code": "0", create: "1" });
    place.rewrite({ a, b });
    place.merge(6);
    place.github.pulls.set("5".repeat(40), merged ? [merged] : []);
    const { items } = await place.call("GET", "/deployments/1/workbooks");
    for (const { id } of items as unknown as { id: number }[])
      await place.call("DELETE", `/deployments/1/workbooks/${id}`);
    const step = await place.run("apply", merge, REQUIRED);
    expect(step.outputs["exit-code"]).toBe("3");
    expect(step.log).toContain("a was not in the reviewed plan");
    expect(await place.live()).toEqual({});
  });
});

describe("a review that was taken back", () => {
  const REVERTED = "7".repeat(40);

  /** #5 makes A, and its run is dropped; #7 reverts that: its plan shows nothing to do. What comes with #6 makes A again. */
  async function revert(applies: boolean) {
    const { place } = await openQueue();
    place.github.pulls.delete(place.merge(6).sha ?? "");
    const [fifth] = place.github.pulls.get("5".repeat(40)) ?? [];
    if (!fifth) throw new Error("nothing was merged");
    place.rewrite({});
    if (applies) fifth.merged_at = "2090-11-20T07:00:00Z";
    await place.run("plan", pullRequest(7));
    const merged_at = "2090-11-20T07:30:00Z";
    place.github.pulls.set(REVERTED, [{ ...fifth, number: 7, merged_at, merge_commit_sha: REVERTED }]);
    place.github.branches.set("main", REVERTED);
    const step = applies && (await place.run("apply", { ...push, sha: REVERTED }, REQUIRED));
    if (step) expect(step.outputs, step.log).toMatchObject({ "exit-code": "0", changes: "false" });
    place.rewrite({ a, b });
    const merge = place.merge(6);
    return { place, merge };
  }

  it.each([
    ["by an apply that had nothing to do", true],
    ["by a plan that was made after its merge", false],
  ])("counts no more, %s", async (_, applies) => {
    const { place, merge } = await revert(applies);
    const step = await place.run("apply", merge, REQUIRED);
    expectRefused(place, step, "the plan is not the one that was reviewed in #6");
    expect(step.log).toContain("a was not in the reviewed plan");
  });
});

describe("an apply at an address", () => {
  it("is the reviewed one however that is written, and is refused by name where it is another", async () => {
    const { place, merge } = await openQueue();
    const url = place.given["api-url"] ?? "";
    const inputs = { "api-url": `${url.replace("http", "HTTP")}/` };
    const other = await place.run("apply", merge, {
      inputs: { "api-url": url.replace("127.0.0.1", "localhost") },
    });
    expect(other.outputs["exit-code"]).toBe("3");
    const moved = `address: ${url} → ${url.replace("127.0.0.1", "localhost")}`;
    for (const told of [other.log, readMarkdown(other.summary)]) expect(told).toContain(moved);
    expect(other.log).toContain("need the same `api-url`");
    expect((await place.run("apply", merge, { inputs })).outputs["exit-code"]).toBe("0");
  });

  it("of another target than the reviewed one names both", async () => {
    const { place, merge } = await openQueue();
    const step = await place.run("apply", merge, { inputs: { review: "required", target: "staging" } });
    expectRefused(
      place,
      step,
      "no reviewed plan of 0123456 of #6 was found: it shows acme for production, and this is staging",
    );
  });
});
