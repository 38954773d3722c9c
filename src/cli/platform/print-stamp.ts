// The stamp of one workbook, as people read it.

import { EXIT, type ExitCode, stampOwner } from "../../model/index.ts";
import { readRecord, type StampRecord } from "../../plan/index.ts";
import type { WireWorkbook } from "../../platform/index.ts";
import { jsonText, renderRecord } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { printJson } from "./print.ts";

/** With --json the record, or null if there is no stamp. */
export function printStamp(
  terminal: Terminal,
  flags: GlobalFlags,
  { workbook, deployment }: { workbook: WireWorkbook; deployment: number },
): ExitCode {
  const record = readRecord(workbook.meta);
  if (flags.json) printJson(terminal, record ?? null);
  else if (record) terminal.show(describe(record, { workbook, deployment }, terminal.color.out));
  else if (!flags.quiet) terminal.err("It carries no stamp: no project manages it.");
  return EXIT.ok;
}

function describe(
  record: StampRecord,
  { workbook: { id, slug }, deployment }: { workbook: WireWorkbook; deployment: number },
  color: boolean,
): string {
  const { project, of, digest, preview, asked, answered, isOpen, damaged } = record;
  const isOwn = of === stampOwner(deployment, slug ?? "");
  const fields: [string, string | number | null | undefined][] = [
    ["workbook", slug ?? id],
    ["project", project],
    [
      "of",
      isOwn || of === null
        ? of
        : `${of}, so it counts as none here: a copy takes the stamp along, and a rename keeps it`,
    ],
    ["digest", digest],
  ];
  if (preview) fields.push(["preview", `${preview.name}, of the branch ${preview.branch}`]);
  if (damaged !== undefined) fields.push(["damaged", `${damaged}. Nobody knows what was applied last.`]);
  const isAsAsked = answered !== null && jsonText(answered) === jsonText(asked);
  const answer = isOpen
    ? "not known: the run that wrote this did not come to its end"
    : isAsAsked
      ? "as asked"
      : jsonText(answered);
  const states = `\nasked\n${indented(jsonText(asked))}\nanswered\n${indented(answer)}`;
  return renderRecord(fields, { color }) + (asked === null ? "" : states);
}

/** Ends with a line end. */
function indented(text: string): string {
  return `${text.trimEnd().replace(/^/gm, "  ")}\n`;
}
