// A rule: an id, a severity, a sentence, and for rules about resolved workbooks a check.

import type { Edit, Path, ResolvedReport, ResolvedWorkbook, Severity, Span } from "../model/index.ts";

export interface Rule {
  /** Kebab-case; also the name of its page, docs/rules/<id>.md. */
  id: string;
  /** Unless the project file says otherwise. */
  severity: Severity;
  /** One sentence: what must hold. */
  summary: string;
  /** `lint --fix` fixes at least some of its findings. */
  fixable?: true;
  /** After such a finding it is not wholly known what the files declare: always an error, whatever the project file says. */
  firm?: true;
  /** Looks at one workbook as it streams by. Values may be of any type: the schema's findings do not stop the stream. */
  check?(workbook: ResolvedWorkbook, context: RuleContext): void;
  /** Looks at the whole project, when every workbook has been seen. */
  conclude?(gathered: Gathered, context: RuleContext): void;
}

/** What only the whole project shows. */
export interface Gathered {
  reports: readonly ResolvedReport[];
  references: readonly ReportReference[];
  /** False if a file or entry that could not be read may have declared more reports. */
  allReports: boolean;
  /** False if workbooks that were not seen may refer to more reports. */
  allReferences: boolean;
}

/** Anything that can locate its values: a workbook, a report, or one of their references. */
export interface Source {
  slug?: string;
  locate(path: Path, part?: "key" | "value"): Span;
}

/** A `{ $report: key }`, and where it is written. */
export interface ReportReference {
  key: string;
  path: Path;
  source: Source;
}

export interface Finding {
  /** The value (or with `part: "key"` the key) that is wrong. */
  path: Path;
  part?: "key" | "value";
  message: string;
  help?: string;
  fix?(place: Span): Edit[] | undefined;
}

export interface RuleContext {
  /** Places the finding (which costs a parse: call it for findings only) and keeps it. */
  add(source: Source, finding: Finding): void;
  /** The text of a file of the project, or undefined if it cannot be read. */
  text(file: string): string | undefined;
}
