// The commands that list: a table, or with --json one array of what the platform answered; --limit shows only the first ones.

import { EXIT, type ExitCode } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { type Columns, printJson, printTable } from "./print.ts";

interface ListFlags extends GlobalFlags {
  limit?: number;
}

interface Listed<T> {
  columns: Columns<T>;
  /** What --json shows of an item (default: the item). */
  raw?: ((item: T) => unknown) | undefined;
  /** The line on stderr if there is no item. */
  none: string;
}

interface List<T, F> extends Omit<Subcommand, "run">, Listed<T> {
  /** Asks for the items, page by page or all in one promise. `deployment` throws a UsageError if none is given. */
  pages(
    at: { platform: Platform; deployment(): number },
    flags: F,
  ): AsyncIterable<readonly T[]> | Iterable<Promise<readonly T[]>>;
}

export function listCommand<T, F extends GlobalFlags = GlobalFlags>(list: List<T, F>): Subcommand {
  const { pages, columns, raw, none, ...declaration } = list;
  return {
    ...declaration,
    options: [["--limit <n>", "show this many at most", positiveNumber], ...(declaration.options ?? [])],
    run(terminal, [explicit], flags: F & ListFlags) {
      return withRemote(terminal, flags, async ({ platform, deployment }) => {
        const found = pages({ platform, deployment: () => deployment(explicit) }, flags);
        return printList(terminal, flags, { items: await takeItems(found, flags.limit), columns, raw, none });
      });
    },
  };
}

/** A table, or with --json an array; if there is nothing, `none` on stderr. */
export function printList<T>(
  terminal: Terminal,
  flags: GlobalFlags,
  { items, columns, raw = (item) => item, none }: Listed<T> & { items: readonly T[] },
): ExitCode {
  if (flags.json) {
    printJson(terminal, items.map(raw));
    return EXIT.ok;
  }
  if (items.length === 0 && !flags.quiet) terminal.err(none);
  printTable(terminal, items, columns);
  return EXIT.ok;
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
