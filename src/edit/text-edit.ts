// Edits of texts at places that are known: a name, or a value at a path as the file writes it. Comments, quotes, flow or block,
// indentation, line ends and anchors stay. Nothing is written here: whoever asks loads the project with the new texts first.

import { isMap, isScalar, isSeq, type Scalar } from "yaml";
import {
  type Json,
  lineAndColumn,
  offsetAt,
  type Path,
  type Place,
  renameWithin,
  type Span,
} from "../model/index.ts";
import { type Draft, newDraft, splice, splicedFile } from "./draft.ts";
import { writeMap } from "./edit-map.ts";
import { respell, textOfScalar } from "./form/print-text.ts";
import { keyOf, openSource, rangeOf, type Source } from "./form/source.ts";
import { replaceValue } from "./replace.ts";
import { contentOf, type Holder, holderOf, type Slot, writtenNode } from "./slots.ts";

/** A name and the one that it becomes. */
interface NewName {
  /** What the scalar says, or names within if it is JSON as a text; undefined: whatever it says. */
  from?: string | undefined;
  to: string;
}

/** A key of a map, or which of its keys. */
export type Step = string | ((key: string) => boolean);

export type TextEdit =
  | ({ kind: "rename"; at: Span } & NewName)
  /** Every key that the last step takes, or with `part: "value"` every text there, or in a list there, that is the name. */
  | ({ kind: "rename-all"; file: string; way: readonly Step[]; part: "key" | "value" } & NewName)
  /** Adds it if the map does not have it: where fields of that name usually are. */
  | { kind: "set"; file: string; path: Path; value: Json }
  | { kind: "delete"; file: string; path: Path };

export interface EditedTexts {
  /** File → its text; only of files that change. A byte order mark stays. */
  texts: Map<string, { before: string; after: string }>;
  /** Where each edit is, in the texts before. */
  places: Place[];
  /** What cannot be edited there. Aliases are neither: what they repeat is edited where it is written. */
  refused: { edit: TextEdit; place: Place; written: string }[];
}

/** Makes the edits; those that are asked for twice are made once. */
export function editTexts(read: (file: string) => string, edits: readonly TextEdit[]): EditedTexts {
  const opened = new Map<string, { before: string; source: Source }>();
  const open = (file: string): Source => {
    const known = opened.get(file);
    if (known) return known.source;
    // Read once: somebody else may save it meanwhile.
    const before = read(file);
    const source = openSource(file, withoutMark(before));
    opened.set(file, { before, source });
    return source;
  };
  const draft = newDraft();
  const result: EditedTexts = { texts: new Map(), places: [], refused: [] };
  const placeAt = ({ file, text }: Source, offset: number) => ({ file, ...lineAndColumn(text, offset) });
  const scalars = new Map<string, Renamed>();
  for (const edit of edits) {
    if (edit.kind === "rename" || edit.kind === "rename-all") {
      const source = open(edit.kind === "rename" ? edit.at.file : edit.file);
      const found = edit.kind === "rename" ? [scalarAt(source.text, edit.at)] : scalarsAt(source, edit);
      for (const [start, end] of found) {
        const id = `${start} ${source.file}`;
        const written = source.text.slice(start, end);
        const scalar = scalars.get(id) ?? { source, start, end, text: written, names: new Set() };
        if (scalar.names.has(edit.from) || written.startsWith("*")) continue;
        const text = edit.kind === "rename" ? renamed(scalar.text, edit) : respell(written, edit.to);
        scalars.set(id, { ...scalar, text: text ?? scalar.text, names: scalar.names.add(edit.from) });
        if (text === undefined) result.refused.push({ edit, place: placeAt(source, start), written });
      }
      continue;
    }
    const source = open(edit.file);
    const at = setOrDelete(draft, source, edit);
    if (at === undefined) result.refused.push({ edit, place: placeAt(source, 0), written: "" });
    else result.places.push(placeAt(source, at));
  }
  for (const { source, start, end, text } of scalars.values()) {
    if (text === source.text.slice(start, end)) continue;
    splice(draft, { source, start, end }, text);
    result.places.push(placeAt(source, start));
  }
  for (const { before, source } of opened.values()) {
    const splices = draft.splices.filter((one) => one.source === source);
    if (splices.length === 0) continue;
    const mark = before.slice(0, before.length - withoutMark(before).length);
    result.texts.set(source.file, { before, after: mark + splicedFile(source, splices) });
  }
  return result;
}

