// The data model that `lint --online` checks against: of the chosen target, its production environment or a branch's.

import { type DataModel, type Project, UsageError } from "../model/index.ts";
import { readModel, type TargetModel } from "../project/read-model.ts";
import { chooseTarget } from "../target/index.ts";
import { type GlobalFlags, namedTarget } from "./flags.ts";
import type { Terminal } from "./terminal.ts";
import { destinationOf, withConnection } from "./with-target.ts";

export interface OnlineFlags extends GlobalFlags {
  online?: boolean;
  branch?: string;
}

/** Only reads, except for issuing the token for the metadata. Throws a UsageError for a branch without `--online`. */
export async function readOnlineModel(
  project: Project,
  terminal: Terminal,
  flags: OnlineFlags,
): Promise<TargetModel> {
  const { branch, online } = flags;
  if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
  if (!online) {
    throw new UsageError("--branch names the model to check against, which takes --online as well", [
      `Run \`boardwright lint --online --branch ${branch}\`.`,
    ]);
  }
  const target = destinationOf(project, flags, terminal);
  const read = async (of?: string) => {
    terminal.progress(`reading the data model${of === undefined ? "" : ` of ${of}`}`);
    try {
      return await withConnection(terminal, flags, { project, target }, (context) =>
        readModel({ ...context, branch: of }),
      );
    } finally {
      terminal.progress("");
    }
  };
  const model = await read(branch);
  let before: Promise<DataModel | undefined> | undefined;
  // That it cannot be read is no fault of the branch: then fewer names can be mended.
  const readBefore = () => {
    before ??= read().catch((cause: unknown) => {
      if (terminal.interrupted.aborted) throw cause;
      return undefined;
    });
    return before;
  };
  return {
    target: chooseTarget(project, namedTarget(flags), terminal.env),
    model,
    ...(branch !== undefined && { readBefore }),
  };
}
