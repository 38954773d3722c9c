// Files that have not changed since an earlier load, which noted what it made of them. Only files without any finding are noted. In any
// doubt a file is loaded again: what an earlier load noted must never show.
import { hash } from "node:crypto";
import type { Memory } from "../cache/index.ts";
import { type Json, type JsonObject, type ResolvedWorkbook, readJson, writeJson } from "../model/index.ts";
import { type Placement, placeWorkbook } from "./build-workbook.ts";
import { addAll } from "./diagnose.ts";
import { mayHoldDirectives } from "./directives.ts";
import { addSection } from "./layout-sections.ts";
import type { LayoutSection } from "./layouts.ts";
import type { FileRecord, Loading, Note } from "./load-document.ts";
import type { RowPlace } from "./locate.ts";
import { COST_OF_READING } from "./read-included.ts";
import { addReport } from "./reports.ts";
import type { Spot } from "./spot.ts";
import type { Use, Uses } from "./uses.ts";
import { earn, isSpent } from "./walk.ts";

export interface Keeping {
  /** Without one every file is loaded. */
  memory: Memory | undefined;
  /** Called right after `visit`: what is to be kept of the workbook; undefined if that is not known, and its file is loaded again next time. */
  note: FileRecord["note"];
  /** Called in place of `visit` for a workbook that is as it was when it was noted. */
  revisit(workbook: Omit<ResolvedWorkbook, "entry">, note: Note): void;
}

export interface KnownFiles {
  /** Before anything is loaded: whether the file, whose text was just read, is known. Then its layouts are indexed. */
  recall(file: string, text: string): boolean;
  /** Takes over what is known of the file; false if it must be loaded. */
  take(file: string, chosen: boolean): boolean;
  /** Notes what `load` makes of a file; `load` says whether nothing is wrong with it. */
  watch(file: string, load: () => boolean): void;
  /** Ends the use of the memory. False if what was known cannot be trusted to add up: then all must be loaded without it. */
  close(): boolean;
}

/** What is kept of a file; the bytes of its workbooks follow each other in the body. */
interface FileFacts {
  uses: readonly Use[];
  dependsOnTarget: boolean;
  /** Whether the text has directives or variables. */
  isSpecial: boolean;
  spent: { nodes: number; text: number; done: number };
  /** JSON text of the layout sections: large numbers are no JSON value. */
  layouts: string;
  workbooks: {
    slug: string;
    writtenSlug: string;
    doc: number;
    placement: Placement;
    /** The digests of the files with its layouts. */
    sections: string;
    facts: unknown;
    size: number;
  }[];
  reports: FileRecord["reports"];
}

interface Known {
  facts: FileFacts;
  body: Buffer;
}

/** UTF-16 units of included files up to which each of them is surely read once. */
const SURELY_KEPT = 10_000_000;

