// A slug is what people know a workbook by, and its key a report: two that look the same are one to a reviewer. A folder is chosen by its
// name on the platform, where such names are, and a plan says that it makes a new one. What looks the same is decided by the skeletons
// of UTS #39, section 4, from Unicode's table of confusable characters.

import confuse from "unhomoglyph";
import { quote } from "../board.ts";
import type { Finding, Rule, RuleContext, Source } from "../rule.ts";

export const confusableSlug: Rule = {
  id: "confusable-slug",
  severity: "error",
  summary:
    "No slug, and no key of a report, can be taken for another one: none looks like another, holds what nobody sees or mixes scripts.",
  conclude({ slugSources, reports }, context) {
    compare("slug", slugSources, context);
    compare("report", new Map(reports.map((report) => [report.key, report])), context);
  },
};

/** What is compared, as messages call it. */
type Kind = "slug" | "report";

function compare(kind: Kind, sources: ReadonlyMap<string, Source>, context: RuleContext): void {
  const bySkeleton = new Map<string, string[]>();
  for (const [name, source] of sources) {
    const skeleton = skeletonOf(name);
    const others = bySkeleton.get(skeleton) ?? [];
    const subject = `The ${kind} ${quote(name)}`;
    // That it mixes scripts is no news beside the name that it looks like.
    const fault = faultOf(name, subject);
    if (fault !== undefined && (others.length === 0 || fault.severity === undefined))
      context.add(source, fault);
    for (const other of others) {
      const place = sources.get(other)!.locate([], "key");
      const where = `${quote(other)}, at ${place.file}:${place.line}`;
      context.add(source, lookAlike(subject, where, isAscii(name) && isAscii(other)));
    }
    bySkeleton.set(skeleton, [...others, name]);
  }
}

const AT_KEY = { path: [], part: "key" } as const;
const HELP = "Letters of ASCII, digits and hyphens are always fine.";

function lookAlike(subject: string, otherAndPlace: string, isPlain: boolean): Finding {
  return {
    ...AT_KEY,
    message: `${subject} looks like ${otherAndPlace}: nobody can tell the two apart.`,
    help: `Rename one of the two. ${HELP}`,
    ...(isPlain && { severity: "warning" }),
  };
}

function faultOf(slug: string, subject: string): Finding | undefined {
  if (isAscii(slug)) return undefined;
  const unseen = UNSEEN.exec(slug)?.[0];
  if (unseen !== undefined) {
    const message = `${subject} holds the character ${nameOf(unseen)}, which nobody sees.`;
    return { ...AT_KEY, message, help: `Remove it. ${HELP}` };
  }
  const scripts = mixedScripts(slug);
  if (scripts === undefined) return undefined;
  const message = `${subject} mixes scripts: ${scripts.join(" and ")} letters may look the same.`;
  return { ...AT_KEY, message, help: `Write it in one script. ${HELP}`, severity: "warning" };
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** What a font may ignore, and other blanks than the space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?! )\p{Z}/u;

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** UTS #39, section 4: decomposed, each character replaced by what it looks like, decomposed again; without what a font may ignore. */
function skeletonOf(slug: string): string {
  const visible = slug.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return confuse(visible).normalize("NFD");
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

/** The scripts of its letters, if no single script, and no usual combination of scripts, has them all; else undefined. */
function mixedScripts(slug: string): string[] | undefined {
  const found = new Set<string>();
  for (const letter of slug.normalize("NFC")) {
    if (ANY_SCRIPT.test(letter)) continue;
    const own = Object.keys(SCRIPTS).filter((name) => SCRIPTS[name]!.test(letter));
    // A letter of several scripts mixes nothing; one of none of them is of a rare script.
    if (own.length <= 1) found.add(own[0] ?? "rare");
  }
  const scripts = [...found];
  if (scripts.length <= 1) return undefined;
  return TOGETHER.some((group) => scripts.every((name) => group.includes(name))) ? undefined : scripts;
}
