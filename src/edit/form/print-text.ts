// Texts as the `yaml` package prints them.
import { Document, isScalar, parseDocument, type Scalar } from "yaml";
import { stringifyString } from "yaml/util";
import { isMisread } from "../../desired/index.ts";
import type { Source } from "./source.ts";

/** The place of a scalar: `column` is that of the map or list that holds it. */
export interface ScalarSpot {
  isKey?: boolean;
  isFlow?: boolean;
  column?: number;
}

type Context = Parameters<typeof stringifyString>[1];

/** The package asks the schema of a document whether a plain text would be read as something else. */
const CORE = new Document(null);
const OPTIONS = {
  defaultKeyType: null,
  defaultStringType: "PLAIN",
  doubleQuotedAsJSON: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  minContentWidth: 20,
} as const;

/** A text as the `yaml` package prints it. `step`: how much deeper the lines of a block are; `width` is that of folded ones. */
export function printText(
  source: Pick<Source, "step" | "singleQuote">,
  text: string,
  place: ScalarSpot & { type?: Scalar.Type; step?: number; width?: number },
): string {
  const { isKey = false, isFlow = false, column = 0, type, step = source.step, width = 0 } = place;
  const isFolded = type === "BLOCK_FOLDED";
  const options = {
    ...OPTIONS,
    singleQuote: source.singleQuote ? true : null,
    blockQuote: isFolded ? "folded" : "literal",
    lineWidth: isFolded ? width + column : 0,
  };
  const context = {
    doc: CORE,
    actualString: true,
    implicitKey: isKey && !isFlow,
    inFlow: isFlow,
    indent: " ".repeat(isKey ? step : column + step),
    indentStep: " ".repeat(step),
    options,
  };
  // Plain it would be a merge key, or look as if it had quotes.
  const isOdd = text === "<<" || isMisread(text);
  const written = type ?? (isOdd ? "QUOTE_DOUBLE" : undefined);
  const printed = stringifyString(
    { value: text, ...(written && { type: written }) },
    context as unknown as Context,
  );
  if (isFlow && printed.includes("\n")) return JSON.stringify(text);
  // The package always writes 2 as a block's indentation.
  return printed.replace(/^([|>])2/, `$1${step}`);
}

// One scalar of a file with other text, in the style in which it is written.

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
