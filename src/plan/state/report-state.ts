// A report's managed state, from a file and from the platform's answer, in one shape.

import {
  isObject,
  type Json,
  type JsonObject,
  keysBefore,
  type ResolvedReport,
  readJson,
} from "../../model/index.ts";
import { canonical, digest } from "./canonical.ts";
import { parseState } from "./normal-state.ts";
import { derivePublicId, reportPublicId } from "./report-id.ts";
import { type ComparedState, hasValues, pickValues } from "./state.ts";

/** A live report, as far as planning reads it. */
export interface LiveReport {
  id: number;
  publicId: string;
  name: string;
  title: string | null;
  /** A string that holds JSON (field notes B). */
  jsonQuery: string | null;
  sqlQuery: string | null;
  pivotItems: JsonObject | null;
  meta: JsonObject;
  /** The platform did not show `meta`, so nobody knows who manages it. */
  metaUnseen?: true;
  workbookId: number | null;
  /** Grows with every change; null if the platform does not say. */
  version: number | null;
}

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

/** A report's field in files → in the platform's request. */
export const WIRE_FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  title: "title",
  query: "jsonQuery",
  sqlQuery: "sqlQuery",
  pivotItems: "pivotItems",
  workbook: "workbookId",
};

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

/** The live values of the fields that `declared` manages. `slugs`: workbook id → slug. */
export function liveReportState(
  declared: ComparedState,
  live: LiveReport,
  slugs: ReadonlyMap<number, string>,
): ComparedState {
  const all: Record<(typeof REPORT_FIELDS)[number], Json> = {
    name: live.name,
    title: live.title,
    query: parseQuery(live.jsonQuery),
    sqlQuery: live.sqlQuery,
    pivotItems: live.pivotItems,
    workbook: live.workbookId === null ? null : (slugs.get(live.workbookId) ?? { id: live.workbookId }),
  };
  const fields = REPORT_FIELDS.filter((field) => declared[field] !== undefined);
  const state: JsonObject = Object.fromEntries(fields.map((field) => [field, all[field]]));
  if (declared.meta) state.meta = pickValues(live.meta, Object.keys(declared.meta));
  return parseState(canonical(state));
}

/** The query, or the text itself if it is not a JSON object. */
export function parseQuery(text: string | null): Json {
  if (text === null) return null;
  try {
    const query: unknown = readJson(text);
    return isObject(query) ? query : text;
  } catch {
    return text;
  }
}
