// A hidden line of ours in a text on a forge, by which the text is found again: an HTML comment of names and values.

import { blankSecrets } from "../../model/index.ts";

/** Characters of a value. */
const VALUE_ROOM = 300;
const LINE = /^<!-- boardwright:([a-z0-9]+)((?: [a-z]+=[A-Za-z0-9%._:+/=-]*)*) -->\s*$/;

/** `kind`: letters and digits. No value can end the line: everything but letters, digits and harmless marks is percent-encoded. */
export function formatLine(kind: string, values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeValue(value)}`],
  );
  return `<!-- ${[`boardwright:${kind}`, ...pairs].join(" ")} -->`;
}

/** The values by name; undefined if the first line of the text is not exactly one of this kind. One that cannot be decoded is left out. */
export function lineValues(text: string, kind: string): Map<string, string> | undefined {
  const [, found, list] = LINE.exec(text.slice(0, 40_000).split("\n", 1)[0] ?? "") ?? [];
  if (found !== kind || list === undefined) return undefined;
  const pairs = [...list.matchAll(/([a-z]+)=(\S*)/g)].flatMap(([, name = "", value = ""]) => {
    const decoded = decodeValue(value);
    return decoded === undefined ? [] : [[name, decoded] as const];
  });
  return new Map(pairs);
}

/** Long values are cut: they only distinguish texts. */
export function encodeValue(value: string): string {
  return encodeURIComponent(
    blankSecrets(value)
      .slice(0, VALUE_ROOM)
      .replace(/\p{Cs}/gu, "\ufffd"),
  )
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":")
    .replace(/-(?=-)/g, "%2D");
}

function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
