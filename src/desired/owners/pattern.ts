// The patterns of CODEOWNERS: those of gitignore as GitHub takes them, which is not quite as Git does. Matched without a regular expression,
// because whoever opens a pull request writes them: no pattern can make one slow.

/** Of a list: one item that it takes, or any number of items, none included. */
type Part<Item> = ((item: Item) => boolean) | "any";

/** Whether a path from the repository's root, split into its names, is one that the pattern means. */
export type PathPattern = (names: readonly string[]) => boolean;

const ONE = (): boolean => true;

/** Undefined for a text that is no pattern. `\` takes the character after it as it is; brackets and braces are themselves. */
export function readPattern(text: string): PathPattern | undefined {
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
  let [item, at] = [0, 0];
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
