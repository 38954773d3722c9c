// One scalar of a file with other text, in the style in which it is written.
import { isScalar, parseDocument } from "yaml";
import { printText } from "./print-text.ts";

/** What a scalar says, as it is written with its quotes, plain ones as keys do; undefined if it is in a block or no scalar alone. */
export function textOfScalar(written: string): string | undefined {
  if (/^[|>&*!]/.test(written)) return undefined;
  const { contents, errors } = parseDocument(written);
  if (errors.length > 0 || !isScalar(contents)) return undefined;
  return typeof contents.value === "string" ? contents.value : contents.source;
}

/** The other text, in the quotes of what is written; plain text gets quotes if it would not say itself wherever it may be. */
export function respell(written: string, text: string): string {
  if (written.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  const plain = written.startsWith('"') ? undefined : printText(PLAIN, text, { isFlow: true });
  return plain === text ? text : JSON.stringify(text);
}

const PLAIN = { step: 2, singleQuote: false };
