// Widgets that a change removes, and that other widgets of the dashboard still name: a container's child, a control of a chart. Where
// configs name widgets is not documented, so a text that is exactly the id of a removed widget counts, unless its key says otherwise.

import {
  type Change,
  type Diagnostic,
  isObject,
  isPlainKey,
  type Json,
  parseFieldPath,
  widgetsOf,
} from "../../model/index.ts";
import { diagnose } from "./diagnose.ts";

/** Configs are followed this deep. */
const DEEPEST = 200;

/** A warning for each removed widget that a widget which stays names. */
export function findDangling(change: Change): Diagnostic[] {
  const removed = removedWidgets(change);
  if (removed.size === 0) return [];
  const meta = change.request?.meta;
  const draft = isObject(meta) ? meta.dashboardDraft : undefined;
  const named = new Map<string, string>();
  for (const widget of widgetsOf(draft)) {
    if (!isObject(widget) || typeof widget.id !== "string") continue;
    const by = widget.id;
    eachName(widget.config, 0, (text) => {
      if (removed.has(text) && !named.has(text)) named.set(text, by);
    });
  }
  return [...named].map(([id, by]) =>
    diagnose(change, {
      rule: "dangling-widget-id",
      severity: "warning",
      message: `Widget \`${id}\` is removed from ${change.key}, and the config of \`${by}\` still names it.`,
      help: `Remove it there as well, or keep the widget: \`boardwright pull\` takes it into the files if it was added on the platform.`,
    }),
  );
}

/** The ids of the widgets that are live and will not be. Only a path that ends at a widget is that of a whole one. */
function removedWidgets({ fields }: Change): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { path, change } of fields) {
    if (change !== "removed") continue;
    const last = parseFieldPath(path).at(-1);
    if (last && "widget" in last) ids.add(last.widget);
  }
  return ids;
}

function eachName(value: Json | undefined, depth: number, use: (text: string) => void): void {
  if (typeof value === "string") use(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const item of value) eachName(item, depth + 1, use);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (isPlainKey(key)) continue;
    use(key);
    eachName(item, depth + 1, use);
  }
}
