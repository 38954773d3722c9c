// Counts which keys the widgets of each type have in their config, over the whole project. Keeps names and one place of each, no widget.

import { isObject, type ResolvedWorkbook } from "../model/index.ts";
import { widgetsOf } from "./board.ts";
import type { ConfigKey, ConfigKeys, Source } from "./rule.ts";

/** The keys of one workbook's widgets: type → key → how many have it, and the first widget that does. As JSON can hold it. */
export interface ConfigKeyFacts {
  types: [type: string, keys: [name: string, count: number, index: number][]][];
  /** The keys of those widgets' configs, by the widgets' indexes. */
  beside: Record<number, string[]>;
}

export function gatherConfigKeys(workbook: ResolvedWorkbook): ConfigKeyFacts {
  const types = new Map<string, Map<string, [string, number, number]>>();
  const beside: Record<number, string[]> = {};
  for (const [index, widget] of widgetsOf(workbook).entries()) {
    if (!isObject(widget) || typeof widget.type !== "string" || !isObject(widget.config)) continue;
    const type = types.get(widget.type) ?? new Map<string, [string, number, number]>();
    types.set(widget.type, type);
    const names = Object.keys(widget.config);
    for (const name of names) {
      const use = type.get(name);
      if (use) use[1] += 1;
      else {
        type.set(name, [name, 1, index]);
        beside[index] = names;
      }
    }
  }
  return { types: [...types].map(([type, keys]) => [type, [...keys.values()]]), beside };
}

/** Adds the keys of one workbook to those of the project. */
export function addConfigKeys({ types, beside }: ConfigKeyFacts, source: Source, keys: ConfigKeys): void {
  for (const [name, uses] of types) {
    const type = keys.get(name) ?? new Map<string, ConfigKey>();
    keys.set(name, type);
    for (const [key, count, index] of uses) {
      const known = type.get(key);
      if (known) known.count += count;
      else type.set(key, { count, source, index, beside: beside[index] ?? [] });
    }
  }
}
