// A seed is a platform written down: what an export of a live deployment holds, with everything optional that can be
// made up. The data file has the same form, so that one sandbox's data can seed another.

import type { Json } from "../model/index.ts";
import type { WireDashboard, WireFolder, WireReport, WireWorkbook } from "../platform/wire.ts";

/** A workbook of a seed: ids, times and owners that are not given are made up. */
export type SeedWorkbook = Partial<Omit<WireWorkbook, "publishedDashboard">> & {
  publishedDashboard?: Partial<WireDashboard> | null;
  /** Publishing is refused: "This dashboard requires review before publishing". */
  reviewRequired?: boolean;
};
export type SeedFolder = Partial<WireFolder> & { name: string };
export type SeedReport = Partial<WireReport> & {
  /** A legacy report: the publicId that reads show was made up by the platform and need not be unique. */
  publicIdSynthesized?: boolean;
};

export interface Seed {
  deployment?: { id: number; name?: string };
  deployments?: { id: number; name?: string; createdAt?: string }[];
  folders?: SeedFolder[];
  workbooks?: SeedWorkbook[];
  reports?: SeedReport[];
  /** The data model: kept as given. */
  cubes?: Json[];
  /** Keys beside the sandbox's own; `deployments` scopes a key to them. */
  apiKeys?: { key: string; deployments?: number[] }[];
  /** False leaves the dashboards out of list items, as some deployments do. Default true. */
  listDrafts?: boolean;
  /** True answers the draft inside `meta` as well. Default false. */
  draftInMeta?: boolean;
  /** Where ids go on; never lower than one above the highest that is used. */
  nextId?: number;
}
