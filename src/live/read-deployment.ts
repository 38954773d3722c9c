// Reads what a deployment holds, for whoever compares it with files: what it lets be done, its folders, its reports, its workbooks.

import type { Abilities, LiveReport } from "../plan/index.ts";
import type { Capabilities, Platform } from "../platform/index.ts";
import { type Folders, readFolders } from "./folders.ts";
import { type ReadOptions, readWorkbooks } from "./read-workbooks.ts";
import { readReports, type WantedReports } from "./reports.ts";

export interface Wanted {
  /** Whether the list of folders is needed, beside what the target and the workbooks say of theirs; or the folders, if they are known. */
  folders: boolean | Folders;
  reports?: WantedReports;
}

export interface Deployment {
  can: Abilities;
  folders: Folders;
  /** The wanted reports; empty where the deployment does not list any. */
  reports: LiveReport[];
  /** Pages through the workbooks, and returns how many have a slug: see readWorkbooks. */
  readWorkbooks(options: Omit<ReadOptions, "folders">): Promise<number>;
}

/** Reads everything but the workbooks, which stream by when they are asked for. Sends GET requests only. */
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
    // Deleting is tried nowhere on a guess: only where the description names it, and the read that goes before it.
    delete: {
      workbooks: described && has("deleteWorkbook") && has("getWorkbook"),
      reports: described && has("deleteReport") && has("getReport"),
    },
  };
}