/** What a file says at a path as it is written, through no include and no alias; undefined if it says nothing there. */
export function writtenAt(file: string, text: string, path: Path): Json | undefined {
  const slot = slotAt(openSource(file, withoutMark(text)), path);
  return slot && (contentOf(slot)?.toJS(slot.document) as Json | undefined);
}

/** Whether a text says a name at a span so that it can get another one. */
export function canRename(text: string, at: Span, name: NewName): boolean {
  const [start, end] = scalarAt(text, at);
  return renamed(text.slice(start, end), name) !== undefined;
}

/** A scalar of a file with other text, and the names that it had. */
interface Renamed {
  source: Source;
  start: number;
  end: number;
  text: string;
  names: Set<string | undefined>;
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** The scalar with another name; undefined if it is spelled in another way, or is no text. */
function renamed(written: string, { from, to }: NewName): string | undefined {
  const said = textOfScalar(written);
  if (from === undefined || said === from) return respell(written, to);
  if (!/^\s*\{/.test(said ?? written.replace(/^[|>].*\s*/, ""))) return undefined;
  const text = renameWithin({ from, to }, written);
  return text === written ? undefined : text;
}

/** The offsets of a scalar, without the anchor that it may have. */
function scalarAt(text: string, { line, column, endLine, endColumn }: Span): readonly [number, number] {
  const start = offsetAt(text, line, column);
  const end = offsetAt(text, endLine, endColumn);
  return [start + (/^&\S+\s+/.exec(text.slice(start, end))?.[0].length ?? 0), end];
}

/** The offsets of the keys or texts at the end of a way. */
function scalarsAt(
  { documents }: Source,
  { way, part, from }: Extract<TextEdit, { kind: "rename-all" }>,
): (readonly [start: number, end: number])[] {
  let nodes: unknown[] = documents.map(({ contents }) => contents);
  let keys: unknown[] = [];
  for (const step of way) {
    const takes = (key: string) => (typeof step === "string" ? key === step : step(key));
    const pairs = nodes.flatMap((map) => (isMap(map) ? map.items : []));
    const taken = pairs.filter(({ key }) => isScalar(key) && takes(keyOf(key)));
    nodes = taken.map(({ value }) => value);
    keys = taken.map(({ key }) => key);
  }
  const texts = nodes.flatMap((node) => (isSeq(node) ? node.items : [node]));
  const isIt = (node: unknown): node is Scalar => isScalar(node) && node.value === from;
  return (part === "key" ? keys : texts.filter(isIt)).map(rangeOf);
}

const STYLE = { shortPositions: true, layouts: false, verbatim: true, oneLine: true };

/** Where the edit is; undefined if there is no such place in the file. */
function setOrDelete(
  draft: Draft,
  source: Source,
  edit: Extract<TextEdit, { kind: "set" | "delete" }>,
): number | undefined {
  const slot = slotAt(source, edit.path);
  const job = { draft, style: STYLE };
  if (slot && edit.kind === "set") {
    replaceValue(job, slot, edit.value);
    return writtenNode(slot)?.range?.[0];
  }
  const around = slotAt(source, edit.path.slice(0, -1));
  const key = String(edit.path.at(-1));
  if (!around || !isMap(writtenNode(around)) || (edit.kind === "delete" && !slot)) return undefined;
  const change = { slot: around, remove: new Set<string>(), add: [] };
  if (edit.kind === "delete") change.remove.add(key);
  const from = draft.splices.length;
  writeMap(job, edit.kind === "set" ? { ...change, add: [{ key, value: edit.value }] } : change, from);
  return draft.splices[from]?.start;
}

/** The first document that has the path has it. */
function slotAt(source: Source, path: Path): Slot | undefined {
  for (const document of source.documents) {
    let slot: Slot | undefined = { source, document, holder: { in: "document" }, locked: false };
    for (const key of path) {
      const holder: Holder | undefined = slot && holderOf(writtenNode(slot), key);
      slot = holder && { source, document, holder, locked: false };
    }
    if (slot) return slot;
  }
  return undefined;
}
