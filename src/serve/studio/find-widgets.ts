// What a search finds on dashboards: widgets by their names, their members and their reports.

import { isObject, widgetsOf } from "../../model/index.ts";
import { type FindReport, reportOf } from "./asked.ts";
import { nameOfWidget } from "./board-view.ts";
import { drawingOf } from "./drawing.ts";
import type { Hit } from "./protocol.ts";
import type { Known } from "./read-files.ts";

/** Of one dashboard: more would hide the others. */
const MOST_OF_ONE = 5;
const MOST = 200;

/** Every word of the query is in what a hit is called, in its id, or in what it asks for. */
export function findWidgets(boards: Iterable<Known>, findReport: FindReport, query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = [...boards].flatMap(({ workbook: { slug, entry } }) => {
    const hits: Hit[] = [];
    for (const widget of widgetsOf(entry.dashboard).filter(isObject)) {
      const name = nameOfWidget(widget);
      const drawing = drawingOf(widget, [], findReport);
      const asked = [
        ...(drawing.kind === "chart" ? [...drawing.members, drawing.report] : []),
        ...(drawing.kind === "filter" ? [drawing.member] : []),
        isObject(widget.config) ? reportOf(widget.config, findReport).key : null,
      ].filter((text) => text !== null);
      const own = `${name} ${widget.id}`;
      if (!holds([own, ...asked].join(" "))) continue;
      const by = holds(own) ? null : (asked.find((text) => holds(text)) ?? asked.join(", "));
      hits.push({ slug, widget: String(widget.id), label: name, by });
      if (hits.length === MOST_OF_ONE) break;
    }
    return hits;
  });
  return found.slice(0, MOST);
}
