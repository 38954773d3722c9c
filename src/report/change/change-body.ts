// The lines about one change below its headline: hazards, the action in words, and the fields. The terminal and the
// pull-request comment show the same.

import {
  type CarriedReport,
  type Change,
  isObject,
  type JsonObject,
  valueAt,
  widgetsOf,
} from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { cells, count, listNames, pad, wrap } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import type { DiffLine } from "../text/line-diff.ts";
import { momentText } from "../text/moment.ts";
import type { Paint } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";
import type { Row } from "./field-row.ts";
import { fieldSections, type Section, type SectionOptions, subjectText } from "./field-sections.ts";
import { ownHazards } from "./hazard-advice.ts";
import { broughtAlong } from "./seen-change.ts";

/** A line, escaped and painted; `sign` marks it for media without colour. */
export interface BodyLine {
  sign: "+" | "-" | "!" | " ";
  text: string;
}

export interface BodyStyle extends SectionOptions {
  paint: Paint;
  /** Of a line in cells, roughly. */
  width: number;
  /** Whether the − and + of a text diff are part of the line itself. */
  marks: boolean;
  /** Cells for a value in a line of its own, where lines may be longer than `width`. */
  valueRoom?: number;
  /** What the action does is said elsewhere. */
  quietAction?: boolean;
}

export function changeBody(change: Change, style: BodyStyle): BodyLine[] {
  const { paint, width } = style;
  const plain = (text: string): BodyLine => ({ sign: " ", text });
  const hazards = ownHazards(change);
  // That both sides edited it says that somebody did outside Git.
  const isBoth = hazards.some(({ code }) => code === "conflict");
  const said = hazards.filter(({ code }) => code !== "drift" || !isBoth);
  const lines = said.flatMap(({ message }) =>
    wrap(excerpt(message, 0, 400), width).map((text): BodyLine => ({ sign: "!", text: paint.yellow(text) })),
  );
  if (change.reason) {
    const { code, message, help } = change.reason;
    const isHazard = ownHazards(change).some((hazard) => hazard.message === message);
    for (const text of isHazard ? [] : wrap(excerpt(message, 0, 400), width))
      lines.push(code === "deleted-by-run" ? plain(text) : { sign: "!", text: paint.yellow(text) });
    lines.push(...wrap(excerpt(help, 0, 400), width).map(plain));
  }
  const code = style.onlyEdits ? "" : appCodeText(change);
  for (const text of code === "" ? [] : wrap(code, width))
    lines.push({ sign: "!", text: paint.yellow(text) });
  if (change.updatedAt !== undefined) lines.push(plain(`last updated ${momentText(change.updatedAt)}`));
  // Of what was deleted outside Git, drift does not say what an apply would make.
  const statement = style.onlyEdits || style.quietAction ? "" : statementOf(change, width);
  if (statement !== "") lines.push(...wrap(statement, width).map(plain));
  if (change.action === "update") {
    lines.push(...sectionLines(change, style));
    if (isPublishedAfter(change)) lines.push(...wrap(publishedAfter(change), width).map(plain));
  }
  const along = style.onlyEdits ? undefined : broughtAlong(change);
  if (along) lines.push(...sectionLines(along, style));
  if (change.carries && !style.onlyEdits) lines.push(...wrap(carriedText(change.carries), width).map(plain));
  return lines;
}

/** Edits outside the files that reach viewers with a publication. Escaped. */
function carriedText(reports: readonly CarriedReport[]): string {
  const names = reports.map(({ name }) => excerpt(name, 0, 40));
  const which = reports.length === 1 ? "a report" : `${reports.length} reports`;
  return `viewers also get what changed since in ${which} outside these files: ${listNames(names, 120)}`;
}

/** What an app brings that is new or changed: it runs in the browsers of viewers. Escaped; empty if there is none. */
export function appCodeText(change: Change): string {
  const names = appContent(change).map((name) => excerpt(name, 0, 40));
  return names.length === 0 ? "" : `app code, new or changed: ${listNames(names, 120)}`;
}

/** The action in words, escaped; empty for an update, whose fields say it, and for an orphan, which is one of a list. */
export function statementOf(change: Change, width: number): string {
  switch (change.action) {
    case "create":
      return createText(change, width);
    case "delete":
      return ownHazards(change).length > 0 ? "" : "managed by this project, no longer declared: deleted";
    case "publish":
      return publishText(change);
    case "rename":
      return `as declared; ${keptByRename(change)}`;
    case "stamp":
      return "as declared; only the ownership record is written";
    case "update":
      return change.was === undefined ? "" : keptByRename(change);
    case "orphaned":
      return "";
  }
}

function keptByRename({ kind }: Change): string {
  return kind === "report"
    ? "renamed: its publicId and its links stay"
    : "renamed: its id, its links and what is published stay";
}

/** Whether an update publishes: not if viewers already have all that it would give them. */
export function isPublishedAfter({
  publish,
  publication,
  renews,
  draws = [],
  shown,
  fields,
}: Change): boolean {
  if (!publish || publication == null || renews || draws.length > 0) return publish;
  return (shown ?? fields).some(({ path }) => path.startsWith("dashboard"));
}

/** How an update ends that is published; the fields that it brings along follow. */
export function publishedAfter(change: Change): string {
  return broughtAlong(change)
    ? "published after, with what was only in the draft until now:"
    : "published after";
}

