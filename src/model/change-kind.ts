// What a plan can change.

export type ChangeKind = "workbook" | "report" | "folder";
