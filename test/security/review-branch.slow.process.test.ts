// The gate of an apply and branches: a plan shows what a merge into one branch does, under the policy of that branch, and a branch that
// anybody may merge into reviews nothing.
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place, PROJECT } from "../action/place.ts";
import { planSection, withPlan } from "../action/reseal.ts";
import { pullRequest, push, SHA, schedule } from "../action/runner.ts";
import { expectRefused } from "./refused.ts";

const LAX = `${PROJECT}apply: { allow: [drift] }\n`;

/** The attack: the pull request is planned for a merge into `pg`, where the hazard is waived, then retargeted to main, and merged. */
async function retarget(): Promise<Place> {
  const place = await openPlace();
  place.github.contents.set("boardwright.yaml", LAX);
  await place.run("plan", pullRequest(5, { onto: "pg" }));
  place.github.contents.set("boardwright.yaml", PROJECT);
  place.github.reviews.set(5, [
    { state: "APPROVED", commit_id: SHA, user: { login: "ada", type: "User" }, author_association: "MEMBER" },
  ]);
  place.github.writers.add("ada");
  return place;
}

describe("a pull request that was retargeted", () => {
  it.each(["if-any", "required", "approved"])("has no review for its new base, with `%s`", async (review) => {
    const place = await retarget();
    const inputs = { inputs: { review } };
    const why = "the plan of #5 was made for a merge into pg, and it was merged into main";
    expectRefused(place, await place.run("apply", place.merge(5), inputs), why);
    const closed = pullRequest(5, { action: "closed", merged: true });
    expectRefused(place, await place.run("apply", closed, inputs), why);
    // GitHub tells a workflow of it: `edited`.
    await place.run("plan", pullRequest(5, { action: "edited" }));
    const step = await place.run("apply", place.merge(5), inputs);
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });

  it("cannot have its seal told otherwise", async () => {
    const place = await retarget();
    const [comment] = place.comments(5);
    if (!comment) throw new Error("no comment");
    const planned = planSection(comment.body);
    expect(planned.approval?.base).toBe("pg");
    const approval = planned.approval && { ...planned.approval, base: "main" };
    comment.body = withPlan(comment.body, { ...planned, approval });
    for (const review of ["if-any", "required"])
      expectRefused(
        place,
        await place.run("apply", place.merge(5), { inputs: { review } }),
        "no reviewed plan",
      );
  });

  it("keeps to the base of the plan that is carried over when a later one fails", async () => {
    const place = await retarget();
    place.rewrite({ revenue: { ...board("Broken"), bogus: 1 } });
    await place.run("plan", pullRequest(5, { action: "edited" }));
    place.rewrite({ revenue: board("Revenue") });
    expectRefused(
      place,
      await place.run("apply", place.merge(5)),
      "the plan of #5 was made for a merge into pg",
    );
  });
});

describe("another pull request with the same commits", () => {
  it("that was merged into a branch of its author's opens no gate that a broken seal has shut", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const merge = place.merge(5);
    const [comment] = place.comments(5);
    if (!comment) throw new Error("no comment");
    comment.body = comment.body.replace("Revenue", "Nothing");
    expectRefused(place, await place.run("apply", merge), "no reviewed plan of #5 was found");
    await place.run("plan", pullRequest(9, { onto: "evil" }));
    const listed = place.github.pulls.get(merge.sha ?? "") ?? [];
    const other = { number: 9, merged_at: "2026-11-20T08:00:00Z", merge_commit_sha: "1".repeat(40) };
    place.github.pulls.set(merge.sha ?? "", [
      ...listed,
      { ...other, head: { sha: SHA }, base: { ref: "evil" } },
    ]);
    expectRefused(place, await place.run("apply", merge), "no reviewed plan of #5 was found");
    comment.body = "";
    const why = "the plan of #9 was made for a merge into evil, and this applies main";
    expectRefused(place, await place.run("apply", merge), why);
  });
});

describe("an answer that is no list", () => {
  it.each([
    ["comments", "{}"],
    ["comments", ""],
    ["pulls", "{}"],
    ["pulls", ""],
  ])("is not one without %s: %j", async (list, body) => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    place.github.distort = (path) => (path.endsWith(`/${list}`) ? body : undefined);
    expectRefused(place, await place.run("apply", place.merge(5)), "it is unknown whether this was reviewed");
  });
});

describe("a branch that is not the default one", () => {
  const PLAYGROUND = { env: { GITHUB_REF: "refs/heads/playground" } };

  it.each(["required", "approved"])("is not applied with `%s`, pushed or merged into", async (review) => {
    const place = await openPlace();
    place.github.branches.set("main", "1".repeat(40));
    await place.run("plan", pullRequest(5, { onto: "playground" }));
    const merge = place.merge(5);
    const [pull] = [...place.github.pulls.values()].flat();
    Object.assign(pull as object, { base: { ref: "playground" } });
    const inputs = { inputs: { review } };
    const why = `this is about playground, and \`review: ${review}\` applies only the default branch, main`;
    expectRefused(place, await place.run("apply", merge, { ...inputs, ...PLAYGROUND }), why);
    const closed = pullRequest(5, { action: "closed", merged: true, onto: "playground" });
    expectRefused(place, await place.run("apply", closed, inputs), why);
    expect((await place.run("apply", closed)).outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });

  it("is what an event is about that does not name the default one, but for the clock", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const { sha = "" } = place.merge(5);
    const inputs = { inputs: { review: "required" } };
    const unnamed = { ...push, sha, payload: { repository: {} } };
    expectRefused(place, await place.run("apply", unnamed, inputs), "this is about main, and");
    const step = await place.run("apply", { ...schedule, sha }, inputs);
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});
