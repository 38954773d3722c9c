// Reads the state of a deployment, to be compared with files: what it can do, its folders, its reports, its workbooks.

import type { Resident } from "../model/index.ts";
import type { Abilities, LiveReport, LiveWorkbook } from "../plan/index.ts";
import { type Capabilities, type Platform, PlatformError } from "../platform/index.ts";
import { type Folders, readFolders } from "./folders.ts";
import { toLiveReport, toReadWorkbook } from "./from-wire.ts";
import { type ReadOptions, readOne, readWorkbooks } from "./read-workbooks.ts";
import { type ListedReports, readReports, type WantedReports } from "./reports.ts";
import { openList } from "./workbook-list.ts";

export interface Wanted {
  /** Whether the list of folders is needed, besides those of the target and the workbooks; or the folders, if they are known. */
  folders: boolean | Folders;
  reports?: WantedReports;
  /** Whether the list of workbooks is asked for along with the others, because `readWorkbooks` is called next; true if absent. */
  workbooks?: boolean;
}

export interface Deployment {
  can: Abilities;
  folders: Folders;
  /** The wanted reports; empty if the deployment does not list any. */
  reports: LiveReport[];
  /** All reports by their live ids; undefined if the list was not read. */
  listed: ListedReports | undefined;
  /** Live id of a workbook → the reports that belong to it, as far as they were asked for. */
  residents: ReadonlyMap<number, readonly Resident[]>;
  /** Pages through the workbooks, and returns how many have a slug: see readWorkbooks. */
  readWorkbooks(options: Omit<ReadOptions, "folders">): Promise<number>;
  /** What reads by id say of workbooks that the list does not show. */
  lookForWorkbooks(ids: readonly number[]): Promise<Looked<LiveWorkbook>>;
  lookForReports(ids: readonly number[]): Promise<Looked<LiveReport>>;
  /** One workbook by its id; undefined if it is gone, has no slug or may not be read. */
  readWorkbook(id: number): Promise<LiveWorkbook | undefined>;
}

/**
 * Reads everything except the workbooks, which stream by on demand: folders, reports and the first page of workbooks at the same time,
 * since none needs another. Sends GET requests only.
 */
export async function readDeployment(
  platform: Platform,
  { deployment, folders: declared }: { deployment: number; folders: Readonly<Record<string, number>> },
  wanted: Wanted,
): Promise<Deployment> {
  const capabilities = await platform.capabilities();
  const listsFolders = wanted.folders === true && capabilities.has("listFolders");
  const workbooks = openList(platform, deployment);
  if (wanted.workbooks !== false) workbooks.begin();
  try {
    const [folders, found] = await Promise.all([
      typeof wanted.folders === "object"
        ? wanted.folders
        : readFolders(platform, deployment, { declared, listed: listsFolders }),
      wanted.reports ? readReports(platform, deployment, wanted.reports) : undefined,
    ]);
    const read = (options: Omit<ReadOptions, "folders">) =>
      readWorkbooks(platform, deployment, { ...options, folders, pages: workbooks.pages });
    const { reports = [], listed, residents = new Map() } = found ?? {};
    return {
      can: abilitiesOf(capabilities),
      folders,
      reports,
      listed,
      residents,
      readWorkbooks: read,
      lookForWorkbooks: (ids) =>
        lookForEach(ids, async (id): Promise<Sight<LiveWorkbook>> => {
          const sight = await lookFor(platform.getWorkbook(deployment, id));
          if (!("found" in sight)) return sight;
          folders.learn(sight.found);
          const live = toReadWorkbook(sight.found, folders.paths);
          return live ? { found: live } : { why: `the workbook ${id} is live without a slug` };
        }),
      lookForReports: (ids) =>
        lookForEach(ids, async (id): Promise<Sight<LiveReport>> => {
          const sight = await lookFor(platform.getReport(deployment, id));
          return "found" in sight ? { found: toLiveReport(sight.found) } : sight;
        }),
      readWorkbook: (id) => readOne(platform, deployment, { id, folders }),
    };
  } catch (error) {
    workbooks.abandon();
    throw error;
  }
}

/** What is there, and why nobody knows of others, by their ids. */
export interface Looked<Found> {
  found: Found[];
  unread: Map<number, string>;
}

async function lookForEach<Found>(
  ids: readonly number[],
  look: (id: number) => Promise<Sight<Found>>,
): Promise<Looked<Found>> {
  const looked: Looked<Found> = { found: [], unread: new Map() };
  const sights = await Promise.all([...new Set(ids)].map(async (id) => [id, await look(id)] as const));
  for (const [id, sight] of sights) {
    if ("found" in sight) looked.found.push(sight.found);
    else if ("why" in sight) looked.unread.set(id, sight.why);
  }
  return looked;
}

export function abilitiesOf({ described, describedWhy, has }: Capabilities): Abilities {
  return {
    folders: has("createFolder"),
    reports: has("listReports") && has("upsertReport"),
    publish: has("publishWorkbook"),
    // Never on a guess: where the slug is not described, the same request may do nothing, or something else.
    rename: described && has("renameWorkbook") && has("getWorkbook"),
    // Never deletes on a guess: only if the description has the deletion and the read before it.
    delete: {
      workbooks: described && has("deleteWorkbook") && has("getWorkbook"),
      reports: described && has("deleteReport") && has("getReport"),
      ...(!described && { unknown: describedWhy }),
    },
  };
}

/** What a list does not show may be deleted, hidden or late in lists. What a read by id says: it is there, there is none with this id (404), or why nobody knows, as a part of a sentence. */
type Sight<Found> = { found: Found } | { gone: true } | { why: string };

/** Throws only if the platform cannot be reached at all. */
export async function lookFor<Found>(answer: Promise<Found | undefined>): Promise<Sight<Found>> {
  try {
    const found = await answer;
    return found === undefined ? { gone: true } : { found };
  } catch (error) {
    const isAnswer = error instanceof PlatformError && (error.status ?? 0) > 0;
    if (!isAnswer && !(error instanceof PlatformError && error.code === "no-such-operation")) throw error;
    return { why: error.message };
  }
}
