// Reads a seed into the state of the store, and says exactly why a seed is impossible.

import { createHash } from "node:crypto";
import { isObject, type Json, type JsonObject, normalizeSlug } from "../../model/index.ts";
import {
  BRANCH_KINDS,
  type BranchKind,
  type BranchRecord,
  type ModelError,
  type ModelFiles,
  type VersionRecord,
} from "./build-records.ts";
import { readApiKeys, readAuditEvents, readLogins, readUsers } from "./read-account.ts";
import { readReport, readWorkbook } from "./read-rows.ts";
import type { DeploymentRecord, FolderRecord, ReportRecord, ResourceRecord, State } from "./records.ts";
import { badSeed, choiceOf, integerOr, isId, rowsOf, textOr } from "./seed-fields.ts";
import { type Numbering, numberContent, numberRows } from "./seed-numbers.ts";

// Reads the data model's part of a seed: branches, versions, models. Missing ones are those of an empty sandbox.

/** The latest versions of two channels; the deployment runs the older one. */
const EMPTY_VERSIONS: JsonObject[] = [
  { version: "1.6.2", releaseChannel: "latest" },
  { version: "1.5.9", releaseChannel: "release", isCurrent: true },
];
/** A production branch, a shared one, and a personal one that was forked from it. */
const EMPTY_BRANCHES: JsonObject[] = [
  { name: "main" },
  { name: "new-metrics" },
  { name: "dev-sandbox-new-metrics", parentBranch: "new-metrics" },
];
/** Looks like the image of a release, but is not one. */
const IMAGE = "platform/runtime";
const FIRST_BRANCH = 1001;
const FIRST_ENVIRONMENT = 2001;

/** The branches of every deployment, exactly one of them production: `main`, unless the seed names another. */
function readBranches(seed: JsonObject, from: string, deployments: readonly number[]): BranchRecord[] {
  const rows = rowsOf(seed, "branches", from);
  const byDeployment = new Map<number, JsonObject[]>(deployments.map((id) => [id, []]));
  for (const [index, row] of rows.entries()) {
    const id = typeof row.deploymentId === "number" ? row.deploymentId : deployments[0]!;
    const siblings = byDeployment.get(id);
    if (!siblings) throw badSeed(from, `branches[${index}] belongs to deployment ${id}, which is not listed`);
    siblings.push(row);
  }
  const ids = numberRows(
    from,
    FIRST_BRANCH,
    rows.map(({ id }) => id),
  );
  const environmentIds = numberRows(
    from,
    FIRST_ENVIRONMENT,
    rows.map(({ environmentId }) => environmentId),
  );
  return [...byDeployment].flatMap(([deploymentId, given]) =>
    completeBranches(given.length > 0 ? given : EMPTY_BRANCHES, from).map(({ row, kind }): BranchRecord => {
      const name = row.name as string;
      const at = `the branch ${JSON.stringify(name)}`;
      return {
        id: ids.take(row.id, at),
        deploymentId,
        name,
        kind,
        parentBranch: textOr(row.parentBranch, kind === "production" ? null : "main"),
        lastHash: textOr(row.lastHash, createHash("sha1").update(name).digest("hex")),
        isStagingEnvironmentEnabled: kind === "shared" && row.isStagingEnvironmentEnabled === true,
        viewed: kind !== "production" && row.viewed === true,
        files: textsOf(row.files),
        base: textsOf(row.base),
        sessions: Array.isArray(row.sessions) ? row.sessions.map(String) : [],
        environmentId: environmentIds.take(row.environmentId, at),
      };
    }),
  );
}

function textsOf(files: Json | undefined): ModelFiles {
  const entries = Object.entries(isObject(files) ? files : {});
  return Object.fromEntries(entries.map(([path, text]) => [path, String(text)]));
}

