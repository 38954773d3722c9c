// Reads a pack: its index at once, its parts when they are asked for.

import { closeSync, constants, fstatSync, futimesSync, openSync, readSync } from "node:fs";
import { digestOf, type Entry, FOOTER, readFooter, readIndex } from "./pack-format.ts";

export interface Pack {
  entries: ReadonlyMap<string, Entry>;
  /** The bytes of a part; undefined if they are not what was kept. Valid until the next call. */
  read(entry: Entry): Buffer | undefined;
  close(): void;
}

/** Opening a named pipe waits for whoever writes into it, unless asked not to. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** How often a pack that is only read is marked as used, in milliseconds. */
const MARKED = 24 * 60 * 60 * 1000;

/** The pack at a path; undefined if there is none that was made with this secret, or it is larger than `most` bytes. */
export function openPack(path: string, secret: Buffer, most: number): Pack | undefined {
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
