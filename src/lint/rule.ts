// A rule: an id, a severity, a sentence, and for rules about resolved workbooks a check.

import type {
  Diagnostic,
  Json,
  OfRow,
  Path,
  Project,
  ResolvedReport,
  ResolvedWorkbook,
  Severity,
  Span,
} from "../model/index.ts";

export interface Rule {
  /** Kebab-case; also the name of its page, docs/rules/<id>.md. */
  id: string;
  /** Unless the project file says otherwise. */
  severity: Severity;
  /** One sentence: what must hold. */
  summary: string;
  /** `lint --fix` fixes at least some of its findings. */
  fixable?: true;
  /** Plans print its warnings, and do not only count them: viewers of the dashboard will see what is wrong. */
  inPlans?: true;
  /** After such a finding it is not wholly known what the files declare: always an error, whatever the project file says. */
  firm?: true;
  /** Looks at one workbook as it streams by. Values may be of any type: the schema's findings do not stop the stream. */
  check?(workbook: ResolvedWorkbook, context: RuleContext): void;
  /** Looks at the whole project, when every workbook has been seen. May load what few projects need. */
  conclude?(gathered: Gathered, context: RuleContext): void | Promise<void>;
}

/** What only the whole project shows. */
export interface Gathered {
  /** Of the workbooks that were visited. */
  slugs: ReadonlySet<string>;
  /** Where each of them is declared, in the order of the files. */
  slugSources: ReadonlyMap<string, Source>;
  /** Slug → those that it had, of the workbooks that say so. */
  slugsBefore: ReadonlyMap<string, readonly string[]>;
  reports: readonly ResolvedReport[];
  /** Those that are declared for other targets than the chosen one. */
  elsewhere: readonly ResolvedReport[];
  references: readonly ReportReference[];
  /** The first report that each workbook draws by its number, whatever that is. */
  numbered: readonly Pick<ReportReference, "path" | "source">[];
  configKeys: ConfigKeys;
  widgetIds: WidgetIdUses;
  /** False if not all workbooks were visited: paths narrowed them, or some could not be read. */
  isWhole: boolean;
  /** False if a file or entry that could not be read may have declared more reports. */
  allReports: boolean;
  /** False if workbooks that were not seen may refer to more reports. */
  allReferences: boolean;
}

/** Anything that can locate its values: a workbook, a report, or one of their references. */
export interface Source {
  slug?: string;
  locate(path: Path, part?: "key" | "value"): Span;
  /** The row that declares it, if one does. */
  ofRow?: OfRow;
}

/** A `{ $report: key }`, and where it is written. */
export interface ReportReference {
  key: string;
  path: Path;
  source: Source;
}

/** A key of the config of widgets of one type. */
export interface ConfigKey {
  /** How many widgets of the type have it. */
  count: number;
  /** The first of them. */
  source: Source;
  /** The index of that widget, and all keys of its config. */
  index: number;
  beside: readonly string[];
}

/** Widget type → key → its use. */
export type ConfigKeys = Map<string, Map<string, ConfigKey>>;

/** The texts at one place in the config of one type of widget. */
export interface WidgetIdPlace {
  /** What is inside: by key, or by one of the numbers that stand for no key (see widget-ids.ts). */
  below: Map<string | number, WidgetIdPlace>;
  /** How many are ids of other widgets on their dashboard. */
  resolved: number;
  /** Every text here that looks like an id names a widget. */
  names: boolean;
  /** Those that are not, with the id of the widget in whose config they are; of a place that may name none, the first `MOST_STRAY` and one more. */
  stray: { text: string; path: Path; part: "key" | "value"; by: Json; source: Source }[];
}

export interface WidgetIdUses {
  /** The configs of widgets, by type. */
  below: WidgetIdPlace["below"];
  /** All places, at any depth. */
  places: WidgetIdPlace[];
}

export interface Finding {
  /** The value (or with `part: "key"` the key) that is wrong. */
  path: Path;
  part?: "key" | "value";
  message: string;
  help?: string;
  /** If it weighs less than others of its rule; the project file can still give all of them another one. */
  severity?: Severity;
  fix?: Diagnostic["fix"];
}

export interface RuleContext {
  project: Project;
  /** Places the finding (which costs a parse: call it for findings only) and keeps it. */
  add(source: Source, finding: Finding): void;
  /** The text of a file of the project, or undefined if it cannot be read. */
  text(file: string): string | undefined;
}
