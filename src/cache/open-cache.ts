// The cache of a project: one pack for each tool and settings, in one folder.

import { createHmac, hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { ensureFolder, PRIVATE } from "../disc/index.ts";
import { cleanFolder } from "./clean-folder.ts";
import type { Cache, Kept, Memory } from "./memory.ts";
import { joinPart, splitPart } from "./pack-format.ts";
import { openPack, type Pack } from "./read-pack.ts";
import { createPack, type PackWriter } from "./write-pack.ts";

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
