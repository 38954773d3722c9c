// Pull: live → files. What was edited live becomes wanted entries, which edit/ takes into the files that declare them; what no
// file declares becomes new files. Sends GET requests (survey.ts) and reads no file: what is on the disk it is told (placing.ts).

export { type Composition, compose } from "./compose.ts";

export type { Resolution } from "./decide.ts";
export { writeNewFiles } from "./new-file.ts";
export type { Placing } from "./placing.ts";
export { type Survey, surveyLive } from "./survey.ts";
