// Owners in what the Action writes: a heading for each in the comment, names with drift in its pull request and its issue; nothing that notifies
// anybody, and nothing that is decided by a file of the pull request.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place } from "./place.ts";
import { openProposals } from "./proposals.ts";
import { pullRequest, push, readMarkdown, schedule } from "./runner.ts";

const WORKBOOKS = {
  revenue: { ...board("Revenue"), owner: ["@acme/finance", "@acme/all</summary>"] },
  churn: board("Churn"),
};

function own(place: Place, text: string): void {
  mkdirSync(join(place.workspace, ".github"), { recursive: true });
  writeFileSync(join(place.workspace, ".github/CODEOWNERS"), text);
}

const headings = (body: string) => readMarkdown(body).match(/^#### .*$/gm) ?? [];

describe("owners in the Action", () => {
  it("group the details of a comment, and a new one takes no review away", async () => {
    const place = await openPlace({ workbooks: WORKBOOKS });
    own(place, "* @acme/data");
    const first = await place.run("plan", pullRequest(5, { action: "opened" }));
    expect(first.code, first.log).toBe(0);
    const [comment] = place.comments(5);
    expect(headings(comment?.body ?? "")).toEqual([
      "#### @acme/data · 1 dashboard",
      "#### @acme/finance, @acme/all</summary> · 1 dashboard",
    ]);
    for (const text of [comment?.body ?? "", first.summary]) expect(text).not.toMatch(/@\w/);

    own(place, "* @mallory");
    const second = await place.run("plan", pullRequest(5));
    expect(second.outputs["plan-hash"]).toBe(first.outputs["plan-hash"]);
    expect(headings(place.comments(5)[0]?.body ?? "")[0]).toBe("#### @mallory · 1 dashboard");
    own(place, "");
    const applied = await place.run("apply", place.merge(5));
    expect(applied.outputs["exit-code"], applied.log).toBe("0");
    expect(Object.keys(await place.live()).sort()).toEqual(["churn", "revenue"]);
    expect((await place.run("plan", push)).outputs.changes).toBe("false");
  });

  it("are in the pull request that takes drift in, and in its issue", async () => {
    const place = await openProposals({ workbooks: WORKBOOKS });
    own(place, "* @acme/data");
    await place.edit("revenue", "Edited");
    await place.edit("churn", "Edited");
    const step = await place.propose();
    expect(step.outputs["exit-code"], step.log).toBe("2");
    const body = place.pulls()[0]?.body ?? "";
    expect(headings(body)).toHaveLength(2);
    expect(readMarkdown(body)).toMatch(/#### @acme\/data · 1 dashboard/);
    expect(readMarkdown(body)).toMatch(/#### @acme\/data · 1 dashboard\n\n<details><summary>.*Churn/);
    expect(body).not.toMatch(/@\w/);

    await place.run("drift", schedule);
    const issue = [...place.github.issues.values()].find(({ title }) => title.includes("edited outside Git"));
    expect(headings(issue?.body ?? "")).toEqual(headings(body));
    expect(issue?.body).not.toMatch(/@\w/);
  });
});
