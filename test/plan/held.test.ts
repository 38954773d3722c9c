// A draft that a request holds as text: what reads it sees a tree, and a plan of thousands keeps none.
import { describe, expect, it } from "vitest";
import { type JsonObject, writeJson } from "../../src/model/index.ts";
import { openReferences, unfold, writePieces } from "../../src/plan/index.ts";
import { heldIn, holdAsText } from "../../src/plan/state/held.ts";

const DRAFT = {
  title: "Größe",
  at: 12345678901234567890n,
  widgets: [{ id: "a", reportId: { $report: "by-day" } }],
};
const NOTHING = { known: Buffer.alloc(0), offset: 0 };

function hold(value: JsonObject, { known, offset } = NOTHING): { request: JsonObject; meta: JsonObject } {
  const meta: JsonObject = { team: "x" };
  holdAsText(meta, "dashboardDraft", value, { known, offset });
  meta.boardwright = { v: 2 };
  return { request: { name: "Sizes", meta }, meta };
}

describe("a part that is held as text", () => {
  it("reads, writes and copies as the tree that it was made from", () => {
    const { request, meta } = hold(DRAFT);
    const plain = { name: "Sizes", meta: { team: "x", dashboardDraft: DRAFT, boardwright: { v: 2 } } };
    expect(meta.dashboardDraft).toEqual(DRAFT);
    expect(meta.dashboardDraft).not.toBe(meta.dashboardDraft);
    expect(Object.keys(meta)).toEqual(Object.keys(plain.meta));
    expect(writeJson(request)).toBe(writeJson(plain));
    expect(writeJson({ ...request })).toBe(writeJson(plain));
    const whole = unfold(request).meta as JsonObject;
    expect(whole.dashboardDraft).toBe(whole.dashboardDraft);
    expect(heldIn(whole)).toBeUndefined();
    expect(writeJson(whole)).toBe(writeJson(plain.meta));
  });

  it("shares the bytes of a text that is kept anyway, if they are the same", () => {
    const known = Buffer.from(`{"dashboard":${writeJson(DRAFT)},"name":"Sizes"}`);
    const { meta } = hold(DRAFT, { known, offset: 13 });
    // Seen in what it reads once the kept text is another: an own copy would stay.
    known.write("Sizes", 13 + '{"title":"'.length);
    expect(writeJson(meta.dashboardDraft)).toContain('"title":"Sizes');
    const own = hold({ ...DRAFT, title: "Other" }, { known, offset: 13 });
    known.fill(0);
    expect(own.meta.dashboardDraft).toEqual({ ...DRAFT, title: "Other" });
  });

  it("tells its references, and all of its text in pieces", () => {
    const { request } = hold(DRAFT);
    expect([...openReferences(request)]).toEqual(["by-day"]);
    expect([...openReferences(hold({ title: "$report" }).request)]).toEqual([]);
    const pieces = [...writePieces({ request })];
    expect(pieces).toEqual([
      '{"request":{"name":"Sizes","meta":{"team":"x","boardwright":{"v":2}}}}',
      `"dashboardDraft":${writeJson(DRAFT)}`,
    ]);
    expect([...writePieces({ request: unfold(request) })]).toEqual([writeJson({ request })]);
  });
});
