import { describe, expect, it } from "vitest";
import { type Change, isObject, type Json, type Plan } from "../../src/model/index.ts";
import { findings, put, validator } from "./support.ts";

const validate = validator("plan");
const check = (value: unknown): string[] => findings(validate, value);

const CHANGE: Change = {
  kind: "workbook",
  key: "revenue-overview",
  action: "update",
  origin: "both",
  id: 101,
  title: "Revenue overview",
  source: { file: "dashboards/revenue.yaml", line: 3 },
  publish: true,
  visible: true,
  hazards: [{ code: "mass-change", message: "too many" }],
  fields: [{ path: "dashboard.widgets[a]", change: "added", after: { id: "a" }, origin: "git" }],
  fingerprint: "sha256:00",
  request: { meta: { dashboardDraft: null } },
};
// Typed: a field that the model gains or loses is noticed here.
const PLAN: Plan = {
  formatVersion: 1,
  tool: { name: "boardwright", version: "0.1.0" },
  project: "p",
  target: { name: "local", url: "sandbox:x.json", deploymentId: 1 },
  summary: { create: 1, update: 1, publish: 0, stamp: 0, delete: 0, unchanged: 3, orphaned: 0 },
  changes: [
    CHANGE,
    {
      kind: "folder",
      key: "A/B",
      action: "create",
      origin: "git",
      id: null,
      title: "B",
      publish: false,
      visible: false,
      hazards: [],
      fields: [],
      fingerprint: null,
    },
  ],
  diagnostics: [
    {
      rule: "slug-form",
      severity: "warning",
      message: "m",
      file: "a.yaml",
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 4,
      slug: "s",
      help: "h",
    },
  ],
};
const json = PLAN as unknown as Json;

describe("the plan schema", () => {
  it("takes a plan, and several", () => {
    expect(check(PLAN)).toEqual([]);
    expect(check({ formatVersion: 1, plans: [] })).toEqual([]);
    expect(check({ formatVersion: 1, plans: [PLAN, PLAN] })).toEqual([]);
  });

  it.each([
    ["formatVersion", 2],
    ["tool.name", "other"],
    ["summary.create", -1],
    ["changes.0.kind", "dashboard"],
    ["changes.0.action", "unchanged"],
    ["changes.0.origin", "ui"],
    ["changes.0.source.line", 0],
    ["changes.0.hazards.0.code", "drfit"],
    ["changes.0.fields.0.change", "moved"],
    ["changes.0.fingerprint", "md5:00"],
    ["diagnostics.0.severity", "off"],
    ["diagnostics.0.line", 0],
  ] as const)("refuses another %s", (path, value) => {
    expect(check(put(json, path.split("."), value))).not.toEqual([]);
  });

  // The live and the declared value, and the body that is sent, may be anything.
  const free = /^changes\.0\.(fields\.0\.after|request\.meta)/;
  const values = [...valuesOf(json)].filter(({ path }) => !free.test(path.join(".")));

  it.each(values)("refuses a value of another type at $path", ({ path, value }) => {
    const other = typeof value === "number" ? "1" : 1.5;
    expect(check(put(json, path, other))).not.toEqual([]);
  });

  it("refuses an unknown key at the top", () => {
    expect(check(put(json, ["token"], "secret"))).toEqual([" additionalProperties"]);
    expect(check({ formatVersion: 1, plans: [], token: "secret" })).toEqual([" additionalProperties"]);
  });

  const maps = values.filter(({ path, value }) => isObject(value) && path.at(-1) !== "request");
  it.each(maps)("refuses an unknown key at $path", ({ path }) => {
    expect(check(put(json, [...path, "token"], "secret"))).toHaveLength(1);
  });

  const optional = /^changes\.0\.(source|request|fields\.0\.after)$|^diagnostics\.0\.(end\w+|slug|help)$/;
  const fields = values.filter(({ path }) => !/^\d+$/.test(path.at(-1)!) && path[1] !== "1");
  it.each(fields)("knows whether it needs $path", ({ path }) => {
    const count = optional.test(path.join(".")) ? 0 : 1;
    // Without a version it is no plan at all, which two definitions say.
    expect(new Set(check(put(json, path, undefined))).size).toBe(count);
  });
});

function* valuesOf(value: Json, path: string[] = []): Generator<{ path: string[]; value: Json }> {
  if (path.length > 0) yield { path, value };
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) yield* valuesOf(inner as Json, [...path, key]);
}
