// Two live workbooks with one slug, which the platform's own rules should not allow and its lists have shown: nobody knows which of
// them an upsert by slug writes, so neither is, and everything else goes on.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type WorldOptions } from "../support/world.ts";

/** Shows the workbook of slug `b-2` as a second `b`, from the time that `on` says so. */
function showTwice(on = () => true): Hook {
  return async (_asked, forward) => {
    const answer = await forward();
    if (!("body" in answer) || !on()) return answer;
    const text = JSON.stringify(answer.body).replaceAll('"slug":"b-2"', '"slug":"b"');
    return { ...answer, body: JSON.parse(text) as JsonObject };
  };
}

const SEED = {
  workbooks: [
    { slug: "a", name: "A", dashboardDraft: board("A") },
    { slug: "b", name: "B", dashboardDraft: board("B") },
    { slug: "b-2", name: "B", dashboardDraft: board("B") },
  ],
};
const wanted = (title: string) => ({ a: { dashboard: board(title) }, b: { dashboard: board(title) } });
const open = (more: Partial<WorldOptions> = {}) =>
  openWorld({
    workbooks: wanted("New"),
    sandbox: { seed: SEED },
    proxy: showTwice(),
    settings: "apply: { allow: [adopt, drift, delete, mass-change] }\n",
    ...more,
  });

describe("two live workbooks with one slug", () => {
  it("are an error in the plan that names both, and neither is written; the others are", async () => {
    const { plan, apply, sandbox, writes } = await open();
    const made = await plan();
    const ids = SEED.workbooks.slice(1).map(({ slug }) => sandbox.workbook(slug)?.id);
    expect(made.changes.map(({ key, action }) => `${action} ${key}`)).toEqual(["update a"]);
    expect(made.summary).toMatchObject({ update: 1, unchanged: 0 });
    expect(made.diagnostics).toMatchObject([
      {
        rule: "double-slug",
        severity: "error",
        slug: "b",
        file: "dashboards/all.yaml",
        message: expect.stringContaining(`the workbooks ${ids[0]} and ${ids[1]} both have this slug`),
      },
    ]);
    expect(outcomes(await apply(made))).toEqual(["a applied"]);
    expect(new Set(writes())).toEqual(new Set(["PUT a"]));
  });

  it("are one also if the first of them is as declared", async () => {
    const { plan } = await open({ workbooks: wanted("B") });
    const made = await plan();
    expect(made.diagnostics.map(({ rule, slug }) => `${rule} ${slug}`)).toEqual(["double-slug b"]);
    expect(made.summary).toMatchObject({ update: 1, unchanged: 0 });
  });

  it("take no report, and the workbook that draws it waits for it", async () => {
    const yaml = `
workbooks:
  a: { dashboard: { kind: CLASSIC, title: A, widgets: [{ id: w, type: CHART, position: [0, 0, 1, 1], config: { reportId: { $report: r } } }] } }
reports:
  r: { name: R, workbook: b, query: { measures: [x.y] } }
`;
    const { plan } = await open({ files: { "dashboards/all.yaml": yaml } });
    const made = await plan();
    expect(made.changes).toEqual([]);
    const errors = made.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule, message }) => `${rule}: ${message.split(",")[0]}`).sort()).toEqual([
      "double-slug: the report r belongs to the workbook b",
      "report-missing: the report r is not on this deployment; a is left out",
    ]);
  });

  it("that no file declares are listed, and pruning keeps both", async () => {
    let on = false;
    const { plan, deploy } = await open({
      workbooks: wanted("B"),
      sandbox: { seed: { workbooks: SEED.workbooks.slice(2) } },
      proxy: showTwice(() => on),
    });
    await deploy();
    on = true;
    const only = { a: { dashboard: board("B") } };
    const pruned = await plan(only, { prune: true });
    expect(pruned.changes.map(({ key, action }) => `${action} ${key}`)).toEqual(["orphaned b"]);
    expect(pruned.diagnostics.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      "warning double-slug",
    ]);
  });
});
