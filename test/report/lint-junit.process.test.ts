import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lintJunit } from "../../src/report/findings/lint-formats.ts";
import { tempFolder } from "../support/temp.ts";
import { NASTY, PLAIN, reportOf } from "./lint-findings.ts";

const XSD = fileURLToPath(new URL("../../../shared/verify/junit-10.xsd", import.meta.url));
const canValidate = existsSync(XSD) && spawnSync("xmllint", ["--version"]).status === 0;
if (!canValidate) console.log("JUnit is not validated: xmllint or ../shared/verify/junit-10.xsd is missing");

/** What xmllint says about a document; empty where it is valid. */
function validate(xml: string): string {
  const file = join(tempFolder({ "lint.xml": xml }), "lint.xml");
  const { status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", "--schema", XSD, file], {
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

const names = ["dashboards/a.yaml", PLAIN.file];

describe("lintJunit", () => {
  it("has one test per file: errors fail it, warnings are its output, a clean file passes", () => {
    expect(
      lintJunit({ ...reportOf(PLAIN, { ...PLAIN, file: "b", severity: "warning", help: "h" }), names }),
    ).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="boardwright" tests="3" failures="1" errors="0">
  <testsuite name="boardwright lint" tests="3" failures="1" errors="0">
    <testcase name="b" classname="boardwright.lint">
      <system-out>b:18:11  warning  unknown-field
  \`positon\` is not a field of a widget. Did you mean \`position\`?
  h</system-out>
    </testcase>
    <testcase name="dashboards/a.yaml" classname="boardwright.lint"/>
    <testcase name="dashboards/revenue.yaml" classname="boardwright.lint">
      <failure type="unknown-field" message="1 error, 0 warnings">dashboards/revenue.yaml:18:11  error  unknown-field
  \`positon\` is not a field of a widget. Did you mean \`position\`?</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  it("has a test that passes even where nobody says which files were looked at", () => {
    expect(lintJunit(reportOf())).toContain(
      '<testcase name="every other file" classname="boardwright.lint"/>',
    );
    expect(lintJunit(reportOf(PLAIN))).toContain('tests="2" failures="1"');
  });

  it.skipIf(!canValidate)("is valid, whatever files and messages hold", () => {
    expect(validate(lintJunit({ ...reportOf(), names: [] }))).toBe("");
    expect(validate(lintJunit({ ...reportOf(), names }))).toBe("");
    expect(validate(lintJunit({ ...reportOf(PLAIN, NASTY, { ...NASTY, severity: "error" }), names }))).toBe(
      "",
    );
  });

  it.skipIf(!canValidate)("is checked by a validator that finds faults", () => {
    expect(validate(lintJunit({ ...reportOf(PLAIN), names }).replace(' tests="2"', ' test="2"'))).toContain(
      "test",
    );
  });
});
