// The model check: whether a data model has the members that widgets and reports name, and its reverse: what names a member. Pure: models
// are fetched elsewhere (src/live), the workbooks stream by as they do for lint, and diagnostics and uses come out.

export { createModelCheck } from "./check.ts";
export { chooseMembers } from "./choose-members.ts";
export { compareModels } from "./compare-models.ts";
export { collectDrawn, type Drawn } from "./drawn.ts";
export { createUsesFinder, type FindUsesOptions, type FoundUses } from "./find-uses.ts";
export { type Mention, mentionsOfReport, mentionsOfSettings, mentionsOfWidgets } from "./mentions.ts";
