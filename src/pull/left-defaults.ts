// A widget that was made one of another type in the UI keeps there what the platform had filled in for the old one. Nothing fills that in for the
// new one, so a file that does not say it takes it away with its next apply: it is taken with the type.

import { type FieldChange, isObject, type Json, joinPath, widgetPath } from "../model/index.ts";
import { pairWidgets } from "../plan/index.ts";

/**
 * `taken`, with the paths of what only live has in a widget whose type is taken. What the change lists is decided as it is: somebody
 * edited it, or the files dropped it. The sides are dashboards, without what is never compared.
 */
export function withLeftDefaults(
  taken: ReadonlySet<string>,
  fields: readonly FieldChange[],
  sides: { own: Json | undefined; live: Json | undefined },
): ReadonlySet<string> {
  const all = new Set(taken);
  const listed = fields.map(({ path }) => path);
  const add = (path: string, own: Json | undefined, live: Json): void => {
    if (listed.includes(path)) return;
    const isListedIn = listed.some(
      (other) => other.startsWith(path) && /^[.[]/.test(other.slice(path.length)),
    );
    if (own == null && !isListedIn) all.add(path);
    else if (isObject(live) && (own == null || isObject(own)))
      for (const [key, value] of Object.entries(live)) add(joinPath(path, [key]), own?.[key], value);
  };
  const [ours, theirs = []] = pairWidgets([sides.own, sides.live]);
  for (const [id, widget] of theirs) {
    const path = widgetPath(id);
    const own = ours?.get(id);
    if (own !== undefined && taken.has(joinPath(path, ["type"]))) add(path, own, widget);
  }
  return all;
}
