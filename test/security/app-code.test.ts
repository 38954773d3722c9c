// Code of an app that is new or changed is called out, whatever else a plan holds and whatever the branch switches off.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { appContent } from "../../src/plan/index.ts";
import { renderComment, renderPlanHtml, renderPlanPretty } from "../../src/report/index.ts";
import { changed, makeChange, makePlan } from "../report/plan-samples.ts";
import { openWorld, PROJECT } from "../support/world.ts";

const app = (script: string) =>
  `workbooks:\n  a:\n    name: A\n    dashboard:\n      kind: APP\n      app: { entry: main.js, files: { main.js: ${JSON.stringify(script)}, lib.js: "1" } }\n`;

async function openPlace(settings = "") {
  const { cwd, run } = await openWorld({
    files: { "boardwright.yaml": PROJECT + settings, "dashboards/a.yaml": app("let one = 1;\n") },
  });
  return { cwd, run: (...args: string[]) => run(...args) };
}

describe("a plan", () => {
  it("warns of the code of an app that it creates, and of what it changes, and of nothing else", async () => {
    const { cwd, run } = await openPlace();
    const created = await run("plan");
    expect(created.stdout).toContain("app code, new or changed: entry, lib.js, main.js");
    const found = async () =>
      (
        parse((await run("plan", "--json")).stdout) as {
          diagnostics: { rule: string; severity: string; message: string; file: string }[];
        }
      ).diagnostics.filter(({ rule }) => rule === "new-app-content");
    expect(await found()).toMatchObject([{ severity: "warning", file: "dashboards/a.yaml" }]);
    expect((await run("apply", "--yes")).code).toBe(0);
    expect(await found()).toEqual([]);
    writeFileSync(join(cwd, "dashboards/a.yaml"), app("let one = 1;\nsteal(document.cookie);\n"));
    const [warning] = await found();
    expect(warning!.message).toContain("new or changed: main.js.");
    const changedPlan = await run("plan");
    expect(changedPlan.stdout).toContain("new-app-content");
    expect(changedPlan.stdout).toContain("app code, new or changed: main.js");
  });

  it("marks it also where the branch has switched the rule off", async () => {
    const { run } = await openPlace("lint: { rules: { new-app-content: off } }\n");
    const plan = await run("plan");
    expect(plan.stdout).not.toContain("new-app-content");
    expect(plan.stdout).toContain("app code, new or changed: entry, lib.js, main.js");
  });
});

describe("a report", () => {
  const fields = [changed('dashboard.app.files["main.js"]', "a", "b")];
  // Many that are alike but for their code: none may stand for the others.
  const changes = Array.from({ length: 40 }, (_, at) =>
    makeChange(`board-${at}`, { fields: [changed('dashboard.app.files["main.js"]', `a ${at}`, `b ${at}`)] }),
  );

  it("calls it out in the page, the terminal, and in the comment above all that may be left out", () => {
    const plan = makePlan([makeChange("a", { fields })]);
    const comment = renderComment({ command: "plan", target: "production", plan }, { limit: 700 });
    for (const text of [
      comment,
      renderPlanHtml(plan),
      renderPlanPretty(plan, { color: false, files: 1, liveCount: 1 }),
    ])
      expect(text).toContain("app code");
  });

  it("shows each of many that differ in it", () => {
    const plan = makePlan(changes);
    const comment = renderComment({ command: "plan", target: "production", plan });
    for (let at = 0; at < 40; at++) expect(comment).toContain(`b ${at}`);
  });
});

describe("what is code of an app", () => {
  it.each([
    [changed('dashboard.app.files["main.js"]', "a", "b"), ["main.js"]],
    [changed("dashboard.app.entry", "a", "b"), ["entry"]],
    [changed("dashboard.app.manifest.dependencies.d3", "7", "8"), ["manifest.dependencies.d3"]],
    [changed("dashboard.app.files", {}, { "x.js": "1" }), ["x.js"]],
    [changed("dashboard.app", null, { entry: "m.js", files: { "m.js": "" } }), ["entry", "m.js"]],
    [
      changed("dashboard", null, { kind: "APP", app: { entry: "m.js", files: { "m.js": "" } } }),
      ["entry", "m.js"],
    ],
    [changed("dashboard.title", "a", "b"), []],
    [changed("app.files", "a", "b"), []],
  ])("%#", (field, names) => {
    expect(appContent(makeChange("a", { fields: [field] }))).toEqual(names);
  });
});
