// The cache of a project: one pack for each tool and settings, in one folder.

import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { ensureFolder, PRIVATE, WITHOUT_WAITING } from "../files/index.ts";
import type { Cache, Kept, Memory } from "./memory.ts";

// How a pack is written: the parts one after the other, then an index of them, then a seal over the index. The index holds the digest of
// each part, so that the seal vouches for all of them, and a part is checked only when it is read.

/** A part of a pack. */
interface Entry {
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
interface Footer {
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
const FOOTER = OFFSET + LENGTH + SEAL + MAGIC.length;
/** No entry is as old as this. */
const OLDEST = 2 ** (8 * AGE) - 1;

/** The index and the footer of a pack whose parts end at `offset`. */
function writeIndex(entries: readonly Entry[], offset: number, secret: Buffer): Buffer {
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
function readFooter(bytes: Buffer, size: number): Footer | undefined {
  if (bytes.length !== FOOTER || !bytes.subarray(-MAGIC.length).equals(MAGIC)) return undefined;
  const offset = bytes.readUIntBE(0, OFFSET);
  const count = bytes.readUIntBE(OFFSET, LENGTH);
  if (offset + count * ENTRY + FOOTER !== size) return undefined;
  return { offset, count, seal: bytes.subarray(OFFSET + LENGTH, OFFSET + LENGTH + SEAL) };
}

/** The entries of an index with its footer, by key; undefined if the seal does not hold. */
function readIndex(index: Buffer, footer: Footer, secret: Buffer): Map<string, Entry> | undefined {
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

function digestOf(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer");
}

/** A head and a body as one part. */
function joinPart(head: string, body: Buffer): Buffer {
  const length = Buffer.byteLength(head);
  const part = Buffer.allocUnsafe(LENGTH + length + body.length);
  part.writeUIntBE(length, 0, LENGTH);
  part.write(head, LENGTH);
  part.set(body, LENGTH + length);
  return part;
}

/** The same apart again. The body is a copy: `part` may be used for something else. */
function splitPart(part: Buffer): { head: string; body: Buffer } {
  const end = LENGTH + part.readUIntBE(0, LENGTH);
  return { head: part.toString("utf8", LENGTH, end), body: Buffer.from(part.subarray(end)) };
}

function sealOf(bytes: Buffer, secret: Buffer): Buffer {
  return createHmac("sha256", secret).update("boardwright pack 1\n").update(bytes).digest();
}

// Writes a pack: under another name, and renamed when it is whole, so that no reader ever sees half of one.

interface PackWriter {
  /** Bytes so far. */
  size(): number;
  add(part: Buffer, about: { key: string; age: number }): void;
  /** Puts the pack in place. Throws the error of the file system, and then nothing is left. */
  finish(): void;
  /** Leaves nothing. */
  discard(): void;
}

/** Parts are written in pieces of so many bytes. */
const PIECE = 1024 * 1024;

/** What the name of a pack that is being written ends with. */
const UNFINISHED = ".new";

/** Throws the error of the file system if nothing can be written in the folder of `path`. */
function createPack(path: string, secret: Buffer): PackWriter {
  const temporary = `${path}.${randomBytes(5).toString("hex")}${UNFINISHED}`;
  const descriptor = openSync(temporary, "wx", PRIVATE.file);
  const entries: Entry[] = [];
  let pieces: Buffer[] = [];
  let waiting = 0;
  let offset = 0;
  let isOpen = true;
  const flush = () => {
    let piece = Buffer.concat(pieces);
    // A disk that is nearly full takes a part of it.
    while (piece.length > 0) piece = piece.subarray(writeSync(descriptor, piece));
    pieces = [];
    waiting = 0;
  };
  const discard = () => {
    if (!isOpen) return;
    isOpen = false;
    process.removeListener("exit", discard);
    closeSync(descriptor);
    rmSync(temporary, { force: true });
  };
  // A command that fails, or a second Ctrl-C, ends the process without closing what it opened.
  process.once("exit", discard);
  return {
    size: () => offset,
    add(part, { key, age }) {
      entries.push({ key, age, digest: digestOf(part), offset, length: part.length });
      pieces.push(part);
      offset += part.length;
      waiting += part.length;
      if (waiting >= PIECE) flush();
    },
    finish() {
      try {
        pieces.push(writeIndex(entries, offset, secret));
        flush();
        renameSync(temporary, path);
      } finally {
        discard();
      }
    },
    discard,
  };
}

// Reads a pack: its index at once, its parts when they are asked for.

interface Pack {
  entries: ReadonlyMap<string, Entry>;
  /** The bytes of a part; undefined if they are not what was kept. Valid until the next call. */
  read(entry: Entry): Buffer | undefined;
  close(): void;
}

/** How often a pack that is only read is marked as used, in milliseconds. */
const MARKED = 24 * 60 * 60 * 1000;

/** The pack at a path; undefined if there is none that was made with this secret, or it is larger than `most` bytes. */
function openPack(path: string, secret: Buffer, most: number): Pack | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, WITHOUT_WAITING);
    const entries = readEntries(descriptor, secret, most);
    if (entries) return packOf(descriptor, entries);
  } catch {
    // What cannot be read is not there.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return undefined;
}

function readEntries(descriptor: number, secret: Buffer, most: number): Map<string, Entry> | undefined {
  const stats = fstatSync(descriptor);
  if (!stats.isFile() || stats.size < FOOTER || stats.size > most) return undefined;
  const footer = readFooter(readAt(descriptor, stats.size - FOOTER, FOOTER), stats.size);
  if (!footer) return undefined;
  const entries = readIndex(readAt(descriptor, footer.offset, stats.size - footer.offset), footer, secret);
  const now = Date.now();
  if (entries && now - stats.mtimeMs > MARKED) futimesSync(descriptor, now / 1000, now / 1000);
  return entries;
}

function packOf(descriptor: number, entries: ReadonlyMap<string, Entry>): Pack {
  let buffer = Buffer.allocUnsafeSlow(64 * 1024);
  return {
    entries,
    read({ offset, length, digest }) {
      if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length);
      try {
        const part = buffer.subarray(0, readSync(descriptor, buffer, 0, length, offset));
        return digestOf(part).equals(digest) ? part : undefined;
      } catch {
        return undefined;
      }
    },
    close: () => closeSync(descriptor),
  };
}

function readAt(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
}

// Keeps the folder of packs small: those of other versions and settings go when nobody has used them for long, or there are too many.

const PACK = /^[0-9a-f]{32}\.pack$/;
const HOUR = 60 * 60 * 1000;
/** A pack that nobody has used for so long goes. */
const UNUSED = 30 * 24 * HOUR;

/** Removes old packs, and what runs that were killed left, until at most `most` bytes are left. Keeps `own`; never throws. */
function cleanFolder(folder: string, { own, most }: { own: string; most: number }): void {
  const now = Date.now();
  let left = 0;
  const files = filesIn(folder).sort(
    (a, b) => Number(b.name === own) - Number(a.name === own) || b.used - a.used,
  );
  for (const { name, size, used } of files) {
    const isOver = PACK.test(name) ? left + size > most || now - used > UNUSED : now - used > HOUR;
    if (name === own || !isOver) left += size;
    else rmSync(join(folder, name), { force: true });
  }
}

/** The files that are ours by their names. */
function filesIn(folder: string): { name: string; size: number; used: number }[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (PACK.test(entry.name) || entry.name.endsWith(UNFINISHED)))
    .flatMap(({ name }) => {
      // Another process may remove it at the same moment.
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats ? [{ name, size: stats.size, used: stats.mtimeMs }] : [];
    });
}

