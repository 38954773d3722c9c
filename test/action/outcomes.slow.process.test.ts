// What the outputs, the log and the reason of a failed step say of outcomes that are not the usual ones.
import { describe, expect, it } from "vitest";
import { type JsonObject, SHORTEST_SECRET } from "../../src/model/index.ts";
import { board, chart, openPlace, reviewAndMerge } from "./place.ts";
import { pullRequest, push, readMarkdown, type Step, schedule } from "./runner.ts";

const last = ({ commands }: Step) => commands.at(-1);
const headings = ({ commands }: Step) =>
  commands.filter(({ name }) => name === "group").map(({ text }) => text);

/** Two live workbooks have the slug `churn`: the plan is incomplete. */
async function openDouble() {
  let isDouble = false;
  const place = await openPlace({
    workbooks: {
      revenue: board("Revenue"),
      churn: board("Churn", chart("a"), chart("b")),
      "churn-2": board("C"),
    },
    async proxy(_asked, forward) {
      const answer = await forward();
      if (!("body" in answer) || !isDouble) return answer;
      const text = JSON.stringify(answer.body).replaceAll('"slug":"churn-2"', '"slug":"churn"');
      return { ...answer, body: JSON.parse(text) as JsonObject };
    },
  });
  await place.run("apply", push);
  isDouble = true;
  place.rewrite({ revenue: board("Revenue, net"), churn: board("Churn", chart("a"), chart("b")) });
  return place;
}

describe("a plan that lacks something", () => {
  it("fails the step; its warnings are no errors, and what is left is applied", async () => {
    const place = await openDouble();
    const plan = await place.run("plan", push);
    expect(plan.code).toBe(1);
    expect(plan.outputs).toMatchObject({ "exit-code": "1", errors: "1", update: "1", changes: "true" });
    const marked = plan.commands.filter(({ properties }) => properties.file !== undefined);
    expect(marked.map(({ name, properties }) => `${name} ${properties.title}`).sort()).toEqual([
      "error double-slug",
      "warning widget-overlap",
    ]);
    expect(last(plan)).toMatchObject({
      name: "error",
      text: "the plan is incomplete: its errors say what it lacks (exit code 1)",
    });
    const apply = await place.run("apply", push);
    expect(apply.outputs).toMatchObject({ "exit-code": "1", errors: "1", update: "1", changes: "true" });
    const drift = await place.run("drift", schedule);
    expect(drift.outputs).toMatchObject({ "exit-code": "1" });
    expect(last(drift)?.text).toContain("not all was compared");
    expect([plan, apply, drift].flatMap(headings)).toEqual([
      "plan of production",
      "plan of production",
      "drift of production",
    ]);
  });
});

