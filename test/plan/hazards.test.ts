// What stands against a change: one hazard each, and the share of workbooks from which a plan is a mass change.
import { describe, expect, it } from "vitest";
import type { Change, FieldChange, Hazard, Origin, Stamp } from "../../src/model/index.ts";
import { addMassChange, type Owner, updateHazards } from "../../src/plan/change/hazards.ts";

const field = (origin: Origin, change: FieldChange["change"] = "changed"): FieldChange => ({
  path: "name",
  change,
  origin,
});
const STAMP: Stamp = { v: 2, project: "acme", of: "1/rev", digest: "d", base: "" };
const US: Owner = { kind: "us", stamp: STAMP };
const THEIRS: Owner = { kind: "other-project", stamp: STAMP };
const codes = (hazards: readonly Hazard[]) => hazards.map(({ code }) => code);
const hazardsOf = (
  fields: FieldChange[],
  owner: Owner,
  { isForeign = false, kind = "workbook" as "workbook" | "report" } = {},
) => updateHazards(kind, { fields, isForeign, isUnread: false }, owner);

describe("the hazards of an update", () => {
  it.each<[string, FieldChange[], Owner, boolean, string[]]>([
    ["none for the files' own", [field("git")], US, false, []],
    ["drift", [field("git"), field("live")], US, false, ["drift"]],
    ["a conflict", [field("both")], US, false, ["conflict"]],
    ["both of them", [field("live"), field("both")], US, false, ["conflict", "drift"]],
    ["an adoption, of a part that was live before it was managed", [field("unknown")], US, true, ["adopt"]],
    ["an adoption beside drift", [field("live"), field("unknown")], US, true, ["drift", "adopt"]],
    ["none for a part that was not there", [field("unknown", "added")], US, false, []],
    [
      "none for what may be a default, after a run of ours that ended half way",
      [field("unknown", "removed")],
      US,
      false,
      [],
    ],
    ["an adoption", [field("git")], { kind: "nobody" }, false, ["adopt"]],
    ["an adoption alone", [field("both"), field("live")], { kind: "nobody" }, true, ["adopt"]],
    ["a takeover", [field("live")], THEIRS, false, ["takeover"]],
    ["a takeover alone", [field("both"), field("unknown")], THEIRS, true, ["takeover"]],
  ])("%s", (_, fields, owner, isForeign, expected) =>
    expect(codes(hazardsOf(fields, owner, { isForeign }))).toEqual(expected),
  );

  it("say what is held, and by whom", () => {
    expect(hazardsOf([], { kind: "nobody" }, { kind: "report" })[0]?.message).toMatch(
      /a report .* has this publicId/,
    );
    expect(hazardsOf([], { kind: "nobody" })[0]?.message).toMatch(/a workbook .* has this slug/);
    expect(hazardsOf([], THEIRS)[0]?.message).toContain('"acme"');
  });
});

describe("a mass change", () => {
  const changes = (count: number, given: Partial<Change> = {}): Change[] =>
    Array.from({ length: count }, (_, id) => ({
      kind: "workbook",
      key: `w${id}`,
      action: "update",
      origin: "git",
      id,
      title: "",
      publish: false,
      visible: false,
      hazards: [],
      fields: [],
      fingerprint: "",
      ...given,
    }));
  const marked = (list: Change[], live: number, limits = { change: 0.5, delete: 0.1 }) => {
    addMassChange(list, live, limits);
    return list.filter(({ hazards }) => hazards.some(({ code }) => code === "mass-change")).length;
  };

  it.each<[string, Change[], number, number]>([
    ["is more than the limit, not as much", changes(5), 10, 0],
    ["is more than the limit", changes(6), 10, 6],
    ["is none in fewer than ten workbooks", changes(9), 9, 0],
    ["has a limit of its own for deletions", changes(2, { action: "delete" }), 10, 2],
    ["is no single deletion of ten", changes(1, { action: "delete" }), 10, 0],
    ["counts no creations", changes(9, { action: "create" }), 10, 0],
    ["counts no stamps", changes(9, { action: "stamp" }), 10, 0],
    ["counts no reports", changes(9, { kind: "report" }), 10, 0],
    [
      "counts no adoptions",
      changes(9).map((change) => ({ ...change, hazards: [{ code: "adopt", message: "" }] })),
      10,
      0,
    ],
    [
      "counts no takeovers",
      changes(9).map((change) => ({ ...change, hazards: [{ code: "takeover", message: "" }] })),
      10,
      0,
    ],
    [
      "counts what was edited outside Git",
      changes(6).map((change) => ({ ...change, hazards: [{ code: "drift", message: "" }] })),
      10,
      6,
    ],
    ["marks what it counts alone", [...changes(6), ...changes(3, { action: "create" })], 10, 6],
  ])("%s", (_, list, live, count) => expect(marked(list, live)).toBe(count));

  it("says how many of how many", () => {
    const list = changes(6);
    addMassChange(list, 10, { change: 0.5, delete: 0.1 });
    expect(list[0]?.hazards[0]?.message).toBe(
      "6 of the 10 managed workbooks would change, more than the limit of 50%",
    );
    const deletions = changes(2, { action: "delete" });
    addMassChange(deletions, 10, { change: 0.5, delete: 0.1 });
    expect(deletions[0]?.hazards[0]?.message).toMatch(/^2 of the 10 .* would be deleted, .* of 10%$/);
  });
});
