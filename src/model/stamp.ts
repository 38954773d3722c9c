// The stamp: the small record under meta.boardwright that says who manages a workbook and what was applied last (contract 5).

import { isObject, type Json, type JsonObject } from "./json.ts";

export const STAMP_KEY = "boardwright";
export const STAMP_VERSION = 2;
/** In full: it is handed to git, and a stamp is anybody's. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export interface Stamp {
  v: typeof STAMP_VERSION;
  project: string;
  /** `<deployment id>/<slug>`: a copy made in the UI carries the original's, which identifies it. */
  of: string;
  /** Of a report: its own publicId, because `of` names a key, which a copy made in the UI carries too. */
  publicId?: string;
  /** Of a report that was only stamped: the version that viewers see as well as the one after it, which the stamp alone made. */
  over?: number;
  /** How many stamps alone were written since that version, this one with them; absent for one. */
  stamps?: number;
  /**
   * Of a workbook that its project publishes: the number of the publication that was there when the stamp was written, 0 for none
   * (after a rollback, of the one that it made). A later one is the project's, or somebody's who published since.
   */
  published?: number;
  /**
   * Of a workbook of which the platform publishes something else than its draft: `sha256:…` of the two, so that a plan knows this
   * publication for that of this draft. Empty where that was known of an earlier draft only.
   */
  shown?: string;
  /** The full Git commit that was applied; absent where there was none, or files were edited since. */
  commit?: string;
  /** `sha256:…` of the canonical managed state as applied; of anything else until the run that wrote it has ended. */
  digest: string;
  /** That state itself, packed (`Base`): one string, so that shallow and deep merging treat it alike. */
  base: string;
  /** Of a preview only (contract 8): a copy to look at, which the project does not manage. */
  preview?: PreviewMark;
}

/** Which preview it is. */
export interface PreviewMark {
  /** Like `pr-123`. */
  name: string;
  /** The branch of the data model whose staging environment it needs. */
  branch: string;
  /** Whether that environment was on before the first `preview up`. */
  wasOn: boolean;
  /** When it ends, ISO 8601 in UTC; absent if nothing but its branch ends it. */
  until?: string;
}

/** Whether two marks say the same. */
export function isSameMark(one: PreviewMark | undefined, other: PreviewMark | undefined): boolean {
  if (!one || !other) return one === other;
  const keys = ["name", "branch", "wasOn", "until"] as const;
  return keys.every((key) => one[key] === other[key]);
}

/** Whether it is the stamp of a preview: ordinary plans neither list nor change it. */
export function isPreview(stamp: Stamp | undefined): boolean {
  return stamp?.preview !== undefined;
}

/** The stamp in a workbook's meta, or undefined: none there, an unknown version, or not one at all. */
export function readStamp(meta: Json | undefined): Stamp | undefined {
  const raw = isObject(meta) && Object.hasOwn(meta, STAMP_KEY) ? meta[STAMP_KEY] : undefined;
  if (!isObject(raw) || raw.v !== STAMP_VERSION) return undefined;
  const { project, of, publicId, over, digest, base } = raw;
  if (typeof project !== "string" || typeof of !== "string") return undefined;
  if (typeof digest !== "string" || typeof base !== "string") return undefined;
  const preview = readMark(raw.preview);
  if (preview === null) return undefined;
  const stamp: Stamp = { v: STAMP_VERSION, project, of, digest, base, ...(preview && { preview }) };
  if (typeof over === "number") stamp.over = over;
  if (typeof raw.stamps === "number") stamp.stamps = raw.stamps;
  if (typeof raw.published === "number") stamp.published = raw.published;
  if (typeof raw.shown === "string") stamp.shown = raw.shown;
  if (typeof raw.commit === "string" && COMMIT.test(raw.commit)) stamp.commit = raw.commit;
  if (publicId === undefined || publicId === null) return stamp;
  return typeof publicId === "string" ? { ...stamp, publicId } : undefined;
}

export function stampToJson(stamp: Stamp): JsonObject {
  const { v, project, of, publicId, over, stamps, published, shown } = stamp;
  const { commit, digest, base, preview } = stamp;
  return {
    ...{ v, project, of },
    ...(publicId !== undefined && { publicId }),
    ...(over !== undefined && { over }),
    ...(stamps !== undefined && { stamps }),
    ...(published !== undefined && { published }),
    ...(shown !== undefined && { shown }),
    ...(commit !== undefined && { commit }),
    ...{ digest, base },
    ...(preview && { preview: { ...preview } }),
  };
}

/** Undefined if there is none, null for an unknown kind of mark: that stamp is nobody's. */
function readMark(raw: Json | undefined): PreviewMark | undefined | null {
  if (raw === undefined || raw === null) return undefined;
  if (!isObject(raw)) return null;
  const { name, branch, wasOn, until } = raw;
  const isMark = typeof name === "string" && typeof branch === "string" && typeof wasOn === "boolean";
  if (!isMark) return null;
  // An end that cannot be read ends nothing.
  const hasEnd = typeof until === "string" && !Number.isNaN(Date.parse(until));
  return { name, branch, wasOn, ...(hasEnd && { until }) };
}

/** The name a stamp knows a workbook by. */
export function stampOwner(deploymentId: number, slug: string): string {
  return `${deploymentId}/${slug}`;
}
