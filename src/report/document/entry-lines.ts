// An entry as lines: for a terminal, and for a block of a page that shows lines as they are. Fields are in columns as far as there is room.

import type { Row } from "../fields/field-row.ts";
import { type Section as FieldSection, fieldSections, subjectText } from "../fields/field-sections.ts";
import { cells, count, listNames, pad } from "../text/cells.ts";
import { fitWidth } from "../text/fit-width.ts";
import type { DiffLine } from "../text/line-diff.ts";
import type { Paint } from "../text/paint.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import type { Block, ByRow, Called, Entry, Fields, Sign, Words } from "./document.ts";
import { terminalWords } from "./terminal-words.ts";

/** A line, escaped and painted; `sign` marks it for media without colour. */
export interface EntryLine {
  sign: "+" | "-" | "!" | " ";
  text: string;
}

export interface LineStyle {
  paint: Paint;
  /** Of a line in cells, roughly. */
  width: number;
  /** Whether the − and + of a text diff are part of the line itself. */
  marks: boolean;
  /** Cells for a value in a line of its own, if lines may be longer than `width`. */
  valueRoom?: number;
  /** Whether lists of names are whole; if they are not, `-v` shows all. Undefined if it does not. */
  allNames?: boolean | undefined;
}

/** Cells of a sentence of an entry. */
const SENTENCE = 400;

/** What is below its name. */
export function entryLines(
  { hazards, body }: Pick<Entry, "hazards" | "body">,
  style: LineStyle,
): EntryLine[] {
  return [
    ...hazards.flatMap(({ words }) => sentenceLines(words, "!", style)),
    ...body.flatMap((block) => blockLines(block, style)),
  ];
}

function blockLines(block: Block, style: LineStyle): EntryLine[] {
  if ("line" in block) return sentenceLines(block.line, block.sign === "!" ? "!" : " ", style);
  if ("fields" in block) return fieldLines(block, style);
  if ("byRow" in block) return byRowLines(block.byRow, style);
  return "entry" in block ? partLines(block.entry, style) : [];
}

function sentenceLines(words: Words, sign: "!" | " ", style: LineStyle): EntryLine[] {
  const text = terminalWords(words, { ...style, room: SENTENCE });
  const paint = sign === "!" ? style.paint.yellow : (shown: string) => shown;
  return fitWidth(text, style.width, 0)
    .split("\n")
    .map((shown) => ({ sign, text: paint(shown) }));
}

const PART_SIGNS: Partial<Record<Sign, "+" | "-">> = { create: "+", delete: "-" };

/** `Revenue by month (report revenue-by-month)`, and what happens to it. */
function partLines({ sign: happens, called, source, ...entry }: Entry, style: LineStyle): EntryLine[] {
  const { paint, marks, width } = style;
  const sign = PART_SIGNS[happens] ?? " ";
  const name = `${marks && sign !== " " ? `${sign} ` : ""}${calledText(called)}`;
  const place = source ? `${excerpt(source.file, 0, 100)}:${source.line}` : "";
  const gap = width - cells(name) - cells(place);
  const right = marks && place !== "" && gap >= 2 ? " ".repeat(gap) + paint.dim(place) : "";
  const lines = entryLines(entry, { ...style, width: width - 2 });
  const [first = "", ...more] = fitWidth(name, width, 2).split("\n");
  return [
    { sign, text: first + right },
    ...more.map((text): EntryLine => ({ sign: " ", text })),
    ...lines.map((one) => ({ ...one, text: `  ${one.text}`.trimEnd() })),
  ];
}

/** As widgets are called: what people call it, and its key. */
function calledText({ kind, key, title }: Called): string {
  const named = `${kind} ${excerpt(key, 0, NAME_ROOM)}`;
  return title === key ? named : `${excerpt(title, 0, NAME_ROOM)} (${named})`;
}

interface Columns {
  /** 0 if subjects have lines of their own. */
  subject: number;
  label: number;
}

/** Of the width: subjects that are wider are beside no rows, and subjects that are no wider always are. */
const SUBJECTS = { most: 0.55, least: 0.3 };

