// Live state: the platform's answers about a deployment, as planning reads them.

export { type FetchModelOptions, fetchModel, toDataModel } from "./data-model.ts";
export { explainMissing, findEnvironment, readBranches } from "./environment.ts";
export type { Folders } from "./folders.ts";
export { carriesState, type FolderPaths, toLiveReport, toLiveWorkbook, toUnnamed } from "./from-wire.ts";
export { type LiveReports, pairReports } from "./pair-reports.ts";
export { abilitiesOf, type Deployment, type Looked, lookFor, readDeployment } from "./read-deployment.ts";
export { isRefusal } from "./read-workbooks.ts";
export { readMetadata, refuseBroken } from "./ready-model.ts";
export { findReports, noteResident, type Residents, readReports, shownVersions } from "./reports.ts";
export { listResidents, printResidents, readResidents } from "./residents.ts";
export { listEverywhere } from "./workbook-list.ts";
