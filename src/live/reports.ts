// The live reports, read from the list.

import { type Resident, readStamp } from "../model/index.ts";
import { type ListedReport, type LiveReport, shownVersion } from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import { toLiveReport } from "./from-wire.ts";
import { isRefusal } from "./read-workbooks.ts";

/** Live id → the version that a publication must contain, so that viewers see the report as it is. */
export function shownVersions(reports: readonly LiveReport[]): Map<number, number> {
  const pairs = reports.map((report) => [report.id, shownVersion(report)] as const);
  return new Map(pairs.flatMap(([id, version]) => (version === null ? [] : [[id, version] as const])));
}

/** The reports to read: those with one of the publicIds, and of the others all, those with a stamp, or none. */
export interface WantedReports {
  publicIds: ReadonlySet<string>;
  others?: "all" | "stamped";
  /** Whether those of which the list does not say who manages them are read one by one; else they come with `metaUnseen`. */
  readsUnseen?: boolean;
}

export type ListedReports = ReadonlyMap<number, ListedReport>;

export interface FoundReports {
  /** The wanted ones. */
  reports: LiveReport[];
  /** All by their live ids, wanted or not; undefined if the list was not read. */
  listed: ListedReports | undefined;
  /** Live id of a workbook → all reports that belong to it; only with `readsUnseen`. */
  residents: Residents;
}

/**
 * Pages once through the deployment's reports. Sends nothing if none are wanted, or none can be listed, or only stamped ones are
 * wanted and no description says that there are reports.
 */
export async function readReports(
  platform: Platform,
  deploymentId: number,
  { publicIds, others, readsUnseen = false }: WantedReports,
): Promise<FoundReports> {
  const { described, has } = await platform.capabilities();
  const anyOthers = others === "all" || (others === "stamped" && described);
  const residents: Residents = new Map();
  if (!has("listReports") || (publicIds.size === 0 && !anyOthers))
    return { reports: [], listed: undefined, residents };
  const isNamed = ({ publicId }: WireReport): boolean => publicIds.has(publicId);
  const listed = new Map<number, ListedReport>();
  let showsMeta = false;
  let showsStamp = false;
  const found = await listReports(platform, deploymentId, (report) => {
    const { id, publicId, name } = report;
    listed.set(id, { id, publicId, name, version: shownVersion(toLiveReport(report)) });
    if (readsUnseen) noteResident(residents, report);
    showsMeta ||= report.meta !== undefined;
    showsStamp ||= isStamped(report.meta);
    if (others !== "stamped") return anyOthers || isNamed(report);
    // Until the list has shown a stamp it may leave them out.
    return isNamed(report) || (anyOthers && (!showsStamp || isStamped(report.meta)));
  });
  if (others !== "stamped")
    return {
      reports: (await readWhole(platform, deploymentId, found)).map(toLiveReport),
      listed,
      residents,
    };
  const isShown = (report: WireReport): boolean => isNamed(report) || isStamped(report.meta);
  const whole = await readWhole(platform, deploymentId, found.filter(isShown));
  // A list that shows any `meta` leaves it out only where there is none.
  const isHidden = (report: WireReport): boolean => !showsMeta && has("getReport") && !isShown(report);
  const rest = await readOwners(platform, deploymentId, found.filter(isHidden), {
    readsAll: readsUnseen,
    isLeftOut: whole.some(({ meta }) => meta !== undefined),
  });
  return { reports: [...whole.map(toLiveReport), ...rest], listed, residents };
}

/**
 * Of reports that the list shows without `meta`, those with a stamp, and those that may have one (`metaUnseen`): not read, or refused. If
 * nothing says yet that the list leaves `meta` out, one of them is read to know.
 */
async function readOwners(
  platform: Platform,
  deploymentId: number,
  unseen: readonly WireReport[],
  { readsAll, isLeftOut }: { readsAll: boolean; isLeftOut: boolean },
): Promise<LiveReport[]> {
  const count = readsAll ? unseen.length : isLeftOut ? 0 : 1;
  const read = await Promise.all(
    unseen.slice(0, count).map(async (item): Promise<WireReport | undefined> => {
      try {
        // Gone since it was listed: nothing to manage.
        return (await platform.getReport(deploymentId, item.id)) ?? item;
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    }),
  );
  const leavesOut = isLeftOut || read.some((report) => report === undefined || report.meta !== undefined);
  return unseen.flatMap((item, index): LiveReport[] => {
    const report = read[index];
    if (report) return isStamped(report.meta) ? [toLiveReport(report)] : [];
    return leavesOut ? [{ ...toLiveReport(item), metaUnseen: true }] : [];
  });
}

function isStamped(meta: WireReport["meta"]): boolean {
  return readStamp(meta ?? undefined) !== undefined;
}

/** The deployment's reports that have one of these publicIds, or one of these ids, by the publicId that they have now. */
export async function findReports(
  platform: Platform,
  deploymentId: number,
  publicIds: ReadonlySet<string>,
  ids: ReadonlySet<number> = new Set(),
): Promise<Map<string, WireReport>> {
  if (publicIds.size + ids.size === 0) return new Map();
  const isNamed = ({ id, publicId }: WireReport): boolean => publicIds.has(publicId) || ids.has(id);
  const found = await listReports(platform, deploymentId, isNamed);
  const whole = await readWhole(platform, deploymentId, found);
  return new Map(whole.map((report) => [report.publicId, report]));
}

/** If the list leaves out `meta`, with the stamp in it, the report is read by itself, if it can be. */
export async function readWhole(
  platform: Platform,
  deploymentId: number,
  found: readonly WireReport[],
): Promise<WireReport[]> {
  const { has } = await platform.capabilities();
  return Promise.all(
    found.map(async (item) =>
      item.meta !== undefined || !has("getReport")
        ? item
        : ((await platform.getReport(deploymentId, item.id)) ?? item),
    ),
  );
}

/** The listed reports that are to be kept, in the order of the list. */
export async function listReports(
  platform: Platform,
  deploymentId: number,
  isKept: (report: WireReport) => boolean,
): Promise<WireReport[]> {
  const kept: WireReport[] = [];
  for await (const page of platform.listReports(deploymentId))
    kept.push(...page.filter(isReport).filter(isKept));
  return kept;
}

/** Lists may mix types. */
function isReport({ type }: WireReport): boolean {
  return type === undefined || type === "REPORT";
}

/** Live id of a workbook → reports in it. */
export type Residents = Map<number, Resident[]>;

/** A list may show a report twice. */
export function noteResident(residents: Residents, { id, publicId, name, workbookId }: WireReport): void {
  if (workbookId == null) return;
  const known = residents.get(workbookId);
  if (known?.some((one) => one.id === id)) return;
  if (known) known.push({ id, publicId, name });
  else residents.set(workbookId, [{ id, publicId, name }]);
}
