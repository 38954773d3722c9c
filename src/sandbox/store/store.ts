// The platform's state while it runs: every way in is one map lookup. Tells `onChange` of every change, for the data file.

import type { Json } from "../../model/index.ts";
import { Account } from "./account.ts";
import type { BranchRecord, ModelError } from "./build-records.ts";
import type { DeploymentRecord, FolderRecord, ReportRecord, State, WorkbookRecord } from "./records.ts";
import { Table } from "./table.ts";

export class Store {
  readonly account: Account;
  readonly deployments = new Map<number, DeploymentRecord>();
  readonly branches = new Table<BranchRecord>();
  readonly models: Record<string, readonly Json[]>;
  readonly modelErrors: Record<string, readonly ModelError[]>;
  readonly cubes: readonly Json[];
  readonly listDrafts: boolean;
  readonly draftInMeta: boolean;
  readonly folders = new Table<FolderRecord>();
  readonly workbooks = new Table<WorkbookRecord>();
  readonly reports = new Table<ReportRecord>();
  readonly #slugs = new Map<string, number>();
  /** More than one where legacy reports share a synthesized id. */
  readonly #publicIds = new Map<string, Set<number>>();
  readonly #onChange: () => void;
  #nextId: number;

  constructor(state: State, onChange: () => void) {
    this.#onChange = onChange;
    this.account = new Account(state, onChange);
    this.cubes = state.cubes;
    this.models = { ...state.models };
    this.modelErrors = { ...state.modelErrors };
    this.listDrafts = state.listDrafts;
    this.draftInMeta = state.draftInMeta;
    this.#nextId = state.nextId;
    for (const deployment of state.deployments) this.deployments.set(deployment.id, deployment);
    for (const branch of state.branches) this.branches.put(branch);
    for (const folder of state.folders) this.folders.put(folder);
    for (const workbook of state.workbooks) this.#putWorkbook(workbook);
    for (const report of state.reports) this.#putReport(report);
  }

  /** One sequence for all content: an id never means two things in a log. Ids of deleted rows are not used again. */
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

  putBranch(branch: BranchRecord): void {
    this.branches.put(branch);
    this.#onChange();
  }

  /** Its model goes with it, unless another deployment has a branch of that name. */
  deleteBranch(branch: BranchRecord): void {
    this.branches.delete(branch);
    if (!this.branches.all().some(({ name }) => name === branch.name)) {
      delete this.models[branch.name];
      delete this.modelErrors[branch.name];
    }
    this.#onChange();
  }

  putFolder(folder: FolderRecord): void {
    this.folders.put(folder);
    this.#onChange();
  }

  putWorkbook(workbook: WorkbookRecord): void {
    this.#putWorkbook(workbook);
    this.#onChange();
  }

  /** Its reports stay, without a workbook: nothing says that the platform deletes them. */
  deleteWorkbook(workbook: WorkbookRecord): void {
    this.workbooks.delete(workbook);
    if (workbook.slug !== null) this.#slugs.delete(slugKey(workbook.deploymentId, workbook.slug));
    for (const report of this.reports.of(workbook.deploymentId))
      if (report.workbookId === workbook.id) this.reports.put({ ...report, workbookId: null });
    this.#onChange();
  }

  putReport(report: ReportRecord): void {
    this.#putReport(report);
    this.#onChange();
  }

  /** What a publication froze of it stays (field notes D). */
  deleteReport(report: ReportRecord): void {
    this.reports.delete(report);
    this.#publicIds.get(report.publicId)?.delete(report.id);
    this.#onChange();
  }

  /** The state at this moment. */
  snapshot(): State {
    return {
      ...this.account.snapshot(),
      deployments: [...this.deployments.values()],
      branches: this.branches.all(),
      folders: this.folders.all(),
      workbooks: this.workbooks.all(),
      reports: this.reports.all(),
      cubes: this.cubes,
      models: this.models,
      modelErrors: this.modelErrors,
      listDrafts: this.listDrafts,
      draftInMeta: this.draftInMeta,
      nextId: this.#nextId,
    };
  }

  #putWorkbook(workbook: WorkbookRecord): void {
    const before = this.workbooks.get(workbook.id);
    if (before && before.slug !== null && before.slug !== workbook.slug)
      this.#slugs.delete(slugKey(before.deploymentId, before.slug));
    this.workbooks.put(workbook);
    if (workbook.slug !== null) this.#slugs.set(slugKey(workbook.deploymentId, workbook.slug), workbook.id);
  }

  #putReport(report: ReportRecord): void {
    this.reports.put(report);
    const ids = this.#publicIds.get(report.publicId) ?? new Set();
    this.#publicIds.set(report.publicId, ids.add(report.id));
  }
}

function slugKey(deploymentId: number, slug: string): string {
  return `${deploymentId}/${slug}`;
}
