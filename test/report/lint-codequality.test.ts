import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/model/index.ts";
import { lintCodequality } from "../../src/report/findings/lint-formats.ts";
import { NASTY, PLAIN, reportOf } from "./lint-findings.ts";

interface Issue {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: string;
  location: { path: string; lines: { begin: number; end?: number } };
}

/** What GitLab's page of the format asks for; its own schema (codeclimate.json in its sources) asks for less. */
const SCHEMA = {
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    additionalProperties: false,
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", minLength: 1 },
      fingerprint: { type: "string", minLength: 32 },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        additionalProperties: false,
        properties: {
          // Relative to the repository; no `./` before it.
          path: { type: "string", pattern: "^(?!/|\\./)" },
          lines: {
            type: "object",
            required: ["begin"],
            additionalProperties: false,
            properties: { begin: { type: "integer", minimum: 1 }, end: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
};
const check = new Ajv({ allErrors: true }).compile(SCHEMA);

function issuesOf(...diagnostics: Diagnostic[]): Issue[] {
  return JSON.parse(lintCodequality(reportOf(...diagnostics)));
}

describe("lintCodequality", () => {
  it("has an entry for each finding, with its place from the repository's root", () => {
    const report = { ...reportOf(PLAIN), prefix: "analytics/" };
    expect(JSON.parse(lintCodequality(report))).toEqual([
      {
        description: PLAIN.message,
        check_name: "unknown-field",
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}:1$/),
        severity: "major",
        location: { path: "analytics/dashboards/revenue.yaml", lines: { begin: 18, end: 18 } },
      },
    ]);
    expect(issuesOf({ ...PLAIN, severity: "warning", help: "Write it so." })).toMatchObject([
      { severity: "minor", description: `${PLAIN.message} Write it so.` },
    ]);
  });

  it("is an empty list without findings, not an empty file", () => {
    expect(lintCodequality(reportOf())).toBe("[]\n");
  });

  it("names a finding the same while its line moves, and no two findings the same, nor those of two projects", () => {
    const [first] = issuesOf(PLAIN);
    const moved = lintCodequality({
      ...reportOf({ ...PLAIN, line: 19, endLine: 19 }),
      text: (file) => `\n${reportOf().text(file)}`,
    });
    expect(JSON.parse(moved)[0].fingerprint).toBe(first!.fingerprint);
    const others = issuesOf(PLAIN, { ...PLAIN, message: "another" }, { ...PLAIN, slug: "other" });
    const [elsewhere] = JSON.parse(lintCodequality({ ...reportOf(PLAIN), prefix: "b/" }));
    expect(new Set([...others, elsewhere].map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  it("holds to what GitLab asks of such a report, whatever the findings say", () => {
    check(issuesOf());
    check(issuesOf(PLAIN, NASTY));
    expect(check.errors).toBe(null);
    expect(check([{ ...issuesOf(PLAIN)[0], severity: "error" }])).toBe(false);
    const text = lintCodequality(reportOf(NASTY));
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\p{Cs}|##\[/u);
    expect(JSON.parse(text)[0].description).toContain("␛[31m");
  });
});
