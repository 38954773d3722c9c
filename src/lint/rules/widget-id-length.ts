// The platform refuses widget ids over 128 characters (field notes B, Widget: `id` string ≤ 128).

import { isObject } from "../../model/index.ts";
import { nameWidget, widgetsOf } from "../board.ts";
import type { Rule } from "../rule.ts";

const LONGEST = 128;

export const widgetIdLength: Rule = {
  id: "widget-id-length",
  severity: "error",
  summary: `A widget id has at most ${LONGEST} characters.`,
  check(workbook, context) {
    for (const [index, widget] of widgetsOf(workbook).entries()) {
      if (!isObject(widget) || typeof widget.id !== "string" || widget.id.length <= LONGEST) continue;
      const length = [...widget.id].length;
      if (length <= LONGEST) continue;
      context.add(workbook, {
        path: ["dashboard", "widgets", index, "id"],
        message: `The id of ${nameWidget(widget, index)} has ${length} characters; the platform takes at most ${LONGEST}.`,
      });
    }
  },
};
