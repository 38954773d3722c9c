// The gate of an apply: no plan that nobody reviewed is applied, whoever edits, copies, moves or deletes comments, and whatever the
// server does not answer. Each test is an attack through the real Action, a real platform and a real API on loopback.
import { describe, expect, it } from "vitest";
import type { Approval } from "../../src/plan/index.ts";
import { type CommentSection, parseComment, sealSection } from "../../src/report/index.ts";
import type { Comment } from "../action/github-server.ts";
import { board, openPlace, type Place, reviewAndMerge } from "../action/place.ts";
import { planApproval, planSection, withApproval, withPlan } from "../action/reseal.ts";
import { byHand, pullRequest, push, REPOSITORY, schedule } from "../action/runner.ts";
import { expectRefused } from "./refused.ts";

const REQUIRED = { inputs: { review: "required" } };
const BAD = { revenue: board("Never reviewed") };

const planComment = (place: Place, pull = 5) => place.comments(pull)[0] as Comment;

/** Writes the section of the plan anew, with a text that is drawn from it. */
function rewrite(place: Place, change: (section: CommentSection) => CommentSection): void {
  const comment = planComment(place);
  comment.body = withPlan(comment.body, change(planSection(comment.body)));
}

/** What somebody who has no key makes of it. */
function forged(section: CommentSection): CommentSection {
  return sealSection(section, { key: "mallory's own key", repository: REPOSITORY, pull: 5 });
}

/** The approval of a plan of what the files say now, as another pull request's comment has it. */
async function approvalOfNow(place: Place): Promise<Approval> {
  await place.run("plan", pullRequest(99));
  return planApproval(planComment(place, 99).body);
}

/** The comment says that this hash was reviewed. */
async function writeHashOfNow(place: Place): Promise<void> {
  const { hash } = await approvalOfNow(place);
  rewrite(place, (section) => ({ ...section, approval: { ...section.approval, hash } }));
}

