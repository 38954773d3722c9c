// boardwright environments: what a deployment serves, with the addresses of its APIs.

import { EXIT, type ExitCode } from "../../model/index.ts";
import type { Environment, WireEnvironmentType } from "../../platform/index.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { type Columns, type ListFlags, printJson, printList, takeItems } from "./print.ts";
import { splitWords } from "./words.ts";

export interface EnvironmentsFlags extends ListFlags {
  type?: string;
}

const COLUMNS: Columns<Environment> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  TYPE: ({ type }) => type,
  BRANCH: ({ branch }) => branch,
  "REST URL": ({ credentials }) => credentials.restUrl,
  SQL: ({ credentials: { sqlHost, sqlPort } }) => sqlHost && (sqlPort ? `${sqlHost}:${sqlPort}` : sqlHost),
};

export function listEnvironments(
  terminal: Terminal,
  words: string[],
  flags: EnvironmentsFlags,
): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    // The client says which types there are, and sends nothing for another.
    const filter = flags.type === undefined ? {} : { type: flags.type as WireEnvironmentType };
    const pages = remote.platform.listEnvironments(remote.deployment(deployment), filter);
    const found = await takeItems(pages, flags.limit);
    if (flags.json)
      printJson(
        terminal,
        found.map(({ raw }) => raw),
      );
    else printList(terminal, flags, found, COLUMNS, "No environment is active.");
    return EXIT.ok;
  });
}
