// The commands that list: a table, or with --json one array of what the platform answered; --limit shows only the first ones.

import { EXIT } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { type Columns, printJson, printTable } from "./print.ts";

interface ListFlags extends GlobalFlags {
  limit?: number;
}

interface List<T, F> extends Omit<Subcommand, "run"> {
  /** Asks for the items, page by page or all in one promise. `deployment` throws a UsageError if none is given. */
  pages(
    at: { platform: Platform; deployment(): number },
    flags: F,
  ): AsyncIterable<readonly T[]> | Iterable<Promise<readonly T[]>>;
  columns: Columns<T>;
  /** What --json shows of an item (default: the item). */
  raw?(item: T): unknown;
  /** The line on stderr if there is no item. */
  none: string;
}

export function listCommand<T, F extends GlobalFlags = GlobalFlags>(list: List<T, F>): Subcommand {
  const { pages, columns, raw = (item) => item, none, ...declaration } = list;
  return {
    ...declaration,
    options: [["--limit <n>", "show this many at most", positiveNumber], ...(declaration.options ?? [])],
    run(terminal, [explicit], flags: F & ListFlags) {
      return withRemote(terminal, flags, async ({ platform, deployment }) => {
        const found = pages({ platform, deployment: () => deployment(explicit) }, flags);
        const items = await takeItems(found, flags.limit);
        if (flags.json) {
          printJson(terminal, items.map(raw));
          return EXIT.ok;
        }
        if (items.length === 0 && !flags.quiet) terminal.err(none);
        printTable(terminal, items, columns);
        return EXIT.ok;
      });
    },
  };
}

/** The items of all pages, `limit` at most; what comes after is not asked for. */
export async function takeItems<T>(
  pages: AsyncIterable<readonly T[]> | Iterable<Promise<readonly T[]>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) {
    items.push(...page.slice(0, limit - items.length));
    if (items.length >= limit) break;
  }
  return items;
}
