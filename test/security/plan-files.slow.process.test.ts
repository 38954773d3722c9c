// A saved plan that the Action applies: one of its own commit, or of the pull request that it merges. A file in the checkout is what
// somebody committed, and a seal says who made a plan, not that anybody reviewed it here.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { renderPlanJson } from "../../src/report/index.ts";
import { board, openPlace, type Place } from "../action/place.ts";
import { byHand, type Event, pullRequest, push, SHA } from "../action/runner.ts";
import { expectRefused } from "./refused.ts";

const FILE = { "plan-file": "plan.json" };
const ELSEWHERE = "a".repeat(40);
const [MERGE, KEY] = ["e".repeat(40), "a-review-key-that-is-long"];

/** The pull request #7 is planned, and its plan is committed in #9: its head, and the commit of its merge. */
async function smuggle(inputs: Record<string, string> = {}): Promise<Place> {
  const place = await openPlace({ workbooks: { revenue: board("Of #7") } });
  const event = pullRequest(7);
  Object.assign((event.payload as { pull_request: object }).pull_request, { head: ofHead(ELSEWHERE) });
  const step = await place.run("plan", event, { inputs: { ...FILE, ...inputs } });
  expect(step.outputs["exit-code"]).toBe("0");
  return place;
}

const ofHead = (sha: string) => ({ sha, ref: "feature", repo: { full_name: "acme/dashboards" } });

/** The merge of a pull request whose head this is. */
function merge(place: Place, number: number, head: string): Event {
  const pull = { number, merged_at: "2026-11-20T08:00:00Z", merge_commit_sha: MERGE, head: { sha: head } };
  place.github.pulls.set(MERGE, [{ ...pull, base: { ref: "main" } }]);
  return { ...push, sha: MERGE };
}

const read = (place: Place) => JSON.parse(readFileSync(join(place.workspace, "plan.json"), "utf8")) as Plan;

describe("a saved plan in the Action", () => {
  it.each([
    ["without a review key", {}],
    ["sealed with one", { "review-key": KEY }],
  ])("of a pull request that was never merged is refused, %s", async (_, key) => {
    const place = await smuggle(key);
    const inputs = { ...FILE, ...key };
    const why = "the plan file plan.json is of aaaaaaa in acme/dashboards, and this applies";
    for (const event of [merge(place, 9, SHA), byHand, pullRequest(9, { action: "closed", merged: true })])
      expectRefused(place, await place.run("apply", event, { inputs }), why);
    const off = await place.run("apply", merge(place, 9, SHA), { inputs: { ...inputs, review: "off" } });
    expect(off.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });

  it("of the merged head is applied if the seal holds, and of the run's own commit in any case", async () => {
    const place = await smuggle();
    expect(read(place).checkout).toEqual({ repository: "acme/dashboards", commit: ELSEWHERE });
    const merged = merge(place, 7, ELSEWHERE);
    const other = { inputs: { ...FILE, "review-key": KEY } };
    expectRefused(place, await place.run("apply", merged, other), "plan.json carries a seal of another key");
    const step = await place.run("apply", merged, { inputs: FILE });
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    place.rewrite({ revenue: board("Second") });
    await place.run("plan", merged, { inputs: FILE });
    const { digest: _, seal: __, ...plan } = read(place) as Plan & { digest: string; seal: string };
    writeFileSync(join(place.workspace, "plan.json"), renderPlanJson(plan));
    place.github.issues.clear();
    const again = await place.run("apply", merged, { inputs: FILE });
    expect(again.outputs).toMatchObject({ "exit-code": "0", update: "1" });
  });

  it("that somebody wrote is refused, whatever it says of its commit", async () => {
    const place = await smuggle();
    const {
      digest: _,
      seal: __,
      checkout: ___,
      ...plan
    } = read(place) as Plan & { digest: string; seal: string };
    const file = join(place.workspace, "plan.json");
    // It can name a commit that is there already, but not the one that it is in.
    for (const [checkout, why] of [
      [undefined, "the plan file plan.json does not say of which commit it is"],
      [{ repository: "acme/dashboards", commit: SHA }, "plan.json carries no seal"],
      [{ repository: "mallory/dashboards", commit: MERGE }, "plan.json carries no seal"],
    ] as const) {
      const key = checkout ? {} : { reviewKey: place.given["api-key"] };
      writeFileSync(file, renderPlanJson({ ...plan, ...(checkout && { checkout }) }, key));
      expectRefused(place, await place.run("apply", merge(place, 9, SHA), { inputs: FILE }), why);
    }
  });
});
