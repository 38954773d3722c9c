// A widget's config is an open object, so no key is wrong by itself. One that no other widget has, a letter or two from one that many
// have, is a slip: the platform stores it, and shows nothing for it.

import { compareText, isSlip, knownConfigKeys } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { ConfigKey, Rule } from "../rule.ts";

/** How many widgets of a type make a key of its config an established one. */
const MANY = 3;

export const rareConfigKey: Rule = {
  id: "rare-config-key",
  severity: "warning",
  summary: "No key of a widget's config looks like a slip for one that many widgets of its type have.",
  conclude({ configKeys, isWhole }, context) {
    const totals = new Map<string, number>();
    for (const keys of configKeys.values())
      for (const [name, { count }] of keys) totals.set(name, (totals.get(name) ?? 0) + count);
    for (const [type, keys] of configKeys) {
      const known = new Set(knownConfigKeys(type));
      // Of a part of the project, what is common in it says nothing.
      const common = isWhole ? [...keys].filter(([, { count }]) => count >= MANY).map(([name]) => name) : [];
      const established = [...new Set([...known, ...common])].sort(compareText);
      for (const [name, use] of keys) {
        if (totals.get(name) !== 1 || known.has(name)) continue;
        const meant = established.find((other) => isSlip(name, other) && !use.beside.includes(other));
        if (meant === undefined) continue;
        context.add(use.source, {
          path: ["dashboard", "widgets", use.index, "config", name],
          part: "key",
          message: `No other widget has ${quote(name)} in its config. Did you mean ${quote(meant)}?`,
          help: helpOn({ type, meant, common: keys.get(meant), isKnown: known.has(meant) }),
        });
      }
    }
  },
};

interface Meant {
  type: string;
  meant: string;
  common: ConfigKey | undefined;
  isKnown: boolean;
}

function helpOn({ type, meant, common, isKnown }: Meant): string {
  const known = isKnown ? `${quote(meant)} is a key that a ${type} is known to take` : "";
  const others = `${common?.count ?? 0} widgets of the type ${type} have ${quote(meant)}`;
  return `${known === "" ? others : known}. If the other spelling is meant, switch the rule off: \`lint: { rules: { rare-config-key: off } }\`.`;
}
