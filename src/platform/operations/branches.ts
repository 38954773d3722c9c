// Branches of the data model: the list, the staging environment of a shared one, and validating the model.

import { UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireBranch, WireModelValidation, WireStagingInput } from "../wire/wire-deployments.ts";
import { object, pages } from "./answers.ts";
import { BUILD, operation, reads } from "./operation.ts";

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
  advice: "`boardwright data-model branches` lists the branches.",
};

export const BRANCH_OPERATIONS = {
  /** Described only. */
  listBranches: operation({
    method: "GET",
    path: `${BUILD}/branches`,
    ask: reads("list the branches of deployment {deployment}"),
    answer: pages<WireBranch>("branches"),
  }),
  /**
   * Turns a shared branch's staging environment on or off ("Switch a branch's staging environment"); a personal development branch
   * or the production branch is rejected. Repeating it is fine.
   */
  switchStaging: operation({
    method: "PUT",
    path: `${BUILD}/branches/staging-environment`,
    shown: true,
    ask(deploymentId: number, branch: BranchChoice, enabled: boolean, call?: CallOptions) {
      const body: WireStagingInput = { enabled, ...readChoice(branch) };
      return {
        params: [deploymentId],
        does: `turn ${enabled ? "on" : "off"} the staging environment of branch ${body.branchName ?? body.branchId}`,
        needs:
          "Only shared branches have one to switch, not personal development branches or the production branch.",
        body,
        missing: NO_BRANCH,
        ...call,
      };
    },
    answer: object<WireBranch>(),
  }),
  /** Compiles the data model; one with errors is an answer (`valid: false`), not a failure. Described only. */
  validateModel: operation({
    method: "GET",
    path: `${BUILD}/data-model/validate`,
    ask(deploymentId: number, { branchName, devMode }: ValidationChoice = {}, call?: CallOptions) {
      if (branchName !== undefined && devMode) {
        throw new UsageError("--branch and --dev-mode exclude each other");
      }
      if (branchName?.trim() === "") throw new UsageError("the name of the branch is empty");
      return {
        params: [deploymentId],
        does: `validate the data model of deployment ${deploymentId}`,
        query: { branchName, devMode: devMode ? true : undefined },
        missing: NO_BRANCH,
        ...call,
      };
    },
    answer: object<WireModelValidation>("valid", "errors"),
  }),
};

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
  throw new UsageError(`${branchId} is not the id of a branch`, [
    "It is a whole number, as in the list of branches.",
  ]);
}
