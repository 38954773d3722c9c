// Who writes the one comment at the same time, step by step: what each reads, writes and finds is decided by the test, over real HTTP.
import { describe, expect, it } from "vitest";
import { saveSection } from "../../src/action/comment/save-section.ts";
import { connectGitHub } from "../../src/action/forge/github.ts";
import type { Comment } from "../../src/action/outcome.ts";
import {
  type CommentState,
  formatComment,
  isSameComment,
  makeSection,
  parseComment,
} from "../../src/report/index.ts";
import { makePlan } from "../report/plan-samples.ts";
import { openGitHub } from "./github-server.ts";

const REPOSITORY = { owner: "acme", repo: "dashboards" };
const COMMIT = "a".repeat(40);

/** What a job for this target has to say. */
function job(target: string, note = "Something."): Comment {
  const identity = { command: "plan", target, project: "acme" };
  const input = { ...identity, plan: makePlan([]), notes: [note] };
  return {
    target,
    issue: () => "",
    isOurs: (body) => isSameComment(body, identity),
    section: {
      ...{ identity, commit: COMMIT },
      write: () => makeSection(input, { commit: COMMIT }),
      isSealed: () => false,
      isEdited: () => false,
    },
  };
}

async function open() {
  const stub = await openGitHub();
  const github = connectGitHub("ghs_token", { ...REPOSITORY, apiUrl: stub.url });
  const comments = () => stub.issues.get(5)?.comments ?? [];
  const stop = new AbortController();
  return {
    ...{ stub, github, comments, stop },
    targets: (at = 0) =>
      parseComment(comments()[at]?.body ?? "")
        ?.sections.map(({ target }) => target)
        .sort(),
    /** `onWait`: what others do while it waits, by the number of the wait. */
    save: (comment: Comment, onWait: (wait: number) => Promise<unknown> | unknown = () => undefined) => {
      let waits = 0;
      const sleep = async () => void (await onWait(++waits));
      return saveSection(5, comment, { github, stop: stop.signal, clock: { sleep } });
    },
  };
}

/** What a job wrote that had read the comment before. */
const writing = (...targets: string[]) =>
  formatComment({
    project: "acme",
    head: COMMIT,
    sections: targets.map((target) => {
      const { section } = job(target).section.write(5, { earlier: undefined, isQuiet: undefined });
      return section;
    }),
  });

describe("a writer of the comment", () => {
  it("writes again where another one wrote over it, as often as it takes", async () => {
    const { save, comments, targets } = await open();
    await save(job("a"));
    const id = await save(job("b"), (wait) => {
      const [comment] = comments();
      if (comment && wait < 4) comment.body = writing("a", `c${wait}`);
    });
    expect(comments().map((comment) => comment.id)).toEqual([id]);
    expect(targets()).toEqual(["a", "b", "c3"]);
  });

  it("writes again where its own earlier section came back", async () => {
    const { save, comments } = await open();
    await save(job("a", "Old."));
    const old = comments()[0]?.body ?? "";
    await save(job("a", "New."), (wait) => {
      const [comment] = comments();
      if (comment && wait === 1) comment.body = old;
    });
    expect(comments()[0]?.body).toContain("New.");
  });

  it("is content if another one has shortened what it wrote", async () => {
    const { save, comments, stub } = await open();
    await save(job("a"));
    await save(job("b", "Something. ".repeat(50)), () => {
      const [comment] = comments();
      const state = parseComment(comment?.body ?? "") as CommentState;
      const sections = state.sections.map((one) => ({ ...one, texts: one.texts.slice(-1) }));
      if (comment) comment.body = formatComment({ ...state, sections });
    });
    expect(comments()[0]?.body).toContain("There is no room for it here");
    expect(stub.requests.filter((request) => request.startsWith("PATCH"))).toHaveLength(1);
  });

  it("gives up at last, and says so", async () => {
    const { save, comments } = await open();
    await save(job("a"));
    const giving = save(job("b"), () => {
      const [comment] = comments();
      if (comment) comment.body = writing("a");
    });
    await expect(giving).rejects.toThrow(
      "could not keep the comment on #5: after 8 tries it does not hold what this job wrote",
    );
  });

  it("waits for nobody once the workflow is cancelled", async () => {
    const { save, stop, targets } = await open();
    await save(job("a"));
    stop.abort();
    const waited = save(job("b"), () => {
      throw new Error("waited");
    });
    await waited;
    expect(targets()).toEqual(["a", "b"]);
  });

  it("writes nothing where everything is there already, and waits for nobody", async () => {
    const { save, stub } = await open();
    const id = await save(job("a"));
    stub.requests.length = 0;
    const again = await save(job("a"), () => {
      throw new Error("waited");
    });
    expect(again).toBe(id);
    expect(stub.requests.filter((request) => !/^GET|graphql$/.test(request))).toEqual([]);
  });

  it("takes in what a job left in a comment of its own that was stopped before it could, and no more", async () => {
    const { save, stub, comments, targets } = await open();
    const id = await save(job("a", "First."));
    const user = { login: stub.login };
    const other = formatComment({ ...(parseComment(writing("d")) as CommentState), project: "other" });
    comments().push({ id: 2000, body: writing("a", "b"), user });
    comments().push({ id: 2001, body: writing("c"), user: { login: "mallory" } });
    comments().push({ id: 2002, body: other, user });
    expect(await save(job("e"))).toBe(id);
    expect(targets()).toEqual(["a", "b", "e"]);
    expect(comments()[0]?.body).toContain("First.");
    expect(comments().map((comment) => comment.id)).toEqual([id, 2001, 2002]);
  });

  it("moves to the first comment where another job began one a moment before", async () => {
    const { save, stub, comments, targets } = await open();
    const earlier = { id: 1, body: writing("a"), user: { login: stub.login } };
    stub.before = (method) => {
      if (method === "POST" && !comments().includes(earlier)) comments().unshift(earlier);
    };
    const id = await save(job("b"));
    expect(id).toBe(1);
    expect(comments()).toHaveLength(1);
    expect(targets()).toEqual(["a", "b"]);
  });

  it("finds the first comment gone that it has just read, and takes the next", async () => {
    const { save, stub, comments, targets } = await open();
    await save(job("a"));
    comments().push({ id: 2000, body: writing("b"), user: { login: stub.login } });
    stub.before = (method, path) => {
      if (method === "GET" && path.endsWith("/comments/1001")) comments().splice(0, 1);
    };
    expect(await save(job("c"))).toBe(2000);
    expect(targets()).toEqual(["b", "c"]);
  });
});
