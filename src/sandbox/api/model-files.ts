// The files of a data model (field notes A.7): read on every branch, written one by one on a personal development branch, and uploaded
// as a whole to any. The public client of the platform shows the bodies.

import { createHash } from "node:crypto";
import type { JsonObject } from "../../model/index.ts";
import type { BranchRecord, ModelFiles } from "../store/build-records.ts";
import { recordEvent } from "../store/record-event.ts";
import { requirePermission } from "./access.ts";
import { chooseBranch, wireBranch } from "./branches.ts";
import type { DeploymentContext } from "./context.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** Writes the files, with a new hash of the branch. */
export function saveFiles(
  context: DeploymentContext,
  branch: BranchRecord,
  { files, base = branch.base, event }: { files: ModelFiles; base?: ModelFiles; event: string },
): BranchRecord {
  const { store, now } = context;
  const saved = { ...branch, files, base, lastHash: hashOf(JSON.stringify(Object.entries(files).sort())) };
  store.branches.put(saved);
  recordEvent(context, now(), event, { branchId: branch.id, branchName: branch.name });
  return saved;
}

export function requireWriter({ key }: DeploymentContext, { kind }: BranchRecord): void {
  requirePermission(key, kind === "personal" ? "SchemaUpdateDevBranches" : "SchemaUpdate");
}

/** Throws a 400 Refusal for any branch but a personal one ("Errors", rule 2). */
export function requireDevBranch(context: DeploymentContext, branch: BranchRecord): void {
  if (branch.kind !== "personal") throw new Refusal(400, `${branch.name} is not a dev-mode branch`);
  requireWriter(context, branch);
}

/** GET …/data-model/files: the tree, with absolute paths; the texts only with `withContent`. */
export function listFiles(context: DeploymentContext): Reply {
  const { query } = context;
  const { files } = chooseBranch(context, query.get("branchName"));
  const items = treeOf(files, query.get("withContent") === "true");
  return json({ items, data: items });
}

/** GET …/data-model/file-hashes: SHA-1 of each file. */
export function listHashes(context: DeploymentContext): Reply {
  const { name, files } = chooseBranch(context, context.query.get("branchName"));
  const hashes = Object.entries(files).map(([path, text]) => [path, { hash: hashOf(text) }]);
  return json({ branchName: name, files: Object.fromEntries(hashes) });
}

/** PUT, DELETE …/data-model/files and POST …/rename: all of the files, or none if one cannot be changed. */
export const putFiles = changeFiles((files, path, { content }) => files.set(path, String(content)));
export const deleteFiles = changeFiles((files, path) => {
  takeFile(files, path);
});
export const renameFiles = changeFiles((files, path, { newPath }) =>
  files.set(readPath(newPath), takeFile(files, path)),
);

function changeFiles(change: (files: Map<string, string>, path: string, row: JsonObject) => unknown) {
  return async (context: DeploymentContext): Promise<Reply> => {
    const { branchName, files: rows } = await context.body();
    const branch = chooseBranch(context, branchName);
    requireDevBranch(context, branch);
    const files = new Map(Object.entries(branch.files));
    for (const row of rows as JsonObject[]) change(files, readPath(row.path), row);
    const saved = saveFiles(context, branch, {
      files: Object.fromEntries(files),
      event: "Data model edited",
    });
    return json({ data: wireBranch(saved) });
  };
}

/** Names that every object has are paths, too. */
export function textAt(files: ModelFiles, path: string): string | undefined {
  return Object.hasOwn(files, path) ? files[path] : undefined;
}

function takeFile(files: Map<string, string>, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Refusal(404, `The file ${path} does not exist on this branch`);
  files.delete(path);
  return text;
}

/** POST …/data-model/upload/start: nothing changes before the upload is finished. */
export async function startUpload(context: DeploymentContext): Promise<Reply> {
  const branch = chooseBranch(context, (await context.body()).branchName);
  requireWriter(context, branch);
  const count = context.store.uploads.push({ branchName: branch.name, files: new Map() });
  return json({ transaction: count - 1 });
}

/** POST …/data-model/upload/file: the transaction as JSON, the path, and the file. */
export async function uploadFile(context: DeploymentContext): Promise<Reply> {
  const parts = await context.parts();
  const file = parts.get("file");
  if (!(file instanceof Blob)) throw new Refusal(400, "The part `file` is missing");
  const path = readPath(parts.get("fileName"));
  findUpload(context, Number(parts.get("transaction") ?? Number.NaN)).files.set(
    path,
    await readText(file, path),
  );
  return json({});
}

/** POST …/data-model/upload/finish: the files are those of `files`, and with `autoRemoveFiles` no others. */
export async function finishUpload(context: DeploymentContext): Promise<Reply> {
  const { transaction, files, autoRemoveFiles } = await context.body();
  const upload = findUpload(context, transaction);
  const branch = chooseBranch(context, upload.branchName);
  requireWriter(context, branch);
  const wanted = Object.entries(files as Record<string, { hash: string }>).map(([path, { hash }]) => {
    const text = upload.files.get(readPath(path)) ?? textAt(branch.files, path);
    if (text === undefined || hashOf(text) !== hash)
      throw new Refusal(409, `The file ${path} was not uploaded, and that of the branch is another one`);
    return [path, text];
  });
  const after = { ...(autoRemoveFiles === false && branch.files), ...Object.fromEntries(wanted) };
  context.store.uploads[Number(transaction)] = undefined;
  const { name, lastHash } = saveFiles(context, branch, { files: after, event: "Data model deployed" });
  return json({ branchName: name, lastHash });
}

function findUpload({ store }: DeploymentContext, transaction: unknown) {
  const upload = store.uploads[Number(transaction)];
  if (!upload) throw new Refusal(404, "The transaction does not exist; it may be finished");
  return upload;
}

async function readText(file: Blob, path: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Refusal(400, `The file ${path} is not UTF-8: the sandbox keeps text only`);
  }
}

/** Paths are accepted with or without a leading slash, and lead nowhere else. */
function readPath(written: unknown): string {
  const path = typeof written === "string" ? written.replace(/^\//, "") : "";
  if (path.split("/").some((part) => /^\.{0,2}$/.test(part)))
    throw new Refusal(400, `${JSON.stringify(written)} is not a path in the data model`);
  return path;
}

function treeOf(files: ModelFiles, withContent: boolean, above = ""): JsonObject[] {
  const inside = Object.keys(files).filter((path) => path.startsWith(above));
  const names = [...new Set(inside.map((path) => path.slice(above.length).split("/")[0]!))].sort();
  return names.map((name): JsonObject => {
    const path = above + name;
    const content = textAt(files, path);
    return content !== undefined
      ? { path: `/${path}`, type: "file", ...(withContent && { content }) }
      : { path: `/${path}`, type: "directory", children: treeOf(files, withContent, `${path}/`) };
  });
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
