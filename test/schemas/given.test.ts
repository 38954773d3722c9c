// A text that stands for a value of a row or a parameter is no error in an editor, whatever the place takes; `lint` asks what it stands for.
import { expect, it } from "vitest";
import { brief, load } from "../desired/temp-project.ts";
import { findings, validator } from "./support.ts";

const document = (given: unknown) => ({
  workbooks: {
    "w-${row.key}": {
      each: [{ key: "a" }],
      publish: given,
      folderId: given,
      dashboard: {
        kind: given,
        layout: { cols: { lg: given }, rowHeight: given, margin: given },
        widgets: [
          { id: "a", type: "CHART", position: given },
          { id: "b", type: "CHART", position: [given, 0, given, 4] },
          { id: "c", type: "CHART", position: { x: given, y: 0, w: 1, h: 1 } },
        ],
      },
    },
  },
  reports: {
    r: {
      query: {
        measures: given,
        limit: given,
        total: given,
        filters: [{ member: "a.b", operator: given, values: given }],
        order: [{ id: "a.b", desc: given }],
      },
    },
  },
});

it.each(["${row.x}", "${param.limit}"])(
  "%s is right in the place of a number, a list or a choice",
  (given) => {
    expect(findings(validator("workbooks"), document(given))).toEqual([]);
  },
);

it.each(["x", "5", "$${row.x}", "a ${row.x}", "${var.x}"])("%s is not", (given) => {
  const found = findings(validator("workbooks"), document(given)).join("\n");
  for (const place of [
    "publish",
    "folderId",
    "kind",
    "lg",
    "rowHeight",
    "margin",
    "position",
    "position/0",
    "limit",
    "total",
    "operator",
    "measures",
  ])
    expect(found).toContain(`/${place} `);
});

it("asks lint what it stands for", async () => {
  const text = (values: string) =>
    `workbooks:\n  w-\${row.key}:\n    each: [{ key: a, ${values} }]\n    publish: "\${row.on}"\n    dashboard: { kind: "\${row.kind}", layout: { rowHeight: "\${row.height}" } }\n`;
  const lint = async (values: string) =>
    brief((await load({ "dashboards/a.yaml": text(values) }, { target: "local" })).diagnostics);
  expect(await lint("on: true, kind: CLASSIC, height: 40")).toEqual([]);
  expect(await lint("on: 'yes', kind: NONE, height: tall")).toEqual([
    "dashboards/a.yaml:3:26 wrong-type",
    "dashboards/a.yaml:3:39 invalid-value",
    "dashboards/a.yaml:3:53 wrong-type",
  ]);
});
