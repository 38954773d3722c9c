// Files → desired state: discover, read, parse, put directives and layouts in place, check by schema, hand over workbook by
// workbook. Knows nothing of the platform. Everything wrong with the files is a diagnostic with a place.

export { type OwnersOfPath, readCodeowners } from "./codeowners.ts";
export { diagnosticOf, errorInFile, mayQuote, notWorkbooks } from "./diagnose.ts";
export { contentOf, DIRECTIVES, findTarget, isDirectiveProblem } from "./directives.ts";
export { declaredSlugs, discoverFiles } from "./discover.ts";
export { type Files, nameOf, type Overlay, openFiles, repositoryRoot, type Snapshot } from "./files.ts";
export { isIncluded } from "./glob/included.ts";
export { isReserved } from "./glob/reserved.ts";
export type { Keeping } from "./known-files.ts";
export { type LayoutSection, mergeSections, placeWidget, writeOut } from "./layouts.ts";
export { type Loaded, type LoadOptions, loadFiles } from "./load.ts";
export type { Note } from "./load-document.ts";
export { applyOverride, mergeOver, mergePatch, patchesOf } from "./overrides.ts";
export {
  emptyProject,
  loadProject,
  NoProjectError,
  nearestProjectFile,
  ProjectError,
  placeOfTarget,
  readProjectText,
} from "./project.ts";
export { type Beside, includedTargets, type ReadBeside } from "./project-targets.ts";
export { decodeText, readText } from "./read-text.ts";
export { createResolver, resolveDocument } from "./resolve.ts";
export { findRow, type Unfolded, unfoldTemplate, type WrittenRow } from "./rows.ts";
export type { Spot } from "./spot.ts";
export { expandText, holdsVariables, type Variables, wholeName } from "./variables.ts";
export { type Budget, isOver, openBudget } from "./walk.ts";
export { isMisread } from "./yaml/misread.ts";
export { formatOf, parseText } from "./yaml/parse.ts";
export { plainValue } from "./yaml/scalar.ts";
