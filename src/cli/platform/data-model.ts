// boardwright data-model: the branches of the data model, and the staging environments of the shared ones.

import { EXIT, type ExitCode, UsageError } from "../../model/index.ts";
import type { BranchChoice, WireBranch } from "../../platform/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { type Columns, type ListFlags, printList, printOne, takeItems } from "./print.ts";
import { splitWords } from "./words.ts";

const COLUMNS: Columns<WireBranch> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  PARENT: ({ parentBranch }) => parentBranch,
  STAGING: ({ isStagingEnvironmentEnabled }) => isStagingEnvironmentEnabled,
  "LAST HASH": ({ lastHash }) => lastHash,
};

export function listBranches(terminal: Terminal, words: string[], flags: ListFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    const pages = remote.platform.listBranches(remote.deployment(deployment));
    printList(terminal, flags, await takeItems(pages, flags.limit), COLUMNS, "There is no branch.");
    return EXIT.ok;
  });
}

export interface BranchFlags extends GlobalFlags {
  branchId?: number;
}

export function switchBranch(enabled: boolean) {
  return (terminal: Terminal, words: string[], flags: BranchFlags): Promise<ExitCode> => {
    const { deployment, choice } = readBranch(words, flags);
    return withRemote(terminal, flags, async (remote) => {
      const branch = await remote.platform.switchStaging(remote.deployment(deployment), choice, enabled);
      const { id, name, parentBranch, isStagingEnvironmentEnabled: staging, lastHash } = branch;
      printOne(terminal, flags, branch, { id, name, parent: parentBranch, staging, lastHash });
      return EXIT.ok;
    });
  };
}

/** Exactly one of a name and --branch-id. */
function readBranch(
  words: readonly string[],
  { branchId }: BranchFlags,
): { deployment?: string; choice: BranchChoice } {
  if (branchId !== undefined) {
    if (words.length > 1) throw new UsageError("a branch is given by its name or by --branch-id, not both");
    return { ...splitWords(words, []), choice: { branchId } };
  }
  if (words.length === 0) {
    throw new UsageError("there is no branch: give its name, or its id with --branch-id", [
      "`boardwright data-model branches` lists them.",
    ]);
  }
  const { rest, ...from } = splitWords(words, ["branch"]);
  return { ...from, choice: { branchName: rest[0]! } };
}