describe("with `review: required`", () => {
  it("applies the sealed plan of the merged head, by push and by the closed pull request", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const step = await place.run("apply", merge, REQUIRED);
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    place.rewrite({ revenue: board("Second") });
    await place.run("plan", pullRequest(6));
    const closed = pullRequest(6, { action: "closed", merged: true });
    expect((await place.run("apply", closed, REQUIRED)).outputs).toMatchObject({
      "exit-code": "0",
      update: "1",
    });
  });

  const COMMENTS: [string, (place: Place) => Promise<void> | void][] = [
    ["was deleted", (place) => void place.github.issues.clear()],
    [
      "was edited by a writer: what it says to people",
      (place) => {
        const comment = planComment(place);
        comment.body = comment.body.replace("in draft", "in nothing");
      },
    ],
    [
      "was edited by a writer: below what is sealed",
      (place) => {
        planComment(place).body += "\nNothing to see here.";
      },
    ],
    [
      "was edited by a writer: above what is sealed, which is folded away",
      (place) => {
        const comment = planComment(place);
        comment.body = comment.body.replace("\n", "\n\n<details><summary>Nothing changes.</summary>\n");
      },
    ],
    [
      "was edited by a writer: what is hidden, so that nobody can read it",
      (place) => {
        const comment = planComment(place);
        comment.body = comment.body.replace(/(boardwright:state \S{40})\S+/, "$1");
      },
    ],
    ["was edited by a writer: its hash", writeHashOfNow],
    [
      "was written anew with another key",
      async (place) => {
        const approval = await approvalOfNow(place);
        rewrite(place, (section) => forged(withApproval(section, approval)));
      },
    ],
    [
      "is another workflow's of the same bot, without a seal",
      async (place) => {
        const approval = await approvalOfNow(place);
        rewrite(place, (section) => withApproval(section, approval));
      },
    ],
    [
      "is a copy from another pull request",
      async (place) => {
        await approvalOfNow(place);
        planComment(place).body = planComment(place, 99).body;
      },
    ],
  ];
  it.each(COMMENTS)("refuses where the comment %s", async (_, attack) => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    place.rewrite(BAD);
    await attack(place);
    expectRefused(place, await place.run("apply", merge, REQUIRED), "no reviewed plan of 0123456 of #5");
    // That apply has written its own section, which makes no review of the others again.
    const sections = place.comments(5).flatMap(({ body }) => parseComment(body)?.sections ?? []);
    if (!sections.some(({ approval }) => approval)) return;
    // It is ours, and it was changed: no less than a plan that moved.
    expectRefused(
      place,
      await place.run("apply", merge),
      "no reviewed plan of #5 was found; a comment claims",
    );
  });

  it("is the only way to stop what was never planned, or what somebody else made up", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    rewrite(place, forged);
    planComment(place).user.login = "mallory";
    expectRefused(place, await place.run("apply", merge, REQUIRED), "no reviewed plan");
    const step = await place.run("apply", merge);
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    expect(step.log).toContain("No reviewed plan of #5 was found; a comment claims to be one");
  });

  const REPLAYS: [
    string,
    { repository?: string; project?: string; target?: string; command?: string; head?: string },
  ][] = [
    ["another repository", { repository: "mallory/dashboards" }],
    ["another project", { project: "other" }],
    ["another target", { target: "staging" }],
    ["another command", { command: "drift" }],
    ["an older head", { head: "a".repeat(40) }],
  ];
  it.each(REPLAYS)(
    "refuses a seal of %s, though the key is right",
    async (_, { repository, head, ...other }) => {
      const place = await openPlace();
      const merge = await reviewAndMerge(place);
      const { body } = planComment(place);
      const sealed = { key: String(place.given["api-key"]), repository: REPOSITORY, pull: 5 };
      const planned = planSection(body);
      const approval = planApproval(body);
      const made = sealSection(
        { ...withApproval(planned, { ...approval, ...(head && { head }) }), ...other },
        { ...sealed, ...(repository && { repository }) },
      );
      // Under the section of this plan, as whoever copies the seal would put it.
      rewrite(place, (section) => (head ? made : { ...section, seal: made.seal }));
      expectRefused(place, await place.run("apply", merge, REQUIRED));
      rewrite(place, () => sealSection(withApproval(planned, approval), sealed));
      expect((await place.run("apply", merge, REQUIRED)).outputs["exit-code"]).toBe("0");
    },
  );

  it("is not needed to refuse what was planned where nobody can read the comment any more", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const comment = planComment(place);
    for (const state of ["<!-- boardwright:state AAAA -->", ""]) {
      comment.body = comment.body.replace(/<!-- boardwright:state .*/, state);
      expectRefused(
        place,
        await place.run("apply", merge, { inputs: { comment: "false" } }),
        "no reviewed plan of #5 was found; a comment claims",
      );
    }
  });

  it("refuses a plan of an older commit after another push", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const [pull] = [...place.github.pulls.values()].flat();
    Object.assign(pull as object, { head: { sha: "b".repeat(40) } });
    expectRefused(place, await place.run("apply", merge, REQUIRED), "no reviewed plan of bbbbbbb of #5");
  });

  it("takes the newest plan of a commit, not an older one that somebody copied below it", async () => {
    const place = await openPlace({ workbooks: BAD });
    await place.run("plan", pullRequest(5));
    const old = planComment(place).body;
    place.rewrite({ revenue: board("Reviewed") });
    await place.run("plan", pullRequest(5));
    place.comments(5).push({ id: 9, body: old, user: { login: "mallory" } });
    place.rewrite(BAD);
    expectRefused(place, await place.run("apply", place.merge(5), REQUIRED), "the plan is not the one");
  });

  it("is nothing that a copy of our own comment brings back, after somebody edited that", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const comment = planComment(place);
    const copy = { id: 9, body: comment.body, user: { login: "mallory" } };
    comment.body = comment.body.replace(/### .*/, "### 🟢 Boardwright · production: nothing changes");
    place.comments(5).push(copy);
    expectRefused(place, await place.run("apply", merge, REQUIRED), "no reviewed plan of 0123456 of #5");
  });

  it("does not launder a forged comment: a plan that fails carries over only what holds", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    place.rewrite(BAD);
    await writeHashOfNow(place);
    place.rewrite({ revenue: { ...board("Broken"), bogus: 1 } });
    await place.run("plan", pullRequest(5));
    place.rewrite(BAD);
    expectRefused(place, await place.run("apply", merge, REQUIRED), "no reviewed plan");
  });

  it("finds its comment behind hundreds of forged ones", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const real = planComment(place);
    const body = withPlan(real.body, { ...planSection(real.body), seal: "0".repeat(64) });
    const flood = Array.from({ length: 230 }, (_, id) => ({ id, body, user: { login: "mallory" } }));
    place.comments(5).splice(0, 1, ...flood, real);
    expect((await place.run("apply", merge, REQUIRED)).outputs["exit-code"]).toBe("0");
  });

  it("refuses a direct push, a merge into another branch, and a commit that is no merge", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const why = "no pull request that brought this commit";
    expectRefused(place, await place.run("apply", { ...push, sha: "c".repeat(40) }, REQUIRED), why);
    const [pull] = [...place.github.pulls.values()].flat();
    Object.assign(pull as object, { base: { ref: "playground" } });
    expectRefused(place, await place.run("apply", merge, REQUIRED), why);
    Object.assign(pull as object, { base: { ref: "main" }, merge_commit_sha: "d".repeat(40) });
    expectRefused(place, await place.run("apply", merge, REQUIRED), why);
  });

  it("asks it of a run by hand and of the clock, too", async () => {
    const place = await openPlace();
    const { sha = "" } = await reviewAndMerge(place);
    place.rewrite(BAD);
    for (const event of [byHand, schedule])
      expectRefused(place, await place.run("apply", { ...event, sha }, REQUIRED), "the plan is not the one");
  });

  it("refuses a pull request that is not merged", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    for (const review of ["required", "approved", "if-any"]) {
      const asked = place.sandbox.requests.length;
      const step = await place.run("apply", pullRequest(5), { inputs: { review } });
      expectRefused(place, step, "#5 is not merged");
      expect(place.sandbox.requests).toHaveLength(asked);
    }
  });

  it("has nothing to refuse where nothing is left to do, and says so", async () => {
    const place = await openPlace();
    await place.run("apply", byHand);
    const step = await place.run("apply", { ...push, sha: "c".repeat(40) }, REQUIRED);
    expect(step.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
    expect(step.log).toContain("There is nothing to do, and no pull request");
  });

  it("needs a token and a key to ask with", async () => {
    const place = await openPlace();
    const step = await place.run("apply", push, {
      inputs: { review: "required", "github-token": undefined },
    });
    expect(step.outputs["exit-code"]).toBe("64");
    expect(step.log).toContain("`review: required` needs `github-token`");
    expect(place.sandbox.requests).toEqual([]);
    // Without the word, it is said where people see it.
    const { commands } = await place.run("apply", push, { inputs: { "github-token": undefined } });
    const warnings = commands.filter(({ name }) => name === "warning").map(({ text }) => text);
    expect(warnings.join("\n")).toContain("compared with no review: there is no `github-token`");
  });
});
