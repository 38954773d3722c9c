// Which rows of a template are put together, and which are shown on their own.
import { describe, expect, it } from "vitest";
import type { Change } from "../../src/model/index.ts";
import { groupByTemplate } from "../../src/report/review/row-groups.ts";
import { reviewOf } from "../../src/report/review/rows.ts";
import { changed, hazard, makeChange } from "./plan-samples.ts";

function rows(number: number, give: (at: number) => Partial<Change>): Change[] {
  return Array.from({ length: number }, (_, at) =>
    makeChange(`sales-r${at}`, {
      ...{ template: "sales-${row.key}", row: `r${at}`, source: { file: "sales.yaml", line: 2 } },
      ...give(at),
    }),
  );
}

const groupsOf = (changes: Change[]) => groupByTemplate(reviewOf({ changes }).rows);

/** How many are in each block, large ones first. */
function sizes(changes: Change[]): number[] {
  return groupsOf(changes)
    .map(({ others }) => others.length + 1)
    .sort((a, b) => b - a);
}

describe("rows of a template", () => {
  const heights = (of: (at: number) => number) => (at: number) => ({
    fields: [changed("dashboard.layout.rowHeight", 40, of(at)), changed("name", `a${at}`, `b${at}`)],
  });

  it("are together from two on, whatever their own values are", () => {
    expect(
      sizes(
        rows(
          2,
          heights(() => 32),
        ),
      ),
    ).toEqual([2]);
    expect(
      sizes(
        rows(
          2,
          heights((at) => at),
        ),
      ),
    ).toEqual([2]);
    expect(sizes(rows(12, () => ({ action: "create", request: {} })))).toEqual([12]);
  });

  it("are not, where nearly all others have another value", () => {
    expect(
      sizes(
        rows(
          12,
          heights((at) => (at === 4 ? 99 : 32)),
        ),
      ),
    ).toEqual([11, 1]);
    // Several exceptions that are alike are a group of their own.
    expect(
      sizes(
        rows(
          12,
          heights((at) => (at > 9 ? 99 : 32)),
        ),
      ),
    ).toEqual([10, 2]);
    const [group] = groupsOf(
      rows(
        12,
        heights((at) => (at > 5 ? 99 : 32)),
      ),
    );
    expect(group?.rows?.byRow[0]?.values.map(({ rows: which }) => which.length)).toEqual([6, 6]);
  });

  it("are not, where other fields change, or a hazard, a reason or an edit outside Git is to be seen", () => {
    const one = (given: Partial<Change>) =>
      sizes(rows(6, (at) => ({ ...heights(() => 32)(at), ...(at === 2 ? given : {}) })));
    expect(one({ fields: [changed("name", "a2", "b2")] })).toEqual([5, 1]);
    expect(one({ hazards: [hazard("drift", "edited")] })).toEqual([5, 1]);
    expect(one({ hazards: [hazard("mass-change", "many")] })).toEqual([6]);
    expect(one({ reason: { code: "deleted", message: "gone", help: "" } })).toEqual([5, 1]);
    const live = { ...changed("name", "a2", "b2"), origin: "live" as const };
    expect(one({ fields: [changed("dashboard.layout.rowHeight", 40, 32), live] })).toEqual([5, 1]);
    expect(one({ publish: true })).toEqual([5, 1]);
    expect(one({ source: { file: "other.yaml", line: 2 } })).toEqual([5, 1]);
    expect(sizes(rows(6, () => ({ action: "delete" })))).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("say the place of new workbooks by row if it is their own", () => {
    const [group] = groupsOf(
      rows(3, (at) => ({ action: "create", folder: ["Sales", `R${at}`], request: {} })),
    );
    expect(group?.rows?.byRow).toHaveLength(1);
    expect(group?.others).toHaveLength(2);
  });
});
