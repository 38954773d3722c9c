// Widgets are told apart by id alone: in overrides, in layouts, in plans, and in the platform's own references.

import { isObject } from "../../model/index.ts";
import { quote, widgetsOf } from "../board.ts";
import type { Rule } from "../rule.ts";

export const duplicateWidgetId: Rule = {
  id: "duplicate-widget-id",
  severity: "error",
  summary: "Every widget id occurs once in its workbook.",
  check(workbook, context) {
    const first = new Map<string, number>();
    for (const [index, widget] of widgetsOf(workbook).entries()) {
      if (!isObject(widget) || typeof widget.id !== "string") continue;
      const earlier = first.get(widget.id);
      if (earlier === undefined) {
        first.set(widget.id, index);
        continue;
      }
      const place = workbook.locate(["dashboard", "widgets", earlier, "id"]);
      context.add(workbook, {
        path: ["dashboard", "widgets", index, "id"],
        message: `The widget id ${quote(widget.id)} is taken: widget number ${earlier + 1} has it, at ${place.file}:${place.line}.`,
        help: "Give one of them another id; overrides, layouts and containers that name it follow the one that keeps it.",
      });
    }
  },
};
