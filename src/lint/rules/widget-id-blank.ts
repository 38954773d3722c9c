// A platform that trims ids stores another one than the files say, and then every plan has a difference; nobody sees the blank.

import { isObject } from "../../model/index.ts";
import { quote, widgetsOf } from "../board.ts";
import type { Rule } from "../rule.ts";

export const widgetIdBlank: Rule = {
  id: "widget-id-blank",
  severity: "warning",
  summary: "A widget id neither begins nor ends with a blank.",
  check(workbook, context) {
    for (const [index, widget] of widgetsOf(workbook).entries()) {
      if (!isObject(widget) || typeof widget.id !== "string" || widget.id.trim() === widget.id) continue;
      const { id } = widget;
      const isBefore = id.trimStart() !== id;
      const isBehind = id.trimEnd() !== id;
      const does = isBefore ? (isBehind ? "begins and ends" : "begins") : "ends";
      context.add(workbook, {
        path: ["dashboard", "widgets", index, "id"],
        message: `The widget id ${quote(id)} ${does} with a blank.`,
        help: "A platform may trim it, and then it is not the id that overrides, layouts and containers name. Write it without.",
      });
    }
  },
};
