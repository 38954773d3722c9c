// What a deletion on the platform leaves behind: reports without their workbook, and widgets that draw a report which is gone. Nobody
// edited those, and nothing is lost by an apply, so there is no hazard; but it was the UI, not Git, that made the difference.

import { type Change, type FieldChange, isObject, type Json } from "../../model/index.ts";
import { sumOrigins } from "../stamp/three-way.ts";

/**
 * The changes, with the origin `live` and a reason where one follows from the deletion of a workbook or a report. `liveReports`: the ids
 * of all live reports; if they are unknown, no reference counts as one to a deleted report.
 */
export function explainDeletions(
  changes: readonly Change[],
  liveReports: ReadonlySet<number> | undefined,
): Change[] {
  const keysOf = (kind: Change["kind"], is: (change: Change) => boolean) =>
    new Set(
      changes.filter((one) => one.kind === kind && one.action === "create" && is(one)).map(({ key }) => key),
    );
  const workbooks = keysOf("workbook", ({ reason }) => reason?.code === "deleted");
  const reports = keysOf("report", ({ reason }) => reason?.code !== "deleted-by-run");
  /** Report key → the workbook that still draws it. */
  const drawn = new Map<string, { slug: string; id: number }>();
  const withReferences = changes.map((change): Change => {
    if (change.kind !== "workbook" || change.action !== "update") return change;
    const lost = new Set<string>();
    const fields = change.fields.map((field): FieldChange => {
      const key = reportOf(field.after);
      const { before } = field;
      const isLost = field.origin === "git" && typeof before === "number" && !liveReports?.has(before);
      if (!liveReports || key === undefined || !reports.has(key) || !isLost) return field;
      lost.add(key);
      if (!drawn.has(key)) drawn.set(key, { slug: change.key, id: before });
      return { ...field, origin: "live" };
    });
    if (lost.size === 0) return change;
    const which = lost.size === 1 ? "the report" : "reports";
    return gone(change, fields, `draws ${which} ${[...lost].sort().join(", ")}, deleted on the platform`);
  });
  return withReferences.map((change): Change => {
    const { kind, key, action, reason } = change;
    if (kind !== "report") return change;
    const by = drawn.get(key);
    if (action === "create" && by && !reason) {
      const message = `deleted on the platform: the workbook ${by.slug} still draws it, id ${by.id}`;
      const help = "An apply creates it again. If it was deleted on purpose, remove it from the files.";
      return { ...change, origin: "live", reason: { code: "deleted", message, help } };
    }
    const home = change.fields.find((field) => isLostHome(field, workbooks));
    if (action !== "update" || !home) return change;
    const fields = change.fields.map(
      (field): FieldChange => (field === home ? { ...field, origin: "live" } : field),
    );
    return gone(change, fields, `its workbook ${String(home.after)} was deleted on the platform`);
  });
}

function gone(change: Change, fields: FieldChange[], message: string): Change {
  const help = "An apply creates that again, and gives it back.";
  const reason = change.reason ?? { code: "deleted" as const, message, help };
  return { ...change, fields, origin: sumOrigins(fields), reason };
}

function reportOf(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value.$report === "string" ? value.$report : undefined;
}

/** A report that has no workbook, or one without a slug, and goes to one that was deleted. */
function isLostHome({ path, origin, before, after }: FieldChange, workbooks: ReadonlySet<string>): boolean {
  const isWithout = before === undefined || isObject(before);
  return path === "workbook" && origin === "git" && isWithout && workbooks.has(String(after));
}
