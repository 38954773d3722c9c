// The live reports, read from the list.

import { isObject, readStamp } from "../model/index.ts";
import { type ListedReport, type LiveReport, shownVersion } from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import { toLiveReport } from "./from-wire.ts";
import { watchStamps } from "./hidden-stamps.ts";
import { noteResident, type Residents } from "./note-resident.ts";
import { isRefusal, unlessRefused } from "./read-workbooks.ts";

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
  const { found, areHidden } = await listReports(platform, deploymentId, {
    isNamed,
    isKept(report) {
      const { id, publicId, name } = report;
      listed.set(id, { id, publicId, name, version: shownVersion(toLiveReport(report)) });
      if (readsUnseen) noteResident(residents, report);
      showsMeta ||= report.meta !== undefined;
      showsStamp ||= isStamped(report.meta);
      if (others !== "stamped") return anyOthers || isNamed(report);
      // Until the list has shown a stamp it may leave them out.
      return isNamed(report) || (anyOthers && (!showsStamp || isStamped(report.meta)));
    },
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
  const isHidden = (report: WireReport): boolean =>
    (areHidden || !showsMeta) && has("getReport") && !isShown(report);
  const rest = await readOwners(platform, deploymentId, found.filter(isHidden), {
    readsAll: readsUnseen,
    isLeftOut: areHidden || whole.some(({ meta }) => meta !== undefined),
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
  const { found } = await listReports(platform, deploymentId, { isKept: isNamed, isNamed });
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

interface Listed {
  /** Those to keep; if the list leaves stamps out, without the `meta` that shows none. */
  found: WireReport[];
  /** Whether the list is known to leave stamps out. */
  areHidden: boolean;
}

/**
 * To know what the list leaves out a few are read: named ones, or, if none of those is live and no item shows anything in its `meta`, any.
 */
export async function listReports(
  platform: Platform,
  deploymentId: number,
  { isKept, isNamed }: Record<"isKept" | "isNamed", (report: WireReport) => boolean>,
): Promise<Listed> {
  const { has } = await platform.capabilities();
  const probed = new Map<number, WireReport>();
  const read = async (id: number): Promise<WireReport | undefined> => {
    if (probed.has(id) || !has("getReport")) return probed.get(id);
    const report = await unlessRefused(platform.getReport(deploymentId, id));
    if (report) probed.set(id, report);
    return report;
  };
  const stamps = watchStamps<WireReport>({
    read,
    choose: (reports) => reports.filter((report) => (isAnyNamed ? isNamed(report) : isBlank)),
  });
  let isAnyNamed = false;
  let isBlank = true;
  const kept: WireReport[] = [];
  for await (const page of platform.listReports(deploymentId)) {
    const reports = page.filter(isReport);
    stamps.see(reports);
    isAnyNamed ||= reports.some(isNamed);
    isBlank &&= !reports.some(({ meta }) => isObject(meta) && Object.keys(meta).length > 0);
    kept.push(...reports.filter(isKept));
  }
  const revealed = await stamps.reveal(kept);
  const found = revealed.map((item) => (item.meta === undefined ? (probed.get(item.id) ?? item) : item));
  return { found, areHidden: stamps.areHidden() };
}

/** Lists may mix types. */
function isReport({ type }: WireReport): boolean {
  return type === undefined || type === "REPORT";
}
