// A CODEOWNERS file: which owners a path has. By GitHub's rules, where the last line that matches decides; GitLab's sections each decide by
// themselves, and what they say is put together.

import { type PathPattern, readPattern } from "./pattern.ts";

/** The owners of a file, by its path from the repository's root with `/` between names; none if no line says any. */
export type OwnersOfPath = (path: string) => readonly string[];

interface Section {
  /** Of lines that name none. */
  defaults: readonly string[];
  lines: { takes: PathPattern; owners: readonly string[] }[];
}

/** GitHub loads no larger one; in UTF-16 units. */
const LONGEST = 3_000_000;
/** UTF-16 units of a line; a longer one is nobody's. */
const LONGEST_LINE = 2000;
/** `[Name]`, `[Name][2] @owner`, and `^[Name]` for one whose approval is optional. */
const HEADER = /^\^?\[([^\]]+)\](?:\[\d+\])?(?:\s+(.*))?$/;
/** `@user`, `@group/team`, `@@role`, or an address. */
const OWNER = /^(?:@{1,2}[^\s@]+|[^\s@]+@[^\s@]+)$/;
const NOBODY: readonly string[] = [];

/** Lines that GitHub would skip are skipped: those with `!` or an escaped `#` at the start, and with what is no owner. */
export function readCodeowners(text: string): OwnersOfPath {
  const sections = readSections(text);
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const found = known.get(path) ?? ownersIn(sections, path.split("/"));
    known.set(path, found);
    return found;
  };
}

function ownersIn(sections: readonly Section[], names: readonly string[]): readonly string[] {
  const owners = sections.flatMap(({ defaults, lines }) => {
    const line = lines.findLast(({ takes }) => takes(names));
    if (!line) return NOBODY;
    return line.owners.length > 0 ? line.owners : defaults;
  });
  return [...new Set(owners)];
}

function readSections(text: string): Section[] {
  let section: Section = { defaults: NOBODY, lines: [] };
  const sections = new Map([["", section]]);
  if (text.length > LONGEST) return [];
  for (const written of text.split(/\r\n?|\n/)) {
    const line = written.trim();
    if (line === "" || line.length > LONGEST_LINE || /^(?:#|!|\\#)/.test(line)) continue;
    const header = HEADER.exec(line);
    if (header) {
      const [, name = "", owners = ""] = header;
      const key = name.trim().toLowerCase();
      section = sections.get(key) ?? { defaults: ownersOf(words(owners)) ?? NOBODY, lines: [] };
      sections.set(key, section);
      continue;
    }
    const [pattern = "", ...rest] = words(line);
    const takes = readPattern(pattern);
    const owners = ownersOf(rest);
    if (takes && owners) section.lines.push({ takes, owners });
  }
  return [...sections.values()];
}

/** At blanks without a `\` before them. */
function words(line: string): string[] {
  return line.match(/(?:\\.|[^\s\\])+/gu) ?? [];
}

/** Up to a comment; undefined if one is no owner. */
function ownersOf(words: readonly string[]): readonly string[] | undefined {
  const comment = words.findIndex((word) => word.startsWith("#"));
  const owners = comment === -1 ? words : words.slice(0, comment);
  return owners.every((owner) => OWNER.test(owner)) ? owners : undefined;
}
