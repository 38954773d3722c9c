// The model check: whether a data model has the members that widgets and reports name. Pure: the model is fetched elsewhere
// (src/live), the workbooks stream by as they do for lint, and diagnostics come out.

export { createModelCheck } from "./check.ts";
export { collectDrawn, type Drawn } from "./drawn.ts";
