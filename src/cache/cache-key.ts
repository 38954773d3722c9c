// The secret that the cache is sealed with. It is outside of every checkout, so that what a branch brings along is no cache of ours: whoever
// can push one must not be able to say what lint and plan find (contract 11).

import { createHmac, randomBytes } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ensureFolder, PRIVATE, WITHOUT_WAITING } from "../files/index.ts";
import { isInside, SANDBOX_KEY } from "../model/index.ts";

const KEY = /^[0-9a-f]{64}\n$/;
/** A shorter credential can be guessed by trying. */
const SHORTEST = 24;

export interface KeyPlace {
  /** Absolute: the file with the key of this user, made if it is not there. */
  file: string;
  /** Absolute: the folder that others may write through Git. No key is read in it. */
  checkout: string;
  /** A secret that machines share, if there is one: then they can use one cache. */
  credential: string | undefined;
}

/** The secret, from the credential if there is a good one, else from the file; undefined if there is neither. Never throws. */
export function readCacheKey({ file, checkout, credential = "" }: KeyPlace): Buffer | undefined {
  if (credential.length >= SHORTEST && credential !== SANDBOX_KEY)
    return createHmac("sha256", credential).update("boardwright cache key 1").digest();
  try {
    if (isInside(checkout, file)) return undefined;
    makeKey(file);
    if (isInside(realpathSync(checkout), realpathSync(file))) return undefined;
    const text = readOwn(file);
    return text !== undefined && KEY.test(text) ? Buffer.from(text.trim(), "hex") : undefined;
  } catch {
    return undefined;
  }
}

function makeKey(file: string): void {
  ensureFolder(dirname(file), PRIVATE.folder);
  try {
    writeFileSync(file, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: PRIVATE.file });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** The text of a file that is this user's alone; undefined for any other. */
function readOwn(file: string): string | undefined {
  const descriptor = openSync(file, WITHOUT_WAITING);
  try {
    const stats = fstatSync(descriptor);
    const isOwn =
      process.platform === "win32" || ((stats.mode & 0o077) === 0 && stats.uid === process.getuid?.());
    return stats.isFile() && isOwn ? readFileSync(descriptor, "utf8") : undefined;
  } finally {
    closeSync(descriptor);
  }
}
