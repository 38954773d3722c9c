// What happens to one workbook or report: its fields by widget, its values whole, its layouts.

import type { Change } from "../../model/index.ts";
import { appCodeText, isPublishedAfter, publishedAfter, statementOf } from "../change/change-body.ts";
import { NAME_ROOM, type Row } from "../change/field-row.ts";
import { fieldSections } from "../change/field-sections.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { layoutStates } from "../change/layout-states.ts";
import { asViewersSee, broughtAlong } from "../change/seen-change.ts";
import { MARK_WORDS } from "../review/headings.ts";
import { editedWidgets, hiddenNotes, layoutDrawing, widgetNames } from "../review/layout-drawing.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import type { DiffLine } from "../text/line-diff.ts";
import { layoutHtml, MARKS, SIGNS } from "./html-layout.ts";
import { textHtml } from "./html-text.ts";
import { wholeContent, wholeFields } from "./whole-html.ts";

/** Cells for a value: pages wrap, so more than in a terminal. */
const ROOM = 120;
/** Cells of a sentence. */
const SENTENCE = 600;

/** The characters left for the pictures of a page. */
export interface PictureBudget {
  left: number;
}

export function changeHtml(change: Change, budget: PictureBudget): string {
  const { action, reason } = change;
  const code = appCodeText(change);
  const isHazard = ownHazards(change).some(({ message }) => message === reason?.message);
  const statement = statementOf(change, ROOM);
  const isUpdate = action === "update";
  const along = broughtAlong(change);
  const parts = [
    code === "" ? "" : `<p class="hazard">${escapePre(code)}</p>`,
    reason && !isHazard ? `<p class="note">${textHtml(reason.message, SENTENCE)}</p>` : "",
    reason ? `<p>${textHtml(reason.help, SENTENCE)}</p>` : "",
    statement === "" ? "" : `<p>${escapePre(statement)}</p>`,
    layouts(asViewersSee(change), budget),
    ...(isUpdate ? sections(change) : []),
    isUpdate ? wholeFields(change.fields, ROOM) : "",
    action === "create" ? wholeContent(change) : "",
    isUpdate && isPublishedAfter(change) ? `<p>${escapePre(publishedAfter(change))}</p>` : "",
    ...(along ? [...sections(along), wholeFields(along.fields, ROOM)] : []),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function sections(change: Change): string[] {
  const nameOf = widgetNames(change);
  return fieldSections(change, { room: ROOM, below: ROOM }).map(({ subject, widget, rows }) => {
    const name = widget === undefined ? undefined : nameOf(widget);
    const title = name === undefined ? "" : ` <span class="dim">${textHtml(name, NAME_ROOM)}</span>`;
    return `<div class="field"><h4>${escapePre(subject)}${title}</h4>\n<ul>\n${rows.map(rowHtml).join("\n")}\n</ul></div>`;
  });
}

function rowHtml({ label, text, tone, diff, note }: Row): string {
  const parts = [
    label === "" ? "" : `<b>${escapePre(label)}</b>`,
    text === ""
      ? ""
      : tone === "changed"
        ? escapePre(text)
        : `<span class="${tone}">${escapePre(text)}</span>`,
    note === "" ? "" : `<em class="note">${note}</em>`,
    diff.length === 0 ? "" : `<pre>${diff.map(diffLine).join("")}</pre>`,
  ];
  return `<li>${parts.filter((part) => part !== "").join(" ")}</li>`;
}

function diffLine({ sign, text }: DiffLine): string {
  const line = `${sign === "-" ? "−" : sign} ${escapePre(text)}`.trimEnd();
  if (sign === "+") return `<ins>${line}</ins>`;
  return sign === "-" ? `<del>${line}</del>` : `<span>${line}\n</span>`;
}

/** The default layout if anything on it changes, and every other that is another after the change. */
function layouts(change: Change, budget: PictureBudget): string {
  const edited = editedWidgets(change);
  const states = layoutStates(change).filter(
    ({ breakpoint, isChanged }) =>
      isChanged || change.action === "create" || (breakpoint === undefined && edited.size > 0),
  );
  if (states.length === 0) return "";
  if (budget.left <= 0) {
    const command = `boardwright plan --only ${change.key} --format html`;
    return `<p class="dim">Its layouts are not drawn: this page has enough of them. <code>${escapeHtml(command)}</code> draws them.</p>`;
  }
  const drawn = states.map((state) => {
    const picture = layoutHtml(state, layoutDrawing(change, state, edited));
    const notes = hiddenNotes(change, state).map((note) => `<p class="dim">${escapePre(note)}.</p>`);
    return [picture, ...notes].join("\n");
  });
  const text = drawn.join("\n");
  budget.left -= text.length;
  return change.action === "update" ? `${text}\n${LEGEND}` : text;
}

const LEGEND = `<p class="legend">${MARKS.map(
  (mark) => `<span class="w-${mark}">${SIGNS[mark]} ${MARK_WORDS[mark]}</span>`,
).join(" ")}</p>`;
