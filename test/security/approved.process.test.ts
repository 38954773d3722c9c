// `review: approved`: an approving review of the very commit that was planned and merged, by somebody who may write. Everything that only
// looks like one is refused.
import { describe, expect, it } from "vitest";
import { openPlace, type Place, reviewAndMerge } from "../action/place.ts";
import { pullRequest, SHA, schedule } from "../action/runner.ts";
import { rows } from "../support/runs.ts";
import { expectRefused } from "./refused.ts";

const APPROVED = { inputs: { review: "approved" } };
const by = (login: string, more: object = {}) => ({
  state: "APPROVED",
  commit_id: SHA,
  user: { login, type: "User" },
  author_association: "MEMBER",
  ...more,
});

async function open(...reviews: object[]) {
  const place: Place = await openPlace();
  const merge = await reviewAndMerge(place);
  place.github.writers.add("ada");
  place.github.reviews.set(5, reviews);
  return { place, merge };
}

describe("with `review: approved`", () => {
  it("applies what somebody who may write approved, also behind a hundred other reviews", async () => {
    const others = Array.from({ length: 120 }, (_, at) => by(`reader-${at}`, { state: "COMMENTED" }));
    const { place, merge } = await open(...others, by("ada"), by("ada", { state: "COMMENTED" }));
    expect((await place.run("apply", merge, APPROVED)).outputs).toMatchObject({
      "exit-code": "0",
      create: "1",
    });
  });

  const NONE: [string, object[]][] = [
    ["nobody reviewed", []],
    ["an older commit was approved", [by("ada", { commit_id: "a".repeat(40) })]],
    ["the approval was dismissed", [by("ada", { state: "DISMISSED" })]],
    ["somebody approved who may only read", [by("mallory")]],
    ["a workflow approved its own", [by("ada", { user: { login: "ada", type: "Bot" } })]],
    ["somebody only commented", [by("ada", { state: "COMMENTED" })]],
    ["the account is gone", [by("ada", { user: null })]],
    ["Gitea does not count the approval", [by("ada", { official: false })]],
    ["only the author approved", [by("author", { official: true })]],
    ["Gitea took it back", [by("ada", { official: true, dismissed: true })]],
  ];
  it.each(rows(NONE))("refuses where %s", async (_, reviews) => {
    const { place, merge } = await open(...reviews);
    expectRefused(
      place,
      await place.run("apply", merge, APPROVED),
      "nobody who may write has approved 0123456 of #5",
    );
  });

  const commit = (login: string, message = "Change it", committer = login) => ({
    ...{ sha: login, author: { login }, committer: { login: committer }, commit: { message } },
  });
  const together = commit("bot", "Change it\n\nCo-Authored-By: Ada <12+Ada@users.noreply.github.com>");
  const AUTHORS: [string, object[], object[]][] = [
    ["wrote one of its commits", [commit("bot"), commit("Ada")], []],
    ["committed one that another wrote", [commit("bot", "Change it", "ada")], []],
    ["is named as a co-author", [together], []],
    ["pushed under the name of a bot", [commit("bot")], [{ after: "bot", actor: { login: "ada" } }]],
  ];
  it.each(rows(AUTHORS))(
    "counts no approval by who %s, though another opened the pull request",
    async (_, commits, activity) => {
      const { place, merge } = await open(by("ada"));
      place.github.written.set(5, commits);
      // What was pushed to a branch of that name before is none of its commits.
      place.github.activity = [...activity, { after: "old", actor: { login: "bob" } }];
      const refusal = "nobody who may write has approved 0123456 of #5, other than who wrote it";
      expectRefused(place, await place.run("apply", merge, APPROVED), refusal);
      place.github.writers.add("bob");
      place.github.reviews.set(5, [by("ada"), by("bob")]);
      expect((await place.run("apply", merge, APPROVED)).outputs["exit-code"]).toBe("0");
    },
  );

  const nobodys = { sha: "beadbead", author: null, committer: null, commit: { message: "Change it" } };
  it.each(rows([403, 404, 200]))(
    "refuses where the server does not say whose a commit is, with %i",
    async (status) => {
      const { place, merge } = await open(by("ada"));
      place.github.written.set(5, [nobodys]);
      place.github.refuse = (_, path) => (status !== 200 && path.endsWith("/activity") ? status : undefined);
      const why = "whether ada wrote beadbea of #5 is unknown: the server does not say who";
      expectRefused(place, await place.run("apply", merge, APPROVED), why);
      place.github.refuse = () => undefined;
      place.github.activity = [{ after: "beadbead", actor: { login: "bob" } }];
      expect((await place.run("apply", merge, APPROVED)).outputs["exit-code"]).toBe("0");
    },
  );

  it("refuses while the server does not say who wrote all of it", async () => {
    const { place, merge } = await open(by("ada"));
    place.github.now.set(5, { commits: 300 });
    expectRefused(
      place,
      await place.run("apply", merge, APPROVED),
      "it is unknown whether this was reviewed",
    );
  });

  const asks = (login: string, more: object = {}) => by(login, { state: "CHANGES_REQUESTED", ...more });
  const OBJECTIONS: [string, string, object[]][] = [
    ["the approver, later", "ada", [by("ada"), asks("ada")]],
    ["another, before", "bob", [asks("bob"), by("ada")]],
    ["another, of an older commit", "bob", [by("ada"), asks("bob", { commit_id: "a".repeat(40) })]],
    ["another, on Gitea", "bob", [by("ada"), asks("bob", { state: "REQUEST_CHANGES", official: true })]],
  ];
  it.each(rows(OBJECTIONS))("refuses while changes are asked for by %s", async (_, login, reviews) => {
    const { place, merge } = await open(...reviews);
    place.github.writers.add("bob");
    const step = await place.run("apply", merge, APPROVED);
    expectRefused(place, step, `${login} asked for changes to #5, and that still stands`);
  });

  it("is not held up by who may only read, by who took it back, or by the author", async () => {
    const reviews = [asks("mallory"), asks("bob"), by("bob", { state: "DISMISSED" }), asks("author")];
    const { place, merge } = await open(by("ada"), ...reviews);
    for (const login of ["bob", "author"]) place.github.writers.add(login);
    expect((await place.run("apply", merge, APPROVED)).outputs["exit-code"]).toBe("0");
  });

  it("takes Gitea's word for who counts", async () => {
    const { place, merge } = await open(by("bob", { official: true }));
    place.github.refuse = (_, path) => (path.includes("/collaborators/") ? 403 : undefined);
    expect((await place.run("apply", merge, APPROVED)).outputs["exit-code"]).toBe("0");
  });

  it.each(rows([403, 404]))(
    "takes no association for a permission that the server does not say, with %s",
    async (status) => {
      for (const author_association of ["OWNER", "MEMBER", "COLLABORATOR", "NONE", undefined]) {
        const { place, merge } = await open(by("ada", { author_association }));
        place.github.refuse = (_, path) => (path.includes("/collaborators/") ? status : undefined);
        const step = await place.run("apply", merge, APPROVED);
        const why =
          "nobody who may write has approved 0123456 of #5, other than who wrote it; whether ada may";
        expectRefused(place, step, why);
      }
      const { place, merge } = await open(by("ada"), asks("bob"));
      place.github.refuse = (_, path) => (path.includes("/collaborators/bob") ? status : undefined);
      const step = await place.run("apply", merge, APPROVED);
      expectRefused(place, step, "bob asked for changes to #5, and that still stands");
    },
  );

  it("refuses where the reviews cannot be read, and an approval without a sealed plan", async () => {
    const { place, merge } = await open(by("ada"));
    place.github.refuse = (_, path) => (path.endsWith("/reviews") ? 500 : undefined);
    expectRefused(place, await place.run("apply", merge, APPROVED), "it is unknown");
    place.github.refuse = () => undefined;
    place.github.issues.clear();
    expectRefused(place, await place.run("apply", merge, APPROVED), "no reviewed plan");
    expectRefused(place, await place.run("apply", { ...schedule, sha: merge.sha ?? "" }, APPROVED));
  });
});

