// The platform's state while it runs: every access is one map lookup. Calls `onChange` after every change, for the data file.

import type { Json } from "../../model/index.ts";
import { Account } from "./account.ts";
import type { BranchRecord, ModelError } from "./build-records.ts";
import type {
  ContentKind,
  DeploymentRecord,
  FolderRecord,
  ReportRecord,
  ResourceRecord,
  State,
  WorkbookRecord,
} from "./records.ts";

interface Row {
  readonly id: number;
  readonly deploymentId: number;
}

/** Rows by id, and the ids of each deployment in ascending order. Lists go by id, so a cursor survives inserts and deletes. */
class Table<R extends Row> {
  readonly #rows = new Map<number, R>();
  readonly #order = new Map<number, number[]>();

  constructor(private readonly onChange: () => void) {}

  get(id: number): R | undefined {
    return this.#rows.get(id);
  }

  /** Adds the row, or replaces the one with its id. */
  put(row: R): void {
    if (!this.#rows.has(row.id)) {
      const ids = this.#order.get(row.deploymentId) ?? [];
      ids.splice(lowerBound(ids, row.id), 0, row.id);
      this.#order.set(row.deploymentId, ids);
    }
    this.#rows.set(row.id, row);
    this.onChange();
  }

  delete(row: R): void {
    const ids = this.#order.get(row.deploymentId);
    if (this.#rows.delete(row.id) && ids) ids.splice(lowerBound(ids, row.id), 1);
    this.onChange();
  }

  /** The rows of a deployment by ascending id. */
  of(deploymentId: number): R[] {
    return (this.#order.get(deploymentId) ?? []).map((id) => this.#rows.get(id)!);
  }

  all(): R[] {
    return [...this.#rows.values()];
  }
}

/** The first index whose value is not below `id`. */
function lowerBound(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Store {
  #onChange = (): void => {};
  readonly account: Account;
  readonly deployments = new Map<number, DeploymentRecord>();
  readonly branches = new Table<BranchRecord>(() => this.#onChange());
  readonly folders = new Table<FolderRecord>(() => this.#onChange());
  readonly workbooks = new Table<WorkbookRecord>(() => this.#onChange());
  readonly reports = new Table<ReportRecord>(() => this.#onChange());
  readonly resources = new Table<ResourceRecord>(() => this.#onChange());
  readonly models: Record<string, readonly Json[]>;
  readonly modelErrors: Record<string, readonly ModelError[]>;
  /** What uploads have brought, by transaction; not kept in the data file. One that is finished is undefined. */
  readonly uploads: ({ branchName: string; files: Map<string, string> } | undefined)[] = [];
  /** The last of a slug's holders is the one that is found; there is more than one only where a platform lets it be. */
  readonly #slugs = new Map<string, Set<number>>();
  /** More than one if legacy reports share a synthesized id. */
  readonly #publicIds = new Map<string, Set<number>>();
  readonly #nextIds: Record<ContentKind, number>;
  readonly #idsPerKind: boolean;

  /** What never changes is read from `start`. */
  constructor(
    readonly start: State,
    onChange: () => void,
    { idsPerKind }: { idsPerKind: boolean },
  ) {
    this.account = new Account(start, onChange);
    this.models = { ...start.models };
    this.modelErrors = { ...start.modelErrors };
    this.#idsPerKind = idsPerKind;
    this.#nextIds = { ...start.nextIds };
    for (const deployment of start.deployments) this.putDeployment(deployment);
    for (const branch of start.branches) this.branches.put(branch);
    for (const folder of start.folders) this.folders.put(folder);
    for (const workbook of start.workbooks) this.putWorkbook(workbook);
    for (const report of start.reports) this.putReport(report);
    for (const resource of start.resources) this.resources.put(resource);
    this.#onChange = onChange;
  }

  /**
   * One sequence for all content: an id never means two things in a log. Or, by a quirk, one for each kind. Ids of deleted rows
   * are not reused.
   */
  newId(kind: ContentKind): number {
    return this.#nextIds[this.#idsPerKind ? kind : "workbooks"]++;
  }

  workbookBySlug(deploymentId: number, slug: string): WorkbookRecord | undefined {
    const id = [...(this.#slugs.get(slugKey(deploymentId, slug)) ?? [])].at(-1);
    return id === undefined ? undefined : this.workbooks.get(id);
  }

  /** Of every deployment: publicIds are unique per account (field notes A.2). */
  reportsByPublicId(publicId: string): ReportRecord[] {
    return [...(this.#publicIds.get(publicId) ?? [])].map((id) => this.reports.get(id)!);
  }

  putDeployment(deployment: DeploymentRecord): void {
    this.deployments.set(deployment.id, deployment);
    this.#onChange();
  }

  /** Its model goes with it, unless another deployment has a branch of that name. */
  deleteBranch(branch: BranchRecord): void {
    this.branches.delete(branch);
    if (!this.branches.all().some(({ name }) => name === branch.name)) {
      delete this.models[branch.name];
      delete this.modelErrors[branch.name];
    }
  }

  putWorkbook(workbook: WorkbookRecord): void {
    const before = this.workbooks.get(workbook.id);
    if (before && before.slug !== workbook.slug) this.#freeSlug(before);
    this.workbooks.put(workbook);
    if (workbook.slug === null) return;
    const slug = slugKey(workbook.deploymentId, workbook.slug);
    this.#slugs.set(slug, (this.#slugs.get(slug) ?? new Set()).add(workbook.id));
  }

  #freeSlug({ id, deploymentId, slug }: WorkbookRecord): void {
    if (slug !== null) this.#slugs.get(slugKey(deploymentId, slug))?.delete(id);
  }

  /** A branch with the files and the model of another, which it was forked from. */
  forkBranch(from: BranchRecord, fork: Pick<BranchRecord, "name" | "kind">): BranchRecord {
    const all = this.branches.all();
    const branch: BranchRecord = {
      ...from,
      ...fork,
      id: Math.max(...all.map(({ id }) => id)) + 1,
      environmentId: Math.max(...all.map(({ environmentId }) => environmentId)) + 1,
      parentBranch: from.name,
      base: from.files,
      isStagingEnvironmentEnabled: false,
      viewed: false,
      sessions: [],
    };
    if (Object.hasOwn(this.models, from.name)) this.models[branch.name] ??= this.models[from.name]!;
    if (Object.hasOwn(this.modelErrors, from.name))
      this.modelErrors[branch.name] ??= this.modelErrors[from.name]!;
    this.branches.put(branch);
    return branch;
  }

  /** Its reports stay, without a workbook: no source says that the platform deletes them. */
  deleteWorkbook(workbook: WorkbookRecord): void {
    this.workbooks.delete(workbook);
    this.#freeSlug(workbook);
    for (const report of this.reports.of(workbook.deploymentId))
      if (report.workbookId === workbook.id) this.reports.put({ ...report, workbookId: null });
  }

  /** What is in it goes to the root (field notes A.3). */
  deleteFolder(folder: FolderRecord): void {
    this.folders.delete(folder);
    for (const workbook of this.workbooks.of(folder.deploymentId))
      if (workbook.folderId === folder.id) this.putWorkbook({ ...workbook, folderId: null });
    for (const report of this.reports.of(folder.deploymentId))
      if (report.folderId === folder.id) this.putReport({ ...report, folderId: null });
  }

  putReport(report: ReportRecord): void {
    this.reports.put(report);
    const ids = this.#publicIds.get(report.publicId) ?? new Set();
    this.#publicIds.set(report.publicId, ids.add(report.id));
  }

  /** Its published snapshots stay (field notes D). */
  deleteReport(report: ReportRecord): void {
    this.reports.delete(report);
    this.#publicIds.get(report.publicId)?.delete(report.id);
  }

  /** The state at this moment. */
  snapshot(): State {
    return {
      ...this.start,
      ...this.account.snapshot(),
      deployments: [...this.deployments.values()],
      branches: this.branches.all(),
      folders: this.folders.all(),
      workbooks: this.workbooks.all(),
      reports: this.reports.all(),
      resources: this.resources.all(),
      models: this.models,
      modelErrors: this.modelErrors,
      nextIds: { ...this.#nextIds },
    };
  }
}

function slugKey(deploymentId: number, slug: string): string {
  return `${deploymentId}/${slug}`;
}
