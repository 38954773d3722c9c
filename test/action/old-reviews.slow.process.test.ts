// Which review an apply goes by: the newest sealed comment, of the newest commit of the branch, under the name that the project had.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Comment } from "./github-server.ts";
import { board, openPlace, type Place, PROJECT, type RunOptions, reviewAndMerge } from "./place.ts";
import { reseal } from "./reseal.ts";
import { byHand, type Event, pullRequest, push } from "./runner.ts";

const [OLDER, NEWER] = [{ revenue: board("Older") }, { revenue: board("Newer") }];
const OTHER = "2".repeat(40);

async function expectRefused(place: Place, event: Event, options: RunOptions, ...words: string[]) {
  const step = await place.run("apply", event, options);
  expect(step.outputs["exit-code"]).toBe("3");
  expect(step.log).toContain("refused, nothing was written");
  for (const word of words) expect(step.log).toContain(word);
  expect(place.writes()).toEqual([]);
}
const expectApplied = async (place: Place, event: Event, options: RunOptions = {}) =>
  expect((await place.run("apply", event, options)).outputs).toMatchObject({ "exit-code": "0", create: "1" });

describe("of several sealed plans of one pull request", () => {
  it.each<[string, (older: Comment, newer: Comment) => Comment[], (string | undefined)[]]>([
    ["above the newer one", (older, newer) => [older, newer], ["2026-11-20T08:00Z", "2026-11-20T09:00Z"]],
    [
      "copied below the newer one",
      (older, newer) => [newer, older],
      ["2026-11-20T08:00Z", "2026-11-20T09:00Z"],
    ],
    ["without a time", (older, newer) => [newer, older], [undefined, "2026-11-20T09:00Z"]],
    ["without a time, above it", (older, newer) => [older, newer], [undefined, "2026-11-20T09:00Z"]],
  ])("the newest counts, with an older one %s", async (_, inOrder, times) => {
    const place = await openPlace({ workbooks: OLDER });
    await place.run("plan", pullRequest(5));
    const older = structuredClone(place.comments(5)[0]) as Comment;
    place.rewrite(NEWER);
    const event = await reviewAndMerge(place, 5);
    const comments = place.comments(5);
    const newer = comments[0] as Comment;
    for (const [index, comment] of [older, newer].entries())
      reseal(place, 5, comment, ({ at: _at, ...rest }) => ({
        ...rest,
        ...(times[index] && { at: times[index] }),
      }));
    comments.splice(0, comments.length, ...inOrder(older, newer));
    place.rewrite(OLDER);
    await expectRefused(place, event, { inputs: { review: "required" } });
    place.rewrite(NEWER);
    await expectApplied(place, event);
  });
});

describe("a run that is started again", () => {
  const tag: Event = { ...push, ref: "refs/tags/v1", sha: OTHER };
  const closed = (merge: string | undefined): Event => {
    const event = pullRequest(5, { action: "closed", merged: true });
    Object.assign((event.payload as { pull_request: object }).pull_request, { merge_commit_sha: merge });
    return event;
  };

  it.each<[string, Event | undefined, RunOptions, string[]]>([
    [
      "by a newer commit",
      undefined,
      {},
      ["attempt 2 of a run of feedfac", "commit of main is 2222222", "run of 2222222"],
    ],
    [
      "by one on the base",
      closed("3".repeat(40)),
      {},
      ["run of 3333333", "newest commit of main is 2222222"],
    ],
    ["without a commit", closed(undefined), {}, ["pull_request names no branch", "Start a new run, by hand"]],
    ["of a tag", tag, {}, ["push names no branch", "Start a new run, by hand"]],
    [
      "without a token",
      undefined,
      { inputs: { "github-token": undefined } },
      ["no `github-token`", "of main", "by hand"],
    ],
  ])("is refused where it is passed, %s", async (_, event, options, words) => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place, 5);
    place.github.branches.set("main", OTHER);
    await expectRefused(place, { ...(event ?? merge), attempt: 2 }, options, ...words, "`review: off`");
  });

  it("is refused where GitHub does not say, and says so", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place, 5);
    place.github.isHidden = true;
    const why = "it is unknown whether the commit of this repeated run is still the newest of main";
    await expectRefused(place, { ...merge, attempt: 2 }, {}, why, "`review: off`");
  });

  it.each<[string, Event | undefined, RunOptions]>([
    ["is the first attempt", undefined, {}],
    ["asks for no review", { ...push, sha: OTHER, attempt: 2 }, { inputs: { review: "off" } }],
    ["is started by hand", { ...byHand, attempt: 2 }, {}],
    ["is of the newest commit", { ...closed(OTHER), attempt: 2 }, {}],
  ])("goes on where it %s", async (_, event, options) => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place, 5);
    place.github.branches.set("main", OTHER);
    place.github.pulls.set(OTHER, place.github.pulls.get(merge.sha ?? "") ?? []);
    await expectApplied(place, event ?? merge, options);
  });
});

