// Uploads a folder as the files of a data model (platform document, "Command-line client", rule 2). Nothing changes on the platform
// before all files are there, so a run that breaks off leaves nothing half done.

import { createHash } from "node:crypto";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isReserved } from "../../desired/index.ts";
import { isInside, isObject, UserError } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";

export interface DeployModelOptions {
  deploymentId: number;
  /** Without it, or if empty, the branch of the credential's dev mode, else the deploy branch. */
  branchName?: string | undefined;
  /** Leave files on the platform that the folder does not have. */
  keepMissing?: boolean | undefined;
  onUpload?(path: string, number: number, of: number): void;
}

/** Path in the data model → content. */
export type ModelFiles = ReadonlyMap<string, Buffer>;

export interface DeployedModel {
  /** Paths in the data model, sorted. */
  uploaded: string[];
  removed: string[];
  unchanged: number;
  /** If the platform says which it was. */
  branchName?: string;
}

/** What an upload would do. */
export async function compareModel(platform: Platform, local: ModelFiles, options: DeployModelOptions) {
  const { deploymentId, branchName, keepMissing = false } = options;
  const branch = branchName === undefined ? {} : { branchName };
  const remote = await platform.fileHashes(deploymentId, branch);
  const hashes = new Map([...local].map(([path, bytes]) => [path, hashOf(bytes)]));
  const uploaded = [...local.keys()].filter((path) => remote.get(path) !== hashes.get(path)).sort();
  const missing = [...remote.keys()].filter((path) => !local.has(path)).sort();
  // A file that is never uploaded has not been deleted here.
  const unseen = missing.filter(isSkipped);
  const removed = keepMissing ? [] : missing.filter((path) => !isSkipped(path));
  for (const path of unseen) hashes.set(path, remote.get(path)!);
  const result = { uploaded, removed, unchanged: local.size - uploaded.length };
  return { result, isSame: uploaded.length === 0 && removed.length === 0, hashes, remote };
}

/** Uploads what differs. Throws a UserError if somebody else changes the branch meanwhile. */
export async function deployModel(
  platform: Platform,
  local: ModelFiles,
  options: DeployModelOptions,
): Promise<DeployedModel> {
  const { deploymentId, branchName, keepMissing = false, onUpload } = options;
  const { result, isSame, hashes, remote } = await compareModel(platform, local, options);
  if (isSame) return result;
  const { uploaded } = result;
  const branch = branchName === undefined ? {} : { branchName };
  const transaction = await platform.startUpload(deploymentId, branch);
  for (const [at, path] of uploaded.entries()) {
    onUpload?.(path, at + 1, uploaded.length);
    await platform.uploadFile(deploymentId, { transaction, path, bytes: local.get(path)! });
  }
  // What the branch has by now would be removed or written over, and nobody was told of it.
  if (!haveSame(await platform.fileHashes(deploymentId, branch), remote))
    throw new UserError("somebody else changed the data model while it was uploaded", {
      details: ["This upload has changed nothing. Run it again: it compares what is there by then."],
    });
  const files = Object.fromEntries([...hashes].map(([path, hash]) => [path, { hash }]));
  const finish = { transaction, files, autoRemoveFiles: !keepMissing, ...branch };
  const answer = await platform.finishUpload(deploymentId, finish);
  const found = isObject(answer) ? answer.branchName : undefined;
  return { ...result, ...(typeof found === "string" && { branchName: found }) };
}

function haveSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);
}

/**
 * The files of a folder, given by its absolute path, with slashes on every system. Throws a UserError if there are none, for a link out of
 * it, and for a name that cannot be uploaded.
 */
export async function readModelFolder(directory: string): Promise<ModelFiles> {
  const root = await realpath(directory);
  const files = new Map<string, Buffer>();
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder + entry.name;
      if (isSkipped(path)) continue;
      if (entry.isDirectory()) await walk(`${path}/`);
      else files.set(path, await readInside(root, path));
    }
  };
  await walk("");
  if (files.size === 0)
    throw new UserError(`${directory} holds no file to upload`, {
      details: ["Nothing was sent: it would have deleted the whole data model."],
    });
  // A form turns a line end in a name into another one.
  const odd = [...files.keys()].find((path) => /\p{Cc}/u.test(path));
  if (odd !== undefined)
    throw new UserError(`the name ${JSON.stringify(odd)} holds a control character`, {
      details: ["Nothing was sent. Give the file another name, or keep it out of the folder."],
    });
  return files;
}

/** A link may lead to a file that would be uploaded anyway, and nowhere else: not to a secret, not round in a circle. */
async function readInside(root: string, path: string): Promise<Buffer> {
  const real = await realpath(join(root, path)).catch(() => undefined);
  const way =
    real !== undefined && isInside(root, real) ? relative(root, real).split(sep).join("/") : undefined;
  if (real !== undefined && way !== undefined && !isSkipped(way) && (await stat(real)).isFile())
    return readFile(real);
  throw new UserError(`${path} is not a file of the folder, but leads to something else`, {
    details: ["Nothing was sent. Put the file itself in its place, or remove it."],
  });
}

/** Hidden files and folders, as `.git` and `.env`, installed packages, and what tools leave credentials in. */
function isSkipped(path: string): boolean {
  return isReserved(path.replace(/(^|\/)\.gitignore$/, "$1gitignore"));
}

function hashOf(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("hex");
}
