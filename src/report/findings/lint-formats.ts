// The values of `--format` for findings: name → renderer. A new format is one file and one line here.

import { lintCodequality } from "../lint/lint-codequality.ts";
import { lintGithub } from "../lint/lint-github.ts";
import { lintJson } from "../lint/lint-json.ts";
import { lintJunit } from "../lint/lint-junit.ts";
import { lintSarif } from "../lint/lint-sarif.ts";
import { lintPretty } from "../terminal/lint-pretty.ts";
import type { LintFormatOptions, LintReport } from "../text/findings.ts";

export type LintFormat = (report: LintReport & LintFormatOptions) => string;

export const LINT_FORMATS: Readonly<Record<string, LintFormat>> = {
  pretty: lintPretty,
  json: lintJson,
  sarif: lintSarif,
  github: lintGithub,
  junit: lintJunit,
  codequality: lintCodequality,
};
