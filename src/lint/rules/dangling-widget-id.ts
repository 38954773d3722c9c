// Containers, parents and charts name other widgets by id, at places of their configs that widget-ids.ts finds. An id there that no widget
// of the dashboard has was probably removed, or renamed.

import { MOST_STRAY, quote } from "../board.ts";
import type { Rule } from "../rule.ts";

/** A place that does not say so itself names widgets if this many texts there do, and at most one in `ONE_IN` does not. */
const LEAST = 3;
const ONE_IN = 4;

export const danglingWidgetId: Rule = {
  id: "dangling-widget-id",
  severity: "warning",
  summary: "A widget's config names only widgets that are on the dashboard.",
  inPlans: true,
  conclude({ widgetIds }, context) {
    for (const { names, resolved, stray } of widgetIds.places) {
      const total = resolved + stray.length;
      const isLearned = resolved >= LEAST && stray.length <= MOST_STRAY && stray.length * ONE_IN <= total;
      if (!names && !isLearned) continue;
      for (const { text, path, part, by, source } of stray) {
        const naming = typeof by === "string" ? `, and the config of ${quote(by)} names it` : "";
        context.add(source, {
          path,
          part,
          message: `There is no widget ${quote(text)} on this dashboard${naming}.`,
          help: "Name a widget that is there, or remove it.",
        });
      }
    }
  },
};
