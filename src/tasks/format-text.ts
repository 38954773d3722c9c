// The one layout of workbook files, as prettier lays out YAML and JSON. Comments, key order and meaning stay.

import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as yaml from "prettier/plugins/yaml";
import { format } from "prettier/standalone";
import { formatOf, parseText } from "../desired/index.ts";
import { writeJson } from "../model/index.ts";

const PRINT_WIDTH = 110;

/** The canonical layout of a text that parses; undefined if it would say something else, or prettier cannot read it. */
export async function formatText(text: string, file: string): Promise<string | undefined> {
  const parser = formatOf(file);
  // Prettier would follow a nesting that is far too deep until the stack ends.
  if (parseText(text, parser).problems.length > 0) return undefined;
  try {
    const formatted = await format(text, { parser, plugins: [babel, estree, yaml], printWidth: PRINT_WIDTH });
    // Prettier moves block scalars that say their indentation (`|2`) without changing what they say of it.
    const [before, after] = [text, formatted].map((each) => writeJson(parseText(each, parser).documents));
    return before === after ? formatted : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
