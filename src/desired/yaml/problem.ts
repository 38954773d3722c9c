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

/** 1-based line and column of an offset; an offset past the end counts as the end. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const stop = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const feed = text.indexOf("\n", lineStart);
    if (feed === -1 || feed >= stop) return { line, column: stop - lineStart + 1 };
    line++;
    lineStart = feed + 1;
  }
}
