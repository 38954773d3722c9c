// Previews in the Action that do not come up or go down as they should: what is left is said, in the outputs, the log and the comment.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { lacking } from "../preview/support.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openPlace, type Place } from "./place.ts";
import { byHand, pullRequest, readMarkdown, type Step } from "./runner.ts";

const cubes = [{ name: "orders", type: "view", measures: [{ name: "orders.net", type: "number" }] }];
const SEED = { branches: [{ name: "main" }, { name: "feature" }], cubes, models: { feature: cubes } };
const BRANCH = { inputs: { branch: "feature" } };
const TWO: Record<string, JsonObject> = { revenue: board("Revenue"), churn: board("Churn") };

/** A platform on which the hook counts only after `begin`. */
async function open(hook: Hook, workbooks = TWO) {
  let isOn = false;
  const proxy: Hook = (asked, forward) => (isOn ? hook(asked, forward) : forward());
  const place = await openPlace({ sandbox: { seed: SEED }, workbooks, proxy });
  const begin = () => {
    isOn = true;
  };
  return { place, begin };
}

const refusing =
  (wanted: string, end = ""): Hook =>
  async ({ method, path }, forward) =>
    method === wanted && path.includes("/workbooks/") && path.endsWith(end)
      ? { status: 403, body: { error: "Mine" } }
      : forward();

/** In the summary and in the comment. */
function expectTold(place: Place, step: Step, ...words: string[]): void {
  for (const told of [step.summary, place.comments(5).at(-1)?.body ?? ""])
    for (const word of words) expect(readMarkdown(told).replaceAll(/\\|<\/?code>/g, "")).toContain(word);
}
const reason = ({ commands }: Step) => commands.at(-1)?.text;

describe("a preview", () => {
  it("of which a part comes up fails, and says which part does not", async () => {
    const { place, begin } = await open(refusing("PUT", "churn--pr-5"));
    begin();
    const step = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(step.outputs).toMatchObject({ "exit-code": "1", create: "1", errors: "1", changes: "true" });
    expect(reason(step)).toBe("the preview is not complete: the summary says why (exit code 1)");
    expectTold(place, step, "churn--pr-5", "Mine");
    expect(Object.keys(JSON.parse(step.outputs["preview-links"] ?? ""))).toEqual(["revenue--pr-5"]);
    expect(step.commands.filter(({ name }) => name === "group").map(({ text }) => text)).toEqual([
      "preview pr-5",
    ]);
  });

  it("that is whole names nothing as failed, broken or left", async () => {
    const place = await openPlace({ sandbox: { seed: SEED }, workbooks: TWO });
    const step = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "2", delete: "0", errors: "0" });
    for (const told of [step.summary, place.comments(5)[0]?.body])
      for (const word of ["Nothing was applied", "error:", "Still there", "Applied"])
        expect(told).not.toContain(word);
    place.rewrite({ revenue: board("Revenue, net") });
    const narrowed = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(narrowed.outputs).toMatchObject({ "exit-code": "0", create: "0", update: "1", delete: "1" });
  });

  it("is of what `only` names", async () => {
    const place = await openPlace({ sandbox: { seed: SEED }, workbooks: TWO });
    const inputs = { ...BRANCH.inputs, only: "ch*" };
    await place.run("preview-up", pullRequest(5), { inputs });
    expect(Object.keys(await place.live())).toEqual(["churn--pr-5"]);
  });

  it("keeps what it cannot remove, and says so", async () => {
    const { place, begin } = await open(refusing("DELETE"));
    await place.run("preview-up", pullRequest(5), BRANCH);
    begin();
    place.rewrite({ revenue: board("Revenue, net") });
    const step = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(step.outputs).toMatchObject({ "exit-code": "1", update: "1", delete: "0", errors: "1" });
    expectTold(place, step, "error: churn--pr-5: ", "Mine");
    const down = await place.run("preview-down", pullRequest(5, { action: "closed" }));
    expect(down.outputs).toMatchObject({ "exit-code": "1", changes: "false", delete: "0", errors: "2" });
    expect(reason(down)).toBe("the preview is not gone: the summary says what is left (exit code 1)");
    expectTold(place, down, "error: churn--pr-5: ", "error: revenue--pr-5: ");
    expect(down.log).toContain("churn--pr-5");
  });

  it("names what the deployment offers no way to delete", async () => {
    const proxy = lacking("delete /workbooks/{workbookId}");
    const place = await openPlace({ sandbox: { seed: SEED }, workbooks: TWO, proxy });
    await place.run("preview-up", pullRequest(5), BRANCH);
    place.rewrite({ revenue: board("Revenue, net") });
    const step = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(step.outputs).toMatchObject({ "exit-code": "0", errors: "0", delete: "0" });
    expectTold(
      place,
      step,
      "Still there, because the deployment offers no way to delete them",
      "churn--pr-5",
    );
  });

  it("goes with all others of a branch that is named without a preview, and each is said", async () => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    for (const name of ["one", "two"])
      await place.run("preview-up", byHand, { inputs: { ...BRANCH.inputs, name } });
    const down = await place.run("preview-down", pullRequest(5), BRANCH);
    expect(down.outputs).toMatchObject({ "exit-code": "0", changes: "true", delete: "2" });
    const told = readMarkdown(down.summary).replaceAll(/<\/?code>/g, "");
    expect(told).toContain("2 previews are taken down · 2 workbooks removed");
    for (const name of ["one", "two"])
      expect(told).toContain(
        `Preview ${name} is taken down: 1 workbook removed, the staging environment of branch feature is off.`,
      );
    expect(await place.live()).toEqual({});
  });

  it("of a branch and a name is that one alone", async () => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    for (const name of ["one", "two"])
      await place.run("preview-up", byHand, { inputs: { ...BRANCH.inputs, name } });
    await place.run("preview-down", byHand, { inputs: { ...BRANCH.inputs, name: "two" } });
    expect(Object.keys(await place.live())).toEqual(["revenue--one"]);
  });

  it.each([
    ["before anything is written: nothing is up", "GET", 0, "error"],
    ["while it is written: what is in flight is finished", "PUT", 1, "running it again completes"],
  ])("that is cancelled %s", async (_, method, least, word) => {
    let cancel: () => void = () => {};
    const slugs = Array.from({ length: 12 }, (__, index) => `board-${index}`);
    const hook: Hook = async (asked, forward) => {
      // The first copy is written empty, before the environment is on.
      const isEmpty = asked.method === "PUT" && !JSON.stringify(asked.body).includes("dashboardDraft");
      if (asked.method === method && asked.path.includes("/workbooks") && !isEmpty) cancel();
      return forward();
    };
    const { place, begin } = await open(hook, Object.fromEntries(slugs.map((slug) => [slug, board(slug)])));
    begin();
    const step = await place.run("preview-up", pullRequest(5), {
      ...BRANCH,
      onStart: (signal) => {
        cancel = () => {
          cancel = () => {};
          signal("SIGTERM");
        };
      },
    });
    expect([step.code, step.outputs["exit-code"]]).toEqual([1, "130"]);
    expect(step.log).toContain("cancelled: ");
    expect(step.log).toContain(word);
    const live = Object.keys(await place.live()).length;
    expect(live).toBeGreaterThanOrEqual(least);
    expect(live).toBeLessThan(slugs.length);
    if (least === 0) expect(place.writes()).toEqual([]);
    const again = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(again.outputs["exit-code"]).toBe("0");
  });
});
