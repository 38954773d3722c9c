// Files → desired state: discover, read, parse, put directives and layouts in place, check by schema, hand over workbook by
// workbook. Knows nothing of the platform. Everything wrong with the files is a diagnostic with a place.

export { diagnosticOf, errorInFile } from "./diagnose.ts";
export { DIRECTIVES, directiveOf, findTarget, isDirectiveProblem, readFolder } from "./directives.ts";
export { discoverFiles, isIncluded } from "./discover.ts";
export { type Files, nameOf, type Overlay, openFiles } from "./files.ts";
export { type LayoutSection, mergeSections, type PlacedLayouts, placeWidget, writeOut } from "./layouts.ts";
export { type Loaded, type LoadOptions, loadFiles } from "./load.ts";
export { mergePatch } from "./merge.ts";
export { loadProject, PROJECT_FILE, ProjectError } from "./project.ts";
export { readText } from "./read-text.ts";
export { createResolver, type Resolver, resolveDocument } from "./resolve.ts";
export type { Spot } from "./spot.ts";
export { expandText, holdsVariables, type Variables } from "./variables.ts";
export { formatOf, type Parsed, parseText } from "./yaml/parse.ts";
export { lineAndColumn, type Problem } from "./yaml/problem.ts";
