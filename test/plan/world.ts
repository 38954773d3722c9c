// A plan of files and of what is live: workbooks and reports, written as plainly as their tests need them.
import type { Change, JsonObject, Plan } from "../../src/model/index.ts";
import {
  type Abilities,
  Comparison,
  declare,
  declareReport,
  type FindLastSeen,
  type LiveReport,
  type LiveWorkbook,
  type PlannerInput,
  planFrom,
} from "../../src/plan/index.ts";
import { afterUpsert, resolved } from "./support.ts";

const ALL: Abilities = {
  folders: true,
  reports: true,
  publish: true,
  rename: true,
  delete: { workbooks: true, reports: true },
};
export const SCOPE = { project: "acme", target: "test", deploymentId: 1 };
export const CHART: JsonObject = {
  title: "T",
  widgets: [{ id: "c", config: { reportId: { $report: "by-month" } } }],
};

export interface World {
  entries?: Record<string, JsonObject>;
  live?: LiveWorkbook[];
  reports?: Record<string, JsonObject>;
  liveReports?: LiveReport[];
  can?: Partial<Abilities>;
  folders?: Record<string, number>;
  /** What the records of earlier runs know. */
  lastSeen?: FindLastSeen;
  more?: Partial<PlannerInput>;
}

export function declaredReports(reports: Record<string, JsonObject>) {
  return Object.entries(reports).map(([key, entry]) =>
    declareReport({ ...resolved(key, entry), key } as never, SCOPE),
  );
}

export function planOf(world: World): Plan {
  const comparison = comparisonOf(world);
  for (const workbook of world.live ?? []) comparison.add(workbook);
  return planFrom(comparison, { findLastSeen: world.lastSeen });
}

/** It has seen none of the live workbooks yet. */
export function comparisonOf({
  entries = {},
  reports = {},
  liveReports = [],
  can = {},
  folders = {},
  more = {},
}: World) {
  const pairs = declaredReports(reports).map((declared) => ({
    declared,
    live: liveReports.find(({ publicId }) => publicId === declared.publicId),
  }));
  const ids = pairs.flatMap(({ declared: { key }, live: report }) =>
    report ? [[key, report.id] as const] : [],
  );
  return new Comparison({
    toolVersion: "0.1.0",
    project: {
      name: "acme",
      apply: { concurrency: 8, allow: [], limits: { change: 0.5, delete: 0.1 }, backups: false },
    },
    target: { name: "test", url: "https://acme.example.com", deploymentId: 1 },
    declared: new Map(
      Object.entries(entries).map(([slug, entry]) => [slug, declare(resolved(slug, entry), [])]),
    ),
    can: { ...ALL, ...can },
    reports: pairs,
    otherReports: liveReports.filter((report) => !pairs.some((pair) => pair.live === report)),
    orphans: true,
    scope: {
      ...SCOPE,
      ignored: [],
      reports: new Map(ids),
      reportVersions: new Map(),
      folders: new Map(Object.entries(folders)),
    },
    ...more,
  });
}

export const shown = ({ changes }: Pick<Plan, "changes">) =>
  changes.map(({ kind, key, action }) => `${action} ${kind} ${key}`);
export const rules = ({ diagnostics }: Plan) =>
  diagnostics.map(({ rule, severity }) => `${severity} ${rule}`);
export const find = (plan: Plan, kind: Change["kind"]) => plan.changes.find((change) => change.kind === kind);

let ids = 100;

/** The workbook as this project applied it; `id` counts up, as on the platform. */
export function applied(slug: string, entry: JsonObject = { name: slug }): LiveWorkbook {
  const [create] = planOf({ entries: { [slug]: entry } }).changes.slice(-1);
  return { ...afterUpsert(slug, create?.request as JsonObject), id: ids++ };
}

/** The report as this project applied it. */
export function appliedReport(key: string, entry: JsonObject, more: Partial<LiveReport> = {}): LiveReport {
  const entries = typeof entry.workbook === "string" ? { [entry.workbook]: {} } : {};
  const create = find(planOf({ reports: { [key]: entry }, entries }), "report") as Change;
  const { name, title = null, jsonQuery = null, meta } = create.request as Record<string, string | null>;
  return {
    kind: "report",
    id: 55,
    publicId: create.publicId as string,
    name: String(name),
    title,
    jsonQuery,
    sqlQuery: null,
    pivotItems: null,
    meta: meta as unknown as JsonObject,
    workbookId: null,
    version: 1,
    ...more,
  };
}
