// One attempt at all edits, from the files as earlier edits left them. If anchors are in the way, their aliases are written out
// and it starts again; if all readers of a shared text want the same, it starts again and edits that text once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, isCollection, isScalar, type Node, type Scalar, visit } from "yaml";
import { columnOf, compareText, type Json, lineAndColumn, lineStart } from "../model/index.ts";
import type { Piece } from "./declaration.ts";
import {
  type Draft,
  markOf,
  type Note,
  newDraft,
  OverlapError,
  type Splice,
  splice,
  splicedFile,
} from "./draft.ts";
import { editValue } from "./edit-value.ts";
import { renderFlow } from "./form/render.ts";
import { anchorsOf, contentEnd, rangeOf, type Source } from "./form/source.ts";
import type { Job } from "./job.ts";
import { type CellEdit, cellEdit } from "./rows/cells.ts";
import { layersAt, type Reading, rowLayers, type Setting, sourceOf } from "./slots.ts";

export interface Order {
  /** Slug or report key, for notes. */
  key: string;
  fineness: number;
  pieces: readonly Piece[];
  /** Values of tables. */
  cells?: readonly CellEdit[];
  /** New ids of widgets → ids of those that they are copies of. */
  copies: ReadonlyMap<string, string>;
}

export interface Attempted {
  files: Map<string, string | null>;
  notes: Note[];
  /** Key → why nothing was found to edit. */
  errors: Map<string, string>;
  /** Keys that something was edited for. */
  touched: Set<string>;
}

/** Each round writes out one anchor of each file, or finds one more share that its readers agree on. */
const MAX_ROUNDS = 50;

export interface AttemptOptions {
  /** Included files that are edited for all their readers. */
  together?: readonly string[] | undefined;
  /** Fails rather than write widgets anew that stay as they are. */
  isSparing?: boolean | undefined;
}

export function attempt(
  setting: Setting,
  orders: readonly Order[],
  { together = [], isSparing = false }: AttemptOptions,
): Attempted {
  const overlay = new Map<string, string>();
  const extra: Note[] = [];
  let agreed: ReadonlySet<string> = new Set(together.map((file) => join(setting.realRoot, file)));
  for (let round = 0; ; round++) {
    const reading: Reading = { ...setting, sources: new Map(), overlay, agreed };
    const { draft, result, next } = editAll(reading, orders, isSparing);
    const grown = [...next].some((share) => !agreed.has(share));
    if (round < MAX_ROUNDS && grown) agreed = new Set([...agreed, ...next]);
    else if (round < MAX_ROUNDS && draft.detached.size > 0) {
      // A share is named by the offset of its anchor, which moves now.
      agreed = new Set([...agreed].filter((share) => !share.includes("&")));
      for (const [source, text] of writtenOut(draft, extra)) overlay.set(source.file, text);
    } else return finish(reading, draft, { ...result, notes: extra });
  }
}

function editAll(reading: Reading, orders: readonly Order[], isSparing: boolean) {
  const draft = newDraft();
  const result = { files: new Map(), errors: new Map<string, string>(), touched: new Set<string>() };
  const spared: Job["spared"] = new Map();
  const shared = { wishes: new Map(), counts: new Map(), done: new Set<string>(), isSparing, spared };
  for (const { key, fineness, pieces, copies, cells = [] } of orders) {
    const [splices, texts] = markOf(draft);
    draft.key = key;
    for (const cell of cells) {
      const source = sourceOf(reading, cell.file);
      const found = source && cellEdit(source.text, cell);
      if (found) splice(draft, { source, ...found }, found.text);
      else result.errors.set(key, `${cell.file}:${cell.line} does not hold the value as it was read`);
    }
    for (const { spot, now, want, nulls, style, row, isRow } of pieces) {
      const job: Job = { reading, draft, style, key, fineness, copies, ...shared };
      const layers = isRow ? rowLayers(reading, spot) : layersAt(reading, spot, row);
      const edit = { layers, now, want, nulls, depth: 0 };
      const edited = unlessOverlapping(result, () => editValue(job, edit));
      if (edited !== false) continue;
      const place = spared.get(key);
      const reason =
        place === undefined
          ? `a part of ${spot.file} that others share would have to change`
          : `the widgets at ${place} would be written anew`;
      result.errors.set(key, reason);
    }
    if (draft.splices.length > splices || draft.texts.length > texts) result.touched.add(key);
  }
  const next = new Set<string>();
  for (const [share, wishes] of shared.wishes as Job["wishes"]) {
    const same = new Set(wishes.values()).size === 1;
    if (same && wishes.size === (shared.counts as Job["counts"]).get(share)) next.add(share);
  }
  return { draft, result, next };
}

/** The result of `make`; undefined if two edits overlap, so that the later one's declaration has to be edited in another way. */
function unlessOverlapping<T>({ errors }: Pick<Attempted, "errors">, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof OverlapError)) throw error;
    errors.set(error.key, error.message);
    return undefined;
  }
}

