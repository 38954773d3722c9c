// The filter alone: which changes and fields of a plan are edits made outside Git, and what is counted of the others.
import { describe, expect, it } from "vitest";
import type { Change, FieldChange, Hazard, Origin, Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";

const field = (path: string, origin: Origin): FieldChange => ({
  path,
  change: "changed",
  before: 1,
  after: 2,
  origin,
});
const hazard = (code: Hazard["code"]): Hazard => ({ code, message: code });

function change(key: string, more: Partial<Change> = {}): Change {
  const base = {
    id: 7,
    title: key,
    publish: false,
    visible: false,
    hazards: [],
    fields: [],
    fingerprint: "sha256:0",
  };
  return { kind: "workbook", key, action: "update", origin: "git", ...base, ...more };
}

function plan(changes: Change[], unchanged = 0): Plan {
  return {
    formatVersion: 1,
    tool: { name: "boardwright", version: "0.1.0" },
    project: "acme",
    target: { name: "test", url: "https://acme.example.com", deploymentId: 1 },
    summary: { create: 1, update: 2, publish: 3, stamp: 4, delete: 5, unchanged, orphaned: 6 },
    changes,
    diagnostics: [
      { rule: "report-missing", severity: "error", message: "", file: "a", line: 1, column: 1 },
      { rule: "widget-overlap", severity: "warning", message: "", file: "a", line: 1, column: 1 },
    ],
  };
}

describe("driftOf", () => {
  it("keeps the fields and hazards of edits outside Git, and sums their origin anew", () => {
    const fields = [field("name", "git"), field("folder", "live"), field("meta.a", "unknown")];
    const hazards = [hazard("adopt"), hazard("drift"), hazard("mass-change")];
    const [only] = driftOf(plan([change("a", { origin: "both", publish: true, fields, hazards })])).changes;
    expect(only).toMatchObject({ origin: "live", publish: false });
    expect(only?.fields.map(({ path }) => path)).toEqual(["folder"]);
    expect(only?.hazards.map(({ code }) => code)).toEqual(["drift"]);
  });

  it("is both where a part was edited on both sides, beside edits of one", () => {
    const fields = [field("name", "both"), field("folder", "live")];
    const hazards = [hazard("conflict"), hazard("drift")];
    expect(driftOf(plan([change("a", { fields, hazards })])).changes[0]).toMatchObject({
      ...{ origin: "both", fields, hazards },
    });
  });

  it("counts as unchanged what was compared and not edited: not what is new, gone, a report or somebody else's", () => {
    const changes = [
      change("live", { fields: [field("name", "live")] }),
      change("git", { fields: [field("name", "git")] }),
      change("draft", { action: "publish", publish: true }),
      change("stamp", { action: "stamp" }),
      change("theirs", { origin: "unknown", fields: [field("name", "unknown")] }),
      change("new", { action: "create", id: null }),
      change("old", { action: "orphaned" }),
      change("older", { action: "delete" }),
      change("report", { kind: "report", fields: [field("name", "git")] }),
    ];
    const drift = driftOf(plan(changes, 10));
    expect(drift.changes.map(({ key }) => key)).toEqual(["live"]);
    expect(drift.summary).toEqual({
      create: 0,
      update: 1,
      publish: 0,
      stamp: 0,
      delete: 0,
      unchanged: 13,
      orphaned: 0,
    });
  });

  it("is of no change that has another hazard", () => {
    const changes = [change("a", { fields: [field("name", "git")], hazards: [hazard("adopt")] })];
    expect(driftOf(plan(changes)).changes).toEqual([]);
  });

  it("keeps the creation of what is gone, and publishes nothing", () => {
    const gone = change("gone", { action: "create", origin: "live", id: null, publish: true });
    const drift = driftOf(plan([gone, change("new", { action: "create", id: null })]));
    expect(drift.changes).toEqual([{ ...gone, publish: false }]);
    expect(drift.summary).toMatchObject({ create: 1, update: 0 });
  });

  it("is live where somebody published, which changes no field", () => {
    const published = change("a", { action: "publish", origin: "git", hazards: [hazard("drift")] });
    const [only] = driftOf(plan([{ ...published, publication: "sha256:1" }])).changes;
    expect(only).toMatchObject({ origin: "live", fields: [] });
    expect(only).not.toHaveProperty("publication");
  });

  it("says when a workbook was last updated, never of a report that has the same id", () => {
    const fields = [field("name", "live")];
    const changes = [
      change("a", { fields }),
      change("a", { kind: "report", fields }),
      change("b", { id: 8, fields }),
    ];
    const drift = driftOf(plan(changes), new Map([[7, "2026-11-20T08:10:04Z"]]));
    expect(drift.changes.map(({ updatedAt }) => updatedAt)).toEqual([
      "2026-11-20T08:10:04Z",
      undefined,
      undefined,
    ]);
  });

  it("says nothing of a date that nobody knows", () => {
    const [only] = driftOf(plan([change("a", { fields: [field("name", "live")] })])).changes;
    expect(only).not.toHaveProperty("updatedAt");
  });

  it("keeps the errors, which say what was not compared, and no warnings", () => {
    expect(driftOf(plan([])).diagnostics.map(({ rule }) => rule)).toEqual(["report-missing"]);
  });
});
