// The platform's state while it runs: every access is one map lookup. Calls `onChange` after every change, for the data file.

import type { Json } from "../../model/index.ts";
import { Account } from "./account.ts";
import type { BranchRecord, ModelError } from "./build-records.ts";
import type { DeploymentRecord, FolderRecord, ReportRecord, State, WorkbookRecord } from "./records.ts";
import { Table } from "./table.ts";

export class Store {
  #onChange = (): void => {};
  readonly account: Account;
  readonly deployments = new Map<number, DeploymentRecord>();
  readonly branches = new Table<BranchRecord>(() => this.#onChange());
  readonly folders = new Table<FolderRecord>(() => this.#onChange());
  readonly workbooks = new Table<WorkbookRecord>(() => this.#onChange());
  readonly reports = new Table<ReportRecord>(() => this.#onChange());
  readonly models: Record<string, readonly Json[]>;
  readonly modelErrors: Record<string, readonly ModelError[]>;
  readonly #slugs = new Map<string, number>();
  /** More than one if legacy reports share a synthesized id. */
  readonly #publicIds = new Map<string, Set<number>>();
  #nextId: number;

  /** What never changes is read from `start`. */
  constructor(
    readonly start: State,
    onChange: () => void,
  ) {
    this.account = new Account(start, onChange);
    this.models = { ...start.models };
    this.modelErrors = { ...start.modelErrors };
    this.#nextId = start.nextId;
    for (const deployment of start.deployments) this.putDeployment(deployment);
    for (const branch of start.branches) this.branches.put(branch);
    for (const folder of start.folders) this.folders.put(folder);
    for (const workbook of start.workbooks) this.putWorkbook(workbook);
    for (const report of start.reports) this.putReport(report);
    this.#onChange = onChange;
  }

  /** One sequence for all content: an id never means two things in a log. Ids of deleted rows are not reused. */
  newId(): number {
    return this.#nextId++;
  }

  workbookBySlug(deploymentId: number, slug: string): WorkbookRecord | undefined {
    const id = this.#slugs.get(slugKey(deploymentId, slug));
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
    if (before && before.slug !== null && before.slug !== workbook.slug)
      this.#slugs.delete(slugKey(before.deploymentId, before.slug));
    this.workbooks.put(workbook);
    if (workbook.slug !== null) this.#slugs.set(slugKey(workbook.deploymentId, workbook.slug), workbook.id);
  }

  /** Its reports stay, without a workbook: no source says that the platform deletes them. */
  deleteWorkbook(workbook: WorkbookRecord): void {
    this.workbooks.delete(workbook);
    if (workbook.slug !== null) this.#slugs.delete(slugKey(workbook.deploymentId, workbook.slug));
    for (const report of this.reports.of(workbook.deploymentId))
      if (report.workbookId === workbook.id) this.reports.put({ ...report, workbookId: null });
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
      models: this.models,
      modelErrors: this.modelErrors,
      nextId: this.#nextId,
    };
  }
}

function slugKey(deploymentId: number, slug: string): string {
  return `${deploymentId}/${slug}`;
}
