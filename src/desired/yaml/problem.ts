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

// A bracket or a quote that is never closed, reported where it opens: parsers notice it much later.

const CLOSERS = { list: "]", map: "}" } as const;

/** `found`: the character that is where the closing one was looked for. */
export function unclosed(what: "list" | "map" | "quote", start: number, found?: string): Problem {
  const place = { rule: "yaml-syntax", start, end: start + 1 };
  if (what === "quote") return { ...place, message: "The quote opened here is not closed." };
  const close = CLOSERS[what];
  if (found !== undefined && "]}".includes(found)) {
    const message = `The ${what} opened here is not closed: \`${found}\` comes where \`${close}\` is expected.`;
    return { ...place, message };
  }
  const help = `Add the missing \`${close}\`, and indent its lines further than the line where it opens.`;
  return { ...place, message: `The ${what} opened here is not closed.`, help };
}
