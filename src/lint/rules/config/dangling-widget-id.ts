// Containers, parents and charts name other widgets by id, in keys of their configs that nobody documents: see widget-ids.ts. An id there
// that no widget of the dashboard has was probably removed, or renamed.

import { quote } from "../../board.ts";
import { MOST_STRAY } from "../../limits.ts";
import type { Rule } from "../../rule.ts";

/** A place names widgets if this many texts there do, and at most one in `ONE_IN` does not. */
const LEAST = 3;
const ONE_IN = 4;

export const danglingWidgetId: Rule = {
  id: "dangling-widget-id",
  severity: "warning",
  summary: "A widget's config names only widgets that are on the dashboard.",
  conclude({ widgetIds }, context) {
    for (const { resolved, stray } of widgetIds.places) {
      const total = resolved + stray.length;
      if (resolved < LEAST || stray.length > MOST_STRAY || stray.length * ONE_IN > total) continue;
      for (const { text, path, part, source } of stray) {
        context.add(source, {
          path,
          part,
          message: `There is no widget ${quote(text)} on this dashboard.`,
          help: "Other widgets are named at this place. Name one that is there, or remove it.",
        });
      }
    }
  },
};
