// One change as a section of the page: the decision that it needs, its fields by widget, its layouts.

import { type Change, type HazardCode, keyOf, parseFieldPath } from "../../model/index.ts";
import { appCodeText, statementOf } from "../change/change-body.ts";
import { changeTitle } from "../change/change-title.ts";
import { NAME_ROOM, type Row } from "../change/field-row.ts";
import { fieldSections, type Section } from "../change/field-sections.ts";
import { needsDecision, ownHazards } from "../change/hazard-advice.ts";
import { layoutStates } from "../change/layout-states.ts";
import { SYMBOLS } from "../change/plan-words.ts";
import { boxField } from "../change/widget-box.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import type { DiffLine } from "../text/line-diff.ts";
import { excerpt } from "../text/value-text.ts";
import { LEGEND, layoutHtml } from "./html-layout.ts";
import { wholeFields, wholeRequest } from "./whole-html.ts";

/** Cells for a value: pages wrap, so more than in a terminal. */
const ROOM = 120;

/** The characters left for the pictures of a page. */
export interface PictureBudget {
  left: number;
}

export interface ChangeHtmlOptions {
  anchor: string;
  isOpen: boolean;
  budget: PictureBudget;
  /** Hazards that were accepted. */
  allowed?: ReadonlySet<HazardCode> | undefined;
}

export function changeHtml(change: Change, { anchor, isOpen, budget, allowed }: ChangeHtmlOptions): string {
  const { kind, key, name } = changeTitle(change);
  const hazards = ownHazards(change);
  const code = appCodeText(change);
  const title = [
    `<span aria-hidden="true">${SYMBOLS[change.action]}</span> ${change.action} ${kind}<code>${textHtml(key, NAME_ROOM)}</code>`,
    name === "" ? "" : textHtml(name, NAME_ROOM),
    needsDecision(change, allowed) ? '<strong class="note">needs a decision</strong>' : "",
    code === "" ? "" : '<strong class="note">app code</strong>',
  ];
  const isHazard = hazards.some(({ message }) => message === change.reason?.message);
  const statement = statementOf(change, ROOM);
  const parts = [
    change.source ? `<p class="dim">${textHtml(change.source.file, 200)}:${change.source.line}</p>` : "",
    ...hazards.map(
      ({ code, message }) => `<p class="hazard"><strong>${code}</strong>: ${textHtml(message, 600)}</p>`,
    ),
    code === "" ? "" : `<p class="hazard">${escapePre(code)}</p>`,
    change.reason
      ? `${isHazard ? "" : `<p class="note">${textHtml(change.reason.message, 600)}</p>\n`}<p>${textHtml(change.reason.help, 600)}</p>`
      : "",
    statement === "" ? "" : `<p>${escapePre(statement)}</p>`,
    ...(change.action === "update" ? fieldSections(change, { room: ROOM, below: ROOM }).map(section) : []),
    change.action === "update" ? wholeFields(change.fields) : "",
    change.action === "create" ? wholeRequest(change) : "",
    change.action === "update" && change.publish ? "<p>published after</p>" : "",
    layouts(change, budget),
  ];
  const head = `<summary>${title.filter((part) => part !== "").join(" ")}</summary>`;
  const body = parts.filter((part) => part !== "").join("\n");
  return `<details id="${anchor}"${isOpen ? " open" : ""}>${head}\n${body}\n</details>`;
}

/** The text in at most `room` cells, as content of an element. */
export function textHtml(text: string, room: number): string {
  return escapePre(excerpt(text, 0, room));
}

function section({ subject, rows }: Section): string {
  return `<h3>${escapePre(subject)}</h3>\n<ul class="rows">\n${rows.map(rowHtml).join("\n")}\n</ul>`;
}

function rowHtml({ label, text, tone, diff, note }: Row): string {
  const parts = [
    label === "" ? "" : `<b>${escapePre(label)}</b>`,
    text === "" ? "" : `<span class="${tone}">${escapePre(text)}</span>`,
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

/** All layouts, if a widget is added, removed, moved or edited: a reviewer sees where on the page that is. */
function layouts(change: Change, budget: PictureBudget): string {
  const edited = editedWidgets(change);
  const states = layoutStates(change);
  const isSeen = change.action !== "update" || edited.any || states.some(({ isChanged }) => isChanged);
  if (states.length === 0 || !isSeen) return "";
  if (budget.left <= 0) {
    const command = `boardwright plan --only ${change.key} --format html`;
    return `<p class="dim">Its layouts are not drawn: this page has enough of them. <code>${escapeHtml(command)}</code> draws them.</p>`;
  }
  const text = states.map((state) => layoutHtml(state, edited.content)).join("\n");
  budget.left -= text.length;
  return change.action === "update" ? `${text}\n<p class="dim">${LEGEND}</p>` : text;
}

function editedWidgets(change: Change): { any: boolean; content: Set<string> } {
  const content = new Set<string>();
  let any = false;
  for (const { path } of change.fields) {
    const [, second, widget, ...rest] = parseFieldPath(path);
    if (keyOf(second) === "layout") any = true;
    if (!widget || !("widget" in widget)) continue;
    any = true;
    const isPlace = boxField(rest) !== undefined || keyOf(rest[0]) === "responsiveLayouts";
    if (rest.length > 0 && !isPlace) content.add(widget.widget);
  }
  return { any, content };
}
