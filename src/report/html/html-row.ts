// One dashboard of the page, folded: what happens to it in the words of the comment, what it waits for, where it is, and all of it.

import type { Change } from "../../model/index.ts";
import { changeTitle, kindPrefix } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import type { Decision } from "../review/decisions.ts";
import type { ReviewLinks } from "../review/links.ts";
import type { ReviewRow } from "../review/rows.ts";
import { changeHtml, type PictureBudget } from "./html-change.ts";
import { markIcon } from "./html-icons.ts";
import { iconHtml, linkHtml, phrasesHtml, piecesHtml, textHtml } from "./html-text.ts";

export interface RowOptions {
  anchor: string;
  isOpen: boolean;
  budget: PictureBudget;
  links: ReviewLinks;
  /** Those of the dashboard and of its reports. */
  decisions: readonly Decision[];
  /** Said in front of the words; html. */
  tag: string;
}

export function rowHtml(
  row: ReviewRow,
  { anchor, isOpen, budget, links, decisions, tag }: RowOptions,
): string {
  const { kind, key, title, newTitle, isNamesake, mark, phrases, change, reports } = row;
  const renamed = newTitle === undefined ? "" : ` → ${textHtml(newTitle, NAME_ROOM)}`;
  const which = isNamesake ? ` <code>${textHtml(key, NAME_ROOM)}</code>` : "";
  const words = phrasesHtml(phrases);
  const name = `<span class="title">${kindPrefix(kind)}<b>${textHtml(title, NAME_ROOM)}</b>${which}${renamed}</span>`;
  const said = words === "" ? "" : ` <span class="words">${words}</span>`;
  const drawn = kind === "report" ? [] : reports;
  const body = [
    placesHtml(row, links),
    ...decisions.map((decision) => decisionHtml(decision, row)),
    change ? changeHtml(change, budget) : "",
    ...drawn.map((report) => reportHtml(report, budget, links)),
  ].filter((part) => part !== "");
  return `<details class="row" id="${anchor}"${isOpen ? " open" : ""}><summary>${iconHtml(markIcon(mark))} ${name}${said}${tag}</summary>
<div class="body">
${body.join("\n")}
</div>
</details>`;
}

/** `revenue · dashboards/revenue.yaml:3 · open live`. */
function placesHtml({ kind, key, id, source }: ReviewRow, links: ReviewLinks): string {
  const parts = [`<code>${textHtml(key, 200)}</code>`];
  if (source) parts.push(sourceHtml(source, links));
  const live = kind === "workbook" && id !== null ? links.live?.(id, key) : undefined;
  const link = linkHtml(live, "open live");
  if (link !== "open live") parts.push(link);
  return `<p class="dim">${parts.join(" · ")}</p>`;
}

function sourceHtml({ file, line }: NonNullable<Change["source"]>, links: ReviewLinks): string {
  return linkHtml(links.file?.(file, line), `${textHtml(file, 200)}:${line}`);
}

function decisionHtml({ change, title, hazards, ways }: Decision, row: ReviewRow): string {
  const of = change === row.change ? "" : `${kindPrefix(change.kind)}${textHtml(title, NAME_ROOM)}: `;
  const said = hazards.map(({ code, message, edits }) => {
    const words = edits.length === 0 ? "" : `: ${phrasesHtml(edits)}`;
    return `<strong>${code}</strong>, ${textHtml(message, 600)}${words}`;
  });
  return `<div class="hazard"><p>${of}${said.join("; ")}.</p>\n${ways.map((way) => `<p>${piecesHtml(way)}</p>`).join("\n")}</div>`;
}

function reportHtml(report: Change, budget: PictureBudget, links: ReviewLinks): string {
  const { key, name } = changeTitle(report);
  const title = name === "" ? "" : ` ${textHtml(name, NAME_ROOM)}`;
  const word = report.action === "update" ? "" : `${report.action} `;
  const source = report.source ? ` <span class="dim">${sourceHtml(report.source, links)}</span>` : "";
  const head = `<h4>${word}report <code>${textHtml(key, NAME_ROOM)}</code>${title}${source}</h4>`;
  return `<section class="report">${head}\n${changeHtml(report, budget)}</section>`;
}
