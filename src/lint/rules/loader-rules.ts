// Rules whose findings src/desired makes while it reads and resolves the files: here they have their severity and their
// sentence, so that reports, the project file's `lint.rules` and the pages of docs/rules/ know them.

import type { Rule } from "../rule.ts";

const SUMMARIES: Record<string, string> = {
  // Files
  "file-unreadable": "Every workbook file can be read.",
  "file-too-large": "A file has at most 10 MB.",
  "file-outside-project": "No workbook file is a symbolic link that leads out of the project.",
  "not-text": "A file is text in UTF-8.",
  // YAML and JSON
  "yaml-syntax": "A file is readable as YAML or, where its name ends in .json, as JSON.",
  "duplicate-key": "A key stands once in its map.",
  "unsafe-key": "No key is `__proto__`.",
  "ambiguous-key": "A key is plain text.",
  "not-json": "A value is one that JSON can hold exactly.",
  "unsupported-tag": "A YAML tag is one of the core schema's.",
  "alias-limit": "YAML aliases expand to a reasonable size and do not contain themselves.",
  "nesting-limit": "Values are nested at most 100 levels deep.",
  // Shape
  "unknown-field": "Every key is a field that exists there.",
  "wrong-type": "A value has the type of its field.",
  "invalid-value": "A value is one that its field allows.",
  "missing-field": "Required fields are given.",
  // Identity
  "duplicate-slug": "A slug is defined once in the project.",
  "duplicate-report": "A report's key is defined once in the project.",
  // Directives and variables
  "include-missing": "What `$include`, `$file` and `$dir` name exists.",
  "include-outside-project": "`$include`, `$file` and `$dir` stay inside the project.",
  "include-cycle": "A file does not include itself, directly or through others.",
  "include-invalid": "A directive names one path of the right kind.",
  "unknown-variable": "Every `${var.x}` is declared by the target.",
  "undeclared-environment-variable": "Every `${env.X}` is named in the project's `env`.",
  "unset-environment-variable": "Every `${env.X}` that is declared is also set.",
  // Layouts
  "position-conflict": "A widget's position comes from one place.",
  "position-missing": "Every widget has a position.",
  "unknown-layout": "`layouts` only names slugs and widgets that exist.",
  // Workbooks
  "unknown-target": "Every target that a file names is one of the project's.",
  "unknown-widget": "`overrides` only patches widgets that exist.",
  "reserved-meta": "`meta` leaves the keys alone that Boardwright writes itself.",
  "folder-conflict": "A workbook gives `folder` or `folderId`, not both.",
};

/** Findings that leave whole what the file declares. After any other the loader leaves out the workbook, the report or the file. */
const HARMLESS: ReadonlySet<string> = new Set([
  "unknown-field",
  "invalid-value",
  "duplicate-report",
  "position-conflict",
  "position-missing",
  "unknown-layout",
  "unknown-target",
  "unknown-widget",
  "reserved-meta",
  "folder-conflict",
]);

export const LOADER_RULES: readonly Rule[] = Object.entries(SUMMARIES).map(([id, summary]) => ({
  id,
  severity: "error",
  summary,
  ...(!HARMLESS.has(id) && { firm: true }),
}));
