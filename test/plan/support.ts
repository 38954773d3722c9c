import {
  type JsonObject,
  type Plan,
  parseIgnoredPath,
  type ResolvedWorkbook,
} from "../../src/model/index.ts";
import {
  type Declared,
  declare,
  type IgnoredPath,
  type LiveWorkbook,
  type PlannerInput,
  planAll,
  withLiveIgnored,
} from "../../src/plan/index.ts";

export function resolved(slug: string, entry: JsonObject): ResolvedWorkbook {
  const place = { file: "dashboards/a.yaml", line: 2, column: 3, endLine: 2, endColumn: 9 };
  const locate: ResolvedWorkbook["locate"] = (path, part) =>
    path.length === 0 && part === "key" ? place : { ...place, line: 99 };
  return { slug, writtenSlug: slug, file: place.file, entry, locate };
}

export function liveWorkbook(slug: string, fields: Partial<LiveWorkbook> = {}): LiveWorkbook {
  return {
    kind: "workbook",
    id: 7,
    slug,
    name: slug,
    folderId: null,
    folderPath: [],
    meta: {},
    draft: undefined,
    published: undefined,
    publishedVersion: undefined,
    snapshots: new Map(),
    ...fields,
  };
}

export interface PlanInput {
  entries: Record<string, JsonObject>;
  live: LiveWorkbook[];
  ignore?: string[];
  folders?: Map<string, number>;
  reports?: Map<string, number>;
  project?: string;
}

export function planOf({
  entries,
  live,
  ignore = [],
  folders = new Map(),
  reports = new Map(),
  project = "acme",
}: PlanInput): Plan {
  const ignored = ignore.map((text) => parseIgnoredPath(text) ?? []);
  const declared = new Map<string, Declared>();
  for (const [slug, entry] of Object.entries(entries))
    declared.set(slug, declare(resolved(slug, entry), ignored));
  const input: PlannerInput = {
    toolVersion: "0.1.0",
    project: {
      name: project,
      apply: { concurrency: 8, allow: [], limits: { change: 0.5, delete: 0.1 }, backups: false },
    },
    target: { name: "test", url: "https://acme.example.com", deploymentId: 1 },
    declared,
    orphans: true,
    can: {
      folders: true,
      reports: true,
      publish: true,
      rename: true,
      delete: { workbooks: true, reports: true },
    },
    reports: [],
    otherReports: [],
    scope: { project, deploymentId: 1, ignored, reports, reportVersions: new Map(), folders },
  };
  return planAll(input, live);
}

/** What the platform holds after it took a request: shallow merge of meta, the draft read back at the top. */
export function afterUpsert(slug: string, request: JsonObject, before?: LiveWorkbook): LiveWorkbook {
  const { dashboardDraft, ...meta } = request.meta as JsonObject;
  return {
    ...(before ?? liveWorkbook(slug)),
    ...(typeof request.name === "string" ? { name: request.name } : {}),
    meta: { ...before?.meta, ...meta },
    draft: dashboardDraft === undefined ? before?.draft : (dashboardDraft as JsonObject),
  };
}

/** The draft as it is sent where another is live: with that one's values at ignored paths. */
export function sentDraft(
  dashboard: JsonObject,
  live: JsonObject | undefined,
  ignored: readonly IgnoredPath[],
): JsonObject | undefined {
  return withLiveIgnored({ dashboard }, live ? { dashboard: live } : {}, ignored).dashboard;
}
