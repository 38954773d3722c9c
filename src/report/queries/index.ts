// The room's other door, for what shows the queries of dashboards. The values of `--format` for them: name → renderer.

import type { DataTest } from "../../model/index.ts";
import { testMarkdown } from "../markdown/test-markdown.ts";
import {
  type SeveralTests,
  testsGithub,
  testsJson,
  testsJunit,
  testsMarkdown,
  testsPretty,
} from "./several.ts";
import { testGithub } from "./test-github.ts";
import { testJson } from "./test-json.ts";
import { testJunit } from "./test-junit.ts";
import { testPretty } from "./test-pretty.ts";

export { brokenBy, testFindings } from "../text/test-words.ts";
export { testPretty };

interface TestOptions {
  color: boolean;
  /** Cells of the terminal; undefined if it is none. */
  width?: number | undefined;
  /** The path from the repository's root to the project's folder: "" or "analytics/". */
  prefix: string;
}

export interface TestFormat {
  test(test: DataTest, options: TestOptions): string;
  /** Of several targets. */
  tests(tests: SeveralTests, options: TestOptions): string;
}

export const TEST_FORMATS: Readonly<Record<string, TestFormat>> = {
  pretty: { test: testPretty, tests: testsPretty },
  json: { test: testJson, tests: testsJson },
  junit: { test: testJunit, tests: testsJunit },
  markdown: { test: testMarkdown, tests: testsMarkdown },
  github: { test: testGithub, tests: testsGithub },
};
