// A declared workbook as planning keeps it: one canonical text instead of a tree, so that ten thousand of them fit in memory.

import type { JsonObject, ManagedState, ResolvedWorkbook } from "../model/index.ts";
import { canonical, digest } from "./canonical.ts";
import { type IgnoredPath, withoutIgnored } from "./ignore.ts";
import { openReferences, type ReportIds, resolveReferences } from "./references.ts";
import { type ComparedState, type ManagedShape, managedState, shapeOf } from "./state.ts";

export interface Declared {
  slug: string;
  file: string;
  /** The line of the slug; costs a parse of the file. */
  line(): number;
  publish: boolean;
  shape: ManagedShape;
  /** Canonical text of the managed state, without what is ignored. */
  text: string;
  /** Digest of `text`. */
  digest: string;
  /** The same with what is declared at ignored places, where anything is: sent when the workbook is created. */
  whole: string | undefined;
  /** The keys of the reports that it refers to. */
  references: readonly string[];
}

const NONE: readonly string[] = [];

export function declare(workbook: ResolvedWorkbook, ignored: readonly IgnoredPath[]): Declared {
  const managed = managedState(workbook.entry);
  const state = comparedState(managed);
  const bare = withoutIgnored(state, ignored);
  const text = canonical(bare as JsonObject);
  return {
    slug: workbook.slug,
    file: workbook.file,
    line: () => workbook.locate([], "key").line,
    publish: workbook.entry.publish === true,
    shape: shapeOf(managed),
    text,
    digest: digest(text),
    whole: bare === state ? undefined : canonical(state as JsonObject),
    references: text.includes('{"$report":') ? [...openReferences(parseState(text) as JsonObject)] : NONE,
  };
}

/** A declaration for one target: its text with the reports that are known replaced by their numbers. */
export interface Resolved {
  text: string;
  digest: string;
  whole: string;
}

export function resolveDeclared(declared: Declared, reports: ReportIds): Resolved {
  const { text, whole = text } = declared;
  if (declared.references.length === 0) return { text, digest: declared.digest, whole };
  const resolved = canonical(resolveReferences(parseState(text) as JsonObject, reports));
  return {
    text: resolved,
    digest: digest(resolved),
    whole: whole === text ? resolved : canonical(resolveReferences(parseState(whole) as JsonObject, reports)),
  };
}

/** The managed state that a canonical text holds. */
export function parseState(text: string): ComparedState {
  return JSON.parse(text) as ComparedState;
}

function comparedState({ folder, ...rest }: ManagedState): ComparedState {
  if (folder === undefined) return rest;
  return { ...rest, folder: Array.isArray(folder) ? folder : { id: folder.id } };
}
