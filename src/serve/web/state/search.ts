// Search: dashboards by their names at once, and what is on them as soon as the server has found it.
import { client } from "./client.ts";
import { fail } from "./failing.ts";
import { read, update } from "./store.ts";

/** A single letter is on every dashboard. */
const LEAST = 2;

/** Where the tree is folded it opens for it. */
export function focusSearch(): void {
  const input = document.getElementById("search");
  const isFolded = input?.getClientRects().length === 0;
  if (isFolded) update({ isTreeOpen: true });
  // Once it is drawn.
  if (isFolded) requestAnimationFrame(() => input.focus());
  else input?.focus();
}

export function search(query: string): void {
  update({ query, hits: [] });
  if (query.trim().length < LEAST) return;
  client.find(query).then(
    (hits) => {
      if (read().query === query) update({ hits });
    },
    (error) => fail(error, () => undefined),
  );
}
