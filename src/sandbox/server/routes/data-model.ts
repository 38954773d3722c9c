// The files of a data model, and dev mode.

import {
  commit,
  createBranch,
  enterDevMode,
  exitDevMode,
  merge,
  mergeToDefault,
  pull,
} from "../../api/dev-mode.ts";
import {
  deleteFiles,
  finishUpload,
  listFiles,
  listHashes,
  putFiles,
  renameFiles,
  startUpload,
  uploadFile,
} from "../../api/model-files.ts";
import { cancelSync, getSync, getSyncResult, startSync } from "../../api/sync.ts";
import type { OperationText } from "../../description/operation.ts";
import { BOOLEAN, queryParameter, STRING, TOO_LARGE } from "../../description/write.ts";
import { BUILD, DEPLOYMENT, inDeployment, type Route } from "./route.ts";

const MODEL = `${BUILD}/data-model`;
const SYNC = `${DEPLOYMENT}/dbt-sync`;
const BRANCH = queryParameter(
  "branchName",
  STRING,
  "The branch; without it or if empty, that of the session",
);
const BAD_BODY = { 400: "The body is not valid", ...TOO_LARGE };
const CONFLICT = { 409: "A file has changed on both branches" };

/** Writes to a personal branch. */
function edit(summary: string, body: string, id: string): OperationText {
  const refuses = { 400: "The body is not valid, or the branch is not a dev-mode branch", ...TOO_LARGE };
  return { id, summary, body, bodyRequired: true, answers: "StagingEnvironmentResponse", refuses };
}

/** Brings a branch to another. */
function bring(summary: string, id: string, refuses: Record<number, string>): OperationText {
  return { id, summary, body: "BranchWorkInput", answers: "StagingEnvironmentResponse", refuses };
}

export const DATA_MODEL_ROUTES: readonly Route[] = [
  inDeployment(`GET ${MODEL}/files`, listFiles, {
    id: "getDataModelFiles",
    summary: "List the files of a branch as a tree",
    query: [BRANCH, queryParameter("withContent", BOOLEAN, "With the texts")],
    answers: "ModelFilesResponse",
  }),
  inDeployment(`GET ${MODEL}/file-hashes`, listHashes, {
    id: "getDataModelFileHashes",
    summary: "List the hashes of a branch's files",
    query: [BRANCH],
    answers: "FileHashesResponse",
  }),
  inDeployment(`PUT ${MODEL}/files`, putFiles, edit("Write files", "PutFilesInput", "putDataModelFiles")),
  inDeployment(
    `DELETE ${MODEL}/files`,
    deleteFiles,
    edit("Delete files", "DeleteFilesInput", "deleteDataModelFiles"),
  ),
  inDeployment(
    `POST ${MODEL}/files/rename`,
    renameFiles,
    edit("Rename files", "RenameFilesInput", "renameDataModelFiles"),
  ),
  inDeployment(`POST ${MODEL}/upload/start`, startUpload, {
    id: "startDataModelUpload",
    summary: "Begin an upload; nothing changes before it is finished",
    body: "UploadStartInput",
    answers: "UploadStarted",
    refuses: BAD_BODY,
  }),
  inDeployment(`POST ${MODEL}/upload/file`, uploadFile, {
    id: "uploadDataModelFile",
    summary: "Upload a file",
    body: "UploadFileInput",
    bodyRequired: true,
    bodyAs: "multipart/form-data",
    answers: "Empty",
    refuses: BAD_BODY,
  }),
  inDeployment(`POST ${MODEL}/upload/finish`, finishUpload, {
    id: "finishDataModelUpload",
    summary: "Take over what was uploaded, and build once",
    body: "UploadFinishInput",
    bodyRequired: true,
    answers: "UploadFinished",
    refuses: { ...BAD_BODY, 409: "A file was not uploaded, and that of the branch is another one" },
  }),
  inDeployment(`POST ${BUILD}/branches`, createBranch, {
    id: "createBranch",
    summary: "Create a shared branch",
    body: "CreateBranchInput",
    bodyRequired: true,
    answers: "DevModeState",
    refuses: { 400: "The body is not valid, or the branch exists already", ...TOO_LARGE },
  }),
  inDeployment(`POST ${BUILD}/dev-mode`, enterDevMode, {
    id: "enterDevMode",
    summary: "Fork a personal branch and point the credential's session at it",
    body: "DevModeInput",
    bodyRequired: true,
    answers: "DevModeState",
    refuses: BAD_BODY,
  }),
  inDeployment(`DELETE ${BUILD}/dev-mode`, exitDevMode, {
    id: "exitDevMode",
    summary: "Release the session; the branch stays",
    answers: "DevModeState",
  }),
  inDeployment(
    `POST ${BUILD}/commit`,
    commit,
    bring("Bring the edits of a personal branch to the one that it was forked from", "commitBranch", {
      400: "The body is not valid, or the branch is not a dev-mode branch",
      ...TOO_LARGE,
      ...CONFLICT,
    }),
  ),
  inDeployment(
    `POST ${BUILD}/pull`,
    pull,
    bring("Bring what has changed on the parent to a branch", "pullBranch", { ...BAD_BODY, ...CONFLICT }),
  ),
  inDeployment(
    `POST ${BUILD}/merge`,
    merge,
    bring("Merge a branch into its parent", "mergeBranch", {
      400: "The body is not valid, or the branch was forked from no branch",
      ...TOO_LARGE,
      ...CONFLICT,
    }),
  ),
  inDeployment(
    `POST ${BUILD}/merge-to-default`,
    mergeToDefault,
    bring("Merge a branch into the production branch, and delete it", "mergeBranchToDefault", {
      400: "The body is not valid, or the branch is the production branch",
      ...TOO_LARGE,
      ...CONFLICT,
    }),
  ),
  inDeployment(`POST ${SYNC}`, startSync, {
    id: "startSync",
    summary: "Bring a transformation project into a new branch",
    body: "SyncInput",
    answers: "SyncStarted",
    refuses: BAD_BODY,
  }),
  inDeployment(`GET ${SYNC}/{id}`, getSync, {
    id: "getSync",
    summary: "Get the state of a sync",
    answers: "SyncState",
  }),
  inDeployment(`GET ${SYNC}/{id}/result`, getSyncResult, {
    id: "getSyncResult",
    summary: "Get what a sync has generated",
    answers: "SyncResult",
  }),
  inDeployment(`DELETE ${SYNC}/{id}`, cancelSync, {
    id: "cancelSync",
    summary: "Cancel a sync that has not ended; its branch stays",
    answers: "Empty",
    refuses: { 400: "The sync has ended" },
  }),
];
