// A report's managed state, from a file.

import { keysBefore, type ResolvedReport } from "../../model/index.ts";
import { canonical, digest } from "./canonical.ts";
import { parseState } from "./normal-state.ts";
import { derivePublicId, reportPublicId } from "./report-id.ts";
import { type ComparedState, hasValues } from "./state.ts";

export interface DeclaredReport {
  key: string;
  publicId: string;
  /** The keys that it had, where its publicId is made of the first of them; the live one may have that of a key before. */
  was?: readonly string[];
  file: string;
  /** The line of the key; costs a parse of the file if that is not plain YAML. */
  line(): number;
  /** In normal form: name, title, query, sqlQuery, pivotItems, meta, workbook (a slug), each only where it is declared. */
  state: ComparedState;
  /** Managed parts that must not be there; in rollbacks only. */
  absent?: { fields: readonly string[]; meta: readonly string[] };
  digest: string;
}

export const REPORT_FIELDS = ["name", "title", "query", "sqlQuery", "pivotItems", "workbook"] as const;

export function declareReport(
  { key, file, entry, locate }: ResolvedReport,
  scope: { project: string; target: string; deploymentId: number },
): DeclaredReport {
  const declared = Object.fromEntries(REPORT_FIELDS.map((field) => [field, entry[field] ?? null]));
  const state = { ...declared, ...(hasValues(entry.meta) ? { meta: entry.meta } : {}) };
  const text = canonical(state);
  const publicId = reportPublicId(entry, { ...scope, key });
  const [first, ...others] = keysBefore(entry);
  const isMade = first !== undefined && publicId === derivePublicId({ ...scope, key: first });
  return {
    key,
    publicId,
    ...(isMade && { was: [first, ...others] }),
    file,
    line: () => locate([], "key").line,
    state: parseState(text),
    digest: digest(text),
  };
}
