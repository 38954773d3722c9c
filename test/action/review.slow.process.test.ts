// What an apply is compared with: the comment of its own part where there is one, else the whole plan's, and no one else's.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Plan, Shard } from "../../src/model/index.ts";
import { isInShard, parseShard } from "../../src/plan/index.ts";
import { renderPlansJson } from "../../src/report/index.ts";
import type { Comment } from "./github-server.ts";
import { board, openPlace, type Place } from "./place.ts";
import { reseal } from "./reseal.ts";
import { byHand, pullRequest, push, readMarkdown, schedule } from "./runner.ts";

const FIRST = { inputs: { shard: "1/2" } };
const SECOND = { inputs: { shard: "2/2" } };
const slugs = Array.from({ length: 8 }, (_, at) => `board-${at}`);
const [mine, others] = [parseShard("1/2"), parseShard("2/2")].map((part) =>
  slugs.filter((slug) => isInShard(slug, part as Shard)),
) as [string[], string[]];
const boards = (names: readonly string[], title = "As reviewed") =>
  Object.fromEntries(names.map((slug) => [slug, board(title)]));
const liveOf = async (place: Place) => Object.keys(await place.live()).sort();

/** The comment remembers only the changes up to this one, as it does where they are too many. */
function forget(place: Place, end: number): void {
  const [comment] = place.comments(5) as [Comment];
  reseal(place, 5, comment, ({ changes = [], total = 0, ...rest }) => {
    return { ...rest, changes: changes.slice(0, end), total };
  });
}

describe("an apply of a part", () => {
  it("is compared with the plan of that part, whatever other plans say", async () => {
    const place = await openPlace({ workbooks: boards(slugs, "Never reviewed again") });
    await place.run("plan", pullRequest(5));
    place.rewrite(boards(slugs));
    await place.run("plan", pullRequest(5), FIRST);
    const merge = place.merge(5);
    expect((await place.run("apply", merge, SECOND)).outputs["exit-code"]).toBe("3");
    const step = await place.run("apply", merge, FIRST);
    expect(step.outputs["exit-code"]).toBe("0");
    expect(await liveOf(place)).toEqual(mine);
  });

  it("stops where its own plan moved, though the whole one did not", async () => {
    const place = await openPlace({ workbooks: boards(slugs, "Older") });
    await place.run("plan", pullRequest(5), FIRST);
    place.rewrite(boards(slugs));
    await place.run("plan", pullRequest(5));
    expect((await place.run("apply", place.merge(5), FIRST)).outputs["exit-code"]).toBe("3");
    expect(await liveOf(place)).toEqual([]);
  });

  it("does not mind what another part lacks, and stops for what its own does", async () => {
    const place = await openPlace({ workbooks: boards(slugs) });
    await place.run("plan", pullRequest(5));
    const merge = place.merge(5);
    place.rewrite(boards(slugs.filter((slug) => slug !== mine[0])));
    const step = await place.run("apply", merge, FIRST);
    expect(step.outputs["exit-code"]).toBe("3");
    expect(step.summary).toContain(`<code>${mine[0]}</code> was in the reviewed plan, but no longer is`);
    place.rewrite(boards(slugs.filter((slug) => slug !== others[0])));
    const fine = await place.run("apply", merge, FIRST);
    expect(fine.outputs["exit-code"]).toBe("0");
    expect(fine.summary.replaceAll("As reviewed", "")).not.toContain("review");
    expect(await liveOf(place)).toEqual(mine);
  });

  it("stops for what was added or changed in it", async () => {
    const place = await openPlace({ workbooks: boards(slugs.slice(0, 6)) });
    await place.run("plan", pullRequest(5));
    place.rewrite(boards(slugs));
    const merge = place.merge(5);
    for (const [part, names] of [
      [FIRST, mine],
      [SECOND, others],
    ] as const) {
      const added = names.filter((slug) => slugs.indexOf(slug) >= 6);
      const step = await place.run("apply", merge, part);
      expect(step.outputs["exit-code"]).toBe(added.length > 0 ? "3" : "0");
      for (const slug of added)
        expect(step.summary).toContain(`<code>${slug}</code> was not in the reviewed plan`);
    }
  });

  it("completes what somebody began of it", async () => {
    const place = await openPlace({ workbooks: boards(slugs) });
    await place.run("plan", pullRequest(5), FIRST);
    const merge = place.merge(5);
    await place.run("apply", byHand, { inputs: { only: mine[0] } });
    expect((await place.run("apply", merge, FIRST)).outputs["exit-code"]).toBe("0");
    expect(await liveOf(place)).toEqual(mine);
  });
});

