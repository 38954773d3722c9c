// Live state: the platform's answers about a deployment, as planning reads them.

export { readBranches } from "./branches.ts";
export { type FetchModelOptions, fetchModel } from "./data-model.ts";
export { explainMissing, findEnvironment } from "./environment.ts";
export { listEverywhere } from "./everywhere.ts";
export type { Folders } from "./folders.ts";
export { carriesState, type FolderPaths, toLiveReport, toLiveWorkbook, toUnnamed } from "./from-wire.ts";
export { lookFor } from "./look-for.ts";
export { toDataModel } from "./model-from-wire.ts";
export { noteResident, type Residents } from "./note-resident.ts";
export { type LiveReports, pairReports } from "./pair-reports.ts";
export { abilitiesOf, type Deployment, type Looked, readDeployment } from "./read-deployment.ts";
export { isRefusal } from "./read-workbooks.ts";
export { readMetadata, refuseBroken } from "./ready-model.ts";
export {
  findReports,
  readReports,
  shownVersions,
} from "./reports.ts";
export { listResidents, printResidents, readResidents } from "./residents.ts";
