// Reports: list, get, upsert by publicId, delete.

import { PlatformError } from "../http/platform-error.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireReport, WireReportInput } from "../wire/wire.ts";
import { choosePaging, readPages } from "./paging.ts";
import { prepareCall, type Remote, sendDelete, sendForObject } from "./remote.ts";

/** Yields the deployment's reports page by page, as far as the credential sees them. */
export async function* listReports(remote: Remote, deploymentId: number): AsyncGenerator<WireReport[]> {
  const call = await prepareCall(remote, {
    operation: "listReports",
    path: [deploymentId],
    does: `list the reports of deployment ${deploymentId}`,
    deploymentId,
  });
  const style = choosePaging(await remote.capabilities(), "listReports");
  yield* readPages<WireReport>(remote.transport, { name: "reports", style, call });
}

/** One report, or undefined where the deployment has none with this id (404). */
export async function getReport(
  remote: Remote,
  deploymentId: number,
  id: number,
  options?: CallOptions,
): Promise<WireReport | undefined> {
  const call = await prepareCall(remote, {
    operation: "getReport",
    path: [deploymentId, id],
    does: `read report ${id}`,
    deploymentId,
    options,
  });
  try {
    return await sendForObject<WireReport>(remote, call);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Creates the report with this publicId or changes what `input` names (field notes, A.2). Of its three 409s only `code`
 * `upsert_branch_changed` passes; none is repeated here.
 */
export async function upsertReport(
  remote: Remote,
  deploymentId: number,
  publicId: string,
  input: WireReportInput,
  options?: CallOptions,
): Promise<WireReport> {
  const call = await prepareCall(remote, {
    operation: "upsertReport",
    path: [deploymentId, publicId],
    does: `write report ${publicId}`,
    deploymentId,
    needs: "Changing a report needs edit access to it; creating one needs the role AI BI User or higher.",
    body: input,
    options,
  });
  return sendForObject<WireReport>(remote, call);
}

/** Deletes a report. One that is gone already counts as deleted: the answer to an earlier attempt may have been lost. */
export async function deleteReport(
  remote: Remote,
  deploymentId: number,
  id: number,
  options?: CallOptions,
): Promise<void> {
  const call = await prepareCall(remote, {
    operation: "deleteReport",
    path: [deploymentId, id],
    does: `delete report ${id}`,
    deploymentId,
    needs: "Deleting a report needs edit access to it and the permission to manage reports.",
    options,
  });
  await sendDelete(remote, call);
}
