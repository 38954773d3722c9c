// Live reports that no file declares: whether they can be managed, their keys and entries.

import { cutText } from "../../edit/index.ts";
import {
  compareText,
  isObject,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  slugify,
  withoutNulls,
} from "../../model/index.ts";
import { derivePublicId, type LiveReport, parseQuery } from "../../plan/index.ts";
import { type Unholdable, unholdableValue } from "./unholdable.ts";

export interface ReportScope {
  project: string;
  target: string;
  deploymentId: number;
}

/** Why a live report cannot be managed, and what to do; undefined if it can. `count`: how many have its publicId. */
export function unmanageable(report: LiveReport, count: number): Unholdable | undefined {
  const isOwn =
    typeof report.publicId === "string" && /^[0-9A-Za-z]{12}$/.test(report.publicId) && count === 1;
  if (!isOwn) {
    return {
      message: "it has no publicId of its own, so no file can name it",
      help: `Give it one, 12 characters of 0-9A-Za-z: PUT …/reports/${report.id} with { "publicId": "…" }. Until then charts keep its number, which is right on this deployment only.`,
    };
  }
  const query = report.jsonQuery === null ? null : parseQuery(report.jsonQuery);
  if (query !== null && !isObject(query)) {
    return {
      message: "its query is not a JSON object, so no file can hold it",
      help: "Charts keep its number, which is right on this deployment only.",
    };
  }
  return (
    unholdableValue("query", query) ??
    unholdableValue("meta", report.meta) ??
    unholdableValue("pivotItems", report.pivotItems)
  );
}

/**
 * A key for each report, unique in the project: the one in its stamp, else its name; if another has that, after the slug of its
 * workbook. `taken`: keys that are declared. `slugOf`: the workbook whose file it goes into.
 */
export function chooseKeys(
  reports: readonly LiveReport[],
  options: ReportScope & { taken: ReadonlySet<string>; slugOf(report: LiveReport): string },
): Map<number, string> {
  const keys = new Map<number, string>();
  const used = new Set(options.taken);
  const names = new Map<string, number>();
  const inOrder = [...reports].sort(
    (a, b) => compareText(options.slugOf(a), options.slugOf(b)) || a.id - b.id,
  );
  for (const report of inOrder) names.set(nameKey(report), (names.get(nameKey(report)) ?? 0) + 1);
  const free = (wanted: string): string => {
    for (let number = 1; ; number++) {
      const key = number === 1 ? wanted : `${wanted}-${number}`;
      if (!used.has(key)) return key;
    }
  };
  for (const report of inOrder) {
    const remembered = stampedKey(report, options);
    const name = nameKey(report);
    const isAlone = names.get(name) === 1 && !used.has(name);
    const key =
      remembered !== undefined && !used.has(remembered)
        ? remembered
        : free(isAlone ? name : joined(nameKey({ name: options.slugOf(report) }), name));
    used.add(key);
    keys.set(report.id, key);
  }
  return keys;
}

/** `sales` and `sales-by-product` are `sales-by-product`: the words that the slug ends with are said once. */
function joined(slug: string, name: string): string {
  const words = name.split("-");
  const isSaid = (count: number) => `-${slug}`.endsWith(`-${words.slice(0, count).join("-")}`);
  const said = words.findLastIndex((_, at) => isSaid(at + 1)) + 1;
  return [slug, ...words.slice(said)].join("-");
}

/** `workbook`: the slug of its workbook, if a file declares that. Its publicId is for this target only: others derive their own. */
export function newReportEntry(
  key: string,
  report: LiveReport,
  options: ReportScope & { workbook: string | undefined },
): JsonObject {
  const { project, target, deploymentId, workbook } = options;
  const { [STAMP_KEY]: _stamp, ...meta } = report.meta;
  const entry: JsonObject = {};
  if (derivePublicId({ project, deploymentId, key }) !== report.publicId)
    entry.publicId = { [target]: report.publicId };
  // A name that no file may hold is left to the platform, like an absent one.
  if (report.name.length >= 1 && report.name.length <= 255) entry.name = report.name;
  if (report.title !== null) entry.title = report.title;
  if (workbook !== undefined) entry.workbook = workbook;
  if (report.jsonQuery !== null) entry.query = parseQuery(report.jsonQuery);
  if (report.sqlQuery !== null) entry.sqlQuery = report.sqlQuery;
  if (report.pivotItems !== null) entry.pivotItems = report.pivotItems;
  if (Object.values(meta).some((value) => value !== null)) entry.meta = meta;
  return withoutNulls(entry);
}

/** The key that a report of ours had when it was applied; undefined for any other. */
function stampedKey(report: LiveReport, { project, deploymentId }: ReportScope): string | undefined {
  const stamp = readStamp(report.meta);
  const prefix = `${deploymentId}/`;
  if (stamp?.project !== project || !stamp.of.startsWith(prefix)) return undefined;
  const key = stamp.of.slice(prefix.length);
  return key.trim() === "" ? undefined : key;
}

/** `Revenue by month` → `revenue-by-month`. */
function nameKey({ name }: { name: string }): string {
  return cutText(slugify(name), 80, 320).replace(/-$/, "") || "report";
}
