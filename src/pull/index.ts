// Pull: live → files. Live edits become wanted entries, which edit/ puts into the files that declare them; what no file declares
// becomes new files. Sends GET requests (survey.ts) and reads no file: its caller answers questions about the disk (placing.ts).

export { type Composition, compose, freshReport } from "./compose.ts";
export type { Part } from "./decide.ts";
export { printWorkbook, writeNewFiles } from "./new-file.ts";
export type { Placing } from "./placing.ts";
export { type Survey, surveyLive } from "./survey.ts";
export { FEWEST_ROWS, findGroups } from "./templates/find-groups.ts";
export { type Folded, foldFiles, type PlainFile } from "./templates/fold.ts";
export { writeTemplate } from "./templates/write-template.ts";
export { writeAddition } from "./write-addition.ts";
