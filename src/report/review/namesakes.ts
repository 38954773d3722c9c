// Titles are what people know dashboards by, and nothing keeps two of them apart.

import { NAME_ROOM } from "../text/value-text.ts";

/** Those whose title reads as that of another one of the same kind: only their keys tell them apart. */
export function findNamesakes<One extends { kind: string; title: string }>(all: readonly One[]): Set<One> {
  const byTitle = new Map<string, One[]>();
  for (const one of all) {
    const read = `${one.kind} ${readTitle(one.title)}`;
    byTitle.set(read, [...(byTitle.get(read) ?? []), one]);
  }
  return new Set([...byTitle.values()].flatMap((alike) => (alike.length > 1 ? alike : [])));
}

/** As it is shown: cut, and blanks are one. */
function readTitle(title: string): string {
  const read = title.replace(/\s+/g, " ").trim();
  return read.length > NAME_ROOM ? read.slice(0, NAME_ROOM - 1) : read;
}
