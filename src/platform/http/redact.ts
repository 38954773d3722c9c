// No credential leaves the room in an error, an event or an answer, not even when the platform echoes it.

import { blankSecrets, knownSpellings, SHORTEST_SECRET, spellingsOf } from "../../model/index.ts";
import type { BodyCleaner } from "./body-stream.ts";

interface Redactor {
  /** From now on `secret` is blanked, also as URLs, JSON, HTML and base64 spell it. */
  hide(secret: string): void;
  redact(text: string): string;
  /** The same for a text that comes in pieces; other bytes stay as they are. Only a possible beginning of a secret is kept back. */
  cleanStream(): BodyCleaner;
}

/** Blanks every secret it was ever given: tokens change while requests are in flight. */
export function openRedactor(): Redactor {
  let spellings: string[] = [];
  return {
    hide(secret) {
      // A shorter credential would blank half of every sentence; no platform hands one out.
      if (secret.length < SHORTEST_SECRET) return;
      spellings = longestFirst([...spellings, ...spellingsOf(secret)]);
    },
    redact: (text) =>
      blankSecrets(spellings.reduce((clean, spelling) => clean.replaceAll(spelling, "***"), text)),
    cleanStream: () => blankInPieces(() => longestFirst([...spellings, ...knownSpellings()])),
  };
}

/** One secret may begin with another. */
function longestFirst(spellings: readonly string[]): string[] {
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

/** `spellings` are longest first. Bytes are read as Latin-1, so that all others stay as they are in any encoding. */
function blankInPieces(spellings: () => readonly string[]): BodyCleaner {
  let kept = "";
  const take = (isLast: boolean): Buffer => {
    const wanted = spellings().map((spelling) => Buffer.from(spelling).toString("latin1"));
    const decided = isLast ? kept.length : findBeginning(kept, wanted);
    let clean = "";
    let at = 0;
    for (const { index, 0: found } of wanted.length === 0 ? [] : kept.matchAll(anyOf(wanted))) {
      if (index >= decided) break;
      clean += `${kept.slice(at, index)}***`;
      at = index + found.length;
    }
    const end = Math.max(at, decided);
    clean += kept.slice(at, end);
    kept = kept.slice(end);
    return Buffer.from(clean, "latin1");
  };
  return {
    take(chunk) {
      kept += chunk.toString("latin1");
      return take(false);
    },
    end: () => take(true),
  };
}

/** The index at the end of `text` where one of `wanted`, longest first, may begin: the text before it goes to the reader. */
function findBeginning(text: string, wanted: readonly string[]): number {
  let at = Math.max(0, text.length - (wanted[0]?.length ?? 1) + 1);
  while (at < text.length && !wanted.some((each) => each.startsWith(text.slice(at)))) at++;
  return at;
}

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
}
