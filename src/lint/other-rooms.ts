// Rules whose findings other rooms make: here they have their severity and their sentence, so that reports, the project file's
// `lint.rules` and the pages of docs/rules/ know them. First those of src/desired, which reads and resolves the files.

import type { Rule } from "./rule.ts";

/** After such a finding the loader leaves out the workbook, the report or the file: always an error. */
const FIRM = {
  // Files
  "file-unreadable": "Every workbook file can be read.",
  "file-too-large": "A file has at most 10 MB.",
  "file-outside-project": "No workbook file is a symbolic link that leads out of the project.",
  "not-text": "A file is text in UTF-8.",
  // YAML and JSON
  "yaml-syntax": "A file is readable as YAML or, if its name ends in .json, as JSON.",
  "duplicate-key": "A key occurs once in its map.",
  "unsafe-key": "No key is `__proto__`.",
  "ambiguous-key": "A key is plain text.",
  "not-json": "A value is one that JSON can hold.",
  "unsupported-tag": "A YAML tag is one of the core schema's.",
  "alias-limit": "YAML aliases expand to a reasonable size and do not contain themselves.",
  "nesting-limit": "Values are nested at most 100 levels deep.",
  // Shape and identity
  "wrong-type": "A value has the type of its field.",
  "missing-field": "Required fields are given.",
  "duplicate-slug": "A slug is defined once in the project.",
  // Directives and variables
  "include-missing": "Every path that `$include`, `$file` or `$dir` names exists.",
  "include-outside-project": "`$include`, `$file` and `$dir` stay inside the project.",
  "include-reserved":
    "`$include`, `$file` and `$dir` name no dot file, no installed package and no credentials.",
  "include-cycle": "A file does not include itself, directly or through others.",
  "include-invalid": "A directive names one path of the right kind.",
  "missing-parameter": "An included file is given every parameter that it names.",
  "unused-parameter": "An included file uses every parameter that it is given or declares.",
  "unknown-variable": "Every `${var.x}` is declared by the target.",
  "undeclared-environment-variable": "Every `${env.X}` is named in the project's `env`.",
  "unset-environment-variable": "Every `${env.X}` that is declared is also set.",
  "secret-environment-variable": "No `${env.X}` holds a credential.",
};

/** After such a finding it is still known what the file declares. */
const HARMLESS = {
  "unknown-field": "Every key is a field that exists there.",
  "invalid-value": "A value is one that its field allows.",
  "duplicate-report": "A report's key is defined once in the project.",
  "position-conflict": "A widget's position comes from one place.",
  "position-missing": "Every widget has a position.",
  "unknown-layout": "`layouts` only names slugs and widgets that exist.",
  "unknown-target": "Every target that a file names is one of the project's.",
  "unknown-widget": "`overrides`, and keys next to `$include`, only change widgets that exist.",
  "reserved-meta": "`meta` leaves alone the keys that Boardwright writes.",
  "folder-conflict": "A workbook gives `folder` or `folderId`, not both.",
};

function errors(summaries: Record<string, string>): Rule[] {
  return Object.entries(summaries).map(([id, summary]) => ({ id, severity: "error", summary }));
}

/** What changes nothing, and is surely not meant. */
const WARNINGS = {
  "misread-scalar": "A value is what it looks like, and so is a key.",
  "unused-override": "Every target of `overrides` is one that the workbook is declared for.",
};

export const LOADER_RULES: readonly Rule[] = [
  ...errors(FIRM).map((rule): Rule => ({ ...rule, firm: true })),
  ...errors(HARMLESS),
  ...errors(WARNINGS).map((rule): Rule => ({ ...rule, severity: "warning" })),
];

/** Of src/model-check: they need the data model. */
const MODEL_SUMMARIES: Record<string, string> = {
  "unknown-cube": "Every cube or view that a query names is in the data model.",
  "unknown-member": "Every member that a widget or a report names is in the data model.",
  "member-kind": "A member is used by its kind: measures among measures, dimensions among dimensions.",
  "unused-control-member": "Some chart on the dashboard uses the member of each filter and control.",
};

/** Where one name alone is near. */
const FIXABLE: ReadonlySet<string> = new Set(["unknown-cube", "unknown-member"]);

export const MODEL_RULES: readonly Rule[] = Object.entries(MODEL_SUMMARIES).map(([id, summary]) => ({
  id,
  severity: id === "unused-control-member" ? "warning" : "error",
  summary,
  ...(FIXABLE.has(id) && { fixable: true as const }),
}));

/** Of a plan: they compare with what is live. */
export const PLAN_RULES: readonly Rule[] = [
  {
    id: "new-app-content",
    severity: "warning",
    inPlans: true,
    summary: "No plan brings new or changed code of an app unnoticed.",
  },
  {
    id: "was-done",
    severity: "warning",
    inPlans: true,
    summary: "`was` goes when every target has the new name.",
  },
];
