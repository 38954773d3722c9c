// Branches of the data model: the list, the staging environment of a shared one, and validating the model.

import { isObject, type Json, UsageError, writeJson } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireBranch, WireModelValidation, WireUploadFinish } from "../wire/wire-deployments.ts";
import { anything, object, pages } from "./answers.ts";
import { BUILD, operation, reads } from "./operation.ts";
import { unexpected } from "./unexpected.ts";

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

export const NO_BRANCH = {
  thing: "branch",
  advice: "`boardwright data-model branches` lists the branches.",
};

const UPLOAD = {
  needs: "It takes the permission SchemaUpdate, or SchemaUpdateDevBranches for a dev-… branch.",
  againAdvice: "Run it again: the upload was not finished, so nothing has changed.",
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
    ask: (deploymentId: number, branch: BranchChoice, enabled: boolean, call?: CallOptions) => ({
      params: [deploymentId],
      does: `turn ${enabled ? "on" : "off"} the staging environment of branch ${branch.branchName ?? branch.branchId}`,
      needs:
        "Only shared branches have one to switch, not personal development branches or the production branch.",
      body: { enabled, ...branch },
      missing: NO_BRANCH,
      ...call,
    }),
    answer: object<WireBranch>(),
  }),
  /** Path → SHA-1 of the file, on the branch, else on that of the credential's dev mode, else on the deploy branch. Described only. */
  fileHashes: operation({
    method: "GET",
    path: `${BUILD}/data-model/file-hashes`,
    ask: (deploymentId: number, { branchName }: { branchName?: string } = {}, call?: CallOptions) => ({
      params: [deploymentId],
      does: `read the hashes of the data model of deployment ${deploymentId}`,
      query: { branchName },
      missing: NO_BRANCH,
      ...call,
    }),
    async answer(pending) {
      const { transport, prepare } = pending;
      const answer = await anything(pending);
      const files = isObject(answer) && isObject(answer.files) ? answer.files : answer;
      const hashes = new Map<string, string>();
      for (const [path, file] of Object.entries(isObject(files) ? files : {}))
        if (isObject(file) && typeof file.hash === "string") hashes.set(path, file.hash);
      if (isObject(files) && hashes.size === Object.keys(files).length) return hashes;
      throw transport.reject(await prepare(), unexpected("the answer holds no hashes", answer));
    },
  }),
  /** Begins an upload: nothing changes before it is finished. Never sent twice. Described only. */
  startUpload: operation({
    method: "POST",
    path: `${BUILD}/data-model/upload/start`,
    ask: (deploymentId: number, branch: { branchName?: string }, call?: CallOptions) => ({
      params: [deploymentId],
      does: `begin an upload to deployment ${deploymentId}`,
      ...UPLOAD,
      body: branch,
      missing: NO_BRANCH,
      ...call,
    }),
    async answer(pending): Promise<Json> {
      const answer = await anything(pending);
      return (isObject(answer) ? answer.transaction : undefined) ?? answer ?? {};
    },
  }),
  /** Never sent twice. Described only. */
  uploadFile: operation({
    method: "POST",
    path: `${BUILD}/data-model/upload/file`,
    ask(deploymentId: number, file: { transaction: Json; path: string; bytes: Buffer }, call?: CallOptions) {
      const { transaction, path, bytes } = file;
      const body = new FormData();
      body.append("transaction", writeJson(transaction));
      body.append("fileName", path);
      body.append("file", new Blob([bytes]), path.split("/").at(-1));
      return { params: [deploymentId], does: `upload ${path}`, ...UPLOAD, body, ...call };
    },
    answer: anything,
  }),
  /** Takes over what was uploaded, and builds once. Never sent twice. Described only. */
  finishUpload: operation({
    method: "POST",
    path: `${BUILD}/data-model/upload/finish`,
    ask: (deploymentId: number, body: WireUploadFinish, call?: CallOptions) => ({
      params: [deploymentId],
      does: `finish the upload to deployment ${deploymentId}`,
      needs: UPLOAD.needs,
      againAdvice: "Run it again: it compares what is there, and uploads the rest.",
      body,
      ...call,
    }),
    answer: anything,
  }),
  /** Compiles the data model; one with errors is an answer (`valid: false`), not a failure. Described only. */
  validateModel: operation({
    method: "GET",
    path: `${BUILD}/data-model/validate`,
    ask(deploymentId: number, choice: ValidationChoice = {}, call?: CallOptions) {
      if (choice.branchName?.trim() === "") throw new UsageError("the name of the branch is empty");
      return {
        params: [deploymentId],
        does: `validate the data model of deployment ${deploymentId}`,
        query: { ...choice },
        missing: NO_BRANCH,
        ...call,
      };
    },
    answer: object<WireModelValidation>("valid", "errors"),
  }),
};
