// Pull: live → files. Takes what was edited live into the files that declare it, where everything else stays as it is, and writes
// new files for what none declares. Computes texts; writing them is the command's.

export { type Composition, compose } from "./compose.ts";
export type { ComposeOptions } from "./compose-options.ts";
export type { Resolution } from "./decide.ts";
export { type NewFile, type Written, writeNewFiles } from "./new-file.ts";
export type { Placing } from "./placing.ts";
export { type Survey, type SurveyOptions, surveyLive } from "./survey.ts";
