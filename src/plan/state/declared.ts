// A declared workbook as planning keeps it: the bytes of one canonical text instead of a tree, so that ten thousand of them fit in
// memory. Bytes, because they are outside the heap: texts in it would make the heap several times as large.

import {
  type JsonObject,
  type ManagedState,
  ownIgnored,
  type ResolvedWorkbook,
  slugsBefore,
  writtenOwners,
} from "../../model/index.ts";
import { canonical, digest } from "./canonical.ts";
import { type IgnoredPath, withOwnPaths, withoutIgnored } from "./ignore.ts";
import { parseState } from "./normal-state.ts";
import { openReferences, type ReportIds, resolveReferences } from "./references.ts";
import { type ComparedState, managedState, shapeOf } from "./state.ts";

export interface Declared {
  slug: string;
  file: string;
  /** The line of the slug; costs a parse of the file if that is not plain YAML. */
  line(): number;
  /** The files in which `layouts` names it; absent if none does. Costs a parse of each. */
  layoutFiles?(): string[];
  /** Who looks after it; absent if it does not say so itself. */
  owners?: readonly string[] | undefined;
  /** The paths that it ignores itself. */
  ignore?: readonly string[] | undefined;
  publish: boolean;
  /** The slugs that it had; absent if the files say nothing of it. */
  was?: readonly string[];
  /** The dashboard to publish if it is not the draft; in rollbacks only. */
  published?: JsonObject;
  /** The parts that it manages, with nothing in them. */
  shape: ComparedState;
  /** Canonical text of the managed state, without ignored values, in UTF-8. */
  bytes: Buffer;
  /** Digest of that text. */
  digest: string;
  /** The same with the values declared at ignored paths, if there are any: sent when the workbook is created. */
  whole: Buffer | undefined;
  /** The keys of the reports that it refers to. */
  references: readonly string[];
}

const NONE: readonly string[] = [];

export function declare(workbook: ResolvedWorkbook, ignored: readonly IgnoredPath[]): Declared {
  // The closure keeps only `locate`: anything else of the workbook would keep its whole tree in memory.
  const { slug, file, entry, locate, layoutFiles } = workbook;
  const publish = entry.publish === true;
  const was = slugsBefore(entry);
  const owners = writtenOwners(entry.owner);
  const ignore = ownIgnored(entry);
  const about = {
    ...{ slug, file, line: () => locate([], "key").line, publish },
    ...(was.length > 0 && { was }),
    ...(owners && { owners }),
    ...(ignore.length > 0 && { ignore }),
  };
  return declareState({ ...about, ...(layoutFiles && { layoutFiles }) }, managedState(entry), ignored);
}

/** A declaration as it can be kept: facts that JSON can hold, and bytes. */
export interface DeclaredNote {
  facts: Pick<Declared, "owners" | "ignore" | "publish" | "was" | "shape" | "digest" | "references"> & {
    size: number;
    hasWhole: boolean;
  };
  bytes: Buffer;
}

export function noteDeclared(declared: Declared): DeclaredNote {
  const { was, owners, ignore, publish, shape, digest, references, bytes, whole } = declared;
  const facts = { publish, shape, digest, references, size: bytes.length, hasWhole: whole !== undefined };
  return {
    facts: { ...facts, ...(was && { was }), ...(owners && { owners }), ...(ignore && { ignore }) },
    bytes: whole ? Buffer.concat([bytes, whole]) : bytes,
  };
}

/** The declaration that was noted, of a workbook whose files have not changed. */
export function declareNoted(
  { slug, file, locate, layoutFiles }: Omit<ResolvedWorkbook, "entry">,
  { facts: { size, hasWhole, ...facts }, bytes }: DeclaredNote,
): Declared {
  const own = bytes.subarray(0, size);
  const whole = bytes.subarray(size);
  const about = { slug, file, line: () => locate([], "key").line, ...(layoutFiles && { layoutFiles }) };
  return { ...about, ...facts, bytes: own, whole: hasWhole ? whole : undefined };
}

/** The same from a managed state that is in no file of the project. */
export function declareState(
  about: Pick<Declared, "slug" | "file" | "line" | "layoutFiles" | "owners" | "ignore" | "publish" | "was">,
  managed: ManagedState,
  ignored: readonly IgnoredPath[],
): Declared {
  const state = comparedState(managed);
  const compared = withoutIgnored(state, withOwnPaths({ ignored }, about).ignored);
  const text = canonical(compared as JsonObject);
  return {
    ...about,
    // Only a declared draft is published: an undeclared one is somebody else's.
    publish: about.publish && managed.dashboard !== undefined,
    shape: shapeOf(managed),
    bytes: Buffer.from(text),
    digest: digest(text),
    whole: compared === state ? undefined : Buffer.from(canonical(state as JsonObject)),
    references: text.includes('{"$report":') ? [...openReferences(parseState(text) as JsonObject)] : NONE,
  };
}

/** A declaration for one target, with references to known reports replaced by their ids. */
export interface Resolved {
  digest: string;
  state(): ComparedState;
  /** The state with the values declared at ignored paths. */
  whole(): ComparedState;
}

export function resolveDeclared(declared: Declared, reports: ReportIds): Resolved {
  const { bytes, whole = bytes, references } = declared;
  const read = (utf8: Buffer): ComparedState => {
    const state = parseState(utf8.toString());
    return references.length === 0 ? state : resolveReferences(state as JsonObject, reports);
  };
  return {
    digest: references.length === 0 ? declared.digest : digest(canonical(read(bytes) as JsonObject)),
    state: () => read(bytes),
    whole: () => read(whole),
  };
}

function comparedState({ folder, ...rest }: ManagedState): ComparedState {
  if (folder === undefined) return rest;
  return { ...rest, folder: Array.isArray(folder) ? folder : { id: folder.id } };
}
