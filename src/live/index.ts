// Live state: what the platform says of a deployment, as planning reads it.

export { type FetchModelOptions, fetchModel } from "./data-model.ts";
export { findEnvironment, tellMissing } from "./environment.ts";
export { listEverywhere } from "./everywhere.ts";
export { type Folders, readFolders } from "./folders.ts";
export { carriesDraft, type FolderPaths, toLiveWorkbook } from "./from-wire.ts";
export { toDataModel } from "./model-from-wire.ts";
export { type ReadOptions, readWorkbooks } from "./read.ts";
export { findReports, type LiveReports, readReports, toLiveReport } from "./reports.ts";
