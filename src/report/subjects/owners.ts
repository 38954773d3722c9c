// Whom to ask.

import { type Line, line } from "../document/document.ts";
import { countOwned, groupByOwners, ownersList } from "../text/owners.ts";
import { excerpt } from "../text/value-text.ts";

/** Characters of the owners of one group, and of all of them. */
const OWNERS = 120;
const LIST = 400;

/** `👥 Owners: @acme/finance (3), @acme/sales (1).`, if at least so many own something. */
export function ownersLine(
  items: readonly { owners?: readonly string[] | undefined; kind: string }[],
  least: number,
): Line[] {
  const groups = groupByOwners(items, ({ owners }) => owners);
  if (countOwned(groups) < least) return [];
  const shown = groups.map(({ owners, items }) => ({
    owners: owners.map((owner) => excerpt(owner, 0, OWNERS)),
    items,
  }));
  return [{ ...line`👥 ${{ strong: "Owners" }}: ${ownersList(shown, LIST)}.`, isOfPages: true }];
}
