// The list of workbooks, in whatever folder they are.

import type { CallOptions, Platform, WireWorkbook } from "../platform/index.ts";
import { isWorkbook } from "./from-wire.ts";

/**
 * Pages of the deployment's workbooks. Whether the list goes through all folders is not documented (field notes A.1), and an
 * existing workbook that was not seen would be planned as a creation and overwritten. So if the list showed nothing in any folder
 * and `isAnyMissing` says that a wanted one was not found, the folders are listed one by one as well.
 */
export async function* listEverywhere(
  platform: Platform,
  deploymentId: number,
  isAnyMissing: () => boolean,
  call?: CallOptions,
): AsyncGenerator<WireWorkbook[]> {
  let anyInFolder = false;
  for await (const page of platform.listWorkbooks(deploymentId, {}, call)) {
    anyInFolder ||= page.some((item) => isWorkbook(item) && item.folderId != null);
    yield page;
  }
  if (anyInFolder || !isAnyMissing()) return;
  const capabilities = await platform.capabilities();
  const listsByFolder =
    capabilities.parameters("listWorkbooks").has("folderId") && capabilities.has("listFolders");
  if (!listsByFolder) return;
  for (const { id } of await platform.listFolders(deploymentId)) {
    yield* platform.listWorkbooks(deploymentId, { folderId: id });
  }
}
