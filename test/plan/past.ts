// The rollback of a run that changed one workbook, and reports.
import {
  type Change,
  type JsonObject,
  type ManagedParts,
  type Plan,
  type Run,
  type RunChange,
  valueAt,
} from "../../src/model/index.ts";
import {
  type LiveReport,
  type LiveWorkbook,
  type Past,
  planRollback,
  type RollbackInput,
} from "../../src/plan/index.ts";
import { afterUpsert, planOf } from "./support.ts";

export const FILE = ".boardwright/backups/run/rev.json";
const MANAGED: ManagedParts = { fields: ["name", "dashboard"], meta: ["team"] };
export const OLD = { name: "Old", meta: { team: "sales" }, dashboard: { title: "Old" } };
const NEW = { name: "New", meta: { team: "finance" }, dashboard: { title: "New" } };

export function applied(entry: JsonObject, slug = "rev"): LiveWorkbook {
  return afterUpsert(
    slug,
    planOf({ entries: { [slug]: entry }, live: [] }).changes.at(-1)?.request as JsonObject,
  );
}
export const [BEFORE, AFTER] = [applied(OLD), applied(NEW)];

export const changeOf = (given: Partial<RunChange> = {}): RunChange => ({
  kind: "workbook",
  key: "rev",
  action: "update",
  id: 7,
  publish: false,
  managed: MANAGED,
  backup: "rev.json",
  status: "applied",
  attempts: 1,
  ...given,
  ...(given.action === "create" && { claimed: "claimed" in given ? given.claimed : (given.id ?? 7) }),
});

export interface World {
  change?: Partial<RunChange>;
  before?: LiveWorkbook | undefined;
  live?: LiveWorkbook[];
  reports?: Past<LiveReport>[];
  liveReports?: LiveReport[];
  can?: Partial<RollbackInput["can"]>;
  /** What else the run changed. */
  besides?: RunChange[];
  more?: Partial<RollbackInput>;
}

export function undo(world: World): Plan {
  const { reports = [], live = [AFTER], liveReports = [], can = {}, besides = [], more = {} } = world;
  const before = "before" in world ? world.before : BEFORE;
  const change = changeOf(world.change);
  const target = { name: "test", url: "https://acme.example.com", deploymentId: 1 };
  const run: Run = {
    name: "2026-11-20T08-10-04Z",
    record: {
      formatVersion: 1,
      tool: { name: "boardwright", version: "0.1.0" },
      project: "acme",
      target,
      startedAt: "2026-11-20T08:10:04.000Z",
      changes: [change, ...reports.map((past) => past.change), ...besides],
    },
  };
  return planRollback({
    toolVersion: "0.1.0",
    project: {
      name: "acme",
      apply: { concurrency: 8, allow: [], limits: { change: 0.5, delete: 0.1 }, backups: false },
    },
    target,
    run,
    recordFile: "run.json",
    workbooks: [{ change, before, file: FILE }],
    reports,
    live,
    liveReports,
    shownReports: new Map(),
    runs: [run],
    can: {
      folders: true,
      reports: true,
      publish: true,
      rename: true,
      delete: { workbooks: true, reports: true },
      ...can,
    },
    folderPaths: new Map<number | null, string[]>([[null, []]]),
    reportKeys: ["reportId"],
    laterRuns: () => [],
    scope: { project: "acme", deploymentId: 1, ignored: [], reportVersions: new Map(), folders: new Map() },
    ...more,
  });
}

export const shown = ({ changes }: Plan) =>
  changes.map(({ kind, key, action }) => `${action} ${kind} ${key}`);
export const rules = ({ diagnostics }: Plan) => diagnostics.map(({ rule }) => rule);
export const draftOf = (change: Change | undefined) => valueAt(change?.request, ["meta", "dashboardDraft"]);
