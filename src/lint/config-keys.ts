// Counts which keys the widgets of each type have in their config, over the whole project. Keeps names and one place of each, no widget.

import { isObject, type ResolvedWorkbook } from "../model/index.ts";
import { widgetsOf } from "./board.ts";
import type { ConfigKey, ConfigKeys, Source } from "./rule.ts";

/** Adds the keys of one workbook's widgets. */
export function gatherConfigKeys(workbook: ResolvedWorkbook, keys: ConfigKeys): void {
  const source: Source = { slug: workbook.slug, locate: workbook.locate };
  for (const [index, widget] of widgetsOf(workbook).entries()) {
    if (!isObject(widget) || typeof widget.type !== "string" || !isObject(widget.config)) continue;
    const type = keys.get(widget.type) ?? new Map<string, ConfigKey>();
    keys.set(widget.type, type);
    const names = Object.keys(widget.config);
    for (const name of names) {
      const use = type.get(name);
      if (use) use.count += 1;
      else type.set(name, { count: 1, source, index, beside: names });
    }
  }
}
