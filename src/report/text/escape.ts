// Text from files and from the platform is untrusted: each medium gets its own escape, so that no text can draw, link,
// mention or command its way out of its place.

import { blankSecrets, shorten } from "../../model/index.ts";

/**
 * What has no glyph of its own, as the members of a character class: C0 and C1 controls, line and paragraph separators, everything that
 * Unicode says a font may ignore (bidi and zero-width marks, fillers, variation selectors, tags), lone surrogates, and every blank but the
 * plain one, which they look like: no-break and thin spaces, the blank Braille pattern.
 */
const NO_GLYPH =
  "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u2800\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}\\p{Cs}";

/** The scripts whose spelling needs joiners between two letters. */
const JOINED = [
  "Arab",
  "Syrc",
  "Mong",
  "Nkoo",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
  "Khmr",
  "Mymr",
]
  .map((script) => `\\p{sc=${script}}`)
  .join("");

let shown: RegExp | undefined;
/**
 * Emoji as Unicode recommends them, each one picture; a joiner within a word; or what must be made visible. Made for the first text that
 * needs it: it takes 15 ms, half of what node itself takes to start.
 */
function shownPattern(): RegExp {
  const source = `\\p{RGI_Emoji}|(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])|(?<invisible>[${NO_GLYPH}])`;
  shown ??= new RegExp(source, "gv");
  return shown;
}
const INVISIBLE = new RegExp(`[${NO_GLYPH}]`, "u");

/** UTF-16 units. */
const READABLE = 4000;

/** The beginning of what a runner obeys anywhere in a line: `##[…]` GitHub's, `##vso[…]` Azure's. */
export const COMMAND = /##(?=(?:vso)?\[)/gi;

/** Breaks a word invisibly: the parts on both sides of it are no longer a mention or a command. */
const BREAK = "\u200b";

/**
 * One line that a terminal, or the log of a CI run, shows as it is: controls and invisible marks are made visible, line ends
 * as ↵, and what a runner obeys anywhere in a line is broken.
 */
export function escapeTerminal(text: string): string {
  return showInvisible(text).replace(COMMAND, `#${BREAK}#`);
}

/**
 * Text for GitHub's markdown, on one line, that means nothing to it: no markup, html, link, mention, reference to an issue or
 * a commit, emoji or workflow command. Works within html blocks too, since only character references and invisible breaks
 * are used: GitHub looks for mentions, references and emoji after references were decoded, so those need the break.
 */
export function escapeMarkdown(text: string): string {
  return showInvisible(text)
    .replace(/[@#]/g, `$&${BREAK}`)
    .replace(/:(?=[\w+/-])/g, `$&${BREAK}`)
    .replace(/\b([0-9a-f]{4})(?=[0-9a-f]{3,36}\b)/gi, `$1${BREAK}`)
    .replace(/\b(?:GH-(?=\d)|www(?=\.))/gi, `$&${BREAK}`)
    .replace(/[\\`*_{}[\]<>&~|#!@:$^"']/g, reference)
    .replace(/^\s*(?:[-+=]|\d+[.)])/, (start) => start.replace(/[-+=.)]$/, reference));
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Lines from escapeTerminal as the content of a `<pre>`, in which only html is parsed. */
export function escapePre(lines: string): string {
  return lines.replace(/[<>&"'`@]/g, reference).replace(/^([ \t]*):(?=:)/gm, "$1&#58;");
}

/** One line of text as the content of an html element, or within a quoted attribute. */
export function escapeHtml(text: string): string {
  return escapePre(escapeTerminal(text));
}

/** Lines from escapeTerminal, painted or not, so that GitHub's runner takes none of them for a workflow command. */
export function breakCommands(lines: string): string {
  return lines.replace(/^((?:[ \t]|\u001b\[\d+m)*):(?=:)/gm, `$1:${BREAK}`);
}

/** As much of a sentence as anybody reads: a longer one quotes a long text. Not escaped. */
export function readableLength(text: string): string {
  return shorten(text, READABLE);
}

/** The lines of a text of several, as many and as much of each as anybody reads. Not escaped. */
export function readableLines(text: string): string[] {
  const clean = blankSecrets(text);
  const lines = clean.slice(0, READABLE * 10).split(/\r?\n/);
  const shown = lines.slice(0, 200).map(readableLength);
  return shown.length < lines.length || clean.length > READABLE * 10 ? [...shown, "…"] : shown;
}

/** Controls as their pictures (␛), line ends as ↵, tabs as ⇥, everything else invisible as \u{…}. */
function showInvisible(text: string): string {
  const clean = blankSecrets(text);
  if (!INVISIBLE.test(clean)) return clean;
  return clean
    .replace(/\r\n|\r?\n/g, "↵")
    .replace(shownPattern(), (found, ...rest) =>
      rest.at(-1).invisible === undefined ? found : glyphFor(found),
    );
}

function glyphFor(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 9) return "⇥";
  if (code < 32) return String.fromCodePoint(0x2400 + code);
  if (code === 127) return "␡";
  return `\\u{${code.toString(16)}}`;
}

/** The message of a workflow command (`::error …::message`), any number of lines: the runner decodes just these three. */
export function escapeCommandData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property of a workflow command, which also ends at `,` and at `:`. */
export function escapeCommandProperty(text: string): string {
  return escapeCommandData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * One line of XML 1.0, as content or within an attribute: characters that the standard forbids (section 2.2) are made visible or left out.
 * References break what GitHub's runner would take for a workflow command in a log that shows the document.
 */
export function escapeXml(text: string): string {
  return showInvisible(text)
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[<>&"']/g, reference)
    .replace(/^(\s*):(?=:)/, "$1&#58;")
    .replace(COMMAND, "#&#35;");
}

/** A SARIF message of any number of lines, in which `[text](target)` would be a link (SARIF 2.1.0, 3.11.6): brackets are escaped where one could be. */
export function escapeSarif(text: string): string {
  const shown = text.split("\n").map(showInvisible).join("\n");
  return shown.includes("](") ? shown.replace(/[\\[\]]/g, "\\$&") : shown;
}
