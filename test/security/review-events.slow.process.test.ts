// The gate of an apply where nobody can say what was reviewed: a server that does not answer, one that lacks what GitHub has, and events
// that no review belongs to. Nothing of it may pass for "there was no review".
import { describe, expect, it } from "vitest";
import { board, openPlace, reviewAndMerge } from "../action/place.ts";
import { type Event, pullRequest, SHA } from "../action/runner.ts";
import { expectRefused } from "./refused.ts";

const REQUIRED = { inputs: { review: "required" } };
const BAD = { revenue: board("Never reviewed") };

describe("where GitHub does not answer", () => {
  const TROUBLES: [string, (method: string, path: string) => number | undefined][] = [
    ["nothing but 403", () => 403],
    ["500 for the pull request", (_, path) => (path.endsWith("/pulls") ? 500 : undefined)],
    ["404 for all pull requests", (_, path) => (path.includes("/pull") ? 404 : undefined)],
    [
      "502 for the comments",
      (method, path) => (method === "GET" && path.endsWith("/comments") ? 502 : undefined),
    ],
  ];
  it.each(TROUBLES)("with %s, neither `if-any` nor `required` takes it for no review", async (_, refuse) => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    place.rewrite(BAD);
    place.github.refuse = refuse;
    for (const review of ["if-any", "required"])
      expectRefused(place, await place.run("apply", merge, { inputs: { review } }), "it is unknown");
  });

  it("at all, it is the same", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const env = { GITHUB_API_URL: "http://127.0.0.1:9" };
    expectRefused(place, await place.run("apply", merge, { env }), "it is unknown");
  });

  it("`review: off` applies without asking", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    place.github.refuse = (_, path) => (path.includes("/comments") ? undefined : 500);
    const step = await place.run("apply", merge, { inputs: { review: "off", comment: "false" } });
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});

describe("a server without GraphQL", () => {
  it("keeps to one comment, and to the gate", async () => {
    const place = await openPlace();
    place.github.login = "ci-robot";
    place.github.refuse = (_, path) => (path === "/graphql" ? 404 : undefined);
    for (const title of ["First", "Reviewed"]) {
      place.rewrite({ revenue: board(title) });
      await place.run("plan", pullRequest(5));
    }
    expect(place.comments(5)).toHaveLength(1);
    place.rewrite(BAD);
    for (const review of ["if-any", "required"])
      expectRefused(
        place,
        await place.run("apply", place.merge(5), { inputs: { review } }),
        "the plan is not",
      );
  });

  it("as Gitea, which names the pull request of a merge in its own way", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    place.github.isGitea = true;
    const step = await place.run("apply", merge, REQUIRED);
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    expect(place.github.requests.join("\n")).toContain("/pull\n");
  });
});

describe("an event that shows no review", () => {
  const EVENTS: [string, object][] = [
    ["issue_comment", { action: "created", issue: { number: 5, pull_request: {} } }],
    ["workflow_run", { workflow_run: { head_sha: SHA, pull_requests: [{ number: 5 }] } }],
    ["merge_group", { merge_group: { head_sha: SHA, base_sha: SHA } }],
    ["repository_dispatch", { action: "apply", client_payload: {} }],
    ["pull_request_review", { action: "submitted", ...pullRequest(5).payload }],
    ["release", { action: "published" }],
    ["deployment", { deployment: { sha: SHA } }],
    ["something_new", {}],
  ];
  it.each(EVENTS)("%s: is refused before anything is asked, unless `off`", async (name, payload) => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const asked = [place.sandbox.requests.length, place.github.requests.length];
    const event: Event = { name, payload };
    for (const review of ["if-any", "required", "approved"]) {
      const inputs = { review, comment: "false" };
      const step = await place.run("apply", event, { inputs });
      expectRefused(place, step, `nothing shows what was reviewed of the event ${name}`);
    }
    expect([place.sandbox.requests.length, place.github.requests.length]).toEqual(asked);
    const off = await place.run("apply", event, { inputs: { review: "off" } });
    expect(off.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});
