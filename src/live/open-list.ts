// The list of workbooks, asked for before anybody is ready to read it.

import type { Platform, WireWorkbook } from "../platform/index.ts";
import { listEverywhere } from "./everywhere.ts";

export interface OpenList {
  /** Asks for the first page. */
  begin(): void;
  /** The pages, from the first one on; once. `isAnyMissing`: see listEverywhere. */
  pages(isAnyMissing: () => boolean): AsyncGenerator<WireWorkbook[]>;
  /** Ends what was begun, requests in flight included, if nobody is going to read it. */
  abandon(): void;
}

/** Sends nothing yet. */
export function openList(platform: Platform, deploymentId: number): OpenList {
  let missing = () => true;
  const over = new AbortController();
  const list = listEverywhere(platform, deploymentId, () => missing(), { signal: over.signal });
  let first: ReturnType<typeof list.next> | undefined;
  return {
    begin() {
      first ??= list.next();
      // Thrown when it is awaited.
      first.catch(() => {});
    },
    async *pages(isAnyMissing) {
      missing = isAnyMissing;
      const begun = await first;
      if (begun && !begun.done) yield begun.value;
      yield* list;
    },
    abandon() {
      over.abort();
    },
  };
}
