// Findings that every lint reporter is tried on: a plain one, and one whose file and words try to break out of the medium.
import type { Diagnostic } from "../../src/model/index.ts";

export const PLAIN: Diagnostic = {
  rule: "unknown-field",
  severity: "error",
  message: "`positon` is not a field of a widget. Did you mean `position`?",
  file: "dashboards/revenue.yaml",
  line: 18,
  column: 11,
  endLine: 18,
  endColumn: 18,
  slug: "revenue",
};

export const NASTY: Diagnostic = {
  rule: "widget-overlap",
  severity: "warning",
  message:
    'a\u001b[31m\r\n::error::b ]]> <i> & "q" 100% [x](https://evil.example) \u0000\u202e\ud800\uffff##[error]',
  file: "dashboards/ü, a:b %2F#?.yaml",
  line: 1,
  column: 3,
  endLine: 2,
  endColumn: 1,
  help: "Move it,\nthen: look.",
};

const TEXTS: Record<string, string> = {
  [PLAIN.file]: `${"#\n".repeat(16)}        - id: churn\n          positon: [0, 4, 4, 3]\n`,
  [NASTY.file]: "# \u001b[2Jx\n",
};

export function reportOf(...diagnostics: Diagnostic[]) {
  return { diagnostics, files: 46, text: (file: string): string | undefined => TEXTS[file] };
}