/** Bytes of one pack, and of all of them. */
const MOST_OF_ONE = 400_000_000;
const MOST_OF_ALL = 800_000_000;
/** A part that so many writings of its pack had no use for goes. */
const OLD = 8;

export interface CacheOptions {
  /** Absolute; made when something is kept. */
  folder: string;
  /** Seals what is kept: a pack that was sealed with another one is not read. */
  secret: Buffer;
  /** What computes: its build, and what it runs on. */
  tool: string;
  /** Bytes of one pack, and of all; only a test has reason to give others. */
  most?: { ofOne: number; ofAll: number };
}

export function openCache({ folder, secret, tool, most }: CacheOptions): Cache {
  const { ofOne, ofAll } = most ?? { ofOne: MOST_OF_ONE, ofAll: MOST_OF_ALL };
  return {
    open(settings) {
      // A seal of its own for each: one pack under the name of another is not read.
      const own = createHmac("sha256", secret)
        .update(JSON.stringify([tool, settings]))
        .digest();
      const path = join(folder, `${hash("sha256", own).slice(0, 32)}.pack`);
      return openMemory({ path, secret: own, ofOne, ofAll });
    },
  };
}

interface MemoryOptions {
  path: string;
  secret: Buffer;
  ofOne: number;
  ofAll: number;
}

function openMemory({ path, secret, ofOne, ofAll }: MemoryOptions): Memory {
  const pack = openPack(path, secret, ofOne * 2);
  const used = new Set<string>();
  const kept = new Set<string>();
  let writer: PackWriter | undefined;
  let isFailed = false;
  /** Nothing is said of a disk that is full or may only be read: the next run is as slow as this one. */
  const attempt = (write: () => void): void => {
    if (isFailed) return;
    try {
      write();
    } catch {
      isFailed = true;
      writer?.discard();
    }
  };
  return {
    recall(key) {
      const entry = pack?.entries.get(key);
      const part = entry && pack?.read(entry);
      if (!part) return undefined;
      used.add(key);
      return splitPart(part);
    },
    keep(key, { head, body }: Kept) {
      if (kept.has(key)) return;
      attempt(() => {
        if (!writer) {
          ensureFolder(dirname(path), PRIVATE.folder);
          writer = createPack(path, secret);
        }
        if (writer.size() >= ofOne) return;
        writer.add(joinPart(head, body), { key, age: 0 });
        kept.add(key);
      });
    },
    close(stays) {
      if (writer && stays) {
        const whole = writer;
        attempt(() => {
          if (pack) copyRest(pack, whole, { used, kept, most: ofOne });
          whole.finish();
          cleanFolder(dirname(path), { own: basename(path), most: ofAll });
        });
      } else writer?.discard();
      pack?.close();
    },
  };
}

interface Rest {
  used: ReadonlySet<string>;
  kept: ReadonlySet<string>;
  most: number;
}

/** Takes over what was of use, and then, as far as there is room, what may be again: somebody switches between branches. */
function copyRest(pack: Pack, writer: PackWriter, { used, kept, most }: Rest): void {
  const ageOf = ({ key, age }: { key: string; age: number }) => (used.has(key) ? 0 : age + 1);
  const rest = [...pack.entries.values()]
    .filter((entry) => !kept.has(entry.key) && ageOf(entry) <= OLD)
    .sort((a, b) => ageOf(a) - ageOf(b) || a.offset - b.offset);
  for (const entry of rest) {
    if (writer.size() + entry.length > most) return;
    const part = pack.read(entry);
    // A copy, because the next part is read into the same bytes.
    if (part) writer.add(Buffer.from(part), { key: entry.key, age: ageOf(entry) });
  }
}
