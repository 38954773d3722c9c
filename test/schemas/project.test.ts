import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { findings, put, validator } from "./support.ts";

const validate = validator("project");
const check = (value: Json): string[] => findings(validate, value);
const BASE = {
  version: 1,
  project: "p",
  targets: { t: { url: "sandbox:x.json" } },
  apply: { limits: {} },
  lint: { rules: {} },
};
const texts = { good: [[], ["x"]], bad: [null, "x", [1], [""], {}] };
const share = {
  good: ["50%", "0%", "100%", "12.5%", 0, 0.5, 1],
  bad: [null, "50", "101%", "500%", -0.1, 1.1, 50, true],
};

const ROWS: { path: string[]; good: Json[]; bad: Json[] }[] = [
  { path: ["version"], good: [1], bad: [2, "1", null] },
  { path: ["project"], good: ["p", "Acme analytics"], bad: ["", " ", 1, null] },
  { path: ["include"], ...texts },
  { path: ["exclude"], ...texts },
  { path: ["defaultTarget"], good: ["t"], bad: ["", 1] },
  { path: ["targets"], good: [{}], bad: [null, [], { t: null }, { t: {} }, { "": { url: "sandbox:x" } }] },
  {
    path: ["targets", "t", "url"],
    good: [
      "https://acme.example.com",
      "https://acme.example.com:8443/base",
      "http://localhost:4000",
      "http://127.0.0.1",
      "http://[::1]:4000/",
      "sandbox:.boardwright/sandbox.json",
    ],
    bad: [
      "http://acme.example.com",
      "http://localhost.evil.example",
      "http://127.0.0.1.evil.example",
      "https://key@acme.example.com",
      "https://acme.example.com/?token=x",
      "https://",
      "acme.example.com",
      "ftp://x",
      "sandbox:",
      1,
      null,
    ],
  },
  { path: ["targets", "t", "deployment"], good: [1, 12], bad: ["12", 0, 1.5, null] },
  {
    path: ["targets", "t", "vars"],
    good: [{}, { currency: "EUR", "a.b-c_d": "" }],
    bad: [{ year: 2026.5 }, { year: null }, { "a b": "x" }, { "a}": "x" }, []],
  },
  {
    path: ["targets", "t", "folders"],
    good: [{ "Finance/Revenue": 345 }],
    bad: [{ a: "345" }, { a: 0 }, []],
  },
  {
    path: ["targets", "t", "link"],
    good: ["https://x.example/d/{id}/{slug}"],
    bad: ["x", "javascript:alert(1)", 1],
  },
  { path: ["targets", "t", "token"], good: [], bad: ["secret"] },
  { path: ["env"], good: [[], ["RELEASE", "_x1"]], bad: [["1X"], ["A-B"], "RELEASE"] },
  { path: ["apply", "concurrency"], good: [1, 8, "auto"], bad: [0, 1.5, "8", "Auto"] },
  {
    path: ["apply", "allow"],
    good: [[], ["drift", "conflict", "adopt", "takeover", "delete", "mass-change"]],
    bad: [["drfit"], "drift"],
  },
  { path: ["apply", "limits", "change"], ...share },
  { path: ["apply", "limits", "delete"], ...share },
  { path: ["apply", "limits", "create"], good: [], bad: ["50%"] },
  { path: ["apply", "backups"], good: [".boardwright/backups", "off", false], bad: [true, "", 1, null] },
  { path: ["ignore"], ...texts },
  { path: ["reportKeys"], ...texts },
  {
    path: ["lint", "rules"],
    good: [{ a: "error", b: "warning", c: "off" }],
    bad: [{ a: "warn" }, { a: false }, []],
  },
  { path: ["apply"], good: [{}], bad: [null, [], 1, { parallel: 8 }] },
  { path: ["apply", "limits"], good: [{}], bad: [null, [], "50%"] },
  { path: ["lint"], good: [{}], bad: [null, [], 1, { rule: {} }] },
  { path: ["linter"], good: [], bad: [{}] },
];

describe("the project file", () => {
  it("needs version and project", () => {
    expect(check(BASE)).toEqual([]);
    expect(check({ version: 1, project: "p" })).toEqual([]);
    expect(check({})).toEqual([" required", " required"]);
  });

  it.each(ROWS)("$path takes what it should", ({ path, good }) => {
    for (const value of good) {
      expect({ value, findings: check(put(BASE, path, value)) }).toEqual({ value, findings: [] });
    }
  });

  it.each(ROWS)("$path refuses what it should", ({ path, bad }) => {
    for (const value of bad) {
      expect({ value, found: check(put(BASE, path, value)).length > 0 }).toEqual({ value, found: true });
    }
  });
});
