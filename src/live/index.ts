// Live state: what the platform says of a deployment, as planning reads it.

export { readFolders } from "./folders.ts";
export { carriesDraft, type FolderPaths, toLiveWorkbook } from "./from-wire.ts";
export { type ReadOptions, readFolderByFolder, readWorkbooks } from "./read.ts";
export { type LiveReports, readReports, toLiveReport } from "./reports.ts";
