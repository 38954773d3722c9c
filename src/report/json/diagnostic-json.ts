// A finding as all our JSON documents show it (contract 7, `lint --json`): without its fix, which is for the tool.

import type { Diagnostic } from "../../model/index.ts";
import { pick } from "./json-text.ts";

const FIELDS = ["rule", "severity", "message", "file", "line", "column", "slug", "help"] as const;

export function diagnosticToJson(diagnostic: Diagnostic): unknown {
  return { ...pick(diagnostic, FIELDS), ...ofRows(diagnostic) };
}

/** The template and its rows that have the finding, if it is one of rows: see `ofRows` of a diagnostic. */
function ofRows({ ofRows: found }: Diagnostic) {
  if (!found) return {};
  const { template, rows, places } = found;
  return { template, rows: rows.map((key, index) => ({ key, ...places[index]! })) };
}
