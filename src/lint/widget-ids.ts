// Where the configs of widgets name other widgets. Which keys do is not documented (a container's children, a parent's options, a
// chart's controls), so it is learned: a place in the config of a type, such as `controls` of a CHART, whose texts are ids of widgets on
// the same dashboard nearly always. Keeps counts and few texts, no widget.

import { isObject, isPlainKey, type Json, type Path, type ResolvedWorkbook } from "../model/index.ts";
import { widgetsOf } from "./board.ts";
import { MOST_STRAY } from "./limits.ts";
import type { Source, WidgetIdUses } from "./rule.ts";

/** Places that are followed: far more than any project has. */
const MOST_PLACES = 5000;
/** Levels below `config`. */
const DEEPEST_PLACE = 6;
/** What an id looks like: not a member's name, not prose. */
const ID = /^[\p{L}\p{N}_-]{1,128}$/u;

/** Adds what the configs of one workbook's widgets name. */
export function gatherWidgetIds(workbook: ResolvedWorkbook, uses: WidgetIdUses): void {
  const widgets = widgetsOf(workbook);
  const ids = new Set<string>();
  for (const widget of widgets) if (isObject(widget) && typeof widget.id === "string") ids.add(widget.id);
  if (ids.size < 2) return;
  const source: Source = { slug: workbook.slug, locate: workbook.locate };
  for (const [index, widget] of widgets.entries()) {
    if (!isObject(widget) || typeof widget.type !== "string") continue;
    gather({ ids, uses, source, own: widget.id }, widget.config, {
      path: ["dashboard", "widgets", index, "config"],
      place: `${widget.type} `,
    });
  }
}

interface Gathering {
  ids: ReadonlySet<string>;
  uses: WidgetIdUses;
  source: Source;
  /** The widget's own id, which says nothing. */
  own: Json | undefined;
}

function gather(gathering: Gathering, value: Json | undefined, at: { path: Path; place: string }): void {
  const { path, place } = at;
  if (typeof value === "string") note(gathering, value, { ...at, part: "value" });
  if (typeof value !== "object" || value === null || path.length > DEEPEST_PLACE + 4) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      gather(gathering, item, { path: [...path, index], place: `${place}[]` });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key.startsWith("$") || isPlainKey(key)) continue;
    const below = { path: [...path, key], place: `${place}.${gathering.ids.has(key) ? "*" : key}` };
    note(gathering, key, { path: below.path, place: `${place}{}`, part: "key" });
    gather(gathering, item, below);
  }
}

function note(
  { ids, uses, source, own }: Gathering,
  text: string,
  { path, place, part }: { path: Path; place: string; part: "key" | "value" },
): void {
  if (text === own || !ID.test(text)) return;
  let use = uses.get(place);
  if (use === undefined) {
    if (uses.size >= MOST_PLACES) return;
    use = { resolved: 0, stray: [] };
    uses.set(place, use);
  }
  if (ids.has(text)) use.resolved += 1;
  else if (use.stray.length <= MOST_STRAY) {
    // A copy, because a string that was cut out of a file keeps the whole text of it in memory.
    use.stray.push({ text: JSON.parse(JSON.stringify(text)) as string, path, part, source });
  }
}