function publishText(change: Change): string {
  const { renews, publishConfig, publication } = change;
  const seen = broughtAlong(change) ? ":" : "";
  if (publishConfig) return `viewers see again what was published before that run${seen}`;
  if (!renews || change.shown) {
    if (publication === null) return "the draft is as declared, and was never published";
    return `the draft is as declared, but not published${seen === "" ? "" : "; viewers do not see yet:"}`;
  }
  const { changing, changed } = renews;
  const causes = [
    reportsText(changing, ["changes", "change"]),
    reportsText(changed, ["has changed since", "have changed since"]),
  ];
  return `published again, because ${causes.filter((text) => text !== "").join(", and ")}`;
}

/** `report by-month changes`; empty for none. */
function reportsText(keys: readonly string[], [one, many]: [string, string]): string {
  const names = listNames(
    keys.map((key) => excerpt(key, 0, 40)),
    120,
  );
  if (keys.length === 0) return "";
  return keys.length === 1 ? `report ${names} ${one}` : `reports ${names} ${many}`;
}

/** `new workbook in Supply/Vendors, 14 widgets, published after`; parts that the request does not hold are left out. */
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
  return count(widgetsOf(draft).length, "widget");
}

interface Columns {
  /** 0 if subjects have lines of their own. */
  subject: number;
  label: number;
}

/** Of the width: subjects that are wider are beside no rows, and subjects that are no wider always are. */
const SUBJECTS = { most: 0.55, least: 0.3 };

function sectionLines(change: Change, style: BodyStyle): BodyLine[] {
  const { width } = style;
  const sectionsIn = (subject: number) => {
    const room = Math.max(20, width - subject - 4);
    return fieldSections(change, { room, below: Math.max(room - 2, style.valueRoom ?? 0) }, style);
  };
  const alone = sectionsIn(0);
  const columns = columnsOf(alone, width);
  const sections = columns.subject === 0 ? alone : sectionsIn(columns.subject);
  return sections.flatMap((section): BodyLine[] => {
    const subject = subjectText(section);
    const lines = section.rows.flatMap((item) => rowLines(item, columns, style));
    const [first, ...more] = lines;
    if (columns.subject === 0 || !first) return [{ sign: " ", text: subject }, ...lines];
    return [{ ...first, text: pad(subject, columns.subject) + first.text.slice(columns.subject) }, ...more];
  });
}

/** Subjects are beside their rows if they are short, or if every row has room there; else each is above them. */
function columnsOf(sections: readonly Section[], width: number): Columns {
  const most = Math.min(20, Math.floor(width * 0.25));
  const rows = sections.flatMap((section) => section.rows);
  const label = Math.max(0, ...rows.map((item) => cells(item.label)).filter((size) => size <= most));
  const subject = Math.max(0, ...sections.map((section) => cells(subjectText(section))));
  const hasRoom = ({ label: name, text, note, diff }: Row) =>
    diff.every((line) => subject + 6 + cells(line.text) <= width) &&
    subject + Math.max(label, cells(name)) + 4 + cells(text) + (note === "" ? 0 : 4 + cells(note)) <= width;
  const isBeside =
    subject <= Math.min(28, width * SUBJECTS.least) ||
    (subject <= width * SUBJECTS.most && rows.every(hasRoom));
  return { subject: isBeside ? subject : 0, label };
}

/** A row without its subject: the first line is indented by exactly the column of subjects. */
function rowLines(item: Row, columns: Columns, style: BodyStyle): BodyLine[] {
  const { paint } = style;
  const sign = item.note !== "" ? "!" : item.tone === "added" ? "+" : item.tone === "removed" ? "-" : " ";
  const tint = { added: paint.green, removed: paint.red, changed: (text: string) => text }[item.tone];
  const indent = " ".repeat(columns.subject + 2);
  const deeper = `${indent}  `;
  const label = pad(item.label, columns.label);
  const isWide = indent.length + cells(label) + 2 + cells(item.text) > style.width;
  let heads = [indent + item.label + tint(item.text)];
  if (item.label !== "" && item.text !== "")
    heads = isWide
      ? [indent + item.label, deeper + tint(item.text)]
      : [`${indent}${label}  ${tint(item.text)}`];
  const lines = heads.map((text): BodyLine => ({ sign, text }));
  if (item.note !== "") addNote(lines, item, columns, style);
  return [...lines, ...diffLines(item.diff, deeper, style)];
}

/** The lines of a text that is long on both sides. */
export function diffLines(diff: readonly DiffLine[], indent: string, style: BodyStyle): BodyLine[] {
  const { paint, marks } = style;
  return diff.map(({ sign: mark, text }) => {
    const shown = `${marks || mark === "…" ? mark : " "} ${text}`.trimEnd();
    const painted = mark === "-" ? paint.red(shown) : mark === "+" ? paint.green(shown) : paint.dim(shown);
    return { sign: mark === "-" || mark === "+" ? mark : " ", text: indent + painted };
  });
}

/** The note follows the text if there is room, else it gets a line of its own. */
function addNote(lines: BodyLine[], item: Row, columns: Columns, style: BodyStyle): void {
  const note = style.paint.yellow(item.note);
  const indent = " ".repeat(Math.max(2, Math.min(columns.subject + 4, style.width - cells(item.note))));
  const last = lines.at(-1);
  const isAlone = item.label === "" && item.text === "";
  const length = columns.subject + columns.label + 4 + cells(item.text) + 4 + cells(item.note);
  if (last && lines.length === 1 && length <= style.width) last.text += `${isAlone ? "" : "    "}${note}`;
  else lines.push({ sign: "!", text: indent + note });
}
