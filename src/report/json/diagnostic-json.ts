// A finding as every JSON document of ours shows it (contract 7, `lint --json`): without its fix, which is for the tool.

import type { Diagnostic } from "../../model/index.ts";

export function diagnosticToJson({
  rule,
  severity,
  message,
  file,
  line,
  column,
  slug,
  help,
}: Diagnostic): unknown {
  return { rule, severity, message, file, line, column, slug, help };
}
