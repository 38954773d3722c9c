// Search: dashboards by their names at once, and what is on them as soon as the server has found it.
import { client } from "./client.ts";
import { fail } from "./failing.ts";
import { read, update } from "./store.ts";

/** A single letter is on every dashboard. */
const LEAST = 2;

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
