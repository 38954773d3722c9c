// The nouns of Boardwright. Imports no other room.

export * from "./change-kind.ts";
export * from "./data-model.ts";
export * from "./diagnostic.ts";
export * from "./errors.ts";
export * from "./field-path.ts";
export * from "./glob.ts";
export * from "./hazard.ts";
export * from "./inside.ts";
export * from "./json.ts";
export * from "./json-text.ts";
export * from "./plain-keys.ts";
export * from "./plan.ts";
export * from "./preview.ts";
export * from "./project.ts";
export * from "./pull.ts";
export * from "./result.ts";
export * from "./run.ts";
export * from "./secret.ts";
export * from "./slug.ts";
export * from "./stamp.ts";
export * from "./text/lines.ts";
export * from "./text/name-some.ts";
export * from "./text/suggest.ts";
export * from "./widget-types.ts";
export * from "./workbook.ts";
