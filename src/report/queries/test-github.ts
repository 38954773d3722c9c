// Queries as annotations on their lines in a pull request, then what the run came to as lines of log.

import type { DataTest } from "../../model/index.ts";
import { annotation } from "../lint/lint-github.ts";
import { escapeTerminal } from "../text/escape.ts";
import { testFindings, testRest } from "../text/test-words.ts";

/** `prefix`: the path from the repository's root to the project's folder. */
export function testGithub(test: DataTest, { prefix = "" }: { prefix?: string }): string {
  const rest = testRest(test).map((text) => `${escapeTerminal(text)}\n`);
  return [...testAnnotations(test, prefix), ...rest].join("");
}

export function testAnnotations(test: DataTest, prefix: string): string[] {
  return testFindings(test).map((finding) => annotation(finding, prefix));
}
