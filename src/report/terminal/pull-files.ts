// What a pull would write and has not: each file.

import type { FileChange } from "../../model/index.ts";
import { fileDiff } from "../change/file-diff.ts";
import { count } from "../text/cells.ts";
import { escapeTerminal, readableLength } from "../text/escape.ts";
import { excerpt } from "../text/value-text.ts";
import type { Page } from "./page.ts";

/** A file as a unified diff; by its length one that is new, which would be all of it, or that is folded into a template. */
export function fileLines(change: FileChange, page: Pick<Page, "paint">, isFolding: boolean): string[] {
  const { before, after } = change;
  const isWhole = before === undefined ? after !== undefined : after === undefined && isFolding;
  if (isWhole) return [lengthLine(change, page)];
  const { paint } = page;
  const lines = fileDiff(change).replace(/\n$/, "").split("\n");
  return lines.map((line) => {
    const tone = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "dim";
    const text = escapeTerminal(readableLength(line));
    return `  ${line.startsWith(" ") ? text : paint[tone](text)}`;
  });
}

/** A file that is new, or that goes because its workbook is a row of a template. */
function lengthLine({ file, before, after }: FileChange, { paint }: Pick<Page, "paint">): string {
  const text = after ?? before ?? "";
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const sign = after === undefined ? paint.red("removed") : paint.green("new file");
  return `  ${sign}  ${excerpt(file, 0, 200)}  ${count(lines, "line")}`;
}
