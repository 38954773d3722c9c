// What people call a widget: its id is made by a machine, and its title is what viewers know.

import { isObject, type Json, type JsonObject } from "./json.ts";
import { blankSecrets } from "./secret.ts";

/** Characters. */
const MOST = 80;

/**
 * The title, else the first words of a text, else what `titleOf` says of the report that it draws; undefined if nobody calls it anything.
 * One line of at most 80 characters.
 */
export function widgetName(
  { config }: JsonObject,
  titleOf: (reference: Json) => string | undefined = () => undefined,
): string | undefined {
  if (!isObject(config)) return undefined;
  const { title, markdown, reportId } = config;
  if (isText(title)) return shortName(title);
  if (isText(markdown)) return firstWords(markdown);
  const reference = isObject(reportId) ? reportId.$report : reportId;
  const said = reference === undefined ? undefined : titleOf(reference);
  return said === undefined ? undefined : shortName(said);
}

/** The first line of a markdown text that says anything, without its marks. */
function firstWords(markdown: string): string | undefined {
  for (const line of markdown.slice(0, 2000).split(/\r?\n/)) {
    const words = line
      .replace(/!?\[([^\]]{0,200})\]\([^)]{0,500}\)/g, "$1")
      .replace(/<[^>]{0,500}>/g, "")
      .replace(/^[\s#>*+-]+|[*_`~]+/g, "")
      .trim();
    if (words !== "") return shortName(words);
  }
  return undefined;
}

export function shortName(text: string): string {
  // Before it is cut: a part of a secret is no secret that anybody knows.
  const line = blankSecrets(text).replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, 4 * MOST)];
  return characters.length <= MOST
    ? line
    : `${characters
        .slice(0, MOST - 1)
        .join("")
        .trimEnd()}…`;
}

export function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}
