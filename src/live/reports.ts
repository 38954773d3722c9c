// The live reports, read from the list.

import { readStamp } from "../model/index.ts";
import { type ListedReport, type LiveReport, shownVersion } from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import { toLiveReport } from "./from-wire.ts";
import { noteResident, type Residents } from "./note-resident.ts";
import { isRefusal, unlessRefused } from "./read-workbooks.ts";

// Lists that leave out fields of reports, such as their queries, though the read of one report shows them. A field that is not in a list at
// all was not seen: taken for empty, it would look as if somebody had removed it.

/** What planning compares, without `meta`: a list that leaves that out says so at each report. */
const FIELDS = ["title", "jsonQuery", "sqlQuery", "pivotItems", "workbookId", "version"] as const;

interface FieldWatch {
  /** Takes reports as they are listed, wanted or not. */
  see(reports: readonly WireReport[]): void;
  /** Whether the list leaves out what some of these reports have. Reads three at most, and none if each field is in some item. */
  areLeftOut(reports: readonly WireReport[]): Promise<boolean>;
}

/** So many are read to know whether the list leaves a field out. */
const PROBED = 3;

/** `read`: one report by itself; undefined if it is gone or may not be read. */
function watchFields(read: (id: number) => Promise<WireReport | undefined>): FieldWatch {
  let unseen: readonly (typeof FIELDS)[number][] = FIELDS;
  return {
    see(reports) {
      unseen = unseen.filter((field) => reports.every((report) => report[field] === undefined));
    },
    async areLeftOut(reports) {
      if (unseen.length === 0) return false;
      // A report draws what one of its two queries gives: one without any is the likeliest to have more.
      const blank = reports.filter(({ jsonQuery, sqlQuery }) => jsonQuery == null && sqlQuery == null);
      const some = (blank.length > 0 ? blank : reports).slice(0, PROBED);
      const found = await Promise.all(some.map(({ id }) => read(id)));
      return found.some((report) => report && unseen.some((field) => report[field] != null));
    },
  };
}

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
  const { found, isWhole } = await listReports(platform, deploymentId, {
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
      reports: (await readWhole(platform, deploymentId, { found, isWhole })).map(toLiveReport),
      listed,
      residents,
    };
  const isShown = (report: WireReport): boolean => isNamed(report) || isStamped(report.meta);
  const whole = await readWhole(platform, deploymentId, { found: found.filter(isShown), isWhole });
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
  const listed = await listReports(platform, deploymentId, { isKept: isNamed, isNamed });
  const whole = await readWhole(platform, deploymentId, listed);
  return new Map(whole.map((report) => [report.publicId, report]));
}

/** Where the list leaves out `meta`, with the stamp in it, or another field, the report is read by itself, if it can be. */
export async function readWhole(
  platform: Platform,
  deploymentId: number,
  { found, isWhole }: Pick<Listed, "found" | "isWhole">,
): Promise<WireReport[]> {
  const { has } = await platform.capabilities();
  return Promise.all(
    found.map(async (item) =>
      isWhole(item) || !has("getReport") ? item : ((await platform.getReport(deploymentId, item.id)) ?? item),
    ),
  );
}

interface Listed {
  /** Those to keep. */
  found: WireReport[];
  /** Whether a report of `found` has all that its own read shows. */
  isWhole(report: WireReport): boolean;
}

/** To know which fields the list leaves out a few are read: named ones, or any if none of those is live. */
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
  const fields = watchFields(read);
  const kept: WireReport[] = [];
  for await (const page of platform.listReports(deploymentId)) {
    const reports = page.filter(isReport);
    fields.see(reports);
    kept.push(...reports.filter(isKept));
  }
  const shown = kept.filter(({ meta }) => meta !== undefined);
  const named = shown.filter(isNamed);
  const areBrief = await fields.areLeftOut(named.length > 0 ? named : shown);
  const found = kept.map((item) =>
    areBrief || item.meta === undefined ? (probed.get(item.id) ?? item) : item,
  );
  const isWhole = (report: WireReport): boolean =>
    report.meta !== undefined && (!areBrief || probed.get(report.id) === report);
  return { found, isWhole };
}

/** Lists may mix types. */
function isReport({ type }: WireReport): boolean {
  return type === undefined || type === "REPORT";
}
