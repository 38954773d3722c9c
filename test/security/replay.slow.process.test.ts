// An old run of the workflow, started again: what was reviewed back then has been taken back since, and nobody reviewed it a second time.
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place, reviewAndMerge } from "../action/place.ts";
import { byHand, type Event, pullRequest, push, SHA } from "../action/runner.ts";

const NEWER = "2".repeat(40);
const [GOOD, BAD] = [{ revenue: board("Good") }, { revenue: board("Bad") }];

const approve = (place: Place, pull: number) =>
  place.github.reviews.set(pull, [
    { state: "APPROVED", commit_id: SHA, user: { login: "ada", type: "User" }, author_association: "MEMBER" },
  ]);

/** Good is live; #5 makes it bad and is applied, #6 reverts that and is applied. The checkout is that of #5 again. */
async function revert(review: string): Promise<{ place: Place; old: Event }> {
  const place = await openPlace({ workbooks: GOOD });
  place.github.writers.add("ada");
  for (const pull of [5, 6]) approve(place, pull);
  await place.run("apply", byHand);
  place.rewrite(BAD);
  const old = await reviewAndMerge(place, 5);
  const inputs = { inputs: { review } };
  expect((await place.run("apply", old, inputs)).outputs).toMatchObject({ "exit-code": "0", update: "1" });
  place.rewrite(GOOD);
  await place.run("plan", pullRequest(6));
  const [merged] = place.github.pulls.get(old.sha ?? "") ?? [];
  if (!merged) throw new Error("nothing was merged");
  place.github.pulls.set(NEWER, [{ ...merged, number: 6, merge_commit_sha: NEWER }]);
  place.github.branches.set("main", NEWER);
  const newer = await place.run("apply", { ...push, sha: NEWER }, inputs);
  expect(newer.outputs).toMatchObject({ "exit-code": "0", update: "1" });
  place.rewrite(BAD);
  return { place, old };
}

async function expectReplayRefused(place: Place, event: Event, review: string, words: string): Promise<void> {
  const writes = place.writes().length;
  const step = await place.run("apply", event, { inputs: { review } });
  expect(step.outputs["exit-code"]).toBe("3");
  expect(step.summary).toContain("nothing was written");
  expect(step.log).toContain(words);
  expect(place.writes()).toHaveLength(writes);
  expect(await place.live()).toEqual({ revenue: "Good" });
}

describe("an old run that is started again", () => {
  it.each(["if-any", "required", "approved"])(
    "does not undo what was applied since, with `%s`",
    async (review) => {
      const { place, old } = await revert(review);
      const again = { ...old, attempt: 2 };
      const tip = "attempt 2 of a run of feedfac, and the newest commit of main is 2222222";
      await expectReplayRefused(place, again, review, tip);
      const closed = pullRequest(5, { action: "closed", merged: true });
      const payload = closed.payload as { pull_request: object };
      Object.assign(payload.pull_request, { merge_commit_sha: old.sha });
      await expectReplayRefused(place, { ...closed, attempt: 2 }, review, tip);
    },
  );

  it("is refused where the newest commit cannot be read", async () => {
    const { place, old } = await revert("required");
    place.github.branches.clear();
    for (const review of ["if-any", "required"])
      await expectReplayRefused(
        place,
        { ...old, attempt: 2 },
        review,
        "it is unknown whether the commit of this repeated run is still the newest of main",
      );
    place.github.branches.set("main", NEWER);
    const closed = pullRequest(5, { action: "closed", merged: true });
    await expectReplayRefused(place, { ...closed, attempt: 3 }, "required", "names no branch whose newest");
    const step = await place.run("apply", { ...old, attempt: 2 }, { inputs: { "github-token": undefined } });
    expect(step.outputs["exit-code"]).toBe("3");
    expect(step.log).toContain("there is no `github-token` to read the newest commit of main with");
  });

  it("by hand or by the clock is no way around it, where a review is required", async () => {
    const { place, old } = await revert("required");
    const again = { ...byHand, sha: old.sha ?? "", attempt: 2 };
    await expectReplayRefused(place, again, "required", "the newest commit of main is 2222222");
  });

  it("is applied with `review: off`", async () => {
    const { place, old } = await revert("required");
    const step = await place.run("apply", { ...old, attempt: 2 }, { inputs: { review: "off" } });
    expect(step.outputs).toMatchObject({ "exit-code": "0", update: "1" });
  });
});

describe("two merges in quick succession", () => {
  it("are both applied, one after the other, though the first is no longer the newest", async () => {
    const place = await openPlace({ workbooks: { a: board("A") } });
    const first = await reviewAndMerge(place);
    place.github.branches.set("main", NEWER);
    const step = await place.run("apply", first, { inputs: { review: "required" } });
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});
