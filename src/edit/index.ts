// Edits of files: wanted entries → the smallest changes of the texts that declare them, proven by loading the project again.
// Reads the project's files and writes none.

export { type EditOptions, editFiles, type FileEdits, type Wanted } from "./edit-files.ts";
export { createNames, cutText, isFilePath, isFileText, safeName } from "./form/file-names.ts";
export { folderText } from "./form/folder-text.ts";
export { type FormText, openForm } from "./form/form-text.ts";
export { withEndsOf } from "./form/line-ends.ts";
export { commentsOf } from "./form/source.ts";
export type { RowsChoice } from "./template-edits.ts";
export { canRename, editTexts, type Step, type TextEdit, writtenAt } from "./text-edit.ts";
