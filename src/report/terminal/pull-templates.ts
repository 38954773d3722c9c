// Workbooks that are alike, as the templates that a pull found: what each would save.

import type { FoundTemplate } from "../../model/index.ts";
import { count, listNames, wrap } from "../text/cells.ts";
import { excerpt } from "../text/value-text.ts";
import type { Page } from "./page.ts";

/** A block for each template; one that says so if there is none. */
export function templateBlocks(templates: readonly FoundTemplate[], page: Page): string[] {
  if (templates.length === 0) return ["No three workbooks are alike enough for a template."];
  return templates.map((template) => templateLines(template, page).join("\n"));
}

function templateLines(
  { key, file, rowsFile, workbooks, columns, overrides, lines }: FoundTemplate,
  { paint, width }: Page,
): string[] {
  const room = width - 24;
  const shown = (texts: readonly string[]) =>
    listNames(
      texts.map((text) => excerpt(text, 0, 60)),
      room,
    );
  const saved = Math.round((1 - lines.after / lines.before) * 100);
  const more =
    overrides === 0 ? "" : `, and ${overrides === 1 ? "one has" : `${overrides} have`} an override`;
  return [
    `  ${paint.green("template")}  ${paint.bold(excerpt(key, 0, 200))}  ${excerpt(file, 0, 200)}`,
    ...[
      `${count(workbooks.length, "workbook")}: ${shown(workbooks)}`,
      `rows in ${excerpt(rowsFile, 0, 200)}: ${shown(columns)}${more}`,
      `${lines.before} → ${count(lines.after, "line")}, ${saved} % less`,
    ].flatMap((line) => wrap(line, width - 6).map((part) => `      ${part}`)),
  ];
}
