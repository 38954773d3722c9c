// Publishing: a POST, which is sent again only when a read shows that it did not happen.
import { describe, expect, it } from "vitest";
import { isObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const WORKBOOKS = { a: { name: "A", publish: true, dashboard: board("A") } };
const isPublish = ({ method, path }: { method: string; path: string }) =>
  method === "POST" && path.endsWith("/publish");

describe("publishing", () => {
  it("comes after the write and shows viewers what is declared", async () => {
    const { deploy, sandbox, actions } = await openWorld({ workbooks: WORKBOOKS });
    const { summary } = await deploy();
    expect(summary).toMatchObject({ created: 1, published: 1 });
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "A" });
    expect(await actions()).toEqual([]);
  });

  it("is not tried where there is no draft to show", async () => {
    const { deploy, writes, actions } = await openWorld({ workbooks: { a: { name: "A", publish: true } } });
    expect((await deploy()).summary).toMatchObject({ created: 1, published: 0, failed: 0 });
    expect(writes()).toEqual(["PUT a", "PUT a"]);
    expect(await actions()).toEqual([]);
  });

  it("that was done though its answer was lost is not done again", async () => {
    let dropped = 0;
    const hook: Hook = async (asked, forward) => {
      if (!isPublish(asked)) return forward();
      await forward();
      dropped += 1;
      return "drop";
    };
    const { deploy, sandbox, actions } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(dropped).toBe(1);
    expect(sandbox.workbook("a")?.publishedDashboard?.versionNumber).toBe(1);
    expect(await actions()).toEqual([]);
  });

  it("that did not happen is tried again, after a look", async () => {
    const seen: string[] = [];
    const hook: Hook = async (asked, forward) => {
      if (seen.length > 0 || isPublish(asked)) seen.push(`${asked.method} ${asked.path.split("/").at(-1)}`);
      if (isPublish(asked) && seen.length === 1) return { status: 503, body: { error: "Unavailable" } };
      return forward();
    };
    const { deploy, sandbox } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    const id = sandbox.workbook("a")?.id;
    expect(seen).toEqual(["POST publish", `GET ${id}`, "POST publish"]);
  });

  it("that waits for a review is no failure, and is told", async () => {
    const seed = {
      workbooks: [{ slug: "a", name: "A", dashboardDraft: board("Old"), reviewRequired: true }],
    };
    const { deploy, sandbox, actions } = await openWorld({ workbooks: WORKBOOKS, sandbox: { seed } });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a awaiting-review"]);
    expect(outcome.summary).toMatchObject({ updated: 1, published: 0, failed: 0 });
    expect(sandbox.workbook("a")).toMatchObject({ dashboardDraft: { title: "A" }, dashboardPublished: null });
    expect(await actions()).toEqual(["publish a"]);
    expect(outcomes(await deploy())).toEqual(["a awaiting-review"]);
  });

  it("names the draft, without which older platforms publish nothing", async () => {
    const sent: unknown[] = [];
    const hook: Hook = async (asked, forward) => {
      if (isPublish(asked)) sent.push(asked.body);
      return forward();
    };
    const { deploy } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    await deploy();
    expect(sent).toMatchObject([{ config: { title: "A" } }]);
  });

  it.each([
    ["draft", {}],
    ["archived", {}],
    // The number of a publication says nothing beside a status that is another.
    ["draft", { versionNumber: 1 }],
  ])("that is answered with the status %s %j is a failure, not a publication", async (status, more) => {
    const hook: Hook = async (asked, forward) => {
      if (!isPublish(asked)) return forward();
      return { status: 200, body: { id: 1, workbookId: 1, status, ...more } };
    };
    const { deploy, actions } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed not-published"]);
    expect(outcome.summary).toMatchObject({ published: 0, failed: 1 });
    const [result] = outcome.results;
    expect(result?.error?.message).toContain(
      `a was not published: the platform answered the status "${status}"`,
    );
    expect(result?.error?.details?.join("\n")).toContain("boardwright plan");
    expect(result?.published?.after).not.toBe(true);
    expect(await actions()).toEqual(["publish a"]);
  });

  it("whose answer says neither a status nor a version is looked up", async () => {
    const answerOf = (happens: boolean): Hook => {
      return async (asked, forward) => {
        if (!isPublish(asked)) return forward();
        if (happens) await forward();
        return { status: 200, body: { id: 1 } };
      };
    };
    const done = await openWorld({ workbooks: WORKBOOKS, proxy: answerOf(true) });
    expect(outcomes(await done.deploy())).toEqual(["a applied"]);
    const notDone = await openWorld({ workbooks: WORKBOOKS, proxy: answerOf(false) });
    expect(outcomes(await notDone.deploy())).toEqual(["a failed not-published"]);
  });

  it("whose answer leaves only the status out is fine, and not looked up", async () => {
    const after: string[] = [];
    let isDone = false;
    const hook: Hook = async (asked, forward) => {
      if (isDone) after.push(asked.method);
      const answer = await forward();
      isDone ||= isPublish(asked);
      if (!isPublish(asked) || !("body" in answer) || !isObject(answer.body)) return answer;
      const { status: _status, ...body } = answer.body;
      return { ...answer, body };
    };
    const { deploy, actions } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(after).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  it("that is refused for another reason fails that workbook, whose draft is written", async () => {
    const hook: Hook = async (asked, forward) =>
      isPublish(asked) ? { status: 400, body: { error: "Publishing is paused" } } : forward();
    const { deploy, sandbox } = await openWorld({
      workbooks: { ...WORKBOOKS, b: { name: "B" } },
      proxy: hook,
    });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed bad-request", "b applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toMatchObject({ title: "A" });
  });

  it.each([
    [400, "This dashboard REQUIRES REVIEW before publishing", "awaiting-review"],
    [403, "This dashboard requires review before publishing", "failed forbidden"],
    [400, undefined, "failed bad-request"],
  ])("that is answered with %i %s is %s", async (status, words, end) => {
    const hook: Hook = async (asked, forward) =>
      isPublish(asked) ? { status, body: words === undefined ? [] : { error: words } } : forward();
    const { deploy } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect(outcomes(await deploy())).toEqual([`a ${end}`]);
  });

  it.each([
    ["whose answer was lost is not done again", true, 1],
    ["that did not arrive is done again", false, 2],
  ])("where the platform tells no version of it, %s", async (_, acts, posts) => {
    let asked = 0;
    const hook: Hook = async (each, forward) => {
      const isFirst = isPublish(each) && ++asked === 1;
      if (isFirst && !acts) return "drop";
      const answer = await forward();
      if (isFirst) return "drop";
      if (!("body" in answer)) return answer;
      const hide = (key: string, value: unknown) => (key === "publishedDashboard" ? undefined : value);
      return { ...answer, body: JSON.parse(JSON.stringify(answer.body), hide) };
    };
    const { deploy, sandbox, actions } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    expect((await deploy()).results).toMatchObject([{ status: "applied" }]);
    expect(asked).toBe(posts);
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "A" });
    expect(await actions()).toEqual([]);
  });

  it("again, whose answer was lost, is told from the publication before by its number", async () => {
    let isLost = false;
    let posts = 0;
    const hook: Hook = async (asked, forward) => {
      if (!isPublish(asked)) return forward();
      posts += 1;
      if (!isLost) return forward();
      isLost = false;
      await forward();
      return "drop";
    };
    const { deploy, sandbox } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    await deploy();
    isLost = true;
    expect(outcomes(await deploy({ a: { ...WORKBOOKS.a, dashboard: board("B") } }))).toEqual(["a applied"]);
    expect([posts, sandbox.workbook("a")?.publishedDashboard?.versionNumber]).toEqual([2, 2]);
  });

  it("of a workbook that is gone after a lost answer is a failure", async () => {
    let remove: (() => Promise<unknown>) | undefined;
    const hook: Hook = async (asked, forward) => {
      if (!isPublish(asked)) return forward();
      await remove?.();
      return { status: 503, body: { error: "Unavailable" } };
    };
    const { deploy, sandbox, platform } = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    remove = async () => sandbox.workbook("a") && platform.deleteWorkbook(1, sandbox.workbook("a")?.id ?? 0);
    expect((await deploy()).results).toMatchObject([{ status: "failed" }]);
  });
});
