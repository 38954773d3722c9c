// Puts files, live state and planning together: the plan of one target. Sends nothing but GET, and nothing at all where the
// files have errors.

import { readFolders, readReports, readWorkbooks } from "../live/index.ts";
import { type Plan, type Project, type ResolvedReport, UserError } from "../model/index.ts";
import {
  createPlanner,
  type Declared,
  declare,
  declareReport,
  type IgnoredPath,
  parseIgnoredPath,
} from "../plan/index.ts";
import type { Capabilities, Platform } from "../platform/index.ts";
import { checkFiles, countErrors } from "./desired-state.ts";
import { LintError } from "./lint-error.ts";
import { selectSlugs } from "./select-slugs.ts";
import type { Destination, Environment } from "./settings.ts";

export interface PlanOptions {
  project: Project;
  target: Destination;
  env: Environment;
  cwd: string;
  /** Files or folders, and globs of slugs: both narrow the work and make nothing an orphan. */
  paths?: readonly string[];
  only?: readonly string[];
}

export interface Planned {
  plan: Plan;
  files: number;
  /** Workbooks with a slug on the deployment. */
  liveCount: number;
  ignored: IgnoredPath[];
}

/** `connect` is called when the files are known to be right. */
export async function makePlan(options: PlanOptions, connect: () => Promise<Platform>): Promise<Planned> {
  const { project, target, only = [], paths = [] } = options;
  const ignored = readIgnored(project);
  const narrowed = only.length > 0 || paths.length > 0;
  const selection = selectSlugs(only);
  const declared = new Map<string, Declared>();
  const checked = await checkFiles({
    ...options,
    visit(workbook) {
      if (selection.takes(workbook.slug)) declared.set(workbook.slug, declare(workbook, ignored));
    },
  });
  if (countErrors(checked.diagnostics) > 0) throw new LintError(checked, "nothing was sent");
  selection.check();

  const platform = await connect();
  const scope = { project: project.name, target: target.name, deploymentId: target.deployment };
  const capabilities = await platform.capabilities();
  requireOperations(capabilities, target);
  const wanted = [...declared.values()];
  const folders = await readFolders(platform, target.deployment, {
    declared: target.folders,
    listed: capabilities.has("listFolders") && wanted.some(({ shape }) => shape.folder !== undefined),
  });
  const can = {
    folders: capabilities.has("createFolder"),
    publish: capabilities.has("publishWorkbook"),
    reports: capabilities.has("listReports") && capabilities.has("upsertReport"),
  };
  const used = new Set(wanted.flatMap(({ references }) => references));
  const isPartOfWork = ({ key, entry }: ResolvedReport) =>
    used.has(key) || declared.has(String(entry.workbook)) || !narrowed;
  const declaredReports = checked.reports.filter(isPartOfWork).map((report) => declareReport(report, scope));
  const reports = await readReports(
    platform,
    target.deployment,
    declaredReports,
    capabilities.has("listReports"),
  );
  const planner = createPlanner({
    toolVersion: BOARDWRIGHT_VERSION,
    project,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
    declared,
    can,
    reports: reports.pairs,
    otherReports: reports.others,
    orphans: !narrowed,
    scope: {
      ...scope,
      ignored,
      reports: reports.ids,
      reportVersions: reports.versions,
      folders: folders.ids,
    },
  });
  const liveCount = await readWorkbooks(platform, target.deployment, {
    needsDraft: (slug) => declared.has(slug),
    needsPublished: (slug) => declared.get(slug)?.publish === true,
    folders,
    visit: planner.add,
    isAnyMissing: planner.isAnyMissing,
  });
  const warnings = checked.diagnostics.filter(({ slug }) => slug === undefined || declared.has(slug));
  return { plan: planner.finish(warnings), files: checked.files, liveCount, ignored };
}

/** Without these two operations there is nothing that Boardwright could do for the deployment. */
export function requireOperations(capabilities: Capabilities, target: Destination): void {
  const missing = [
    capabilities.has("listWorkbooks") ? [] : "the list of workbooks (GET …/workbooks)",
    capabilities.has("upsertWorkbook") ? [] : "the upsert by slug (PUT …/workbooks/by-slug/{slug})",
  ].flat();
  if (missing.length === 0) return;
  throw new UserError(`deployment ${target.deployment} of ${target.url} lacks ${missing.join(" and ")}`, {
    details: [
      "Its API description (GET /api/v1/spec) does not name it, so dashboards cannot be managed there by slug.",
      "Newer versions of the platform have it: switch the deployment to one, then plan again.",
    ],
  });
}

/** The project's ignored paths. Throws a UserError for what is no path. */
export function readIgnored(project: Project): IgnoredPath[] {
  return project.ignore.map((text) => {
    const path = parseIgnoredPath(text);
    if (path) return path;
    throw new UserError(
      `\`ignore\` in boardwright.yaml holds ${JSON.stringify(text)}, which is no path to a field`,
      {
        details: ["Write it like dashboard.settings.refresh or dashboard.widgets[*].config.debug."],
      },
    );
  });
}
