// The one form of workbook files: each value has one way to be written, and prettier lays out the rest. Comments, key order and meaning stay.

import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as yaml from "prettier/plugins/yaml";
import { format } from "prettier/standalone";
import { formatOf } from "../desired/index.ts";
import { type FormText, openForm } from "../edit/index.ts";

const PRINT_WIDTH = 110;
/** Rounds of form and layout of what is not in the form yet: two are the rule, because each leaves alone what the other made. */
const MOST_ROUNDS = 5;

type Format = "yaml" | "json";

/** The text in its form; undefined if no form of it would say the same, or prettier cannot read it. Formatted again, it stays as it is. */
export function formatText(text: string, file: string): Promise<string | undefined> {
  const parser = formatOf(file);
  return formOf(openForm(text, parser), parser);
}

/**
 * The same as `formatText`, sooner: for the text of a new file as our own printer lays it out, which needs no layout before its values get
 * their form. Where form alone does not give what `fmt` leaves as it is, it goes the long way.
 */
export async function formatPrinted(text: string, file: string): Promise<string | undefined> {
  const parser = formatOf(file);
  const printed = openForm(text, parser);
  if (!printed.isReadable) return undefined;
  const styled = openForm(printed.styled(), parser);
  const isForm = styled.meaning() === printed.meaning() && (await formOf(styled, parser)) === styled.text;
  return isForm ? styled.text : formOf(printed, parser);
}

async function formOf(form: FormText, parser: Format): Promise<string | undefined> {
  // Prettier would follow a nesting that is far too deep until the stack ends.
  if (!form.isReadable) return undefined;
  try {
    const laidOut = await layOut(form.text, parser);
    // What neither changes is in the form: a second round and a comparison of the text with itself would say nothing new.
    if (laidOut === form.text && form.styled() === form.text) return form.text;
    // Prettier moves block scalars that say their indentation (`|2`) without changing what they say of it.
    const first = laidOut === form.text ? form : openForm(laidOut, parser);
    const isSame = first.meaning() === form.meaning();
    const settled = await settle(isSame ? first : openForm(form.styled(), parser), parser);
    if (settled?.meaning() === form.meaning()) return settled.text;
    return isSame ? laidOut : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text that neither form nor layout changes any more; undefined if there is none. */
async function settle(form: FormText, parser: Format): Promise<FormText | undefined> {
  let settled = form;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const styled = settled.styled();
    const next = round > 0 && styled === settled.text ? styled : await layOut(styled, parser);
    if (next === settled.text) return settled;
    settled = openForm(next, parser);
  }
  return undefined;
}

function layOut(text: string, parser: Format): Promise<string> {
  return format(text, { parser, plugins: [babel, estree, yaml], printWidth: PRINT_WIDTH });
}
