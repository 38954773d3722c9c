// A number of one deployment that goes to several: there it draws the report, or opens the dashboard, of somebody else.

import { deploymentNumbers, type JsonObject, textAt } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { Rule } from "../rule.ts";

const INSTEAD: Record<string, string> = {
  report: "Name a declared report with `{ $report: key }`",
  folder: "Name the folder by its path, `folder: Finance/Revenue`",
  link: "Take the number from a variable of the target, `${var.board}`",
};

export const bareNumber: Rule = {
  id: "bare-number",
  severity: "warning",
  summary: "No number that means something on one deployment alone goes to several.",
  check(workbook, context) {
    const numbers = deploymentNumbers(workbook.entry, context.project);
    if (numbers.length === 0) return;
    // Most targets have the entry as it is.
    const counts = new Map<JsonObject, number>();
    for (const entry of workbook.deployments?.() ?? []) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    const places = new Map<string, number>();
    for (const [entry, count] of counts)
      for (const place of new Set(deploymentNumbers(entry, context.project).map(({ place }) => place)))
        places.set(place, (places.get(place) ?? 0) + count);
    for (const { what, text, path, place } of numbers) {
      const count = places.get(place) ?? 0;
      if (count < 2) continue;
      const span = workbook.locate(path);
      const written = textAt(context.text(span.file) ?? "", span);
      // A variable gave each target its own; a text that a file holds has no variables.
      if (/\$\{(?:var|env)\./.test(written) && !written.includes(text)) continue;
      const name = what === "link" ? `The link ${quote(text)}` : `The ${what} ${text}`;
      context.add(workbook, {
        path,
        message: `${name} means something on one deployment alone, and goes to ${count}.`,
        help: `${INSTEAD[what] ?? "Leave it out"}, or say it for each target under \`overrides\`.`,
      });
    }
  },
};
