// Findings in markdown: one line each, folded in small lots, so that a report that is cut loses lots and not lines.

import type { Diagnostic } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import type { MarkdownSection } from "./markdown-document.ts";
import { markdownDetails, markdownName } from "./markdown-text.ts";

const LOT = 25;

/** Errors first, in lots; a few findings stand open. */
export function diagnosticSections(diagnostics: readonly Diagnostic[]): MarkdownSection[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const warnings = diagnostics.filter(({ severity }) => severity !== "error");
  return [...lots(errors, "error"), ...lots(warnings, "warning")];
}

function lots(diagnostics: readonly Diagnostic[], noun: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  for (let at = 0; at < diagnostics.length; at += LOT) {
    const lot = diagnostics.slice(at, at + LOT);
    const title = count(lot.length, noun);
    const lines = lot.map(line).join("\n");
    const isOpen = diagnostics.length <= 5;
    sections.push({ title, text: isOpen ? lines : markdownDetails(title, [lines]) });
  }
  return sections;
}

function line({ file, line: row, column, severity, rule, message, help }: Diagnostic): string {
  const place = `<code>${markdownName(file, 120)}:${row}:${column}</code>`;
  const words = [message, help ?? ""].filter((text) => text !== "").map((text) => markdownName(text, 500));
  return `- ${place} ${severity} ${markdownName(rule, 60)}: ${words.join(" ")}`;
}
