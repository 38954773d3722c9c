// What texts of several rows share at their ends, cut between words.

const WORD = /[\p{L}\p{N}\p{M}\uD800-\uDFFF]/u;

export interface Split {
  prefix: string;
  suffix: string;
  /** What is between them, one for each text; never empty. */
  cores: string[];
}

/** The texts without what all of them begin and end with; if that would leave nothing of one, they are whole. */
export function splitTexts(texts: readonly string[]): Split {
  const start = sharedStart(texts);
  const cut = texts.map((text) => text.slice(start));
  const end = sharedEnd(cut);
  const cores = cut.map((text) => text.slice(0, text.length - end));
  if (cores.includes("")) return { prefix: "", suffix: "", cores: [...texts] };
  const [first = ""] = texts;
  return { prefix: first.slice(0, start), suffix: first.slice(first.length - end), cores };
}

function sharedStart(texts: readonly string[]): number {
  const [first = ""] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) length += 1;
  const isInside = (text: string) => isWord(text[length - 1]) && isWord(text[length]);
  while (length > 0 && texts.some(isInside)) length -= 1;
  return length;
}

function sharedEnd(texts: readonly string[]): number {
  const [first = ""] = texts;
  const fromEnd = (text: string, distance: number) => text[text.length - distance];
  let length = 0;
  while (
    length < first.length &&
    texts.every((text) => text.length > length && fromEnd(text, length + 1) === fromEnd(first, length + 1))
  )
    length += 1;
  const isInside = (text: string) => isWord(fromEnd(text, length)) && isWord(fromEnd(text, length + 1));
  while (length > 0 && texts.some(isInside)) length -= 1;
  return length;
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && WORD.test(letter);
}