describe("an apply of a part, where the comment could not remember all that it showed", () => {
  it("stops: nobody knows what of it was reviewed", async () => {
    const place = await openPlace({ workbooks: boards(slugs) });
    await place.run("plan", pullRequest(5));
    forget(place, -1);
    const merge = place.merge(5);
    for (const part of [FIRST, SECOND])
      expect((await place.run("apply", merge, part)).outputs["exit-code"]).toBe("3");
    expect(await liveOf(place)).toEqual([]);
  });
});

describe("an apply", () => {
  it("on a second attempt stops where more is different than what is done already", async () => {
    const place = await openPlace({ workbooks: boards(["a", "b"]) });
    await place.run("plan", pullRequest(5));
    await place.run("apply", byHand, { inputs: { only: "a" } });
    place.rewrite({ ...boards(["a"]), b: board("Never seen") });
    const step = await place.run("apply", { ...place.merge(5), attempt: 2 });
    expect(step.outputs["exit-code"]).toBe("3");
    expect(await liveOf(place)).toEqual(["a"]);
  });

  it("with nothing left to do goes on, and names all of the review that is not done here", async () => {
    const place = await openPlace({ workbooks: boards(["a", "b"]) });
    await place.run("plan", pullRequest(5));
    await place.run("apply", byHand);
    const live = await place.run("apply", place.merge(5));
    expect(live.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
    expect(live.log).not.toContain("what was reviewed");
    place.rewrite({});
    const done = await place.run("apply", place.merge(5));
    expect(done.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
    const gone = "was in the reviewed plan, but no longer is";
    expect(done.log).toContain(`not what was reviewed in #5: a ${gone}; b ${gone}\n`);
    forget(place, 0);
    const unknown = await place.run("apply", place.merge(5));
    expect(unknown.outputs["exit-code"]).toBe("0");
    expect(unknown.log).toContain("not what was reviewed in #5\n");
  });

  it("asks once which pull request brought the commit, and only for a push", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const asked = () => place.github.requests.filter((request) => /\/commits\/.*\/pulls$/.test(request));
    for (const event of [byHand, schedule]) {
      place.rewrite(boards([event.name.replace("_", "-")]));
      const step = await place.run("apply", event);
      expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
      expect(step.summary.replaceAll("As reviewed", "")).not.toContain("review");
    }
    await place.run("plan", push);
    expect(asked()).toEqual([]);
    place.rewrite({ revenue: board("Revenue") });
    await place.run("apply", place.merge(5));
    expect(asked()).toHaveLength(1);
    place.github.pulls.clear();
    place.rewrite({ revenue: board("Once more") });
    const unknown = await place.run("apply", push);
    expect(readMarkdown(unknown.summary)).toContain("compared with no review");
    expect(unknown.log).toContain("compared with no review");
  });

  it("of another target than the reviewed one has not been reviewed", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const step = await place.run("apply", place.merge(5), { inputs: { target: "staging" } });
    expect(step.outputs["exit-code"]).toBe("0");
    expect(readMarkdown(step.summary)).toContain("No reviewed plan of #5 was found");
  });

  it("of a file with plans for others says which it lacks, and carries out the one that is there", async () => {
    const place = await openPlace();
    const planned = await place.run("plan", push);
    const plan = JSON.parse(readFileSync(planned.outputs["plan-file"] ?? "", "utf8")) as Plan;
    writeFileSync(`${place.workspace}/plans.json`, renderPlansJson([plan], []));
    const inputs = { "plan-file": "plans.json" };
    const step = await place.run("apply", push, { inputs: { ...inputs, target: "staging" } });
    expect(step.outputs["exit-code"]).toBe("1");
    expect(step.log).toContain("the plan file plans.json holds no plan for staging");
    expect(step.log).toContain("`target`");
    expect(place.writes()).toEqual([]);
    expect((await place.run("apply", push, { inputs })).outputs.create).toBe("1");
  });

  it("with nothing to accept says nothing of accepting", async () => {
    const place = await openPlace();
    await place.run("plan", push, { inputs: { "plan-file": "plan.json" } });
    await place.run("apply", push);
    place.rewrite({ revenue: board("Revenue, net") });
    await place.run("apply", push);
    const stale = await place.run("apply", push, { inputs: { "plan-file": "plan.json" } });
    expect(stale.outputs["exit-code"]).toBe("3");
    expect(stale.log).toContain("error: refused, nothing was written: the plan is stale");
    for (const told of [stale.log, stale.summary]) expect(told).not.toContain("hazards are accepted");
  });
});
