// boardwright data-model: the branches of the data model, and the staging environments of the shared ones.

import { UsageError } from "../../model/index.ts";
import type { BranchChoice, WireBranch } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { DEPLOYMENT, readLast } from "./arguments.ts";
import { listCommand } from "./list-command.ts";
import { printOne } from "./print.ts";

interface BranchFlags extends GlobalFlags {
  branchId?: number;
}

export const commands: readonly Subcommand[] = [
  listCommand<WireBranch>({
    usage: "branches [deployment]",
    summary: "list the branches",
    arguments: DEPLOYMENT,
    examples: ["boardwright data-model branches"],
    pages: ({ platform, deployment }) => platform.listBranches(deployment()),
    columns: {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      PARENT: ({ parentBranch }) => parentBranch,
      STAGING: ({ isStagingEnvironmentEnabled }) => isStagingEnvironmentEnabled,
      "LAST HASH": ({ lastHash }) => lastHash,
    },
    none: "There is no branch.",
  }),
  switchCommand(true, "boardwright data-model enable-branch feature-x"),
  switchCommand(false, "boardwright data-model disable-branch 12 --branch-id 7"),
];

function switchCommand(enabled: boolean, example: string): Subcommand {
  return {
    usage: `${enabled ? "enable" : "disable"}-branch [deployment] [branch]`,
    summary: `switch the staging environment of a shared branch ${enabled ? "on" : "off"}`,
    arguments: { ...DEPLOYMENT, branch: "the branch's name" },
    options: [["--branch-id <n>", "its id, instead of a name", positiveNumber]],
    examples: [example],
    async run(terminal, args, flags: BranchFlags) {
      const { deployment, choice } = readBranch(args, flags);
      return withRemote(terminal, flags, async (remote) => {
        const branch = await remote.platform.switchStaging(remote.deployment(deployment), choice, enabled);
        const { id, name, parentBranch, isStagingEnvironmentEnabled: staging, lastHash } = branch;
        return printOne(terminal, flags, branch, { id, name, parent: parentBranch, staging, lastHash });
      });
    },
  };
}

/** Exactly one of a name and --branch-id. */
function readBranch(
  args: readonly string[],
  { branchId }: BranchFlags,
): { deployment?: string | undefined; choice: BranchChoice } {
  if (branchId !== undefined) {
    if (args.length > 1) throw new UsageError("a branch is given by its name or by --branch-id, not both");
    return { deployment: args[0], choice: { branchId } };
  }
  if (args.length === 0) {
    throw new UsageError("there is no branch: give its name, or its id with --branch-id", [
      "`boardwright data-model branches` lists them.",
    ]);
  }
  const { last, ...from } = readLast(args, { what: "branch", list: "data-model branches" });
  return { ...from, choice: { branchName: last } };
}
