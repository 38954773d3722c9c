// The one comment where the server answers late, or not at all: lists from a copy, gateways, limits.
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place } from "./place.ts";
import { pullRequest, readMarkdown } from "./runner.ts";

const CREATE = "POST /repos/acme/dashboards/issues/5/comments";
const posts = (place: Place) => place.github.requests.filter((request) => request === CREATE);
const names = (place: Place) => [...place.sections(5).keys()];

describe("a list that does not hold yet what a job has posted", () => {
  it.each([
    ["for a moment", { reads: 3, isOfAll: false }],
    ["for a moment, nor does the comment itself", { reads: 7, isOfAll: true }],
    ["for longer than anybody waits", { reads: 1000, isOfAll: false }],
  ])("%s: makes no second comment", async (_, lag) => {
    const place = await openPlace();
    place.github.lag = lag;
    const step = await place.run("plan", pullRequest(5));
    expect(posts(place)).toHaveLength(1);
    expect(step.outputs["comment-id"]).toBe(String(place.comments(5)[0]?.id));
    expect(step.summary).not.toContain("could not");
    expect(step.commands.filter(({ name }) => name === "warning")).toEqual([]);
  });

  it("ends in one comment of all jobs that have posted, each once", async () => {
    const place = await openPlace();
    place.github.lag = { reads: 4, isOfAll: false };
    let count = 0;
    let open = () => {};
    const all = new Promise<void>((resolve) => {
      open = resolve;
    });
    place.github.before = (method, path) => {
      if (`${method} ${path}` !== CREATE) return undefined;
      count += 1;
      if (count === 3) open();
      return all;
    };
    const steps = await Promise.all(
      ["1/3", "2/3", "3/3"].map((shard) => place.run("plan", pullRequest(5), { inputs: { shard } })),
    );
    expect(posts(place)).toHaveLength(3);
    expect(place.comments(5)).toHaveLength(1);
    expect(names(place)).toEqual(["plan production 1/3", "plan production 2/3", "plan production 3/3"]);
    for (const { summary } of steps) expect(summary).not.toContain("could not");
  });

  it("does not make a job that only changes the comment say that others wrote over it", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    place.github.lag = { reads: 4, isOfAll: true };
    place.rewrite({ churn: board("Churn") });
    const step = await place.run("plan", pullRequest(5));
    expect(step.summary).not.toContain("could not");
    expect(place.comments(5).map(({ body }) => body.includes("Churn"))).toEqual([true]);
  });
});

describe("a server that fails once", () => {
  it.each([
    ["the list", (method: string, path: string) => method === "GET" && path.endsWith("/issues/5/comments")],
    ["the pull request", (_: string, path: string) => path.endsWith("/pulls/5")],
    ["whose token it is", (_: string, path: string) => path === "/graphql"],
    ["the comment", (method: string, path: string) => method === "GET" && /comments\/\d+$/.test(path)],
    ["a change of it", (method: string) => method === "PATCH"],
  ])("when asked for %s: is asked again", async (_, isIt) => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    place.rewrite({ churn: board("Churn") });
    let failures = 0;
    place.github.refuse = (method, path) => (isIt(method, path) && failures++ === 0 ? 502 : undefined);
    const step = await place.run("plan", pullRequest(5));
    expect(failures).toBeGreaterThan(1);
    expect(step.summary).not.toContain("could not");
    expect(place.comments(5).map(({ body }) => body.includes("Churn"))).toEqual([true]);
  });

  it.each([502, 429])("with %i to a post: posts again only if it is not there", async (status) => {
    for (const isDone of [true, false]) {
      const place = await openPlace();
      let failures = 0;
      place.github.before = (method, path, text) => {
        if (!isDone || `${method} ${path}` !== CREATE || failures > 0) return;
        const user = { login: place.github.login };
        place.github.issues.set(5, {
          ...{ number: 5, title: "", body: "", state: "open", user },
          comments: [{ id: 900, body: (JSON.parse(text) as { body: string }).body, user }],
        });
      };
      place.github.refuse = (method, path) =>
        `${method} ${path}` === CREATE && failures++ === 0 ? status : undefined;
      const step = await place.run("plan", pullRequest(5));
      expect(step.summary).not.toContain("could not");
      expect(place.comments(5)).toHaveLength(1);
      expect(posts(place)).toHaveLength(isDone && status === 502 ? 1 : 2);
    }
  });

  it("and goes on failing: says so, and lets the command decide", async () => {
    const place = await openPlace();
    place.github.refuse = (_, path) => (path.endsWith("/comments") ? 502 : undefined);
    const step = await place.run("plan", pullRequest(5));
    expect(step.outputs["exit-code"]).toBe("0");
    expect(readMarkdown(step.summary)).toContain("could not read the comments of #5: GitHub answered 502");
  });
});
