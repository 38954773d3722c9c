// Where the lines of a text begin. Lines end at a line feed.

/** Kept for the last text: questions come in runs about one file, and each alone would read the text from its start. */
let last: { text: string; starts: readonly number[] } = { text: "", starts: [0] };

/** The offset of the first character of each line; the offset of line n (1-based) is at n - 1. */
export function lineStarts(text: string): readonly number[] {
  if (last.text === text) {
    // The same characters may be two strings in memory, and comparing those takes as long as reading them: one string with itself does not.
    last.text = text;
    return last.starts;
  }
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  last = { text, starts };
  return starts;
}
