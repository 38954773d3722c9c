// A problem is a finding inside one text, by offsets; it becomes a diagnostic once the file is known.

/** UTF-16 offsets into a text; the end is exclusive. */
export interface Range {
  start: number;
  end: number;
}

export interface Problem extends Range {
  rule: string;
  message: string;
  help?: string;
}