/** The rows with their kinds, after a `main` if none of them is production. */
function completeBranches(
  rows: readonly JsonObject[],
  from: string,
): { row: JsonObject; kind: BranchKind }[] {
  const names = new Set<string>();
  const given = rows.map((row) => {
    const { name } = row;
    if (typeof name !== "string" || name === "") throw badSeed(from, "a branch needs a name");
    if (names.has(name)) throw badSeed(from, `the branch ${JSON.stringify(name)} is listed twice`);
    names.add(name);
    const usual = name.startsWith("dev-") ? "personal" : "shared";
    const at = `the kind of the branch "${name}"`;
    return { row, kind: choiceOf(row.kind, BRANCH_KINDS, { at, from }) ?? usual };
  });
  const production = given.filter(({ kind }) => kind === "production");
  if (production.length > 1) throw badSeed(from, "a deployment can have only one production branch");
  if (production.length === 1) return given;
  const rest = given.filter(({ row }) => row.name !== "main");
  const main = given.find(({ row }) => row.name === "main")?.row ?? { name: "main" };
  return [{ row: main, kind: "production" }, ...rest];
}

/** The versions in a deployment's row. By default the first is current, and the first of a channel its latest. */
function readVersions(deployment: JsonObject, from: string): VersionRecord[] {
  const given = rowsOf(deployment, "versions", from);
  const rows = given.length > 0 ? given : EMPTY_VERSIONS;
  const channelOf = (row: JsonObject): string => textOr(row.releaseChannel, "latest");
  const headOf = (channel: string): JsonObject | undefined => {
    const listed = rows.filter((row) => channelOf(row) === channel);
    return listed.find((row) => row.isLatestInChannel === true) ?? listed[0];
  };
  const current = Math.max(
    0,
    rows.findIndex((row) => row.isCurrent === true),
  );
  return rows.map((row, index) => {
    const version = textOr(row.version, "");
    if (!/^\d+(\.\d+)*$/.test(version))
      throw badSeed(from, `versions[${index}].version must be a dotted number`);
    const releaseChannel = channelOf(row);
    return {
      releaseChannelVersion: textOr(row.releaseChannelVersion, `${IMAGE}:v${version}`),
      version,
      releaseChannel,
      isLatestInChannel: headOf(releaseChannel) === row,
      isCurrent: index === current,
    };
  });
}

/** Cubes and compile errors by branch name. A name that is no deployment's branch is probably misspelt. */
function readModels(
  seed: JsonObject,
  from: string,
  branches: readonly BranchRecord[],
): Pick<State, "models" | "modelErrors"> {
  const models = readByBranch(seed, "models", { from, branches, of: "cubes" }, (cubes) => cubes);
  const readErrors = (errors: Json[], at: string): ModelError[] =>
    errors.map((error) => {
      if (!isObject(error) || typeof error.message !== "string")
        throw badSeed(from, `${at}: every error needs a message`);
      return { message: error.message, fileName: textOr(error.fileName, undefined) };
    });
  return {
    models,
    modelErrors: readByBranch(seed, "modelErrors", { from, branches, of: "errors" }, readErrors),
  };
}

function readByBranch<T>(
  seed: JsonObject,
  area: string,
  { from, branches, of }: { from: string; branches: readonly BranchRecord[]; of: string },
  read: (rows: Json[], at: string) => T,
): Record<string, T> {
  const given = seed[area] ?? {};
  if (!isObject(given)) throw badSeed(from, `${area} must be an object that maps branch names to values`);
  const entries = Object.entries(given).map(([name, value]): [string, T] => {
    if (!branches.some((branch) => branch.name === name))
      throw badSeed(from, `${area} names the branch ${JSON.stringify(name)}, which no deployment has`);
    const at = `${area}[${JSON.stringify(name)}]`;
    if (!Array.isArray(value)) throw badSeed(from, `${at} must be a list of ${of}`);
    return [name, read(value, at)];
  });
  return Object.fromEntries(entries);
}

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
    resources: readResources(seed, from, known),
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

/** Those without a deployment belong to the account. */
function readResources(seed: JsonObject, from: string, known: ReadonlySet<number>): ResourceRecord[] {
  const rows = rowsOf(seed, "resources", from);
  const ids = numberRows(
    from,
    1,
    rows.map(({ id }) => id),
  );
  return rows.map(({ kind, id, deploymentId = 0, ...fields }, index) => {
    const at = `resources[${index}]`;
    if (typeof kind !== "string") throw badSeed(from, `${at}.kind must be a string`);
    if (typeof deploymentId !== "number" || (deploymentId !== 0 && !known.has(deploymentId)))
      throw badSeed(from, `${at} belongs to deployment ${deploymentId}, which is not listed`);
    return { id: ids.take(id, at), deploymentId, kind, fields };
  });
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
