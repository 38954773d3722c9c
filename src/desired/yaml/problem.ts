// A problem is a finding inside one text, by offsets; it becomes a diagnostic once the file is known.

/** `start` and `end` (exclusive) are UTF-16 offsets into the text. */
export interface Problem {
  rule: string;
  message: string;
  start: number;
  end: number;
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
