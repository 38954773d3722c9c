// The stamp of a workbook or report as people read it: `workbooks get --stamp`.

import {
  isObject,
  type Json,
  type PreviewMark,
  readStamp,
  STAMP_KEY,
  STAMP_VERSION,
  writeJson,
} from "../../model/index.ts";
import type { ComparedState } from "../state/state.ts";
import { decodeBase } from "./base.ts";
import { baseOf } from "./stamp.ts";

export interface StampRecord {
  project: string | null;
  /** `<deployment id>/<slug or report key>`. */
  of: string | null;
  digest: string | null;
  preview?: PreviewMark;
  /** Null if the base cannot be read. */
  asked: ComparedState | null;
  /** The same as `asked` if the platform answered as it was asked; null while no run has seen the answer, or if it cannot be read. */
  answered: ComparedState | null;
  /** Whether a run has not come to its end: the answer is not known. */
  isOpen: boolean;
  /** What is wrong with it; absent if it is whole. */
  damaged?: string;
}

/** Undefined if there is none. What is damaged is read as far as it can be. */
export function readRecord(meta: Json | undefined): StampRecord | undefined {
  const raw = isObject(meta) ? meta[STAMP_KEY] : undefined;
  if (raw === undefined || raw === null) return undefined;
  const held = isObject(raw) ? raw : {};
  const text = (key: string) => (typeof held[key] === "string" ? held[key] : null);
  const stamp = readStamp(meta);
  const packed = text("base");
  const base = packed === null ? undefined : decodeBase(packed);
  const damaged =
    stamp === undefined ? whyNone(raw) : baseOf(stamp) ? undefined : whyNoBase(base !== undefined);
  return {
    project: text("project"),
    of: text("of"),
    digest: text("digest"),
    ...(stamp?.preview && { preview: stamp.preview }),
    asked: base?.asked ?? null,
    answered: base?.answered === undefined ? (base?.asked ?? null) : base.answered,
    isOpen: base?.answered === null,
    ...(damaged !== undefined && { damaged }),
  };
}

function whyNone(raw: Json): string {
  if (!isObject(raw)) return "it is no record at all";
  if (raw.v !== STAMP_VERSION)
    return `its version is ${writeJson(raw.v ?? null)}, and this version of boardwright reads ${STAMP_VERSION}`;
  const missing = ["project", "of", "digest", "base"].filter((key) => typeof raw[key] !== "string");
  if (missing.length > 0) return `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} no text`;
  return "a part of it was written by no apply";
}

function whyNoBase(isReadable: boolean): string {
  return isReadable
    ? "its base is not the state that its digest is of: one of the two was edited"
    : "its base cannot be unpacked: it was cut off, or edited";
}
