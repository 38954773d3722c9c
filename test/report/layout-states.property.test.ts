// The layouts that a plan tells of, against the live dashboard that it was computed from.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareText, isObject, type Json, type JsonObject, valueAt } from "../../src/model/index.ts";
import { layoutStates } from "../../src/report/fields/layout-states.ts";
import { liveWorkbook, planOf } from "../plan/support.ts";
import { dashboard } from "../support/states.ts";

/** `id x,y w,h` of each widget that has a place at the breakpoint, sorted. */
function places(board: JsonObject, breakpoint: string | undefined): string[] {
  const widgets = Array.isArray(board.widgets) ? board.widgets : [];
  const way = breakpoint === undefined ? ["position"] : ["responsiveLayouts", breakpoint];
  return widgets
    .flatMap((widget: Json) => {
      const box = valueAt(widget, way);
      return isObject(box) ? [`${valueAt(widget, ["id"])} ${box.x},${box.y} ${box.w},${box.h}`] : [];
    })
    .sort(compareText);
}

function widest(board: JsonObject, breakpoint: string | undefined): number {
  const cols = valueAt(board, ["layout", "cols"]);
  const values = isObject(cols) ? Object.entries(cols) : [];
  const asked = values.filter(([name]) => breakpoint === undefined || name === breakpoint);
  return Math.max(0, ...asked.map(([, value]) => (typeof value === "number" ? value : 0)));
}

describe("the layouts before and after a change", () => {
  it("are those of the live and of the declared dashboard, at every breakpoint", () => {
    let drawn = 0;
    fc.assert(
      fc.property(dashboard, dashboard, (live, files) => {
        const plan = planOf({
          entries: { a: { dashboard: files } },
          live: [liveWorkbook("a", { draft: live })],
        });
        const [change] = plan.changes;
        if (change?.action !== "update") return;
        const states = layoutStates(change);
        for (const breakpoint of [undefined, "lg", "sm"]) {
          const [was, now] = [places(live, breakpoint), places(files, breakpoint)];
          const state = states.find((item) => item.breakpoint === breakpoint);
          expect(state === undefined).toBe(was.length + now.length === 0);
          if (!state) continue;
          drawn += 1;
          const text = (list: typeof state.after) =>
            list.map(({ id, box }) => `${id} ${box.x},${box.y} ${box.w},${box.h}`).sort(compareText);
          expect(text(state.before ?? [])).toEqual(was);
          expect(text(state.after)).toEqual(now);
          expect(state.isChanged).toBe(was.join() !== now.join());
          const declared = Math.max(widest(live, breakpoint), widest(files, breakpoint));
          expect(state.columns).toBe(declared || state.wide);
        }
      }),
      { numRuns: 300 },
    );
    expect(drawn).toBeGreaterThan(100);
  });

  it("are not guessed where the plan holds a place that cannot be read", () => {
    const [live, files] = ["1", 1].map(
      (x): JsonObject => ({
        widgets: [{ id: "a", type: "TEXT", position: { x, y: 0, w: 1, h: 1 } }],
      }),
    ) as [JsonObject, JsonObject];
    const plan = planOf({ entries: { a: { dashboard: files } }, live: [liveWorkbook("a", { draft: live })] });
    expect(plan.changes[0]?.fields).toHaveLength(1);
    expect(plan.changes.flatMap(layoutStates)).toEqual([]);
  });
});
