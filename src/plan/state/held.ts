// A part of a request that is held as text, and made again each time it is looked at: ten thousand drafts as trees are several
// times as large as the files that they come from, and a plan keeps all of them until they are sent.

import { isObject, type Json, type JsonObject, readJson, writeJson } from "../../model/index.ts";

/** A part that is held as text. */
export interface Held {
  key: string;
  /** As JSON.stringify writes it. */
  text(): string;
}

const held = new WeakMap<object, Held>();

/**
 * Puts `value` into `object` at `key`, held as the bytes of its JSON text. Whoever reads it gets a tree of its own: what is changed in that is
 * lost. A copy of `object` holds a tree. `known`: a text that is kept anyway, and may hold this one from `offset` on; then nothing more is kept.
 */
export function holdAsText(
  object: JsonObject,
  key: string,
  value: Json,
  { known, offset }: { known: Buffer; offset: number },
): void {
  const text = writeJson(value);
  const end = offset + Buffer.byteLength(text);
  const bytes =
    known.toString("utf8", offset, end) === text ? known.subarray(offset, end) : Buffer.from(text);
  const one: Held = { key, text: () => bytes.toString() };
  held.set(object, one);
  // One function for all, so that they have one shape.
  Object.defineProperty(object, key, { get: readHeld, enumerable: true, configurable: true });
}

function readHeld(this: object): Json {
  return readJson(held.get(this)?.text() ?? "null");
}

/** What `object` holds as text. */
export function heldIn(object: JsonObject): Held | undefined {
  return held.get(object);
}

/** The request with trees of its own, for the time in which it is on its way. */
export function unfold(request: JsonObject): JsonObject {
  const { meta } = request;
  return isObject(meta) && held.has(meta) ? { ...request, meta: { ...meta } } : { ...request };
}

/** The JSON text of a change in pieces, of which one is a held part; without making that. */
export function* writePieces(change: { request?: JsonObject | undefined }): Iterable<string> {
  const meta = change.request?.meta;
  const one = isObject(meta) ? held.get(meta) : undefined;
  if (!one || !isObject(meta)) return yield writeJson(change);
  const rest = Object.keys(meta).flatMap((key): [string, unknown][] =>
    key === one.key ? [] : [[key, meta[key]]],
  );
  yield writeJson({ ...change, request: { ...change.request, meta: Object.fromEntries(rest) } });
  yield `${writeJson(one.key)}:${one.text()}`;
}
