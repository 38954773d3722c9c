// The audit log as CSV, streamed to a file or to stdout.

import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXIT, type ExitCode } from "../../model/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { printJson } from "./print.ts";

export async function writeExport(
  terminal: Terminal,
  { json, quiet, output }: GlobalFlags & { output?: unknown },
  csv: Readable,
): Promise<ExitCode> {
  if (typeof output !== "string") {
    await terminal.pipe(csv);
    return EXIT.ok;
  }
  const bytes = await writeWhole(resolve(terminal.cwd, output), csv);
  if (json) printJson(terminal, { file: output, bytes });
  else if (!quiet) terminal.err(`${output}: ${bytes} bytes`);
  return EXIT.ok;
}

/** Next to its place until it is whole: an export that breaks off leaves what was there before. Resolves to its size. */
async function writeWhole(path: string, bytes: Readable): Promise<number> {
  const partial = `${path}.${randomBytes(4).toString("hex")}.partial`;
  try {
    // Not every user of the machine may read who did what.
    await pipeline(bytes, createWriteStream(partial, { flags: "wx", mode: 0o600 }));
    const { size } = await stat(partial);
    await rename(partial, path);
    return size;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
