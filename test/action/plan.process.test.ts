// plan in the Action, on pull requests: one comment that is kept up to date, findings at their lines, nothing secret anywhere.

import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Plan } from "../../src/model/index.ts";
import { planHash } from "../../src/plan/index.ts";
import { IS_FULL } from "../support/runs.ts";
import { board, chart, openPlace, PROJECT } from "./place.ts";
import { byHand, pullRequest, push, useBundle } from "./runner.ts";

useBundle();

describe("plan in the Action", () => {
  it("comments once and updates that comment; the outputs say the same", async () => {
    const place = await openPlace();
    const first = await place.run("plan", pullRequest(5, { action: "opened" }));
    expect(first.code).toBe(0);
    expect(first.outputs).toMatchObject({
      "exit-code": "0",
      changes: "true",
      create: "1",
      update: "0",
      delete: "0",
      errors: "0",
      "comment-id": String(place.comments(5)[0]?.id),
    });
    const plan = JSON.parse(readFileSync(first.outputs["plan-file"] ?? "", "utf8")) as Plan;
    expect(first.outputs["plan-hash"]).toBe(planHash(plan));
    expect(readFileSync(first.outputs["report-file"] ?? "", "utf8")).toMatch(/^<!doctype html>/i);
    expect(place.comments(5).map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^<!-- boardwright:comment project=acme -->\n\n### [\s\S]*\n\n<!-- boardwright:state \S+ -->\n$/,
      ),
    ]);
    expect(place.comments(5)[0]?.body).toContain(
      "### 🟢 Boardwright · production: viewers see no change, 1 dashboard changes in draft\n",
    );
    expect(first.log).not.toContain("\u001b[");
    const coloured = await place.run("plan", pullRequest(5, { action: "reopened" }), {
      env: { NO_COLOR: "" },
    });
    expect(coloured.log).toContain("\u001b[32m+");
    expect(first.summary).toBe(`${place.sections(5).get("plan production")}\n`);
    expect(place.writes()).toEqual([]);

    place.rewrite({ revenue: board("Revenue"), churn: board("Churn") });
    const second = await place.run("plan", pullRequest(5));
    expect(second.outputs["comment-id"]).toBe(first.outputs["comment-id"]);
    expect(place.comments(5)).toHaveLength(1);
    expect(place.comments(5)[0]?.body).toContain("2 dashboards change in draft");
  });

  it.runIf(IS_FULL)("finds its comment among hundreds, and takes nobody else's for it", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    const [ours] = place.comments(5);
    const text = ours?.body ?? "";
    const copied = { id: 1, body: text, user: { login: "mallory" } };
    const others = Array.from({ length: 150 }, (_, index) => ({ ...copied, id: index + 1 }));
    place.github.issues.get(5)?.comments.unshift(...others);
    place.rewrite({ churn: board("Churn") });
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(151);
    expect(place.comments(5)[150]?.body).toContain("Churn");
    expect(place.comments(5)[0]?.body).toBe(text);
  });

  it.runIf(IS_FULL)(
    "keeps a comment per project of a repository, with a section per target and shard",
    async () => {
      const place = await openPlace({
        folder: "analytics/",
        files: {
          "sales/boardwright.yaml": PROJECT.replace("acme", "sales"),
          "sales/dashboards/a.yaml": stringify({ workbooks: { deals: board("Deals") } }),
        },
      });
      await place.run("plan", pullRequest(5));
      await place.run("plan", pullRequest(5), { inputs: { "working-directory": "sales" } });
      await place.run("plan", pullRequest(5), { inputs: { target: "staging" } });
      await place.run("plan", pullRequest(5), { inputs: { shard: "2/2" } });
      await place.run("plan", pullRequest(5));
      const verdicts = place.comments(5).map(({ body }) => body.match(/^### .*/gm));
      const production = expect.stringContaining("Boardwright · production: ");
      expect(verdicts).toEqual([
        [
          production,
          expect.stringContaining("Boardwright · staging: "),
          expect.stringContaining("shard 2/2"),
        ],
        [production],
      ]);
    },
  );

  it.runIf(IS_FULL)(
    "marks errors on changed lines first, one for many of one cause, ten in all, counts the rest, and names files from the repository's root",
    async () => {
      const typos = Array.from({ length: 14 }, (_, index) => ({ ...chart(`w${index}`, {}, 0), positon: 1 }));
      const others = Array.from({ length: 11 }, (_, index) => ({
        ...chart(`o${index}`),
        [`odd-${index}`]: 1,
      }));
      const widgets = [...typos, ...others];
      const place = await openPlace({
        folder: "analytics/",
        workbooks: { revenue: board("Revenue", ...widgets) },
      });
      const text = readFileSync(`${place.workspace}/analytics/dashboards/all.yaml`, "utf8").split("\n");
      const last = text.findLastIndex((line) => line.includes("positon")) + 1;
      const patch = `@@ -${last},1 +${last},1 @@\n-x\n+${text[last - 1]}`;
      place.github.files.set(5, [
        { filename: "analytics/dashboards/all.yaml", patch },
        { filename: "logo.png" },
      ]);
      const step = await place.run("plan", pullRequest(5));
      expect(step.code).toBe(1);
      expect(step.outputs).toMatchObject({ "exit-code": "1", errors: "25" });
      const marked = step.commands.filter(({ properties }) => properties.file !== undefined);
      expect(marked).toHaveLength(10);
      expect(marked[0]?.properties).toMatchObject({
        file: "analytics/dashboards/all.yaml",
        line: String(last),
        title: "unknown-field",
      });
      expect(marked[0]?.text).toContain("positon");
      expect(marked[0]?.text).toContain("the same at 13 more places: analytics/dashboards/all.yaml:");
      expect(marked.slice(1).every(({ text: said }) => said.includes("odd-"))).toBe(true);
      expect(step.log).toContain("2 more findings are in the job summary");
      // They have one cause, so they are one finding with its places.
      expect(step.summary.match(/unknown-field: [^\n]*positon/g)).toHaveLength(1);
      expect(step.summary).toContain("the same at 13 more places");
      expect(place.comments(5)[0]?.body).toContain("the files have 25 errors; nothing was sent");
      expect(place.sandbox.requests).toEqual([]);
    },
  );

  it("says everything in the summary where there is no pull request, and nothing elsewhere", async () => {
    const place = await openPlace();
    for (const event of [push, byHand]) {
      const step = await place.run("plan", event);
      expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
      expect(step.summary).toContain("1 dashboard changes in draft");
    }
    expect(place.github.requests).toEqual([]);
  });

  it("is narrowed by globs, prunes, and saves the plan where it is told to", async () => {
    const place = await openPlace({
      workbooks: { revenue: board("R"), churn: board("C"), returns: board("T") },
    });
    const globs = "rev* \n, ret*";
    const inputs = { only: globs, "plan-file": "out/plan.json" };
    const step = await place.run("plan", push, { inputs });
    // The folder has to be there: it is the user's.
    expect(step.outputs["exit-code"]).toBe("1");
    expect(step.summary).toContain("plan.json");
    const again = await place.run("plan", push, { inputs: { ...inputs, "plan-file": "plan.json" } });
    expect(again.outputs).toMatchObject({ create: "2", "plan-file": `${place.workspace}/plan.json` });
    await place.run("apply", push);
    place.rewrite({ revenue: board("R") });
    const pruned = await place.run("plan", push, { inputs: { prune: "true" } });
    expect(pruned.outputs).toMatchObject({ delete: "2", changes: "true" });
  });

  it("never tells the key, not even where a dashboard takes it in", async () => {
    // Not the sandbox's own, which is no secret.
    const key = "key-of-production";
    const place = await openPlace({ sandbox: { seed: { apiKeys: [{ key }] } } });
    place.given["api-key"] = key;
    const fine = await place.run("plan", pullRequest(5));
    expect(fine.commands[0]).toMatchObject({ name: "add-mask", text: key });
    const left = existsSync(dirname(fine.outputs["plan-file"] ?? ""))
      ? readFileSync(fine.outputs["plan-file"] ?? "", "utf8")
      : "";
    expect(left).not.toContain(key);
    const bodies = () =>
      place
        .comments(5)
        .map(({ body }) => body)
        .join();
    expect(fine.everything + bodies()).not.toContain(key);

    place.rewrite({ revenue: board(key) });
    const held = await place.run("plan", pullRequest(5));
    expect(held.outputs["exit-code"]).toBe("1");
    expect(held.summary).toContain("the plan holds the text of a credential");
    expect(held.summary).toMatch(/What becomes of workbook [a-z-]+ contains it/);
    place.rewrite({ revenue: board("R", { ...chart("a"), type: key }) });
    const quoted = await place.run("plan", pullRequest(5));
    expect(quoted.outputs["exit-code"]).toBe("1");
    expect(held.everything + quoted.everything + bodies()).not.toContain(key);
    expect(quoted.summary).toContain("&#42;&#42;&#42;");
  });
});
