// The room's other door, for what shows the queries of dashboards. The values of `--format` for them: name → renderer.

import type { DataTest } from "../../model/index.ts";
import { markdown } from "../document/markdown.ts";
import { terminal } from "../document/terminal.ts";
import { testDocument } from "../subjects/test.ts";
import type { TableStyle } from "../text/table.ts";
import {
  type SeveralTests,
  type TestOptions,
  testGithub,
  testsGithub,
  testsJson,
  testsJunit,
  testsMarkdown,
  testsPretty,
} from "./several.ts";
import { testJson } from "./test-json.ts";
import { testJunit } from "./test-junit.ts";

export { brokenBy, testFindings } from "../subjects/test.ts";

export interface TestFormat {
  test(test: DataTest, options: TestOptions): string;
  /** Of several targets. */
  tests(tests: SeveralTests, options: TestOptions): string;
}

export function testPretty(test: DataTest, style: TableStyle): string {
  return terminal(testDocument(test), style);
}

export const TEST_FORMATS: Readonly<Record<string, TestFormat>> = {
  pretty: { test: testPretty, tests: testsPretty },
  json: { test: testJson, tests: testsJson },
  junit: { test: testJunit, tests: testsJunit },
  markdown: { test: (test) => markdown(testDocument(test), { subject: test.target }), tests: testsMarkdown },
  github: { test: testGithub, tests: testsGithub },
};
