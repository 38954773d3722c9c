// The order in which a survey is told: by slug, so that it does not depend on the platform's.

import { compareText } from "../../model/index.ts";
import type { Survey } from "./found.ts";

export function sortBySlug(survey: Survey): void {
  const { absent, doubles, edits, foreign, fresh, moved, removed, renamed, unnamed, unread } = survey;
  edits.sort((a, b) => compareText(a.live.slug, b.live.slug));
  for (const list of [fresh, moved, foreign, absent, doubles, unread])
    list.sort((a, b) => compareText(a.slug, b.slug));
  removed.sort(compareText);
  renamed.sort((a, b) => compareText(a.from, b.from));
  unnamed.sort((a, b) => a.id - b.id);
}
