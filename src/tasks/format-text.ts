// The one form of workbook files: each value has one way to be written, and prettier lays out the rest. Comments, key order and meaning stay.

import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as yaml from "prettier/plugins/yaml";
import { format } from "prettier/standalone";
import { formatOf, parseText } from "../desired/index.ts";
import { meaningOf, restyle } from "../edit/index.ts";

const PRINT_WIDTH = 110;
/** Rounds of form and layout of what is not in the form yet: two are the rule, because each leaves alone what the other made. */
const MOST_ROUNDS = 5;

type Format = "yaml" | "json";

/** The text in its form; undefined if no form of it would say the same, or prettier cannot read it. Formatted again, it stays as it is. */
export async function formatText(text: string, file: string): Promise<string | undefined> {
  const parser = formatOf(file);
  // Prettier would follow a nesting that is far too deep until the stack ends.
  if (parseText(text, parser).problems.length > 0) return undefined;
  try {
    const laidOut = await layOut(text, parser);
    // What neither changes is in the form: a second round and a comparison of the text with itself would say nothing new.
    if (laidOut === text && restyle(text, parser) === text) return text;
    const meaning = meaningOf(text, parser);
    // Prettier moves block scalars that say their indentation (`|2`) without changing what they say of it.
    const isSame = meaningOf(laidOut, parser) === meaning;
    const styled = await settle(isSame ? laidOut : restyle(text, parser), parser);
    if (styled !== undefined && meaningOf(styled, parser) === meaning) return styled;
    return isSame ? laidOut : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The same as `formatText`, sooner: for the text of a new file as our own printer lays it out, which needs no layout before its values get
 * their form. Where form alone does not give what `fmt` leaves as it is, it goes the long way.
 */
export async function formatPrinted(text: string, file: string): Promise<string | undefined> {
  const parser = formatOf(file);
  if (parseText(text, parser).problems.length > 0) return undefined;
  const styled = restyle(text, parser);
  const isForm =
    meaningOf(styled, parser) === meaningOf(text, parser) && (await formatText(styled, file)) === styled;
  return isForm ? styled : formatText(text, file);
}

/** The text that neither form nor layout changes any more; undefined if there is none. */
async function settle(text: string, parser: Format): Promise<string | undefined> {
  let settled = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const styled = restyle(settled, parser);
    const next = round > 0 && styled === settled ? settled : await layOut(styled, parser);
    if (next === settled) return settled;
    settled = next;
  }
  return undefined;
}

function layOut(text: string, parser: Format): Promise<string> {
  return format(text, { parser, plugins: [babel, estree, yaml], printWidth: PRINT_WIDTH });
}
