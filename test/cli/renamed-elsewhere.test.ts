// A slug that was renamed in the UI and that the files name in more than one place: all of them have to follow.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorld } from "../support/world.ts";

const FILES = {
  "boardwright.yaml":
    "version: 1\nproject: acme\ntargets: { test: { url: https://platform.test, deployment: 1 } }\n",
  "dashboards/orders.yaml": `workbooks:
  orders:
    name: Orders
    dashboard:
      title: Orders
      widgets:
        - { id: a, type: CHART, config: { reportId: { $report: open } } }
        - { id: b, type: CHART, config: { reportId: { $report: late } } }
`,
  "dashboards/grid.yaml": "layouts:\n  $include: shared/orders-grid.yaml\n",
  "dashboards/shared/orders-grid.yaml": "orders:\n  default: { a: [0, 0, 4, 2] }\n",
  "dashboards/more.yaml": "layouts:\n  orders:\n    default: { b: [4, 0, 4, 2] }\n",
  "dashboards/reports.yaml": `reports:
  open: { name: Open, workbook: orders, query: { measures: [orders.count] } }
  late: { name: Late, workbook: orders, query: { measures: [orders.count] } }
`,
};
const PLACES =
  "also under `layouts:` in dashboards/more.yaml, dashboards/shared/orders-grid.yaml and as the `workbook:` of 2 reports in dashboards/reports.yaml";

async function openPlace() {
  const world = await openWorld({ files: FILES, applied: true });
  return { ...world, rename: () => world.rename("orders", "orders-2026") };
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ");

describe("the hint about a slug that was renamed in the UI", () => {
  it("names the other files in which the slug has to be renamed, and a pull renames it in all of them", async () => {
    const { run, rename } = await openPlace();
    rename();
    expect(plain((await run("plan")).stdout)).toContain(`declare it as orders-2026, ${PLACES})`);
    expect(plain((await run("pull")).stdout)).toContain("4 files written.");
    const { changes } = JSON.parse((await run("plan", "--json")).stdout) as { changes: { action: string }[] };
    expect(changes.filter(({ action }) => action !== "stamp")).toEqual([]);
  });

  it("names what is enough: once all of them have the new slug, nothing is left to do but the stamp", async () => {
    const { cwd, run, rename } = await openPlace();
    rename();
    for (const name of Object.keys(FILES).slice(1)) {
      const file = join(cwd, name);
      const text = readFileSync(file, "utf8");
      writeFileSync(
        file,
        text
          .replaceAll(/^( *)orders:$/gm, "$1orders-2026:")
          .replaceAll("workbook: orders", "workbook: orders-2026"),
      );
    }
    const { changes } = JSON.parse((await run("plan", "--json")).stdout) as { changes: { action: string }[] };
    expect(changes.filter(({ action }) => action !== "stamp")).toEqual([]);
  });

  it("says no more where the slug is in one place", async () => {
    const { cwd, run, rename } = await openPlace();
    rename();
    for (const name of ["grid", "more", "reports", "shared/orders-grid"])
      rmSync(join(cwd, `dashboards/${name}.yaml`));
    const chart = "{ id: a, type: TEXT, position: [0, 0, 4, 2], config: { markdown: Text } }";
    const text = `workbooks:\n  orders:\n    name: Orders\n    dashboard:\n      widgets:\n        - ${chart}\n`;
    writeFileSync(join(cwd, "dashboards/orders.yaml"), text);
    expect(plain((await run("plan")).stdout)).toContain("declare it as orders-2026).");
    const report =
      "reports:\n  open: { name: Open, workbook: orders, query: { measures: [orders.count] } }\n";
    writeFileSync(join(cwd, "dashboards/reports.yaml"), report);
    expect(plain((await run("plan")).stdout)).toContain(
      "declare it as orders-2026, also as the `workbook:` of the report open in dashboards/reports.yaml)",
    );
  });
});
