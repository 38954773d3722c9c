// A report's managed state, from a file.

import { hash } from "node:crypto";
import {
  isObject,
  isPreview,
  type JsonObject,
  keysBefore,
  type ResolvedReport,
  readStamp,
  stampOwner,
} from "../../model/index.ts";
import { canonical, digest } from "./canonical.ts";
import { parseState } from "./normal-state.ts";
import { type ComparedState, hasValues, type LiveReport } from "./state.ts";

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

// A report's identity on the platform: its publicId, 12 characters of 0-9A-Za-z, unique in a whole account.

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The publicId that `entry` (contract 2, `reports`) declares for the target, or the one derived from project, deployment and the key that it had first. */
export function reportPublicId(
  entry: JsonObject,
  scope: { project: string; target: string; deploymentId: number; key: string },
): string {
  const { publicId } = entry;
  if (typeof publicId === "string") return publicId;
  const ofTarget =
    isObject(publicId) && Object.hasOwn(publicId, scope.target) ? publicId[scope.target] : undefined;
  const [key = scope.key] = keysBefore(entry);
  return typeof ofTarget === "string" ? ofTarget : derivePublicId({ ...scope, key });
}

/** SHA-256 of project, deployment and key, the first 12 bytes, each modulo 62 (contract 2). */
export function derivePublicId(scope: { project: string; deploymentId: number; key: string }): string {
  const bytes = hash("sha256", `${scope.project}\n${scope.deploymentId}\n${scope.key}`, "buffer");
  return Array.from(bytes.subarray(0, 12), (byte) => ALPHABET[byte % 62]).join("");
}

// Live reports of ours by the key that their stamps name: the publicId of one may be made of an older key.

/** Without copies, whose stamps have another publicId, and without keys that several have: nothing says which is meant. */
export function reportsByKey(
  reports: readonly LiveReport[],
  { project, deploymentId }: { project: string; deploymentId: number },
): Map<string, LiveReport> {
  const prefix = stampOwner(deploymentId, "");
  const byKey = new Map<string, LiveReport | undefined>();
  for (const report of reports) {
    const stamp = readStamp(report.meta);
    if (stamp?.project !== project || stamp.publicId !== report.publicId) continue;
    if (!stamp.of.startsWith(prefix) || isPreview(stamp)) continue;
    const key = stamp.of.slice(prefix.length);
    byKey.set(key, byKey.has(key) ? undefined : report);
  }
  return new Map([...byKey].flatMap(([key, report]) => (report ? [[key, report] as const] : [])));
}