describe("the review key", () => {
  it("is long", async () => {
    const place = await openPlace();
    for (const [inputs, env] of [
      [{ "review-key": "fifteen-letters" }, {}],
      [{}, { BOARDWRIGHT_REVIEW_KEY: "x" }],
    ]) {
      const step = await place.run("plan", pullRequest(5), { inputs, env });
      expect(step.outputs["exit-code"]).toBe("64");
      expect(step.log).toContain("the review key is too short to seal with: 16 characters at least");
    }
    expect(place.sandbox.requests).toEqual([]);
  });

  it("seals in place of the API key, which may be another one for plan and apply, and is nowhere to be read", async () => {
    const place = await openPlace();
    const key = "onlyletterskeyofreviews";
    const inputs = { "review-key": key };
    const planned = await place.run("plan", pullRequest(5), {
      inputs: { ...inputs, "plan-file": "plan.json" },
    });
    const wrong = await place.run("apply", place.merge(5), APPROVED);
    expectRefused(place, wrong, "no reviewed plan of 0123456 of #5 was found; a comment claims to be one");
    const unsealed = { review: "off", "plan-file": "plan.json", "review-key": "another key than that" };
    const refused = await place.run("apply", place.merge(5), { inputs: unsealed });
    expect(refused.outputs["exit-code"]).toBe("3");
    expect(refused.log).toContain("carries a seal of another key");
    const required = { inputs: { ...inputs, review: "required", "plan-file": "plan.json" } };
    const done = await place.run("apply", place.merge(5), required);
    expect(done.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    for (const step of [planned, wrong, refused, done]) expect(step.everything).not.toContain(key);
    for (const { body } of place.comments(5)) expect(body).not.toContain(key);
    const again = await place.run("plan", pullRequest(6), { inputs: { "review-key": " " } });
    expect(again.outputs["exit-code"]).toBe("0");
    const empty = { inputs: { "review-key": "", review: "required" } };
    expect((await place.run("apply", place.merge(6), empty)).outputs["exit-code"]).toBe("0");
  });
});
