// Widgets are told apart by id alone: in overrides, in layouts, in plans, and in the platform's own references. Platforms that trim what they
// store take ids that differ only in blanks for one.

import { isObject } from "../../model/index.ts";
import { quote, widgetsOf } from "../board.ts";
import type { Rule } from "../rule.ts";

export const duplicateWidgetId: Rule = {
  id: "duplicate-widget-id",
  severity: "error",
  summary: "Every widget id occurs once in its workbook, whatever its blanks.",
  check(workbook, context) {
    const first = new Map<string, { index: number; id: string }>();
    for (const [index, widget] of widgetsOf(workbook).entries()) {
      if (!isObject(widget) || typeof widget.id !== "string") continue;
      const { id } = widget;
      const earlier = first.get(withoutBlanks(id));
      if (earlier === undefined) {
        first.set(withoutBlanks(id), { index, id });
        continue;
      }
      const { file, line } = workbook.locate(["dashboard", "widgets", earlier.index, "id"]);
      const holder = `widget number ${earlier.index + 1}`;
      const isSame = earlier.id === id;
      context.add(workbook, {
        path: ["dashboard", "widgets", index, "id"],
        message: isSame
          ? `The widget id ${quote(id)} is taken: ${holder} has it, at ${file}:${line}.`
          : `The widget id ${quote(id)} differs only in blanks from ${quote(earlier.id)} of ${holder}, at ${file}:${line}.`,
        help: isSame
          ? "Give one of them another id; overrides, layouts and containers that name it follow the one that keeps it."
          : "A platform that trims ids makes one widget of the two. Give one of them another id.",
      });
    }
  },
};

/** Blanks at its ends, and how many are between its words, make no id of its own. */
function withoutBlanks(id: string): string {
  return /\s/.test(id) ? id.trim().replaceAll(/\s+/g, " ") : id;
}
