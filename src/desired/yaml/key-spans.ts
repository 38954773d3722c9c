// Where the keys of a document's sections are written, without a second parse: the first one passed them.

import type { Span } from "../../model/index.ts";
import type { KeyPlaces } from "./construct.ts";

type Section = "workbooks" | "reports";

/** The span of a key of a section; undefined where only the file's tree says it. */
export type FindKey = (section: Section, key: string) => Span | undefined;

/** A line of the text, by the offsets of its start and of the next one's. */
interface Line {
  number: number;
  start: number;
  next: number;
}

/** Keys of a section are asked for in the order in which they are written: lines are counted from the last one on. */
export function openKeySpans(file: string, text: string, places: KeyPlaces | undefined): FindKey {
  const nextLine = (from: number): number => {
    const end = text.indexOf("\n", from);
    return end === -1 ? text.length + 1 : end + 1;
  };
  const reached = new Map<Section, Line>();
  return (section, key) => {
    const range = places?.get(section)?.get(key);
    if (!range) return undefined;
    let line = reached.get(section) ?? { number: 1, start: 0, next: nextLine(0) };
    while (line.next <= range.start)
      line = { number: line.number + 1, start: line.next, next: nextLine(line.next) };
    reached.set(section, line);
    // A key that spans lines, or out of order, is left to the tree.
    if (range.start < line.start || range.end >= line.next) return undefined;
    const [column, endColumn] = [range.start - line.start + 1, range.end - line.start + 1];
    return { file, line: line.number, column, endLine: line.number, endColumn };
  };
}
