// Reads a seed into the state of the store, and says exactly why a seed is impossible.

import { isObject, type JsonObject, normalizeSlug } from "../../model/index.ts";
import { readApiKeys, readAuditEvents, readLogins, readUsers } from "./read-account.ts";
import { readBranches, readModels, readVersions } from "./read-build.ts";
import { readReport, readWorkbook } from "./read-rows.ts";
import type { DeploymentRecord, FolderRecord, ReportRecord, State } from "./records.ts";
import { badSeed, integerOr, isId, rowsOf, textOr } from "./seed-fields.ts";
import { type Numbering, numberContent } from "./seed-numbers.ts";

export interface SeedRules {
  /** The creation time of rows without one. */
  now: string;
  /** Whether a folder, a workbook and a report may have one id. */
  idsPerKind?: boolean;
  /** Whether several workbooks of a deployment may have one slug. */
  duplicateSlugs?: boolean;
  /** Whether a file keeps whole numbers that a JavaScript number cannot hold. */
  bigIntegers?: boolean;
}

/**
 * The state that a seed describes. `from` names the seed in errors. Throws UserError naming the place of anything impossible on
 * the platform: duplicate ids or slugs, a missing deployment or folder. Dashboards are not checked: live ones may contain what
 * today's platform would refuse.
 */
export function readSeed(seed: unknown, from: string, { now, ...allows }: SeedRules): State {
  if (!isObject(seed)) throw badSeed(from, "it must be a JSON object");
  const deployments = readDeployments(seed, from, now);
  const content = numberContent(seed, from, allows.idsPerKind === true);
  const known = new Set(deployments.map((deployment) => deployment.id));
  const idsOf = (row: JsonObject, at: string, ids: Numbering): { id: number; deploymentId: number } => {
    const deploymentId = typeof row.deploymentId === "number" ? row.deploymentId : deployments[0]!.id;
    if (!known.has(deploymentId))
      throw badSeed(from, `${at} belongs to deployment ${deploymentId}, which is not listed`);
    return { id: ids.take(row.id, at), deploymentId };
  };

  const folders = rowsOf(seed, "folders", from).map((row, index): FolderRecord => {
    const at = `folders[${index}]`;
    if (typeof row.name !== "string") throw badSeed(from, `${at}.name must be a string`);
    return {
      ...idsOf(row, at, content.folders),
      name: row.name,
      parentId: integerOr(row.parentId, null),
      position: integerOr(row.position, index),
      createdAt: textOr(row.createdAt, now),
      updatedAt: textOr(row.updatedAt, now),
    };
  });
  const folderDeployments = new Map(folders.map((folder) => [folder.id, folder.deploymentId]));
  const checkFolder = (id: number | null, deploymentId: number, at: string): void => {
    if (id !== null && folderDeployments.get(id) !== deploymentId)
      throw badSeed(from, `${at} names folder ${id}, which deployment ${deploymentId} does not have`);
  };
  for (const [index, folder] of folders.entries())
    checkFolder(folder.parentId, folder.deploymentId, `folders[${index}]`);

  const slugs = new Set<string>();
  const workbooks = rowsOf(seed, "workbooks", from).map((row, index) => {
    const at = `workbooks[${index}]`;
    const ids = content.workbooks;
    const workbook = readWorkbook(row, idsOf(row, at, ids), now, () => ids.take(undefined, at));
    checkFolder(workbook.folderId, workbook.deploymentId, at);
    if (workbook.slug !== null) {
      const slug = `${workbook.deploymentId}/${normalizeSlug(workbook.slug)}`;
      if (slugs.has(slug) && !allows.duplicateSlugs)
        throw badSeed(from, `${at}: the slug "${workbook.slug}" is taken`);
      slugs.add(slug);
    }
    return workbook;
  });

  const publicIds = new Set<string>();
  const reports = rowsOf(seed, "reports", from).map((row, index): ReportRecord => {
    const report = readReport(row, idsOf(row, `reports[${index}]`, content.reports), now);
    checkFolder(report.folderId, report.deploymentId, `reports[${index}]`);
    if (!report.publicIdSynthesized) {
      if (publicIds.has(report.publicId))
        throw badSeed(from, `reports[${index}]: the publicId "${report.publicId}" is taken`);
      publicIds.add(report.publicId);
    }
    return report;
  });

  const users = readUsers(seed, from, now);
  const branches = readBranches(seed, from, [...known]);
  return {
    deployments,
    users,
    apiKeys: readApiKeys(seed, from, users),
    logins: readLogins(seed, from, users),
    auditEvents: readAuditEvents(seed, from, now),
    branches,
    ...readModels(seed, from, branches),
    folders,
    workbooks,
    reports,
    cubes: Array.isArray(seed.cubes) ? seed.cubes : [],
    listDrafts: seed.listDrafts !== false,
    draftInMeta: seed.draftInMeta === true,
    nextIds: {
      folders: content.folders.next(),
      workbooks: content.workbooks.next(),
      reports: content.reports.next(),
    },
  };
}

function readDeployments(seed: JsonObject, from: string, now: string): DeploymentRecord[] {
  const rows = [
    ...(isObject(seed.deployment) ? [seed.deployment] : []),
    ...rowsOf(seed, "deployments", from),
  ];
  const found = new Map<number, DeploymentRecord>();
  for (const row of rows) {
    if (!isId(row.id)) throw badSeed(from, "a deployment's id must be a positive whole number");
    const { id } = row;
    found.set(id, {
      id,
      name: textOr(row.name, `deployment-${id}`),
      createdAt: textOr(row.createdAt, now),
      versions: readVersions(row, from),
    });
  }
  if (found.size > 0) return [...found.values()];
  return [{ id: 1, name: "sandbox", createdAt: now, versions: readVersions({}, from) }];
}