describe("an apply", () => {
  it("that fails in part says how much, and in the log which", async () => {
    const place = await openPlace({
      workbooks: { revenue: board("Revenue"), churn: board("Churn") },
      async proxy({ method, path }, forward) {
        if (method === "PUT" && path.endsWith("churn")) return { status: 400, body: { error: "not today" } };
        return forward();
      },
    });
    const step = await place.run("apply", push);
    expect(step.outputs).toMatchObject({ "exit-code": "1", create: "1", errors: "1", changes: "true" });
    expect(last(step)?.text).toBe(
      "not all was applied: 1 failed, 0 skipped; the summary says why (exit code 1)",
    );
    expect(step.log).toContain("not today");
  });

  it("that is not what was reviewed says so, with the pull request and the way out", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    place.rewrite({ revenue: board("Never seen") });
    const step = await place.run("apply", merge);
    const verdict = "refused, nothing was written: the plan is not the one that was reviewed in #5";
    expect(last(step)?.text).toBe(`${verdict} (exit code 3)`);
    const said = step.log.split("\n");
    const at = said.indexOf(verdict);
    expect(said[at + 1]).toBe("  revenue is declared differently from what was reviewed");
    expect(said[at + 2]).toContain("started by hand");
    expect(readMarkdown(step.summary)).toContain("started by hand");
  });

  it("of nothing but publications changes something, and so does its plan", async () => {
    const place = await openPlace();
    await place.run("apply", push);
    place.rewrite({ revenue: { ...board("Revenue"), publish: true } });
    const none = { create: "0", update: "0", delete: "0", changes: "true" };
    expect((await place.run("plan", push)).outputs).toMatchObject(none);
    expect((await place.run("apply", push)).outputs).toMatchObject(none);
    expect((await place.run("plan", push)).outputs).toMatchObject({ changes: "false" });
  });

  it("needs no token of GitHub's, and notes nothing where there is nothing to note", async () => {
    const place = await openPlace();
    const merge = await reviewAndMerge(place);
    const bare = await place.run("apply", merge, { inputs: { "github-token": undefined } });
    expect(bare.outputs["exit-code"]).toBe("0");
    expect(bare.summary).not.toContain("review");
    place.rewrite({ revenue: board("Revenue, net") });
    await place.run("plan", pullRequest(5));
    const step = await place.run("apply", place.merge(5));
    const lines = step.summary.split("\n").filter((line) => line !== "");
    expect(lines.map((line) => line.split(" ")[0])).toEqual([
      "###",
      expect.stringContaining("<sub>127"),
      "Undo",
      "<sub>of",
    ]);
  });

  it("that does nothing but delete changes something", async () => {
    const place = await openPlace({ workbooks: { revenue: board("Revenue"), churn: board("Churn") } });
    await place.run("apply", push);
    place.rewrite({ revenue: board("Revenue") });
    const step = await place.run("apply", push, { inputs: { prune: "true", allow: "delete,mass-change" } });
    const only = { create: "0", update: "0", delete: "1", changes: "true" };
    expect(step.outputs).toMatchObject({ "exit-code": "0", ...only });
  });

  it("of a saved plan that cannot be compared with the platform failed, and is not refused", async () => {
    const place = await openPlace();
    await place.run("plan", push, { inputs: { "plan-file": "plan.json" } });
    const inputs = { "plan-file": "plan.json", "api-key": "wrong-key" };
    const step = await place.run("apply", push, { inputs });
    expect(step.outputs).toMatchObject({ "exit-code": "1", errors: "1" });
    expect(step.log).toContain("401");
    for (const told of [step.log, readMarkdown(step.summary)]) {
      expect(told).toContain(
        "The key is that of the input `api-key`, and it is mistyped, expired or revoked",
      );
      expect(told).toContain("Put a valid one into the secret of the repository that the input takes.");
      expect(told).not.toContain("saved login");
    }
  });

  it("without a plan that was shown on the pull request says so, and goes on", async () => {
    const place = await openPlace();
    const step = await place.run("apply", place.merge(7));
    expect(step.outputs["exit-code"]).toBe("0");
    for (const told of [step.log, readMarkdown(step.summary)])
      expect(told).toContain("No reviewed plan of #7 was found.");
    // A plan that failed showed nothing to be reviewed.
    await place.run("plan", pullRequest(8), { inputs: { target: "staging", "api-key": "wrong-key" } });
    const unseen = await place.run("apply", place.merge(8), { inputs: { target: "staging" } });
    expect(readMarkdown(unseen.summary)).toContain("No reviewed plan of #8 was found.");
  });
});

describe("secrets", () => {
  it("are masked as they are used: without the white space around them, each once", async () => {
    const place = await openPlace();
    const key = place.given["api-key"] ?? "";
    const step = await place.run("plan", push, {
      inputs: { "api-key": undefined },
      env: { PLATFORM_API_KEY: ` ${key}\n` },
    });
    expect(step.outputs["exit-code"]).toBe("0");
    const masks = step.commands.filter(({ name }) => name === "add-mask").map(({ text }) => text);
    expect(masks).toEqual([place.given["github-token"], key]);
  });

  it.each(["PLATFORM_API_KEY", "BOARDWRIGHT_REVIEW_KEY"])(
    "are masked in the log even where they are too short to be blanked elsewhere: %s",
    async (name) => {
      const short = "moonlight".slice(0, SHORTEST_SECRET - 1);
      const { commands } = await (await openPlace()).run("lint", push, { env: { [name]: short } });
      expect(commands).toContainEqual(expect.objectContaining({ name: "add-mask", text: short }));
    },
  );
});

