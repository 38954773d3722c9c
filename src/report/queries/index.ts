// The room's other door, for what shows the queries of dashboards. The values of `--format` for them: name → renderer.

import type { DataTest } from "../../model/index.ts";
import { testMarkdown } from "../markdown/test-markdown.ts";
import { testGithub } from "./test-github.ts";
import { testJson } from "./test-json.ts";
import { testJunit } from "./test-junit.ts";
import { testPretty } from "./test-pretty.ts";

export { brokenBy, testFindings } from "../text/test-words.ts";
export { testPretty };

export type TestFormat = (
  test: DataTest,
  options: {
    color: boolean;
    /** Cells of the terminal; undefined if it is none. */
    width?: number | undefined;
    /** The path from the repository's root to the project's folder: "" or "analytics/". */
    prefix: string;
  },
) => string;

export const TEST_FORMATS: Readonly<Record<string, TestFormat>> = {
  pretty: testPretty,
  json: testJson,
  junit: testJunit,
  markdown: testMarkdown,
  github: testGithub,
};
