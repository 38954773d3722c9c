// One budget for a run: what multiplies runs out of it at once, and a large project never does.
import { describe, expect, it } from "vitest";
import { type Budget, isOver, loadProject, openBudget } from "../../src/desired/index.ts";
import { lintProject } from "../../src/project/lint-project.ts";
import { tempFolder } from "../support/temp.ts";
import { load } from "./temp-project.ts";

/** Ten times ten times …: each file includes the next one ten times, with other values each time. */
function fan(levels: number): Record<string, string> {
  const files: Record<string, string> = { [`p${levels}.yaml`]: 'v: "${param.x}"\n' };
  for (let level = 0; level < levels; level++) {
    const keys = Array.from(
      { length: 10 },
      (_, at) => `k${at}: { $include: ./p${level + 1}.yaml, with: { x: "\${param.x}${at}" } }\n`,
    );
    files[`p${level}.yaml`] = keys.join("");
  }
  return files;
}
const meta = (value: string) =>
  `workbooks:\n  a:\n    name: "\${var.a}"\n    meta: { m: ${value}, b: 1 }\n    dashboard: { widgets: [] }\n`;
const fanned = { "dashboards/a.yaml": meta('{ $include: ../p0.yaml, with: { x: "a" } }') };
const targets = (count: number) => {
  const all = Array.from({ length: count }, (_, at) => {
    return `  t${at}: { url: "sandbox:s${at}.json", deployment: ${at + 1}, vars: { a: x } }\n`;
  });
  return `version: 1\nproject: acme\ninclude: ["dashboards/**"]\ntargets:\n${all.join("")}`;
};

async function lint(files: Record<string, string>) {
  const cwd = tempFolder(files);
  return (await lintProject({ project: await loadProject({ cwd }), env: {}, cwd })).diagnostics;
}

describe("the budget of a run", () => {
  it("runs out where inclusions with values multiply, and says in which file and line", async () => {
    const found = await lint({ ...fan(8), ...fanned, "boardwright.yaml": targets(50) });
    const errors = found.filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule, file }) => `${file} ${rule}`)).toEqual([
      expect.stringMatching(/^p\d\.yaml include-invalid$/),
    ]);
    expect(errors[0]!.message).toContain("The files include and repeat too much");
  });

  it("is one for all targets: what fits for one of them does not fit for all", async () => {
    const files = { ...fan(4), ...fanned };
    const rulesFor = async (count: number) =>
      (await lint({ ...files, "boardwright.yaml": targets(count) })).map(({ rule }) => rule);
    expect(await rulesFor(1)).toEqual(["empty-dashboard"]);
    expect(await rulesFor(40)).toEqual(expect.arrayContaining(["include-invalid"]));
  });

  const spentBy = async (files: Record<string, string>) => {
    const budget = openBudget();
    const { diagnostics } = await load(files, { target: "local", budget });
    expect(diagnostics).toEqual([]);
    return budget.done;
  };

  it("pays for every inclusion, row and override, not only for what they make", async () => {
    const part = { "part.yaml": "1\n" };
    const with5 = (one: string) => ({
      ...part,
      "dashboards/a.yaml": `workbooks:\n  a: { meta: { l: [${Array(5).fill(one).join(", ")}] } }\n`,
    });
    const plain = await spentBy(with5("1"));
    expect((await spentBy(with5("{ $include: ../part.yaml }"))) - plain).toBeGreaterThanOrEqual(500);
    const rows = (count: number) => {
      const each = Array.from({ length: count }, (_, at) => `{ key: k${at} }`).join(", ");
      return { "dashboards/a.yaml": `workbooks:\n  "\${row.key}": { each: [${each}], name: N }\n` };
    };
    expect((await spentBy(rows(6))) - (await spentBy(rows(1)))).toBeGreaterThanOrEqual(500);
    const overrides = (names: string) => ({
      "dashboards/a.yaml": `workbooks:\n  a: { name: N, overrides: { ${names} } }\n`,
    });
    const both = await spentBy(overrides("local: { name: L }, production: { name: P }"));
    expect(both - (await spentBy(overrides("local: { name: L }")))).toBeGreaterThanOrEqual(100);
  });

  it("grows faster than a large project spends it, so that no number of dashboards, rows or targets is too many", async () => {
    const widget = (id: number) =>
      `        - { id: w${id}, $include: ../kpi.yaml, with: { title: "\${row.title} ${id}", member: orders.count } }\n`;
    const rows = Array.from({ length: 300 }, (_, at) => `{ key: region-${at}, title: Region ${at} }`);
    const files: Record<string, string> = {
      "kpi.yaml":
        'type: TEXT\nposition: [0, 0, 1, 1]\nstyle: { $include: ./style.yaml }\nconfig: { title: "${param.title} ${var.currency}", member: "${param.member}" }\n',
      "style.yaml": "{ padding: 8, border: { radius: 4px, width: 1 } }\n",
      "rows.yaml": `[${rows.join(",\n ")}]\n`,
    };
    for (let at = 0; at < 3; at++)
      files[`dashboards/t${at}.yaml`] =
        `workbooks:\n  t${at}-\${row.key}:\n    each: { $include: ../rows.yaml }\n    overrides: { production: { name: P } }\n    dashboard:\n      widgets:\n${Array.from({ length: 10 }, (_, id) => widget(id)).join("")}`;
    const budget: Budget = openBudget();
    const before = { ...budget };
    const { diagnostics, workbooks } = await load(files, { target: "local", budget });
    expect([diagnostics.length, workbooks.length, isOver(budget)]).toEqual([0, 900, false]);
    expect(budget.done - before.done).toBeLessThan(budget.allowed - before.allowed);
  });
});