describe("a word", () => {
  it.each([0, 1])(
    "that is a secret too is blanked where it is no shorter than the shortest: by %i",
    async (by) => {
      const word = "moonlight".slice(0, SHORTEST_SECRET - by);
      const place = await openPlace();
      const step = await place.run("plan", push, { inputs: { "github-token": word, target: word } });
      expect(step.outputs["exit-code"]).toBe("64");
      expect(step.commands[1]).toMatchObject({ name: "add-mask", text: word });
      expect(readMarkdown(step.summary)).toContain(`there is no target "${by === 0 ? "***" : word}"`);
    },
  );
});

describe("a command that is none", () => {
  it("is named in the summary as the Action itself where none was given", async () => {
    const place = await openPlace();
    const step = await place.run("plan", push, { inputs: { command: undefined } });
    expect(step.outputs["exit-code"]).toBe("64");
    expect(step.summary).toContain("boardwright failed");
    const wrong = await place.run("deploy", push);
    expect(wrong.summary).toContain("deploy failed");
  });
});

describe("lint", () => {
  it("says in the log what it found and counts it in its reason, one or many", async () => {
    const place = await openPlace({ workbooks: { revenue: { ...board("R"), nme: "x" } } });
    const one = await place.run("lint", push);
    expect(one.log).toMatch(/dashboards\/all\.yaml:\d+:\d+ {2}error {2}unknown-field/);
    expect(last(one)?.text).toBe("lint found 1 error and 0 warnings (exit code 1)");
    const overlapping = board("R", chart("a"), chart("b"));
    place.rewrite({ revenue: { ...overlapping, nme: "x", nmme: "y" } });
    const two = await place.run("lint", push);
    expect(last(two)?.text).toBe("lint found 2 errors and 1 warning (exit code 1)");
    expect(two.outputs).toMatchObject({ "exit-code": "1", errors: "2" });
    const failed = await place.run("plan", push);
    expect(failed.log).toMatch(/dashboards\/all\.yaml:\d+:\d+ {2}error {2}unknown-field/);
    place.rewrite({ revenue: overlapping });
    const fine = await place.run("lint", push);
    expect(fine.outputs).toMatchObject({ "exit-code": "0", errors: "0" });
  });

  it("links what it finds to the line of the commit, and the run as what it is", async () => {
    const place = await openPlace({ workbooks: { revenue: { ...board("R"), nme: "x" } } });
    const step = await place.run("lint", pullRequest(5));
    const [body = ""] = place.comments(5).map((comment) => comment.body);
    for (const told of [step.summary, body]) {
      expect(told).toMatch(
        /<a href="https?:[^"]+\/blob\/[0-9a-f]+\/[^"]*dashboards\/all\.yaml#L\d+">dashboards/,
      );
      expect(told).toMatch(/<a href="[^"]+\/actions\/runs\/\d+">this run<\/a>/);
      expect(told).not.toContain("the full report");
    }
    const plan = await place.run("plan", pullRequest(5));
    expect(plan.summary).not.toContain("the full report");
  });

  it("is of the target that is named", async () => {
    const place = await openPlace();
    const step = await place.run("lint", push, { inputs: { target: "moon" } });
    expect(step.outputs["exit-code"]).toBe("64");
    expect(step.log).toContain('there is no target "moon"');
  });

  it("with a branch that breaks nothing names nothing as broken", async () => {
    const cubes = [{ name: "orders", type: "view", measures: [{ name: "orders.revenue", type: "number" }] }];
    const branches = [{ name: "main" }, { name: "feature", isStagingEnvironmentEnabled: true }];
    const place = await openPlace({ sandbox: { seed: { branches, cubes, models: { feature: cubes } } } });
    const step = await place.run("lint", pullRequest(5), { inputs: { branch: "feature" } });
    expect(step.outputs["exit-code"]).toBe("0");
    for (const told of [step.log, step.summary]) expect(told).not.toContain("Broken");
    expect(place.comments(5)).toEqual([]);
  });
});
