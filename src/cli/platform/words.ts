// The words after a command: the deployment comes first and may be left out, so what is there is counted from the end.

import { UsageError } from "../../model/index.ts";

/** `wanted` names the words that follow the deployment; all of them are needed. */
export function splitWords(
  words: readonly string[],
  wanted: readonly string[],
): { deployment?: string; rest: string[] } {
  const missing = wanted.slice(words.length);
  if (missing.length > 0) throw new UsageError(`there is no ${missing.join(" and no ")}`);
  const given = words.length - wanted.length;
  if (given > 1) throw new UsageError(`there is a word too many: ${JSON.stringify(words[0])}`);
  const [deployment] = words;
  return given === 1 && deployment !== undefined
    ? { deployment, rest: words.slice(1) }
    : { rest: [...words] };
}

/** `k=v` of a repeatable option; a name that is given again has several values. */
export function readPairs(option: string, texts: readonly string[] = []): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`${option} takes name=value, not ${JSON.stringify(text)}`);
    const name = text.slice(0, at);
    pairs.set(name, [...(pairs.get(name) ?? []), text.slice(at + 1)]);
  }
  return pairs;
}

/** An id of the platform's own, as typed. */
export function readId(text: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`the id of a ${what} is a whole number, not ${JSON.stringify(text)}`);
}
