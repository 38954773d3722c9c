// The model check: which members widgets and reports name, and whether a data model has them. Pure: the model is fetched elsewhere
// (src/live), the workbooks stream by as they do for lint, and what comes out are diagnostics.

export { createModelCheck } from "./check.ts";