function fieldLines({ fields, options }: Fields, style: LineStyle): EntryLine[] {
  const { width } = style;
  const sectionsIn = (subject: number) => {
    const room = Math.max(20, width - subject - 4);
    return fieldSections(
      fields,
      { room, below: options.detailed ? Infinity : Math.max(room - 2, style.valueRoom ?? 0) },
      options,
    );
  };
  const alone = sectionsIn(0);
  const columns = columnsOf(alone, width);
  const sections = columns.subject === 0 ? alone : sectionsIn(columns.subject);
  return sections.flatMap((section): EntryLine[] => {
    const subject = subjectText(section);
    const lines = section.rows.flatMap((item) => rowLines(item, columns, style));
    const [first, ...more] = lines;
    if (columns.subject === 0 || !first) return [{ sign: " ", text: subject }, ...lines];
    return [{ ...first, text: pad(subject, columns.subject) + first.text.slice(columns.subject) }, ...more];
  });
}

/** Subjects are beside their rows if they are short, or if every row has room there; else each is above them. */
function columnsOf(sections: readonly FieldSection[], width: number): Columns {
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
function rowLines(item: Row, columns: Columns, style: LineStyle): EntryLine[] {
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
  const lines = heads.map((text): EntryLine => ({ sign, text }));
  if (item.note !== "") addNote(lines, item, columns, style);
  return [...lines, ...diffLines(item.diff, deeper, style)];
}

/** The lines of a text that is long on both sides. */
function diffLines(diff: readonly DiffLine[], indent: string, style: LineStyle): EntryLine[] {
  const { paint, marks } = style;
  return diff.map(({ sign: mark, text }) => {
    const shown = `${marks || mark === "…" ? mark : " "} ${text}`.trimEnd();
    const painted = mark === "-" ? paint.red(shown) : mark === "+" ? paint.green(shown) : paint.dim(shown);
    return { sign: mark === "-" || mark === "+" ? mark : " ", text: indent + painted };
  });
}

/** The note follows the text if there is room, else it gets a line of its own. */
function addNote(lines: EntryLine[], item: Row, columns: Columns, style: LineStyle): void {
  const note = style.paint.yellow(item.note);
  const indent = " ".repeat(Math.max(2, Math.min(columns.subject + 4, style.width - cells(item.note))));
  const last = lines.at(-1);
  const isAlone = item.label === "" && item.text === "";
  const length = columns.subject + columns.label + 4 + cells(item.text) + 4 + cells(item.note);
  if (last && lines.length === 1 && length <= style.width) last.text += `${isAlone ? "" : "    "}${note}`;
  else lines.push({ sign: "!", text: indent + note });
}

/** Values that are shown if not all of them are: of few, one more costs no more than the line that counts it. */
const VALUES = 4;
/** Of the width: the names of rows beside a value. */
const NAMES = 0.3;

/** What the values are of, and a line for each; of many some of them, and how many rows have others. */
function byRowLines({ values }: ByRow, style: LineStyle): EntryLine[] {
  const areAll = style.allNames === true;
  const shown = areAll || values.length <= VALUES + 1 ? values : values.slice(0, VALUES);
  const beside = Math.floor(style.width * NAMES);
  const names = shown.map(({ rows }) => {
    const keys = rows.map((row) => excerpt(row, 0, NAME_ROOM));
    return listNames(keys, areAll ? Number.MAX_SAFE_INTEGER : beside);
  });
  const column = Math.max(0, ...names.map(cells).filter((size) => size <= beside));
  const room = Math.max(20, style.width - column - 4);
  let title = "";
  const lines = shown.flatMap(({ change, said: words }, at): EntryLine[] => {
    const name = names[at] ?? "";
    const isAction = change.fields.length === 0;
    const said = isAction ? excerpt(terminalWords(words, style), 0, room) : undefined;
    const [section] = isAction ? [] : fieldSections(change, { room, below: room });
    const [row] = section?.rows ?? [];
    if (section) title = `${[subjectText(section), row?.label].filter(Boolean).join(" ")}, `;
    const text = said ?? row?.text ?? "";
    const diff = diffLines(row?.diff ?? [], "    ", style);
    if (cells(name) > column && text !== "")
      return [plain(`  ${name}`), plain(`  ${pad("", column)}  ${text}`), ...diff];
    return [plain(`  ${pad(name, column)}  ${text}`.trimEnd()), ...diff];
  });
  const hint = style.allNames === undefined ? "" : ": -v shows them";
  const left = values.slice(shown.length).reduce((sum, { rows }) => sum + rows.length, 0);
  const more =
    left > 0 ? [plain(style.paint.dim(`  and ${count(left, "row")} with other values${hint}`))] : [];
  return [plain(`${title}by row:`), ...lines, ...more];
}

function plain(text: string): EntryLine {
  return { sign: " ", text };
}
