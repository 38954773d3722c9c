// boardwright environments: what a deployment serves, with the addresses of its APIs.

import type { Environment, WireEnvironmentType } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { DEPLOYMENT } from "./arguments.ts";
import { listCommand } from "./list-command.ts";

interface EnvironmentsFlags extends GlobalFlags {
  type?: string;
}

export const commands: readonly Subcommand[] = [
  listCommand<Environment, EnvironmentsFlags>({
    usage: "list [deployment]",
    summary: "list the active environments",
    arguments: DEPLOYMENT,
    options: [["--type <type>", "only production, staging or development"]],
    examples: ["boardwright environments list", "boardwright environments list 12 --type staging --json"],
    // The client says which types there are, and sends nothing for another.
    pages: ({ platform, deployment }, { type }) =>
      platform.listEnvironments(
        deployment(),
        type === undefined ? {} : { type: type as WireEnvironmentType },
      ),
    columns: {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      TYPE: ({ type }) => type,
      BRANCH: ({ branch }) => branch,
      "REST URL": ({ credentials }) => credentials.restUrl,
      SQL: ({ credentials: { sqlHost, sqlPort } }) =>
        sqlHost && (sqlPort ? `${sqlHost}:${sqlPort}` : sqlHost),
    },
    raw: ({ raw }) => raw,
    none: "No environment is active.",
  }),
];
