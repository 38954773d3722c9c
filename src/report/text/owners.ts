// Who owns what is told, in the words and the order of every medium. Not escaped.

import { writeJson } from "../../model/index.ts";
import { listNames } from "./cells.ts";

export interface OwnedGroup<T> {
  /** Of each of the items; none if nobody owns them. */
  owners: readonly string[];
  items: T[];
}

/** By owners, in the order in which these come first; what nobody owns comes last. */
export function groupByOwners<T>(
  items: readonly T[],
  ownersOf: (item: T) => readonly string[] | undefined,
): OwnedGroup<T>[] {
  const groups = new Map<string, OwnedGroup<T>>();
  for (const item of items) {
    const owners = ownersOf(item) ?? [];
    const key = writeJson([...owners]);
    const group = groups.get(key) ?? { owners, items: [] };
    groups.set(key, group);
    group.items.push(item);
  }
  const isOwned = ({ owners }: OwnedGroup<T>) => owners.length > 0;
  const all = [...groups.values()];
  return [...all.filter(isOwned), ...all.filter((group) => !isOwned(group))];
}

/** How many groups have an owner. */
export function countOwned(groups: readonly OwnedGroup<unknown>[]): number {
  return groups.filter(({ owners }) => owners.length > 0).length;
}

/** `@acme/finance, ana@acme.example`, or `no owner`. */
export function ownersText(owners: readonly string[]): string {
  return owners.length === 0 ? "no owner" : owners.join(", ");
}

/** `@acme/finance (3), @acme/sales (1) and 2 more`, in about `room` cells. */
export function ownersList(groups: readonly OwnedGroup<unknown>[], room: number): string {
  return listNames(
    groups.map(({ owners, items }) => `${ownersText(owners)} (${items.length})`),
    room,
  );
}
