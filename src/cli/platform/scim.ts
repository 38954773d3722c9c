// boardwright scim: the users as the identity provider's entry has them.

import { EXIT, type ExitCode } from "../../model/index.ts";
import type { ScimRange, WireScimUser } from "../../platform/index.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { type Columns, type ListFlags, printList, takeItems } from "./print.ts";

export interface ScimFlags extends ListFlags {
  count?: number;
  startIndex?: number;
}

const COLUMNS: Columns<WireScimUser> = {
  ID: ({ id }) => id,
  USERNAME: ({ userName }) => userName,
  NAME: ({ displayName }) => displayName,
  EMAIL: ({ emails }) => (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value,
  ACTIVE: ({ active }) => active,
};

/** With --count that one page, as SCIM means it (RFC 7644, 3.4.2.4); without it everything from --start-index on. */
export function listScimUsers(terminal: Terminal, _: string[], flags: ScimFlags): Promise<ExitCode> {
  const { count, startIndex, limit } = flags;
  const range: ScimRange = {
    ...(count !== undefined && { count }),
    ...(startIndex !== undefined && { startIndex }),
  };
  return withRemote(terminal, flags, async ({ platform }) => {
    const most = Math.min(count ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY);
    const users = await takeItems(
      onePage(platform.listScimUsers(range), count !== undefined),
      most || undefined,
    );
    printList(terminal, flags, users.slice(0, most), COLUMNS, "There is no user.");
    return EXIT.ok;
  });
}

async function* onePage<T>(pages: AsyncIterable<T[]>, only: boolean): AsyncGenerator<T[]> {
  for await (const page of pages) {
    yield page;
    if (only) return;
  }
}
