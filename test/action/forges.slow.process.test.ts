// The same commands on GitHub, GitHub Enterprise and Gitea (Forgejo answers alike): each call that the Action makes, with the lists longer than a page.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Dialect } from "./github-server.ts";
import { board, chart, openPlace, type PlaceOptions } from "./place.ts";
import { pullRequest, SHA, schedule } from "./runner.ts";

const FORGES: [Dialect, string][] = [
  ["github", "github-actions[bot]"],
  ["enterprise", "github-actions[bot]"],
  ["gitea", "gitea-actions"],
];

describe.each(FORGES)("on %s", (dialect, login) => {
  const open = async (options: PlaceOptions = {}) => {
    const place = await openPlace({ ...options, dialect });
    place.github.login = login;
    return place;
  };
  const review = (by: string, isApproval: boolean): object => ({
    state: isApproval ? "APPROVED" : dialect === "gitea" ? "REQUEST_CHANGES" : "CHANGES_REQUESTED",
    commit_id: SHA,
    user: { login: by },
    ...(dialect === "gitea" ? { official: by !== "passer-by", dismissed: false } : {}),
  });

  it("lint annotates the lines that the pull request changes, wherever its file is in the list", async () => {
    const wrong = { ...board("Revenue"), naem: "x" };
    const place = await open({ workbooks: { revenue: wrong } });
    const others = Array.from({ length: 130 }, (_, at) => ({ filename: `other-${at}.txt` }));
    place.github.files.set(5, [...others, { filename: "dashboards/all.yaml", patch: "@@ -1 +1 @@\n+x" }]);
    const step = await place.run("lint", pullRequest(5));
    expect(step.outputs["exit-code"]).toBe("1");
    expect(step.commands.find(({ name }) => name === "error")?.properties.file).toBe("dashboards/all.yaml");
    expect(place.comments(5)[0]?.body).toContain("naem");
    expect(step.commands.filter(({ name }) => name === "warning")).toEqual([]);
  });

  it("plan keeps its one comment, behind more comments than a page holds", async () => {
    const place = await open();
    place.github.issues.set(5, {
      ...{ number: 5, title: "", body: "", state: "open", user: { login: "someone" } },
      comments: Array.from({ length: 130 }, (_, id) => ({ id, body: "hello", user: { login: "ann" } })),
    });
    await place.run("plan", pullRequest(5));
    place.rewrite({ revenue: board("Revenue, again") });
    const step = await place.run("plan", pullRequest(5));
    expect(step.outputs["exit-code"]).toBe("0");
    expect(place.comments(5)).toHaveLength(131);
    expect(place.comments(5)[130]).toMatchObject({ user: { login }, body: expect.stringContaining("again") });
    expect(step.commands.filter(({ name }) => name === "warning")).toEqual([]);
  });

  it("apply asks for the approval of whoever may write, and finds the last objection of many reviews", async () => {
    const place = await open();
    const { github } = place;
    github.writers.add("ann").add("bob");
    await place.run("plan", pullRequest(5));
    const merge = place.merge(5);
    const approved = { inputs: { review: "approved" } };
    github.reviews.set(5, [review("passer-by", true)]);
    expect((await place.run("apply", merge, approved)).outputs["exit-code"]).toBe("3");
    const remarks = Array.from({ length: 130 }, () => ({ ...review("ann", true), state: "COMMENTED" }));
    github.reviews.set(5, [review("ann", true), ...remarks, review("bob", false)]);
    const objected = await place.run("apply", merge, approved);
    expect(objected.outputs["exit-code"], objected.log).toBe("3");
    expect(objected.log).toContain("bob");
    github.reviews.set(5, [review("ann", true), ...remarks]);
    const step = await place.run("apply", merge, approved);
    expect(step.outputs, step.log).toMatchObject({ "exit-code": "0", create: "1" });
    expect(place.comments(5)).toHaveLength(1);
    expect([...place.sections(5).keys()].sort()).toEqual(["apply production", "plan production"]);
  });

  it("the policy is read at a commit that the checkout does not have", async () => {
    const place = await open();
    place.github.branches.set("main", SHA);
    const event = { name: "workflow_dispatch", ref: "refs/heads/feature", sha: SHA };
    const step = await place.run("plan", event);
    expect(step.outputs["exit-code"], step.log).toBe("0");
    expect(place.github.reads.some((path) => path.endsWith("/contents/boardwright.yaml"))).toBe(true);
  });

  it("drift opens one issue among others, and closes it", async () => {
    const place = await open();
    await place.run("apply", { name: "workflow_dispatch" });
    for (let number = 1; number <= 120; number += 1) {
      const user = { login: "ann" };
      place.github.issues.set(number, { number, title: "T", body: "", state: "open", user, comments: [] });
    }
    const edit = (title: string) =>
      place.call("PUT", "/deployments/1/workbooks/by-slug/revenue", {
        meta: { dashboardDraft: { ...(board(title, chart("a")).dashboard as JsonObject) } },
      });
    await edit("Edited");
    await place.run("drift", schedule);
    await place.run("drift", schedule);
    const ours = () => [...place.github.issues.values()].filter(({ title }) => title !== "T");
    expect(ours()).toMatchObject([{ state: "open", user: { login } }]);
    await edit("Revenue");
    await place.run("drift", schedule);
    expect(ours()).toMatchObject([{ state: "closed" }]);
  });

  it("a preview comes up for an open pull request, and goes with it", async () => {
    const branches = [{ name: "main" }, { name: "feature" }];
    const cubes = [{ name: "orders", type: "view", measures: [{ name: "orders.revenue", type: "number" }] }];
    const place = await open({ sandbox: { seed: { branches, cubes, models: { feature: cubes } } } });
    const up = await place.run("preview-up", pullRequest(5), { inputs: { branch: "feature" } });
    expect(up.outputs, up.log).toMatchObject({ "exit-code": "0", create: "1" });
    const down = await place.run("preview-down", pullRequest(5, { action: "closed" }));
    expect(down.outputs).toMatchObject({ "exit-code": "0", delete: "1" });
    place.github.closed.add(5);
    const late = await place.run("preview-up", pullRequest(5), { inputs: { branch: "feature" } });
    expect(late.outputs).toMatchObject({ "exit-code": "0", create: "0" });
  });
});
