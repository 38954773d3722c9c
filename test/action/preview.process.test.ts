// Previews in the Action: up while a pull request is open, down when it is closed, links in the comment.
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Json } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, chart, openPlace, PROJECT } from "./place.ts";
import { byHand, pullRequest, push } from "./runner.ts";

const view = (...measures: string[]): Json[] => [
  {
    name: "orders",
    type: "view",
    measures: measures.map((name) => ({ name: `orders.${name}`, type: "number" })),
  },
];
const SEED: Seed = {
  branches: [
    { name: "main" },
    { name: "feature" },
    { name: "lacking" },
    { name: "old", isStagingEnvironmentEnabled: true },
    { name: "dev-ann", parentBranch: "main" },
  ],
  cubes: view("revenue"),
  models: { feature: view("revenue", "net"), lacking: view("count"), old: view("count") },
};
const asking = (member: string) => board("Revenue", chart("a", { query: { measures: [member] } }));
const BRANCH = { inputs: { branch: "feature" } };

describe("previews in the Action", () => {
  it("come up with links in one comment, are brought up to date, and go with the pull request, twice", async () => {
    const place = await openPlace({ sandbox: { seed: SEED }, workbooks: { revenue: asking("orders.net") } });
    const up = await place.run("preview-up", pullRequest(5, { action: "opened" }), BRANCH);
    expect(up.outputs).toMatchObject({ "exit-code": "0", changes: "true", create: "1", errors: "0" });
    const links = JSON.parse(up.outputs["preview-links"] ?? "") as Record<string, string>;
    expect(links).toEqual({
      "revenue--pr-5": expect.stringMatching(/^https:\/\/platform\.test\/d\/\d+\/revenue--pr-5$/),
    });
    expect(place.comments(5)).toHaveLength(1);
    expect(place.comments(5)[0]?.body).toContain(links["revenue--pr-5"]);
    expect(await place.live()).toEqual({ "revenue--pr-5": "[pr-5] Revenue" });

    const again = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(again.outputs).toMatchObject({ "exit-code": "0", create: "0", update: "0" });
    expect(JSON.parse(again.outputs["preview-links"] ?? "")).toEqual(links);
    expect(place.comments(5)).toHaveLength(1);

    for (const removed of ["1", "0"]) {
      const down = await place.run("preview-down", pullRequest(5, { action: "closed" }));
      expect(down.outputs).toMatchObject({ "exit-code": "0", delete: removed });
    }
    expect(await place.live()).toEqual({});
    // Its links are gone with it.
    expect(place.comments(5)).toHaveLength(1);
    expect(place.comments(5)[0]?.body).toContain("nothing to take down");
    expect(place.comments(5)[0]?.body).not.toContain("/revenue--pr-5");
  });

  it("are offered by the last line of a plan, and linked from its rows where they are up", async () => {
    const place = await openPlace({ sandbox: { seed: SEED }, workbooks: { revenue: asking("orders.net") } });
    const plan = () => place.run("plan", pullRequest(5), { inputs: { label: "show <me>" } });
    const text = () => place.comments(5)[0]?.body ?? "";
    const last = () =>
      text()
        .trimEnd()
        .split("\n")
        .findLast((line) => !/^<\/details>|^<!--|^$/.test(line));
    await plan();
    const offer = "preview: not up (add the label <code>show &#60;me&#62;</code>)";
    expect(last()).toBe(`<sub>model check: not run · ${offer}</sub>`);
    await place.run("lint", pullRequest(5));
    const word = "<details><summary>✅ lint: no findings in 1 file";
    expect(text()).toContain(`${word} · model check: not run · ${offer}</summary>`);
    const up = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(text()).toContain(`${word}</summary>`);
    const link = JSON.parse(up.outputs["preview-links"] ?? "")["revenue--pr-5"];
    expect(text()).not.toContain(`<a href="${link}">preview</a>`);
    await plan();
    expect(text()).toContain(`<a href="${link}">preview</a> |`);
    expect(text()).toContain(`<a href="${link}">open preview</a>`);
    await place.run("preview-down", pullRequest(5, { action: "unlabeled" }));
    await plan();
    expect(text()).not.toContain(link);
    expect(text()).toContain(`${word} · model check: not run</summary>`);
  });

  it("are refused where the model lacks a member: the findings stand at their lines, and nothing is up", async () => {
    const place = await openPlace({ sandbox: { seed: SEED }, workbooks: { revenue: asking("orders.net") } });
    const step = await place.run("preview-up", pullRequest(5), { inputs: { branch: "lacking" } });
    expect(step.code).toBe(1);
    expect(step.outputs).toMatchObject({ "exit-code": "1", errors: "1", changes: "false", create: "0" });
    const why = "the preview was not applied: revenue would break on the model of lacking";
    expect(step.commands.at(-1)?.text).toContain(why);
    expect(step.commands.find(({ properties }) => properties.file)).toMatchObject({
      name: "error",
      properties: { title: "unknown-member", file: "dashboards/all.yaml" },
    });
    expect(place.comments(5)[0]?.body).toContain("unknown-member");
    expect(step.summary).toContain("Nothing was applied");
    expect(await place.live()).toEqual({});
    await place.run("plan", pullRequest(5));
    await place.run("lint", pullRequest(5));
    const body = place.comments(5)[0]?.body ?? "";
    expect(body.split("\n").find((line) => line.startsWith("### "))).toMatch(/^### 🔴 .*: no preview/);
    expect(body).toContain(
      "✅ lint: no findings in 1 file · ❌ model check: failed · ❌ preview: failed</summary>",
    );

    const lint = await place.run("lint", pullRequest(5), { inputs: { branch: "old" } });
    expect(lint.outputs).toMatchObject({ "exit-code": "1", errors: "1" });
    expect(lint.summary).toContain("Broken on the model of");
    expect((await place.run("lint", pullRequest(5))).outputs["exit-code"]).toBe("0");
  });

  it("comment also where a branch breaks more dashboards than a comment can name", async () => {
    const slugs = Array.from({ length: 1200 }, (_, at) => `${"finance-".repeat(7)}${at}`);
    const place = await openPlace({
      sandbox: { seed: SEED },
      workbooks: Object.fromEntries(slugs.map((slug) => [slug, asking("orders.net")])),
    });
    const lint = await place.run("lint", pullRequest(5), { inputs: { branch: "old" } });
    expect(lint.outputs).toMatchObject({ "exit-code": "1", errors: "1200" });
    expect(place.comments(5)[0]?.body).toMatch(/Broken on the model of branch old.* and \d+ more/);
    expect(lint.log).toContain(`, ${slugs.at(-1)}`);
  });

  it("are refused where they would show the key, before anything is sent that writes", async () => {
    const place = await openPlace({
      sandbox: { seed: SEED },
      project: `${PROJECT}env: [LEAK]\n`,
      workbooks: { revenue: { ...asking("orders.net"), name: `Revenue \${env.LEAK}` } },
    });
    const key = place.given["api-key"] ?? "";
    const step = await place.run("preview-up", pullRequest(5), { ...BRANCH, env: { LEAK: key } });
    expect(step.outputs["exit-code"]).toBe("1");
    expect(step.summary).toContain("holds a credential");
    for (const told of [step.everything, ...place.comments(5).map(({ body }) => body)])
      expect(told).not.toContain(key);
    expect(place.writes()).toEqual([]);
  });

  it.each([
    ["none-such", "none-such"],
    ["dev-ann", "personal"],
    ["main", "production branch"],
  ])("say why there is none of branch %s", async (branch, why) => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    const step = await place.run("preview-up", pullRequest(5), { inputs: { branch } });
    expect(step.code).toBe(1);
    expect(step.outputs["exit-code"]).toBe("1");
    for (const told of [step.log, step.summary.replaceAll("\u200b", ""), place.comments(5)[0]?.body])
      expect(told).toContain(why);
    expect(place.writes()).toEqual([]);
  });

  it("leave no comment on a pull request that never had one", async () => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    const down = await place.run("preview-down", pullRequest(5, { action: "closed" }));
    expect(down.outputs).toMatchObject({ "exit-code": "0", delete: "0" });
    expect(down.summary).toContain("nothing to take down");
    expect(down.summary.split("\n").filter((line) => line !== "")).toHaveLength(4);
    expect(place.comments(5)).toEqual([]);
  });

  it("are not put up any more where the pull request was closed while the run waited", async () => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    place.github.closed.add(5);
    const late = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(late.outputs).toMatchObject({ "exit-code": "0", changes: "false", create: "0" });
    for (const told of [late.log, late.summary]) expect(told).toContain("already closed");
    expect([await place.live(), place.writes(), place.comments(5)]).toEqual([{}, [], []]);
    place.github.refuse = () => 403;
    const unknown = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(unknown.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });

  it("are counted with their reports, and linked where the target says how a workbook is opened", async () => {
    const report = { name: "Net", workbook: "revenue", query: { measures: ["orders.net"] } };
    const files = { "dashboards/reports.yaml": stringify({ reports: { net: report } }) };
    const place = await openPlace({
      sandbox: { seed: SEED },
      files,
      workbooks: { revenue: board("Revenue", chart("a", { reportId: { $report: "net" } })) },
    });
    const inputs = { ...BRANCH.inputs, target: "staging" };
    const up = await place.run("preview-up", pullRequest(5), { inputs });
    expect(up.outputs).toMatchObject({ "exit-code": "0", changes: "true", "preview-links": "{}" });
    const down = await place.run("preview-down", pullRequest(5), { inputs: { target: "staging" } });
    expect(down.outputs).toMatchObject({ "exit-code": "0", changes: "true", delete: "2" });
    for (const told of [
      down.log,
      down.summary,
      ...place
        .comments(5)
        .map(({ body }) => body)
        .slice(-1),
    ])
      expect(told).toContain("1 workbook and 1 report removed");

    place.rewrite({});
    rmSync(`${place.workspace}/dashboards/reports.yaml`);
    const none = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(none.outputs).toMatchObject({ "exit-code": "0", changes: "false", create: "0" });
  });

  it("need a name where no pull request gives one", async () => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    for (const event of [push, byHand]) {
      const nameless = await place.run("preview-down", event);
      expect(nameless.outputs["exit-code"]).toBe("64");
      expect(nameless.summary).toContain("which preview is meant");
      expect((await place.run("preview-up", event, BRANCH)).outputs["exit-code"]).toBe("64");
    }
    const named = await place.run("preview-up", byHand, { inputs: { branch: "feature", name: "spring" } });
    expect(named.outputs["exit-code"]).toBe("0");
    expect(await place.live()).toEqual({ "revenue--spring": "[spring] Revenue" });
    const down = await place.run("preview-down", byHand, BRANCH);
    expect(down.outputs).toMatchObject({ "exit-code": "0", delete: "1" });
    expect(place.github.requests).toEqual([]);
  });
});
