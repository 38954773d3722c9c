// Reads the state of a deployment, to be compared with files: what it can do, its folders, its reports, its workbooks.

import type { Abilities, LiveReport } from "../plan/index.ts";
import type { Capabilities, Platform } from "../platform/index.ts";
import { type Folders, readFolders } from "./folders.ts";
import { type ReadOptions, readWorkbooks } from "./read-workbooks.ts";
import { readReports, type WantedReports } from "./reports.ts";

export interface Wanted {
  /** Whether the list of folders is needed, besides those of the target and the workbooks; or the folders, if they are known. */
  folders: boolean | Folders;
  reports?: WantedReports;
}

export interface Deployment {
  can: Abilities;
  folders: Folders;
  /** The wanted reports; empty if the deployment does not list any. */
  reports: LiveReport[];
  /** Pages through the workbooks, and returns how many have a slug: see readWorkbooks. */
  readWorkbooks(options: Omit<ReadOptions, "folders">): Promise<number>;
}

/** Reads everything except the workbooks, which stream by on demand. Sends GET requests only. */
export async function readDeployment(
  platform: Platform,
  { deployment, folders: declared }: { deployment: number; folders: Readonly<Record<string, number>> },
  wanted: Wanted,
): Promise<Deployment> {
  const capabilities = await platform.capabilities();
  const folders =
    typeof wanted.folders === "object"
      ? wanted.folders
      : await readFolders(platform, deployment, {
          declared,
          listed: wanted.folders && capabilities.has("listFolders"),
        });
  return {
    can: abilitiesOf(capabilities),
    folders,
    reports: wanted.reports ? await readReports(platform, deployment, wanted.reports) : [],
    readWorkbooks: (options) => readWorkbooks(platform, deployment, { ...options, folders }),
  };
}

export function abilitiesOf({ described, has }: Capabilities): Abilities {
  return {
    folders: has("createFolder"),
    reports: has("listReports") && has("upsertReport"),
    publish: has("publishWorkbook"),
    // Never deletes on a guess: only if the description has the deletion and the read before it.
    delete: {
      workbooks: described && has("deleteWorkbook") && has("getWorkbook"),
      reports: described && has("deleteReport") && has("getReport"),
    },
  };
}
