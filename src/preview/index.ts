// Previews of a pull request: copies of the workbooks that it changes, on the data model of a branch (contract 8).

export { findStaging, readBranchStates } from "./branch.ts";
export { type Changed, findChanged } from "./copies.ts";
export { previewKey, readPreviewName } from "./name.ts";
export { copyReports, type PreviewCopy, type PreviewInput, planPreview } from "./plan.ts";
export { isUp, type LivePreview, readPreviews, wasOnBefore } from "./read.ts";
export { type Keeping, removePreviews } from "./remove.ts";
export { openStaging, refuseInterrupted, type Staging } from "./staging.ts";
export { takeBack, type Unmarked } from "./take-back.ts";
export { takeDown } from "./take-down.ts";
export { endOf, isPast, readTtl, untilOf } from "./until.ts";
