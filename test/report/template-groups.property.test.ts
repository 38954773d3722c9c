// Whatever rows change: each change is shown once, and every value of it is either what all of its group have or named with its row.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../src/model/index.ts";
import { groupByTemplate } from "../../src/report/review/row-groups.ts";
import { reviewOf } from "../../src/report/review/rows.ts";
import { changed, hazard, makeChange } from "./plan-samples.ts";

const PATHS = ["dashboard.layout.rowHeight", "dashboard.widgets[a].config.title", "name"];

const rowArb = fc.record({
  values: fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), {
    minLength: 3,
    maxLength: 3,
  }),
  template: fc.constantFrom("a-${row.key}", "b-${row.key}", undefined),
  action: fc.constantFrom("update" as const, "update" as const, "create" as const, "delete" as const),
  isEdited: fc.boolean(),
});

describe("rows of templates", () => {
  it("are all there, and so are their values", () => {
    fc.assert(
      fc.property(fc.array(rowArb, { maxLength: 30 }), (rows) => {
        const changes = rows.map(({ values, template, action, isEdited }, at): Change => {
          const fields = PATHS.flatMap((path, index) => {
            const value = values[index];
            return value === undefined ? [] : [changed(path, 9, value)];
          });
          return makeChange(`board-${at}`, {
            action,
            fields: action === "update" ? fields : [],
            source: { file: "a.yaml", line: 3 },
            ...(template !== undefined && { template, row: `r${at}` }),
            ...(isEdited && at % 5 === 0 && { hazards: [hazard("drift", `edited ${at}`)] }),
          });
        });
        const groups = groupByTemplate(reviewOf({ changes }).rows).map(({ first, others, ...rest }) => ({
          ...rest,
          first: first.change!,
          others: others.map(({ change }) => change!),
        }));
        expect(groups.flatMap(({ first, others }) => [first, ...others]).sort(byKey)).toEqual(
          [...changes].sort(byKey),
        );
        for (const { first, others, rows: same } of groups) {
          if (!same) continue;
          expect(others.length).toBeGreaterThan(0);
          const [shared] = same.shared;
          for (const change of [first, ...others]) {
            expect(change.hazards).toEqual([]);
            expect([change.template, change.action]).toEqual([first.template, first.action]);
            const said = same.byRow.flatMap(({ values }) =>
              values.flatMap(({ change: of, rows: which }) => (which.includes(change.row!) ? of.fields : [])),
            );
            expect([...shared!.fields, ...said].sort(byPath)).toEqual([...change.fields].sort(byPath));
          }
        }
      }),
    );
  });
});

function byKey(a: Change, b: Change): number {
  return a.key < b.key ? -1 : 1;
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}
