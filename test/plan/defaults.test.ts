// What the platform filled in, where the files or somebody else changed what it was filled into.
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import type { ComparedState } from "../../src/plan/index.ts";
import { compareStates } from "../../src/plan/stamp/three-way.ts";

const board = (layout: Json | undefined): ComparedState => ({
  dashboard: { title: "T", ...(layout !== undefined && { layout }) },
});

interface Layouts {
  asked?: Json;
  answered: Json;
  live: Json;
  desired?: Json;
}

function compare({ asked, answered, live, desired }: Layouts) {
  const base = { asked: board(asked), answered: board(answered) };
  const { fields, restored, lost } = compareStates(board(live), board(desired), base);
  return { fields: fields.map(({ path, change, origin }) => [path, change, origin]), restored, lost };
}

describe("what was filled in", () => {
  it("is no default in the place of something else that was asked for and goes", () => {
    const answered = { cols: 12 };
    expect(compare({ asked: 12, answered, live: answered })).toEqual({
      fields: [["dashboard.layout", "removed", "git"]],
      restored: [],
      lost: [],
    });
  });

  it("goes with what somebody put beside what the files drop, as one thing", () => {
    const asked = { cols: 12 };
    expect(compare({ asked, answered: asked, live: { cols: 12, mine: 1 } }).fields).toEqual([
      ["dashboard.layout", "removed", "both"],
    ]);
  });

  it("is not told to be gone where the files come to declare its place, or drop it", () => {
    const answered = { cols: 12, rows: 4, gap: 1 };
    const live = { cols: 12, rows: 4 };
    expect(compare({ answered, live, desired: live })).toEqual({ fields: [], restored: [], lost: [] });
    expect(compare({ asked: { cols: 12 }, answered, live })).toEqual({
      fields: [["dashboard.layout.cols", "removed", "git"]],
      restored: [{ place: ["dashboard", "layout", "rows"], value: 4 }],
      lost: [],
    });
    expect(compare({ asked: { cols: 12 }, answered, live, desired: { cols: 12 } }).lost).toEqual([
      "dashboard.layout.gap",
    ]);
  });
});
