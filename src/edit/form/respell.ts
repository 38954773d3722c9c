// One scalar of a file with other text, in the style in which it is written.
import { isScalar, parseDocument } from "yaml";

/** What a scalar says, as it is written with its quotes; undefined if that is no text, or more than a scalar. */
export function textOfScalar(written: string): string | undefined {
  if (/^[|>&*!]/.test(written)) return undefined;
  const { contents, errors } = parseDocument(written);
  return errors.length === 0 && isScalar(contents) && typeof contents.value === "string"
    ? contents.value
    : undefined;
}

/** The other text, in the quotes of what is written; plain text gets quotes where it would not say itself. */
export function respell(written: string, text: string): string {
  if (written.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  const isPlain =
    !written.startsWith('"') && !/[,[\]{}]|:\s|\s#|^\s|\s$/.test(text) && textOfScalar(text) === text;
  return isPlain ? text : JSON.stringify(text);
}