export function openKnownFiles(loading: Loading, uses: Uses, keeping: Keeping): KnownFiles {
  const { memory, revisit } = keeping;
  const { resolver, layouts, slugs } = loading;
  const { files } = resolver;
  const known = new Map<string, Known>();
  const special = new Set<string>();
  const included = new Set<string>();
  let isAnyKnown = false;

  const keyOf = (file: string) => hash("sha256", `${file}\n${files.digest(file)}`);
  /** What tells the layouts of a workbook from others, with their places; undefined if that cannot be told by the files' bytes. */
  const digestSections = (slug: string, own: string): string | undefined => {
    const from = new Set(layouts.bySlug.get(slug)?.map(({ spot }) => spot.file));
    if ([...from].some((file) => file !== own && special.has(file))) return undefined;
    return [...from].map((file) => `${files.digest(file)} ${file}`).join("\n");
  };
  /** Of what a row declares it is its template's. */
  const placeOf = (at: Omit<Spot, "path">, [section, key]: [string, string], row?: RowPlace): Spot => ({
    ...at,
    path: [section, row?.template ?? key],
    ...(row && { row: row.spot }),
  });
  const isAsNoted = (file: string, { facts }: Known) =>
    facts.workbooks.every(
      ({ slug, sections }) => !slugs.has(slug) && digestSections(slug, file) === sections,
    );

  const isUnchanged = ({ uses: noted }: FileFacts) =>
    noted.every(([directive, name, digest]) => uses.look(directive, name)?.digest === digest);
  const know = (file: string, one: Known): void => {
    const { facts } = one;
    // As much as reading it could bring in, and more: the budget is exact only without what is known.
    resolver.spent.nodes += 2 * facts.spent.nodes;
    resolver.spent.text += 2 * facts.spent.text;
    resolver.budget.done += 2 * facts.spent.done;
    for (const [directive, name] of facts.uses) {
      const { length = 0, real = "" } = uses.look(directive, name) ?? {};
      if (!included.has(real)) {
        resolver.read += length;
        resolver.spent.text += length + COST_OF_READING;
        if (directive === "$include") earn(resolver, name, length);
      }
      included.add(real);
    }
    known.set(file, one);
    isAnyKnown = true;
  };

  return {
    recall(file, text) {
      const kept = memory?.recall(keyOf(file));
      const facts = kept && (JSON.parse(kept.head) as FileFacts);
      if (facts?.isSpecial ?? mayHoldDirectives(text)) special.add(file);
      if (!kept || !facts || !isUnchanged(facts)) return false;
      const sections = readJson(facts.layouts) as unknown as LayoutSection[];
      for (const section of sections) addSection(layouts, section);
      know(file, { facts, body: kept.body });
      return true;
    },
    take(file, chosen) {
      const one = known.get(file);
      if (!one) return false;
      known.delete(file);
      const { facts, body } = one;
      // Of a file that is not chosen the overrides are not looked at.
      if (!isAsNoted(file, one) || (facts.dependsOnTarget && !chosen)) return false;
      resolver.dependsOnTarget ||= facts.dependsOnTarget;
      for (const [directive, name] of facts.uses) {
        const used = uses.look(directive, name);
        if (directive === "$include" && used) resolver.fragments.add(used.real);
      }
      let at = 0;
      for (const { slug, writtenSlug, doc, placement, facts: kept, size } of facts.workbooks) {
        const spot = placeOf({ file, doc }, ["workbooks", writtenSlug], placement.row);
        slugs.set(slug, { spot, chosen });
        if (placement.row) loading.templates.known.add(`workbooks\n${placement.row.template}`);
        const sections = layouts.bySlug.get(slug);
        const bytes = body.subarray(at, at + size);
        at += size;
        const workbook = placeWorkbook(resolver, { slug, writtenSlug, spot, sections }, placement);
        if (chosen) revisit(workbook, { facts: kept, bytes });
      }
      for (const { key, doc, entry: kept, keySpan, row } of facts.reports) {
        const spot = placeOf({ file, doc }, ["reports", key], row);
        const entry = readJson(kept) as JsonObject;
        if (row) loading.templates.known.add(`reports\n${row.template}`);
        const found = addReport(loading, { key, spot, entry, keySpan, row });
        if (chosen) addAll(loading.diagnostics, found);
      }
      return true;
    },
    watch(file, load) {
      if (!memory) {
        load();
        return;
      }
      const before = {
        dependsOnTarget: resolver.dependsOnTarget,
        ...resolver.spent,
        done: resolver.budget.done,
      };
      const diagnostics = loading.diagnostics.length;
      const record: FileRecord = { note: keeping.note, workbooks: [], reports: [] };
      loading.record = record;
      resolver.dependsOnTarget = false;
      const { result: isClean, uses: own } = uses.watch(load);
      loading.record = undefined;
      const { dependsOnTarget, spent } = resolver;
      resolver.dependsOnTarget ||= before.dependsOnTarget;
      if (!isClean || record.hasOthers || loading.diagnostics.length > diagnostics) return;
      const notes: Note[] = [];
      const workbooks: FileFacts["workbooks"] = [];
      for (const { note, ...one } of record.workbooks) {
        const sections = digestSections(one.slug, file);
        if (!note || sections === undefined) return;
        notes.push(note);
        workbooks.push({ ...one, sections, facts: note.facts, size: note.bytes.length });
      }
      const written = layouts.byFile.get(file) ?? [];
      const facts: FileFacts = {
        uses: own,
        dependsOnTarget,
        isSpecial: special.has(file),
        spent: {
          nodes: spent.nodes - before.nodes,
          text: spent.text - before.text,
          done: resolver.budget.done - before.done,
        },
        layouts: writeJson(written as unknown as Json),
        workbooks,
        reports: record.reports,
      };
      memory.keep(keyOf(file), {
        head: JSON.stringify(facts),
        body: Buffer.concat(notes.map(({ bytes }) => bytes)),
        isForAll: !dependsOnTarget,
      });
    },
    close() {
      const isCertain = !isAnyKnown || (!isSpent(resolver) && resolver.read <= SURELY_KEPT);
      memory?.close(isCertain && files.isSteady());
      return isCertain;
    },
  };
}
