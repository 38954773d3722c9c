// The text of a file that declares one dashboard, for another of its kind: only the slug and the names are other, and every comment stays.

import { formatOf } from "../../../desired/index.ts";
import {
  copyOf,
  isObject,
  type JsonObject,
  lineStarts,
  type ResolvedWorkbook,
  type Span,
} from "../../../model/index.ts";

/** A copy as it has to be: the same but for its name, and for its title where that is the name, too. */
export function copiedEntry({ entry }: ResolvedWorkbook, title: string): JsonObject {
  const copy: JsonObject = { ...copyOf(entry), name: title };
  const { dashboard } = copy;
  if (isObject(dashboard) && typeof dashboard.title === "string" && dashboard.title === entry.name)
    dashboard.title = title;
  return copy;
}

/** Undefined if it is no matter of a few words; whether it gives what is wanted has to be tried. */
export function copyText(
  source: ResolvedWorkbook,
  text: string,
  { slug, title }: { slug: string; title: string },
): string | undefined {
  const { entry, file, writtenSlug, locate } = source;
  if (source.template !== undefined || formatOf(file) !== "yaml") return undefined;
  if (writtenSlug !== source.slug || typeof entry.name !== "string") return undefined;
  const { dashboard } = entry;
  const isTitled = isObject(dashboard) && dashboard.title === entry.name;
  const spans: [Span, string][] = [
    [locate([], "key"), slug],
    [locate(["name"]), title],
    ...(isTitled ? [[locate(["dashboard", "title"]), title] as [Span, string]] : []),
  ];
  if (spans.some(([span]) => span.file !== file || span.line !== span.endLine)) return undefined;
  const starts = lineStarts(text);
  const edits = spans.map(([{ line, column, endColumn }, value]) => {
    const begin = (starts[line - 1] ?? 0) - 1;
    return { from: begin + column, to: begin + endColumn, value };
  });
  edits.sort((a, b) => b.from - a.from);
  let copy = text;
  for (const { from, to, value } of edits)
    copy = copy.slice(0, from) + scalar(value, copy.slice(from, to)) + copy.slice(to);
  return copy;
}

/** In the quotes of what it replaces; without any only what can mean nothing else. */
function scalar(value: string, old: string): string {
  const text = value.replaceAll("${", () => "$${");
  if (old.startsWith("'") && !/[\p{Cc}\p{Cs}]/u.test(text)) return `'${text.replaceAll("'", "''")}'`;
  if (old.startsWith('"')) return JSON.stringify(text);
  const isPlain =
    /^\p{L}[\p{L}\p{N} _-]*(?<! )$/u.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
