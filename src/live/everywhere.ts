// The list of workbooks, wherever they lie.

import type { Platform, WireWorkbook } from "../platform/index.ts";

/**
 * Pages of the deployment's workbooks. Whether the list goes through all folders is documented nowhere (field notes A.1), and a
 * workbook that is there but was not seen would be planned as a creation and overwritten. So where the list showed nothing in
 * any folder and `isAnyMissing` says that something was looked for in vain, the folders are listed one by one as well.
 */
export async function* listEverywhere(
  platform: Platform,
  deploymentId: number,
  isAnyMissing: () => boolean,
): AsyncGenerator<WireWorkbook[]> {
  let anyInFolder = false;
  for await (const page of platform.listWorkbooks(deploymentId)) {
    anyInFolder ||= page.some(({ folderId }) => folderId != null);
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
