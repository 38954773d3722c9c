// What a plan can change.

export type ChangeKind = "workbook" | "report" | "folder";

/** `revenue`, `the report revenue`. */
export function nameOfChange({ kind, key }: { kind: ChangeKind; key: string }): string {
  return kind === "report" ? `the report ${key}` : key;
}
