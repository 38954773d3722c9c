// Writes a pack: under another name, and renamed when it is whole, so that no reader ever sees half of one.

import { randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { PRIVATE } from "../disc/index.ts";
import { digestOf, type Entry, writeIndex } from "./pack-format.ts";

export interface PackWriter {
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
export const UNFINISHED = ".new";

/** Throws the error of the file system if nothing can be written in the folder of `path`. */
export function createPack(path: string, secret: Buffer): PackWriter {
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
