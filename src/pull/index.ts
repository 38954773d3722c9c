// Live edits into files: what changed goes into the files that are there, and everything else in them stays as it is.

export { type EditOptions, editFiles, type FileEdits, type Wanted } from "./edit-files.ts";
