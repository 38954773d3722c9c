// Workbooks: list, get, upsert by slug, publish, delete.

import { PlatformError } from "../http/platform-error.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireDashboard, WireWorkbook, WireWorkbookInput } from "../wire/wire.ts";
import { choosePaging, readPages } from "./paging.ts";
import { prepareCall, type Remote, sendDelete, sendForObject } from "./remote.ts";

export interface WorkbookFilter {
  /** Only the workbooks of this folder. Whether a list without it goes through all folders is documented nowhere. */
  folderId?: number;
}

/** Yields the deployment's workbooks page by page, as far as the credential sees them. Drafts may be left out of list items. */
export async function* listWorkbooks(
  remote: Remote,
  deploymentId: number,
  filter: WorkbookFilter = {},
): AsyncGenerator<WireWorkbook[]> {
  const call = await prepareCall(remote, {
    operation: "listWorkbooks",
    path: [deploymentId],
    does: `list the workbooks of deployment ${deploymentId}`,
    deploymentId,
  });
  const style = choosePaging(await remote.capabilities(), "listWorkbooks");
  yield* readPages<WireWorkbook>(remote.transport, { name: "workbooks", style, call, filter: { ...filter } });
}

/** One workbook with its draft, or undefined where the deployment has none with this id (404). */
export async function getWorkbook(
  remote: Remote,
  deploymentId: number,
  id: number,
  options?: CallOptions,
): Promise<WireWorkbook | undefined> {
  const call = await prepareCall(remote, {
    operation: "getWorkbook",
    path: [deploymentId, id],
    does: `read workbook ${id}`,
    deploymentId,
    options,
  });
  try {
    return await sendForObject<WireWorkbook>(remote, call);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Creates the workbook with this slug or changes what `input` names (platform document, "Create or update a workbook by slug").
 * A 409 `upsert_branch_changed` is thrown, not repeated: only the caller knows whether the slug is still its own.
 */
export async function upsertWorkbook(
  remote: Remote,
  deploymentId: number,
  slug: string,
  input: WireWorkbookInput,
  options?: CallOptions,
): Promise<WireWorkbook> {
  const moves = input.folderId !== undefined;
  const call = await prepareCall(remote, {
    operation: "upsertWorkbook",
    path: [deploymentId, slug],
    does: `write workbook ${slug}`,
    deploymentId,
    ...(typeof input.folderId === "number" && { alsoNames: `folder ${input.folderId}` }),
    needs: moves
      ? "Moving a workbook needs manage access to it and edit access to the folder; creating one needs the role AI BI User or higher."
      : "Changing a workbook needs edit access to it; creating one needs the role AI BI User or higher.",
    body: input,
    options,
  });
  return sendForObject<WireWorkbook>(remote, call);
}

/** Publishes the draft, or `config` where given (deployments before 0.16 need it). Never sent twice by itself. */
export async function publishWorkbook(
  remote: Remote,
  deploymentId: number,
  id: number,
  input: PublishInput = {},
  options?: CallOptions,
): Promise<WireDashboard> {
  const call = await prepareCall(remote, {
    operation: "publishWorkbook",
    path: [deploymentId, id],
    does: `publish workbook ${id}`,
    deploymentId,
    needs: "Publishing a workbook needs edit access to it.",
    // The body repeats the id of the path: it is required there (field notes, A.1).
    body: { workbookId: id, ...input },
    options,
  });
  return sendForObject<WireDashboard>(remote, call);
}

export interface PublishInput {
  config?: WireDashboard["config"];
}

/** Deletes a workbook. One that is gone already counts as deleted: the answer to an earlier attempt may have been lost. */
export async function deleteWorkbook(
  remote: Remote,
  deploymentId: number,
  id: number,
  options?: CallOptions,
): Promise<void> {
  const call = await prepareCall(remote, {
    operation: "deleteWorkbook",
    path: [deploymentId, id],
    does: `delete workbook ${id}`,
    deploymentId,
    needs: "Deleting a workbook needs manage access to it.",
    options,
  });
  await sendDelete(remote, call);
}
