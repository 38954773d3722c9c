// Names with characters beyond ASCII: what they look like, what in them nobody sees, and which scripts they mix. Loaded for the first
// such name, because of Unicode's table.

import confuse from "unhomoglyph";
import { isAscii } from "./ascii-skeleton.ts";

/** UTS #39, section 4: decomposed, each character replaced by what it looks like, decomposed again; without what a font may ignore. */
export function skeletonOf(name: string): string {
  const visible = name.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return confuse(visible).normalize("NFD");
}

/** What a font may ignore, and other blanks than the space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?! )\p{Z}/u;

/** The first character of a name that nobody sees, as `U+200B`. */
export function firstUnseen(name: string): string | undefined {
  const unseen = UNSEEN.exec(name)?.[0];
  return unseen === undefined ? undefined : nameOf(unseen);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The scripts in common use (UAX #31, table 5) by their names for people; Chinese, Japanese and Korean each write in several. */
const SCRIPTS: Record<string, RegExp> = Object.fromEntries(
  [
    ...[
      "Latin",
      "Cyrillic",
      "Greek",
      "Armenian",
      "Georgian",
      "Hebrew",
      "Arabic",
      "Ethiopic",
      "Thai",
      "Lao",
      "Khmer",
    ],
    ...[
      "Myanmar",
      "Tibetan",
      "Sinhala",
      "Devanagari",
      "Bengali",
      "Gurmukhi",
      "Gujarati",
      "Oriya",
      "Tamil",
      "Telugu",
    ],
    ...["Kannada", "Malayalam", "Thaana", "Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"],
  ].map((name) => [name, new RegExp(`\\p{Script_Extensions=${name}}`, "u")]),
);
/** Combinations that are one way of writing (UTS #39, 5.2, "highly restrictive"): Latin beside them is no mixture. */
const TOGETHER = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];
const ANY_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * The scripts of its letters, if they are more than one way of writing, and that in a word, or one of the words may be taken for Latin;
 * else undefined: `sales-продажи` is what it looks like.
 */
export function mixedScripts(name: string): string[] | undefined {
  const isOdd = (word: string) =>
    mixture(word) !== undefined || (word.length > 2 && !isAscii(word) && isAscii(skeletonOf(word)));
  return name.split(/[^\p{L}\p{M}]+/u).some(isOdd) ? mixture(name) : undefined;
}

function mixture(name: string): string[] | undefined {
  const found = new Set<string>();
  for (const letter of name.normalize("NFC")) {
    if (ANY_SCRIPT.test(letter)) continue;
    const own = Object.keys(SCRIPTS).filter((script) => SCRIPTS[script]!.test(letter));
    // A letter of several scripts mixes nothing; one of none of them is of a rare script.
    if (own.length <= 1) found.add(own[0] ?? "rare");
  }
  const scripts = [...found];
  if (scripts.length <= 1) return undefined;
  return TOGETHER.some((group) => scripts.every((name) => group.includes(name))) ? undefined : scripts;
}