it("a review that GitHub does not tell of is refused, and the job is to be run again", async () => {
  const place = await openPlace();
  const merge = await reviewAndMerge(place, 5);
  place.github.refuse = (_, path) => (path.endsWith("/pulls") ? 500 : undefined);
  const words = ["it is unknown whether this was reviewed", "Run the job again when GitHub answers"];
  await expectRefused(place, merge, {}, ...words, "`review: off`");
});

describe("a project that a merge gives another name", () => {
  const RENAMED = PROJECT.replace("project: acme", "project: acme-two");
  const [BEFORE, NO_COMMIT] = ["1".repeat(40), "0".repeat(40)];
  const merged = (place: Place, before: string | null = BEFORE): Event => ({
    ...place.merge(5),
    payload: { ...push.payload, before },
  });
  /** It is renamed on the branch, below the folder that a project was in before. */
  const renamed = async (folder = ""): Promise<Place> => {
    const place = await openPlace({ folder });
    writeFileSync(join(place.workspace, folder, "boardwright.yaml"), RENAMED);
    await place.run("plan", pullRequest(5));
    return place;
  };

  it("has left its review behind, whichever folder it was found in", async () => {
    const words = ["the reviewed plan of #5 is of the project acme for production", "`defaultTarget`"];
    const place = await renamed();
    await expectRefused(place, merged(place), {}, ...words);
    const inner = await renamed("analytics/");
    inner.github.contents.delete("analytics/boardwright.yaml");
    inner.github.contents.set("boardwright.yaml", PROJECT);
    await expectRefused(inner, merged(inner), {}, ...words);
  });

  it.each([
    [
      "names no commit before it",
      NO_COMMIT,
      false,
      ["the event names no commit before", "under another name"],
    ],
    ["says nothing of what was before", null, false, ["the event names no commit before"]],
    ["may not read it", BEFORE, true, ["the project file before the push cannot be read", "contents: read"]],
  ])("is refused where the push %s", async (_, before, isHidden, words) => {
    const place = await renamed();
    place.github.isHidden = isHidden;
    await expectRefused(place, merged(place, before), {}, ...words, "`review: off`");
  });

  it("is a project of its own where there was none, or it was another one before", async () => {
    const fresh = await renamed();
    fresh.github.contents.clear();
    await expectApplied(fresh, merged(fresh));
    const beside = await renamed();
    beside.github.contents.set("boardwright.yaml", RENAMED);
    await expectApplied(beside, merged(beside));
  });

  it("is a way of its own where something else was in its place", async () => {
    const place = await openPlace({ folder: "analytics/" });
    place.github.contents.clear();
    place.github.links.set("analytics", "fixtures/other");
    const why = "before the push it was another project: analytics is no symbolic link";
    await expectRefused(place, merged(place), {}, why, "the key could go", "`review: off`");
  });

  it("is stopped by a file that nobody can read by now, which is named, and only where it matters", async () => {
    const place = await renamed();
    place.github.contents.set("boardwright.yaml", "project: [");
    const step = await place.run("apply", merged(place));
    expect([step.outputs["exit-code"], place.writes()]).toEqual(["1", []]);
    expect(step.log).toContain("1111111:boardwright.yaml");
    const alone = await openPlace();
    alone.github.contents.set("boardwright.yaml", "project: [");
    await expectApplied(alone, merged(alone));
  });

  it("is not asked about where nothing else was reviewed, or its base names it", async () => {
    const place = await openPlace();
    place.github.isHidden = true;
    await expectApplied(place, merged(place));
    const pull = await openPlace();
    await pull.run("plan", pullRequest(5), { inputs: { target: "staging" } });
    await expectApplied(pull, pullRequest(5, { action: "closed", merged: true }));
  });

  it("is not asked about where the workflow names another target", async () => {
    const place = await renamed();
    await expectRefused(place, merged(place), { inputs: { target: "production" } }, "the project acme for");
    await expectApplied(place, merged(place, NO_COMMIT), { inputs: { target: "staging" } });
  });
});
