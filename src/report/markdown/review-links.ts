// Where a reader of a review can go: to the live dashboard, and to the line of its file.

import type { Change } from "../../model/index.ts";
import { kindPrefix } from "../change/change-title.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { linkTo, markdownCode, markdownName } from "../document/markdown-text.ts";
import type { ReviewLinks } from "../review/links.ts";
import { groupCount, type RowGroup } from "../review/row-groups.ts";
import type { ReviewRow } from "../review/rows.ts";
import { NAME_ROOM } from "../text/value-text.ts";

export interface ReviewSource extends PlanSource {
  links?: ReviewLinks | undefined;
}

/** `<a>Orders</a> → Orders and fulfilment`. */
export function rowTitle(row: ReviewRow, links: ReviewLinks): string {
  const { kind, title, newTitle } = row;
  const live = liveLink(row, links);
  const name = live === undefined ? `<b>${markdownName(title, NAME_ROOM)}</b>` : linkTo(live, title);
  const which = row.isNamesake ? ` ${markdownCode(row.key, NAME_ROOM)}` : "";
  return `${kindPrefix(kind)}${name}${which}${newTitle === undefined ? "" : ` → ${markdownName(newTitle, NAME_ROOM)}`}`;
}

/** `<b>sales-${row.key}</b>: 12 dashboards`, of rows that one template changes. */
export function groupTitle(group: RowGroup, links: ReviewLinks): string {
  if (!group.rows) return rowTitle(group.first, links);
  const { kind } = group.first;
  return `${kindPrefix(kind)}<b>${markdownName(group.rows.template, NAME_ROOM)}</b>: ${groupCount(group)}`;
}

/** The title of what no file declares: `<a>Transactions</a>`, `report <b>Revenue by month</b>`. */
export function orphanTitle(
  { kind, key, id, title }: Change,
  { links, isNamesake }: { links: ReviewLinks; isNamesake: boolean },
): string {
  const live = liveLink({ kind, key, id }, links);
  const name = live === undefined ? `<b>${markdownName(title, NAME_ROOM)}</b>` : linkTo(live, title);
  return `${kindPrefix(kind)}${name}${isNamesake ? ` ${markdownCode(key, NAME_ROOM)}` : ""}`;
}

/** `dashboards/orders.yaml:3 · open live`, as far as there are such places. */
export function placesLine(row: Pick<Change, "kind" | "key" | "id" | "source">, links: ReviewLinks): string {
  const parts: string[] = [];
  if (row.source) {
    const { file, line } = row.source;
    const address = links.file?.(file, line);
    const text = `${file}:${line}`;
    parts.push(address === undefined ? markdownCode(text, 120) : linkTo(address, text));
  }
  const live = liveLink(row, links);
  if (live !== undefined) parts.push(linkTo(live, "open live"));
  parts.push(...previewLink(row, links, "open preview"));
  return parts.join(" · ");
}

/** Of a dashboard whose copy can be looked at. */
export function previewLink(
  { kind, key }: Pick<Change, "kind" | "key">,
  links: ReviewLinks,
  text: string,
): string[] {
  const address = kind === "workbook" ? links.preview?.(key) : undefined;
  return address === undefined ? [] : [linkTo(address, text)];
}

/** Where a dashboard is live; undefined if that is not known. */
export function liveLink(
  { kind, key, id }: Pick<Change, "kind" | "key" | "id">,
  links: ReviewLinks,
): string | undefined {
  return kind === "workbook" && id !== null ? links.live?.(id, key) : undefined;
}
