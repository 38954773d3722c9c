// The findings of a plan at the end of its page: errors say what it lacks.

import type { Diagnostic } from "../../model/index.ts";
import type { ReviewLinks } from "../review/links.ts";
import { findCauses, othersText } from "../text/causes.ts";
import { sentencesOf } from "../text/findings.ts";
import { linkHtml, textHtml } from "./html-text.ts";

const MOST = 500;

export function findingsHtml(findings: readonly Diagnostic[], anchor: string, links: ReviewLinks): string {
  if (findings.length === 0) return "";
  const causes = findCauses(findings);
  const items = causes.slice(0, MOST).map(({ first: finding, others }) => {
    const { file, line, column, severity, rule } = finding;
    const words = sentencesOf(finding).map((part) => textHtml(part, 1000));
    if (others.length > 0) words.push(`(${textHtml(othersText(others), 1000)})`);
    const place = linkHtml(links.file?.(file, line), `<code>${textHtml(file, 200)}:${line}:${column}</code>`);
    return `<p class="${severity === "error" ? "error" : "dim"}">${place} ${severity} ${textHtml(rule, 60)}: ${words.join(" ")}</p>`;
  });
  const left = causes.slice(MOST).reduce((sum, { others }) => sum + 1 + others.length, 0);
  if (left > 0) items.push(`<p class="dim">and ${left} more: <code>boardwright lint</code> shows them.</p>`);
  return `<section class="part" id="${anchor}">\n<h3>Findings</h3>\n${items.join("\n")}\n</section>`;
}