/** The texts with the aliases of detached anchors written out and the anchors removed: one of each file, since they may nest. */
function writtenOut(draft: Draft, notes: Note[]): Map<Source, string> {
  const texts = new Map<Source, string>();
  for (const [node, { source, key }] of draft.detached) {
    if (texts.has(source)) continue;
    const document = source.documents.find((one) => anchorsOf(one).has(node))!;
    const splices: Splice[] = anchorsOf(document)
      .get(node)!
      .map((alias) => {
        const [start, end] = rangeOf(alias);
        const message = `The alias ${source.text.slice(start, end).trim()} was written out: what it names changed.`;
        notes.push({ key, file: source.file, line: lineAndColumn(source.text, start).line, message });
        const text = isInFlow(document, alias)
          ? renderFlow({ source, style: VERBATIM }, (node as Scalar).toJS(document) as Json)
          : textAt(source, node, start);
        const blanks = text.startsWith("\n") ? / *$/.exec(source.text.slice(0, start))![0].length : 0;
        return { source, start: start - blanks, end, text, key: "" };
      });
    splices.push({ source, ...anchorBefore(source.text, node), text: "", key: "" });
    texts.set(source, splicedFile(source, splices));
  }
  return texts;
}

const VERBATIM = { shortPositions: false, layouts: false, verbatim: true };

function isInFlow(document: Document, alias: Node): boolean {
  let found = false;
  visit(document, {
    Alias(_, one, ancestors) {
      if (one === alias) found = ancestors.some((each) => isCollection(each) && each.flow === true);
    },
  });
  return found;
}

/** The anchor of a node that has one, with the space that parts it from what is beside it. */
function anchorBefore(text: string, node: Node): { start: number; end: number } {
  const written = `&${(node as Scalar).anchor}`;
  const start = text.lastIndexOf(written, rangeOf(node)[0]);
  const end = start + written.length;
  const space = text[end] === " " ? 1 : 0;
  const atLineEnd = text[end] === "\n";
  return { start: start - (atLineEnd && text[start - 1] === " " ? 1 : 0), end: end + space };
}

/** The text of a node in the place of an alias: block collections begin on a line of their own there. */
function textAt(source: Source, node: Node, at: number): string {
  const [start] = rangeOf(node);
  const text = source.text.slice(start, contentEnd(source.text, node, start));
  const column = columnOf(source.text, start);
  if (!isCollection(node) || node.flow) {
    return isScalar(node) && /^[|>]/.test(text) ? JSON.stringify(node.value) : text;
  }
  const line = source.text.slice(lineStart(source.text, at), at);
  const dash = /^( *)- +$/.exec(line);
  const margin = dash ? line.length : /^ */.exec(line.replace(/- /g, "  "))![0].length + source.step;
  const body = text.replace(/(?<=\n)[^\n]*/g, (one) => {
    const rest = one.slice(Math.min(column, /^ */.exec(one)![0].length));
    return rest.trim() === "" ? rest : " ".repeat(margin) + rest;
  });
  return dash ? body : `\n${" ".repeat(margin)}${body}`;
}

/** Adds the texts of the files with the draft's edits, and its notes, to the result. */
function finish(reading: Reading, draft: Draft, result: Attempted): Attempted {
  const texts = new Map<string, string | null>(reading.overlay);
  for (const source of new Set(draft.splices.map((one) => one.source))) {
    const own = draft.splices.filter((one) => one.source === source);
    const splices = reading.agreed.has(join(reading.realRoot, source.file)) ? withoutRepeats(own) : own;
    const text = unlessOverlapping(result, () => splicedFile(source, splices));
    if (text !== undefined) texts.set(source.file, text);
  }
  for (const { file, text } of draft.texts) texts.set(file, text);
  for (const [file, text] of texts) {
    const path = join(reading.realRoot, file);
    // A text that is there already is not an edit. Reading removes a byte order mark, so it is put back.
    if (text === null) result.files.set(file, null);
    else if (reading.files.read(file) !== text)
      result.files.set(file, hasMark(path) ? `\uFEFF${text}` : text);
  }
  result.notes = [...draft.notes, ...result.notes].sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.message, b.message),
  );
  return result;
}

/** Readers that have keys of their own next to the `$include` edit the rest of the file each. */
function withoutRepeats(splices: readonly Splice[]): Splice[] {
  const known = new Set<string>();
  return splices.filter(({ start, end, text }) => {
    const edit = JSON.stringify([start, end, text]);
    const isRepeated = start < end && known.has(edit);
    known.add(edit);
    return !isRepeated;
  });
}

function hasMark(path: string): boolean {
  try {
    return readFileSync(path).subarray(0, 3).toString("hex") === "efbbbf";
  } catch {
    return false;
  }
}
