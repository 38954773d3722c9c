// How a pack is written: the parts one after the other, then an index of them, then a seal over the index. The index holds the digest of
// each part, so that the seal vouches for all of them, and a part is checked only when it is read.

import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** A part of a pack. */
export interface Entry {
  /** 64 characters of hex. */
  key: string;
  /** SHA-256 of the part. */
  digest: Buffer;
  offset: number;
  length: number;
  /** How many times the pack was written since the part was last of use. */
  age: number;
}

/** What stands at the end of a pack. */
export interface Footer {
  /** Where the index begins. */
  offset: number;
  count: number;
  seal: Buffer;
}

const MAGIC = Buffer.from("boardwright.pack");
const KEY = 32;
const DIGEST = 32;
const OFFSET = 6;
const LENGTH = 4;
const AGE = 2;
const ENTRY = KEY + DIGEST + OFFSET + LENGTH + AGE;
const SEAL = 32;
/** The bytes of a footer. */
export const FOOTER = OFFSET + LENGTH + SEAL + MAGIC.length;
/** No entry is as old as this. */
const OLDEST = 2 ** (8 * AGE) - 1;

/** The index and the footer of a pack whose parts end at `offset`. */
export function writeIndex(entries: readonly Entry[], offset: number, secret: Buffer): Buffer {
  const index = Buffer.alloc(entries.length * ENTRY + FOOTER);
  let at = 0;
  for (const entry of entries) {
    at += index.write(entry.key, at, KEY, "hex");
    at += entry.digest.copy(index, at);
    at = index.writeUIntBE(entry.offset, at, OFFSET);
    at = index.writeUIntBE(entry.length, at, LENGTH);
    at = index.writeUIntBE(Math.min(entry.age, OLDEST), at, AGE);
  }
  at = index.writeUIntBE(offset, at, OFFSET);
  at = index.writeUIntBE(entries.length, at, LENGTH);
  at += sealOf(index.subarray(0, at), secret).copy(index, at);
  MAGIC.copy(index, at);
  return index;
}

/** The footer of a pack of `size` bytes; undefined if it is none, or its index does not fill the rest of the file. */
export function readFooter(bytes: Buffer, size: number): Footer | undefined {
  if (bytes.length !== FOOTER || !bytes.subarray(-MAGIC.length).equals(MAGIC)) return undefined;
  const offset = bytes.readUIntBE(0, OFFSET);
  const count = bytes.readUIntBE(OFFSET, LENGTH);
  if (offset + count * ENTRY + FOOTER !== size) return undefined;
  return { offset, count, seal: bytes.subarray(OFFSET + LENGTH, OFFSET + LENGTH + SEAL) };
}

/** The entries of an index with its footer, by key; undefined if the seal does not hold. */
export function readIndex(index: Buffer, footer: Footer, secret: Buffer): Map<string, Entry> | undefined {
  const end = index.length - MAGIC.length - SEAL;
  if (!timingSafeEqual(sealOf(index.subarray(0, end), secret), footer.seal)) return undefined;
  const entries = new Map<string, Entry>();
  for (let at = 0; at < footer.count * ENTRY; at += ENTRY) {
    const numbers = at + KEY + DIGEST;
    const key = index.toString("hex", at, at + KEY);
    entries.set(key, {
      key,
      digest: index.subarray(at + KEY, numbers),
      offset: index.readUIntBE(numbers, OFFSET),
      length: index.readUIntBE(numbers + OFFSET, LENGTH),
      age: index.readUIntBE(numbers + OFFSET + LENGTH, AGE),
    });
  }
  return entries;
}

export function digestOf(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer");
}

/** A head and a body as one part. */
export function joinPart(head: string, body: Buffer): Buffer {
  const length = Buffer.byteLength(head);
  const part = Buffer.allocUnsafe(LENGTH + length + body.length);
  part.writeUIntBE(length, 0, LENGTH);
  part.write(head, LENGTH);
  part.set(body, LENGTH + length);
  return part;
}

/** The same apart again. The body is a copy: `part` may be used for something else. */
export function splitPart(part: Buffer): { head: string; body: Buffer } {
  const end = LENGTH + part.readUIntBE(0, LENGTH);
  return { head: part.toString("utf8", LENGTH, end), body: Buffer.from(part.subarray(end)) };
}

function sealOf(bytes: Buffer, secret: Buffer): Buffer {
  return createHmac("sha256", secret).update("boardwright pack 1\n").update(bytes).digest();
}
