// Branches of the data model: the list, the staging environment of a shared one, and whether the model compiles.

import { UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireBranch, WireModelValidation, WireStagingInput } from "../wire/wire-deployments.ts";
import { choosePaging, readPages } from "./paging.ts";
import { prepareCall, type Remote, sendForObject } from "./remote.ts";

/** A branch by its name or by its number, exactly one of them. */
export type BranchChoice =
  | { branchName: string; branchId?: undefined }
  | { branchId: number; branchName?: undefined };

export interface ValidationChoice {
  /** Without it, and without `devMode`, the deploy branch. */
  branchName?: string;
  /** The branch of the credential's open dev-mode session. */
  devMode?: boolean;
}

const NO_BRANCH = {
  thing: "branch",
  advice: "`boardwright data-model branches` lists the branches that there are.",
};

/** Yields page by page. GET /build/api/v1/deployments/{id}/branches: described only. */
export async function* listBranches(remote: Remote, deploymentId: number): AsyncGenerator<WireBranch[]> {
  const call = await prepareCall(remote, {
    operation: "listBranches",
    path: [deploymentId],
    does: `list the branches of deployment ${deploymentId}`,
    deploymentId,
  });
  const style = choosePaging(await remote.capabilities(), "listBranches");
  yield* readPages<WireBranch>(remote.transport, { name: "branches", style, call });
}

/** Turns the staging environment of a shared branch on or off. Doing it again is fine. */
export async function switchStaging(
  remote: Remote,
  deploymentId: number,
  branch: BranchChoice,
  enabled: boolean,
  options?: CallOptions,
): Promise<WireBranch> {
  const body: WireStagingInput = { enabled, ...readChoice(branch) };
  const call = await prepareCall(remote, {
    operation: "switchStaging",
    path: [deploymentId],
    does: `turn ${enabled ? "on" : "off"} the staging environment of branch ${body.branchName ?? body.branchId}`,
    deploymentId,
    needs:
      "Only shared branches have one to switch, not personal development branches or the production branch.",
    body,
    missing: NO_BRANCH,
    options,
  });
  return sendForObject<WireBranch>(remote, call);
}

/** Compiles the data model. A model with errors is an answer (`valid: false`), no failure. Described only. */
export async function validateModel(
  remote: Remote,
  deploymentId: number,
  choice: ValidationChoice = {},
  options?: CallOptions,
): Promise<WireModelValidation> {
  const { branchName, devMode } = choice;
  if (branchName !== undefined && devMode) {
    throw new UsageError("the model is validated on a branch or in dev mode, not both");
  }
  if (branchName?.trim() === "") throw new UsageError("the name of the branch is empty");
  const call = await prepareCall(remote, {
    operation: "validateModel",
    path: [deploymentId],
    does: `validate the data model of deployment ${deploymentId}`,
    deploymentId,
    query: { branchName, devMode: devMode ? true : undefined },
    missing: NO_BRANCH,
    options,
  });
  return sendForObject<WireModelValidation>(remote, call, ["valid", "errors"]);
}

function readChoice(branch: BranchChoice): Pick<WireStagingInput, "branchName" | "branchId"> {
  const { branchName, branchId } = branch;
  if ((branchName === undefined) === (branchId === undefined)) {
    throw new UsageError(
      branchName === undefined
        ? "there is no branch: give its name or its id"
        : "a branch is given by its name or by its id, not both",
    );
  }
  if (branchName !== undefined) {
    if (typeof branchName === "string" && branchName.trim() !== "") return { branchName };
    throw new UsageError("the name of the branch is empty");
  }
  if (Number.isSafeInteger(branchId) && Number(branchId) > 0) return { branchId };
  throw new UsageError(`${branchId} is no id of a branch`, [
    "It is a whole number, as the list of branches has it.",
  ]);
}
