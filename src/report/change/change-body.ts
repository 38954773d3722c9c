// What a plan says about one change, below its headline: hazards, what is done, and the fields. The terminal and the
// pull-request comment show the same lines.

import { type Change, isObject, type JsonObject, valueAt } from "../../model/index.ts";
import { cells, count, pad, wrap } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import type { Paint } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";
import type { Row } from "./field-row.ts";
import { fieldSections, type Section } from "./field-sections.ts";
import { ownHazards } from "./hazard-advice.ts";

/** A line that is escaped and painted; `sign` says what it shows, for media without colour. */
export interface BodyLine {
  sign: "+" | "-" | "!" | " ";
  text: string;
}

export interface BodyStyle {
  paint: Paint;
  /** Cells of a line, about at most. */
  width: number;
  /** Whether the − and + of a text's difference stand in the line itself. */
  marks: boolean;
  /** Only edits made outside Git are told: each goes from what the files say to what is live. */
  onlyEdits?: boolean;
}

export function changeBody(change: Change, style: BodyStyle): BodyLine[] {
  const { paint, width, onlyEdits = false } = style;
  const plain = (text: string): BodyLine => ({ sign: " ", text });
  const lines = ownHazards(change).flatMap(({ message }) =>
    wrap(excerpt(message, 0, 400), width).map((text): BodyLine => ({ sign: "!", text: paint.yellow(text) })),
  );
  if (change.updatedAt !== undefined) lines.push(plain(`last updated ${momentText(change.updatedAt)}`));
  const statement = statementOf(change, width);
  if (statement !== "") lines.push(...wrap(statement, width).map(plain));
  if (change.action === "update") {
    const subjectRoom = Math.min(28, Math.floor(width * 0.3));
    const labelRoom = Math.min(16, Math.floor(width * 0.16));
    const room = Math.max(20, width - subjectRoom - labelRoom - 4);
    const sections = fieldSections(change, room, onlyEdits);
    lines.push(...sectionLines(sections, { subject: subjectRoom, label: labelRoom }, style));
    if (change.publish) lines.push(plain("published after"));
  }
  return lines;
}

/** `2026-11-20 08:10 UTC`, or what the platform says where that is no time. */
function momentText(text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return excerpt(text, 0, 40);
  return `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** What is done to it in words, escaped; empty for an update, whose fields say it. */
export function statementOf(change: Change, width: number): string {
  switch (change.action) {
    case "create":
      return createText(change, width);
    case "delete":
      return ownHazards(change).length > 0 ? "" : "managed by this project, no longer declared: deleted";
    case "orphaned":
      return `managed by this project, ${undeclared(change)}; kept, only --prune deletes it`;
    case "publish":
      return "the draft is as declared; publishing it is what is missing";
    case "stamp":
      return "as declared; only the ownership record is written";
    case "update":
      return "";
  }
}

/** A report is the one with its publicId: where a file gave its key another one, the key itself is still declared. */
function undeclared({ kind, publicId }: Change): string {
  if (kind !== "report" || publicId === undefined) return "no longer declared";
  return `its publicId ${excerpt(publicId, 0, 40)} is no longer declared`;
}

/** `new workbook in Supply/Vendors, 14 widgets, published after`, as far as the request says so; the headline says the rest. */
function createText(change: Change, width: number): string {
  if (change.kind !== "workbook") return "";
  const parts = ["new workbook"];
  const folder = change.folder ?? change.request?.folderId;
  if (folder !== undefined && folder !== null)
    parts[0] += ` in ${excerpt(folderText(folder), 0, width - 40)}`;
  const draft = valueAt(change.request, ["meta", "dashboardDraft"]);
  if (isObject(draft)) parts.push(contentText(draft));
  if (change.publish) parts.push("published after");
  return parts.join(", ");
}

function contentText(draft: JsonObject): string {
  const files = valueAt(draft, ["app", "files"]);
  if (draft.kind === "APP")
    return `an app of ${count(isObject(files) ? Object.keys(files).length : 0, "file")}`;
  return count(Array.isArray(draft.widgets) ? draft.widgets.length : 0, "widget");
}

interface Columns {
  subject: number;
  label: number;
}

function sectionLines(sections: readonly Section[], room: Columns, style: BodyStyle): BodyLine[] {
  const widest = (texts: readonly string[], most: number) =>
    texts.map(cells).reduce((most_, size) => (size <= most ? Math.max(most_, size) : most_), 0);
  const labels = sections.flatMap(({ rows }) => rows.map((item) => item.label));
  const columns: Columns = {
    subject: widest(
      sections.map(({ subject }) => subject),
      room.subject,
    ),
    label: widest(labels, room.label),
  };
  return sections.flatMap(({ subject, rows }) => {
    const lines = rows.flatMap((item) => rowLines(item, columns, style));
    const first = lines[0];
    if (cells(subject) > columns.subject || !first)
      return [{ sign: " ", text: subject } satisfies BodyLine, ...lines];
    return [
      { ...first, text: pad(subject, columns.subject) + first.text.slice(columns.subject) },
      ...lines.slice(1),
    ];
  });
}

/** A row without its subject: the first line is indented by exactly the subject's column. */
function rowLines(item: Row, columns: Columns, style: BodyStyle): BodyLine[] {
  const { paint } = style;
  const sign = item.note !== "" ? "!" : item.tone === "added" ? "+" : item.tone === "removed" ? "-" : " ";
  const tint =
    item.tone === "added" ? paint.green : item.tone === "removed" ? paint.red : (text: string) => text;
  const indent = " ".repeat(columns.subject + 2);
  const deeper = `${indent}  `;
  const used = indent.length + cells(item.label);
  const start =
    item.label === "" ? "" : item.text === "" ? item.label : `${pad(item.label, columns.label)}  `;
  const isWide =
    item.label !== "" && Math.max(indent.length + columns.label, used) + 2 + cells(item.text) > style.width;
  const heads =
    isWide && item.text !== ""
      ? [indent + item.label, deeper + tint(item.text)]
      : [indent + start + tint(item.text)];
  const lines = heads.map((text): BodyLine => ({ sign, text }));
  if (item.note !== "") addNote(lines, item, columns, style);
  for (const { sign: mark, text } of item.diff) {
    const shown = `${style.marks || mark === "…" ? mark : " "} ${text}`.trimEnd();
    const painted = mark === "-" ? paint.red(shown) : mark === "+" ? paint.green(shown) : paint.dim(shown);
    lines.push({ sign: mark === "-" || mark === "+" ? mark : " ", text: deeper + painted });
  }
  return lines;
}

/** The note stands behind the text where there is room, else on a line of its own. */
function addNote(lines: BodyLine[], item: Row, columns: Columns, style: BodyStyle): void {
  const note = style.paint.yellow(item.note);
  const indent = " ".repeat(Math.max(2, Math.min(columns.subject + 4, style.width - cells(item.note))));
  const last = lines.at(-1);
  const length = columns.subject + columns.label + 4 + cells(item.text) + 4 + cells(item.note);
  if (last && lines.length === 1 && length <= style.width) last.text += `    ${note}`;
  else lines.push({ sign: "!", text: indent + note });
}
