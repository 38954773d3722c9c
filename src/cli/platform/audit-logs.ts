// boardwright audit-logs: the audit log as CSV, streamed to a file or to stdout.

import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXIT, UsageError } from "../../model/index.ts";
import type { AuditLogFilter } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import { printJson } from "./print.ts";

interface ExportFlags extends GlobalFlags {
  start?: string;
  end?: string;
  search?: string;
  eventName?: string;
  userEmail?: string;
  output?: string;
}

export const commands: readonly Subcommand[] = [
  {
    usage: "export",
    summary: "export the audit log as CSV",
    options: [
      ["--start <date>", "from this day or moment on, ISO 8601"],
      ["--end <date>", "up to this day or moment, ISO 8601"],
      ["--search <text>", "only events whose data holds this"],
      ["--event-name <name>", "only events of this type"],
      ["--user-email <address>", "only events of this user"],
      ["--output <file>", "write to this file (default: stdout)"],
    ],
    examples: [
      "boardwright audit-logs export --start 2026-11-01 --output audit.csv",
      "boardwright audit-logs export --event-name 'Logged in'",
    ],
    async run(terminal, _args, flags: ExportFlags) {
      const { output } = flags;
      if (flags.json && output === undefined) {
        throw new UsageError(
          "the audit log is CSV: --json needs --output FILE, and then reports what was written",
        );
      }
      return withRemote(terminal, flags, async ({ platform }) => {
        const csv = await platform.exportAuditLog(readFilter(flags));
        if (output === undefined) {
          await terminal.pipe(csv);
          return EXIT.ok;
        }
        const bytes = await writeWhole(resolve(terminal.cwd, output), csv);
        if (flags.json) printJson(terminal, { file: output, bytes });
        else if (!flags.quiet) terminal.err(`${output}: ${bytes} bytes`);
        return EXIT.ok;
      });
    },
  },
];

function readFilter({ start, end, search, eventName, userEmail }: ExportFlags): AuditLogFilter {
  const given = Object.entries({ start, end, search, eventName, userEmail });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
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
