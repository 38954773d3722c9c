// The list of workbooks, in whatever folder they are, asked for before anybody is ready to read it.

import type { CallOptions, Platform, WireWorkbook } from "../platform/index.ts";
import { isWorkbook } from "./from-wire.ts";

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

/** Lists that are under way at once, so that no more than a page of each waits in memory. */
const AHEAD = 8;

/**
 * Pages of the deployment's workbooks. Whether the list goes through all folders is not documented (field notes A.1), and an
 * existing workbook that was not seen would be planned as a creation and overwritten. So if the list showed nothing in any folder
 * and `isAnyMissing` says that a wanted one was not found, the folders are listed one by one as well.
 */
export async function* listEverywhere(
  platform: Platform,
  deploymentId: number,
  isAnyMissing: () => boolean,
  call?: CallOptions,
): AsyncGenerator<WireWorkbook[]> {
  let anyInFolder = false;
  for await (const page of platform.listWorkbooks(deploymentId, {}, call)) {
    anyInFolder ||= page.some((item) => isWorkbook(item) && item.folderId != null);
    yield page;
  }
  if (anyInFolder || !isAnyMissing()) return;
  const capabilities = await platform.capabilities();
  const listsByFolder =
    capabilities.parameters("listWorkbooks").has("folderId") && capabilities.has("listFolders");
  if (!listsByFolder) return;
  const folders = await platform.listFolders(deploymentId);
  yield* oneAfterTheOther(
    folders.map(
      ({ id }) =>
        () =>
          platform.listWorkbooks(deploymentId, { folderId: id }, call),
    ),
  );
}

/** The pages of all lists in their order, while the first pages of the next lists are on their way. */
async function* oneAfterTheOther<T>(lists: readonly (() => AsyncGenerator<T>)[]): AsyncGenerator<T> {
  const open = (list: () => AsyncGenerator<T>) => {
    const pages = list();
    const first = pages.next();
    // Thrown when its turn has come.
    first.catch(() => {});
    return { first, pages };
  };
  const begun = lists.slice(0, AHEAD).map(open);
  for (let next = AHEAD; begun.length > 0; next++) {
    const { first, pages } = begun.shift()!;
    const page = await first;
    const follower = lists[next];
    if (follower) begun.push(open(follower));
    if (page.done) continue;
    yield page.value;
    yield* pages;
  }
}
