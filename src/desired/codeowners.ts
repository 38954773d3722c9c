// A CODEOWNERS file: which owners a path has. By GitHub's rules, where the last line that matches decides; GitLab's sections each decide by
// themselves, and what they say is put together.

// The patterns of CODEOWNERS: those of gitignore as GitHub takes them, which is not quite as Git does. Matched without a regular expression,
// because whoever opens a pull request writes them: no pattern can make one slow.

/** Of a list: one item that it takes, or any number of items, none included. */
type Part<Item> = ((item: Item) => boolean) | "any";

/** Whether a path from the repository's root, split into its names, is one that the pattern means. */
type PathPattern = (names: readonly string[]) => boolean;

const ONE = (): boolean => true;

/** Undefined for a text that is no pattern. `\` takes the character after it as it is; brackets and braces are themselves. */
function readPattern(text: string): PathPattern | undefined {
  if (text.includes("***")) return undefined;
  const names = text.split("/");
  const isAnchored = names[0] === "";
  if (isAnchored) names.shift();
  // `docs/` means a folder, and with it all that is below.
  const isFolder = names.at(-1) === "";
  if (isFolder) names.pop();
  const last = names.at(-1);
  if (last === undefined || names.includes("")) return undefined;
  const parts: Part<string>[] = names.map((name) => (name === "**" ? "any" : namePattern(name)));
  // A name alone is one at any depth.
  if (!isAnchored && parts.length === 1) parts.unshift("any");
  // `docs/**` is what is in there; `docs` is that as well as a file of this name; `docs/*` are the files right in it.
  if (isFolder || (last === "**" && parts.length > 1)) parts.push(ONE, "any");
  else if (last !== "*") parts.push("any");
  return (path) => matches(path, parts);
}

/** `*` is any number of characters, `?` is one. */
function namePattern(text: string): (name: string) => boolean {
  const characters = text.match(/\\.|./gsu) ?? [];
  const parts = characters.map((written): Part<string> => {
    if (written === "*") return "any";
    const plain = written.length > 1 && written.startsWith("\\") ? written.slice(1) : written;
    return written === "?" ? ONE : (character) => character === plain;
  });
  return (name) => matches([...name], parts);
}

/** From left to right, and back to the last `any` alone: in no more steps than items times parts. */
function matches<Item>(items: readonly Item[], parts: readonly Part<Item>[]): boolean {
  let item = 0;
  let at = 0;
  let back: { item: number; at: number } | undefined;
  while (item < items.length) {
    const part = parts[at];
    if (part === "any") {
      back = { item, at };
      at += 1;
    } else if (part?.(items[item]!)) {
      item += 1;
      at += 1;
    } else if (back) {
      back.item += 1;
      item = back.item;
      at = back.at + 1;
    } else return false;
  }
  return parts.slice(at).every((part) => part === "any");
}

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
