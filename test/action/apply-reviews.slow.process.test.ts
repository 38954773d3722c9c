// What an apply makes of a review that is old, partial, forgotten, or of another commit.
import { describe, expect, it } from "vitest";
import type { Comment } from "./github-server.ts";
import { board, openPlace, type Place, reviewAndMerge } from "./place.ts";
import { reseal } from "./reseal.ts";
import { byHand, pullRequest, push } from "./runner.ts";

const said = (place: Place, command: string) => place.sections(5).get(`${command} production`) ?? "";

describe("an apply in the Action after a review", () => {
  it("completes nothing that nobody saw, where the comment could not remember all that it showed", async () => {
    const place = await openPlace({ workbooks: { a: board("A"), b: board("B") } });
    const merge = await reviewAndMerge(place);
    const [comment] = place.comments(5) as [Comment];
    reseal(place, 5, comment, ({ changes = [], total, ...rest }) => {
      expect(total).toBe(2);
      return { ...rest, changes: changes.slice(0, 1), total };
    });
    await place.run("apply", byHand, { inputs: { only: "a" } });
    place.rewrite({ a: board("A"), b: board("Never seen") });
    const step = await place.run("apply", { ...merge, attempt: 2 });
    expect(step.outputs["exit-code"]).toBe("3");
    expect(await place.live()).toEqual({ a: "A" });
  });

  it("goes on where nothing is left but a stamp, whoever did what was reviewed", async () => {
    const place = await openPlace({ workbooks: { revenue: board("Revenue"), churn: board("Churn") } });
    await place.run("apply", push);
    await place.call("PUT", "/deployments/1/workbooks/by-slug/churn", {
      name: "Churn",
      meta: { boardwright: null },
    });
    place.rewrite({ revenue: board("Revenue, net"), churn: board("Churn") });
    const merge = await reviewAndMerge(place);
    await place.run("apply", byHand, { inputs: { only: "revenue" } });
    const before = place.writes().length;
    const step = await place.run("apply", merge);
    expect(step.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
    expect(place.writes()).toHaveLength(before + 1);
    expect(step.log).toContain("1 was already right");
  });

  it("applies a pull request that is closed where it was merged, and says so where it was not", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const dropped = await place.run("apply", pullRequest(5, { action: "closed" }));
    expect(dropped.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
    for (const told of [dropped.log, dropped.summary, said(place, "apply")])
      expect(told).toContain("without being merged");
    expect(await place.live()).toEqual({});
    await place.run("apply", pullRequest(5, { action: "closed", merged: true }));
    expect(await place.live()).toEqual({ revenue: "Revenue" });
  });

  it("remembers what was reviewed also where a later plan could not be made", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    place.rewrite({ revenue: { ...board("Revenue"), bogus: 1 } });
    expect((await place.run("plan", pullRequest(5))).outputs["exit-code"]).toBe("1");
    expect(said(place, "plan")).toContain("plan failed");
    place.rewrite({ revenue: board("Never seen") });
    expect((await place.run("apply", place.merge(5))).outputs["exit-code"]).toBe("3");
    place.rewrite({ revenue: board("Revenue") });
    expect((await place.run("apply", place.merge(5))).outputs["exit-code"]).toBe("0");
  });

  it("knows the pull request that brought the commit from those that took it elsewhere", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const [brought] = [...place.github.pulls.values()].flat();
    const back = { ...brought, number: 9, merge_commit_sha: "0".repeat(40) };
    place.github.pulls.set(String(merge.sha), [back, brought] as never);
    place.rewrite({ revenue: board("Never seen") });
    expect((await place.run("apply", merge)).outputs["exit-code"]).toBe("3");
    expect(await place.live()).toEqual({});
  });

  it("applies a reviewed plan in parts, each with a section, and stops the part that moved", async () => {
    const slugs = ["a", "b", "c", "d", "e", "f"];
    const all = Object.fromEntries(slugs.map((slug) => [slug, board(slug)]));
    const place = await openPlace({ workbooks: all });
    const merge = await reviewAndMerge(place);
    const first = await place.run("apply", merge, { inputs: { shard: "1/2" } });
    expect(first.outputs["exit-code"]).toBe("0");
    const done = Object.keys(await place.live());
    expect(done.length).toBeGreaterThan(0);
    const rest = slugs.filter((slug) => !done.includes(slug));
    place.rewrite({ ...all, [rest[0] as string]: board("Other") });
    const second = await place.run("apply", merge, { inputs: { shard: "2/2" } });
    expect(second.outputs["exit-code"]).toBe("3");
    expect(second.summary).toContain(`<code>${rest[0]}</code> is declared differently`);
    expect(second.summary).toContain("1 change moved");
    place.rewrite(all);
    expect((await place.run("apply", merge, { inputs: { shard: "2/2" } })).outputs["exit-code"]).toBe("0");
    expect(Object.keys(await place.live()).sort()).toEqual(slugs);
    expect(place.comments(5)).toHaveLength(1);
    expect([...place.sections(5).keys()]).toEqual([
      "apply production 1/2",
      "apply production 2/2",
      "plan production",
    ]);
  });
});
