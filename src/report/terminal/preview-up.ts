// A preview that was put up, for people at a terminal: the end of its apply, then what there is to look at.

import { type PreviewUpResult, targetFlag } from "../../model/index.ts";
import { terminal } from "../document/terminal.ts";
import { previewUpDocument } from "../subjects/preview.ts";
import { fixingCommand } from "../text/findings.ts";
import type { TableStyle } from "../text/table.ts";
import { renderApplySummary } from "./apply-pretty.ts";

/** `target`: if a command that names none means another. Ends with a line end. */
export function renderPreviewUp(
  report: PreviewUpResult,
  { target, ...style }: TableStyle & { target?: string | undefined },
): string {
  const commands = { flag: targetFlag(target), fix: fixingCommand(report.branch, target) };
  const text = terminal(previewUpDocument(report, { commands, text: report.text }), style);
  if (report.results.length === 0) return text;
  return `${renderApplySummary({ ...report, links: new Map() }, style)}\n${text}`;
}
