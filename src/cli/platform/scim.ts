// boardwright scim: the users as the identity provider's entry has them.

import type { WireScimUser } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber, wholeNumber } from "../option-values.ts";
import { listCommand } from "./list-command.ts";

interface ScimFlags extends GlobalFlags {
  count?: number;
  startIndex?: number;
}

export const commands: readonly Subcommand[] = [
  listCommand<WireScimUser, ScimFlags>({
    usage: "users",
    summary: "list the users",
    options: [
      ["--count <n>", "one page of this size (default: all pages)", wholeNumber],
      ["--start-index <n>", "the first user to show, from 1", positiveNumber],
    ],
    examples: [
      "boardwright scim users                     # all of them",
      "boardwright scim users --count 10 --start-index 11",
    ],
    // With --count that one page, as SCIM means it (RFC 7644, 3.4.2.4); without it everything from --start-index on.
    pages({ platform }, { count, startIndex }) {
      const pages = platform.listScimUsers({
        ...(count !== undefined && { count }),
        ...(startIndex !== undefined && { startIndex }),
      });
      return count === undefined ? pages : onePage(pages, count);
    },
    columns: {
      ID: ({ id }) => id,
      USERNAME: ({ userName }) => userName,
      NAME: ({ displayName }) => displayName,
      EMAIL: ({ emails }) => (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value,
      ACTIVE: ({ active }) => active,
    },
    none: "There is no user.",
  }),
];

/** The first page, of `size` items at most, whatever the platform answered. */
async function* onePage<T>(pages: AsyncIterable<T[]>, size: number): AsyncGenerator<T[]> {
  for await (const page of pages) {
    yield page.slice(0, size);
    return;
  }
}
