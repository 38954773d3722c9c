// Writing stamps: what an apply leaves on a workbook so that the next plan knows what it did (contract 5).

import {
  isObject,
  type JsonObject,
  type PreviewMark,
  readStamp,
  STAMP_KEY,
  STAMP_VERSION,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import type { ComparedState } from "../state/state.ts";
import { type Base, decodeBase, encodeBase } from "./base.ts";

export interface StampInput {
  project: string;
  of: string;
  publicId?: string | undefined;
  preview?: PreviewMark | undefined;
  /** Of the canonical text of what is asked for. */
  digest: string;
  base: Base;
  published?: number | undefined;
  shown?: string | undefined;
  commit?: string | undefined;
}

export function makeStamp({ project, of, publicId, ...rest }: StampInput): Stamp {
  const { preview, digest, base, published, shown, commit } = rest;
  const owner = publicId === undefined ? { project, of } : { project, of, publicId };
  const packed = encodeBase(base);
  const seen = {
    ...(published !== undefined && { published }),
    ...(shown !== undefined && { shown }),
    ...(commit !== undefined && { commit }),
  };
  const stamp: Stamp = {
    ...{ v: STAMP_VERSION, ...owner, ...seen, digest, base: packed },
    ...(preview ? { preview } : {}),
  };
  outlines.set(stamp, outlineOf(base.asked));
  return stamp;
}

/** Which parts a state has. */
export interface Outline {
  parts: readonly string[];
  metaKeys: readonly string[];
}

/** Of stamps that this process made, and of their JSON: the record of a run asks for no more, and unpacking all of them is a tenth of an apply. */
const outlines = new WeakMap<object, Outline>();

/** The stamp that a request of a plan carries. */
export function sentStamp(request: JsonObject): Stamp {
  const stamp = readStamp(request.meta);
  if (!stamp) throw new Error("a request of a plan carries no stamp");
  return stamp;
}

/** The stamp in a request; it has the outline of the stamp. */
export function stampInRequest(stamp: Stamp): JsonObject {
  const json = stampToJson(stamp);
  const outline = outlines.get(stamp);
  if (outline) outlines.set(json, outline);
  return json;
}

/** The outline of what the stamp in `meta` says was asked for; undefined if there is none that can be read. */
export function askedIn(meta: JsonObject): Outline | undefined {
  const known = isObject(meta[STAMP_KEY]) ? outlines.get(meta[STAMP_KEY]) : undefined;
  const asked = known ? undefined : baseOf(readStamp(meta))?.asked;
  return known ?? (asked && outlineOf(asked));
}

function outlineOf(asked: ComparedState): Outline {
  const keysOf = (object: object) =>
    Object.entries(object).flatMap(([key, value]) => ((value ?? null) === null ? [] : [key]));
  return { parts: keysOf(asked), metaKeys: keysOf(asked.meta ?? {}) };
}

/**
 * The base of a stamp of ours; undefined if there is none, it cannot be read, or it is not the state that the stamp's digest is of
 * (damaged, or edited by hand): then nobody knows what was applied.
 */
export function baseOf(stamp: Stamp | undefined): Base | undefined {
  if (!stamp) return undefined;
  const { base: packed, digest: named, publicId } = stamp;
  const known = recent.get(packed);
  if (known?.named === named && known.publicId === publicId) return known.base;
  const base = readBase(stamp);
  remember(packed, { named, publicId, base });
  return base;
}

interface Unpacked {
  named: string;
  publicId: string | undefined;
  base: Base | undefined;
}

/**
 * The stamps that were asked about last, oldest first: an apply asks about one before it sends it and after it is answered, while others are
 * under way, and unpacking costs more than any question.
 */
const recent = new Map<string, Unpacked>();
const MOST_RECENT = 64;
/** UTF-16 units of packed bases: of large ones fewer are kept. */
const MOST_PACKED = 512 * 1024;
let packedLength = 0;

function remember(packed: string, unpacked: Unpacked): void {
  if (!recent.has(packed)) packedLength += packed.length;
  recent.set(packed, unpacked);
  for (const oldest of recent.keys()) {
    if (recent.size === 1 || (recent.size <= MOST_RECENT && packedLength <= MOST_PACKED)) return;
    recent.delete(oldest);
    packedLength -= oldest.length;
  }
}

function readBase(stamp: Stamp): Base | undefined {
  const base = decodeBase(stamp.base);
  if (!base || base.answered === null) return base;
  // Of a report whose workbook another shard makes, the base leaves that out.
  const isPart = stamp.publicId !== undefined && base.asked.workbook === undefined;
  return isPart || digest(canonical(base.asked as JsonObject)) === stamp.digest ? base : undefined;
}

/** Whether a stamp is of the preview that is planned, or of none where none is: the two never see each other. */
export function isOfSameWork(stamp: Stamp, preview: PreviewMark | undefined): boolean {
  return stamp.preview?.name === preview?.name;
}

/**
 * The stamp of a state of ours that is not whole yet: it names us as the owner and says what is asked for, but not what was answered. So
 * what the platform makes of it is nobody's edit, and what somebody else makes of it is one. `narrow` leaves out what this write
 * does not bring yet.
 */
export function openStamp(
  stamp: Stamp,
  narrow: (asked: ComparedState) => ComparedState = (asked) => asked,
): Stamp {
  const asked = narrow(baseOf(stamp)?.asked ?? {});
  const base = encodeBase({ asked, answered: null });
  return { ...stamp, digest: digest("{}"), base };
}

/** The stamp of a workbook that has no dashboard yet, because its reports come first. */
export function shellStamp(stamp: Stamp): Stamp {
  return openStamp(stamp, ({ name, folder, dashboard }) => ({
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
    ...(dashboard === undefined ? {} : { dashboard: {} as JsonObject }),
  }));
}
