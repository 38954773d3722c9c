// One row for each live workbook, made once while the lists stream in: all that a plan, a pull and an inventory still need of it when its
// dashboards are let go. Ten thousand rows are 2 MB; ten thousand dashboards are 140.

import {
  isPreview,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampOwner,
} from "../../model/index.ts";
import type { Owner } from "../change/hazards.ts";
import { namesOf, type Ownership, ownerOf, ownershipOf } from "../change/owner.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveWorkbook, Unread } from "../state/state.ts";

export interface LiveRow {
  id: number;
  /** As it is live; no file can name one without. */
  slug: string | undefined;
  /** The slug that the files have for it: another one if they rename it. */
  key: string | undefined;
  name: string;
  updatedAt?: string | undefined;
  /** Who manages it, by the names that the files give it. */
  owner: Owner["kind"];
  /** Whose it is by the slug that it has live, and the project of that stamp. */
  ownership: { state: Ownership; owner?: string };
  /** The slug under which this project applied it, as its stamp says; absent for previews and copies from other deployments. */
  appliedAs: string | undefined;
  /** The project and the commit of its stamp, whatever that is of. */
  project: string | undefined;
  commit: string | undefined;
  /** Whether a disown took its stamp off. */
  isLetGo: boolean;
  isMetaUnseen: boolean;
  isDashboardUnseen: boolean;
  unread: Unread | undefined;
  /** The reports that its draft draws, and those that its published dashboard draws, by their live ids. */
  draws: ReadonlySet<number>;
  shows: ReadonlySet<number>;
  /** Report id → the version that its publication holds. */
  frozen: ReadonlyMap<number, number>;
}

/** What the files say, as far as it decides which live workbook is which. */
export interface Naming {
  scope: Parameters<typeof ownerOf>[1];
  declared: ReadonlyMap<string, Pick<Declared, "slug" | "was">>;
  /** Slug that was → slug (contract 12). */
  renames?: ReadonlyMap<string, string> | undefined;
  /** The keys of a widget's config whose numbers are reports. */
  reportKeys?: readonly string[] | undefined;
}

/** Slug → the live ids of the workbooks that have it, two or more. */
export type DoubleSlugs = ReadonlyMap<string, readonly number[]>;

/** One without a slug is nobody's to write, so that nothing of it is missed. */
const SEEN = { isMetaUnseen: false, isDashboardUnseen: false };

export class LiveIndex {
  readonly rows = new Map<number, LiveRow>();
  /** Why workbooks that were there, and that no list shows, could not be read, by their ids. */
  readonly unread = new Map<number, string>();
  readonly naming: Naming;
  #byKey: Groups | undefined;
  #byStamp: Groups | undefined;

  constructor(naming: Naming) {
    this.naming = naming;
  }

  /** Takes a live workbook, again if its own read shows more. */
  add(live: LiveWorkbook): LiveRow {
    return this.#put(rowOf(live, keyOf(live, this.naming), this.naming));
  }

  /** Takes one that has no slug: it may be a declared one that lost it. */
  addUnnamed(live: LiveWorkbook): LiveRow {
    return this.#put({ ...rowOf(live, "", this.naming), slug: undefined, key: undefined, ...SEEN });
  }

  /** Those that have a slug of the files: several, if the platform lets them. */
  holders(key: string): readonly LiveRow[] {
    return this.#keys().get(key) ?? [];
  }

  /** The slugs that several have. */
  doubles(): DoubleSlugs {
    const all = [...this.#keys()].map(([key, rows]) => [key, rows.map(({ id }) => id)] as const);
    return new Map(all.filter(([, ids]) => ids.length > 1));
  }

  /** Slug of the files → the id of the first that has it. */
  ids(): Map<string, number> {
    return new Map([...this.#keys()].flatMap(([key, [row]]) => (row ? [[key, row.id]] : [])));
  }

  /** Those that were applied under this slug and have another one, or none; the oldest first: a copy is younger. */
  moved(slug: string): LiveRow[] {
    const rows = this.#stamps().get(slug) ?? [];
    return rows.filter((row) => row.slug !== slug).sort((a, b) => a.id - b.id);
  }

  /** The slugs of which there are such. */
  movedSlugs(): string[] {
    return [...this.#stamps().keys()].filter((slug) => this.moved(slug).length > 0);
  }

  /** Whether a workbook that has this slug was applied under it. */
  isSettled(slug: string): boolean {
    return (
      this.#stamps()
        .get(slug)
        ?.some((row) => row.slug === slug) ?? false
    );
  }

  /** The one that was applied under the slug before the one with this id was, and has another one by now. */
  older(slug: string, id: number): LiveRow | undefined {
    const [first] = this.isSettled(slug) ? this.moved(slug) : [];
    return first && first.id < id ? first : undefined;
  }

  #put(row: LiveRow): LiveRow {
    this.rows.set(row.id, row);
    this.#byKey = undefined;
    this.#byStamp = undefined;
    return row;
  }

  #keys(): Groups {
    this.#byKey ??= groupRows(this.rows.values(), ({ key }) => key);
    return this.#byKey;
  }

  #stamps(): Groups {
    this.#byStamp ??= groupRows(this.rows.values(), ({ appliedAs }) => appliedAs);
    return this.#byStamp;
  }
}

type Groups = ReadonlyMap<string, readonly LiveRow[]>;

/** Without those that have no such key. */
export function groupRows(rows: Iterable<LiveRow>, keyOf: (row: LiveRow) => string | undefined): Groups {
  const groups = new Map<string, LiveRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const NONE: ReadonlySet<number> = new Set();

function rowOf(
  live: LiveWorkbook,
  key: string,
  { scope, declared, reportKeys = ["reportId"] }: Naming,
): LiveRow {
  const { id, slug, name, meta, draft, published, snapshots, updatedAt } = live;
  const stamp = readStamp(meta);
  return {
    ...{ id, slug, key, name, updatedAt },
    owner: ownerOf(live, scope, namesOf(declared.get(key) ?? { slug: key })).kind,
    ownership: ownershipOf(live, scope),
    appliedAs: keyInStamp(stamp, scope),
    project: stamp?.project,
    commit: stamp?.commit,
    isLetGo: meta[STAMP_KEY] === null,
    isMetaUnseen: live.metaUnseen === true,
    isDashboardUnseen: live.dashboardUnseen === true,
    unread: live.unread,
    draws: draft ? reportsDrawnBy(draft, reportKeys) : NONE,
    shows: published ? reportsDrawnBy(published, reportKeys) : NONE,
    frozen: snapshots,
  };
}

/** The slug under which it was applied, if it has another one now: it was renamed, or is a copy. */
export function movedFrom(row: LiveRow | undefined): string | undefined {
  return row?.appliedAs === row?.slug ? undefined : row?.appliedAs;
}

/** The slug or report key that the stamp is of, if it is this project's, of this deployment, and of no preview. */
export function keyInStamp(
  stamp: Stamp | undefined,
  { project, deploymentId }: { project: string; deploymentId: number },
): string | undefined {
  const prefix = stampOwner(deploymentId, "");
  const isOurs = stamp?.project === project && stamp.of.startsWith(prefix) && !isPreview(stamp);
  return isOurs ? stamp.of.slice(prefix.length) : undefined;
}

/** The slug by which the files know a live workbook: the one that they give it with `was`, if it is ours; else its own. */
export function keyOf(live: LiveWorkbook, { scope, declared, renames }: Naming): string {
  const key = renames?.get(live.slug);
  if (key === undefined) return live.slug;
  // What its own read does not show may well be ours.
  const isOurs =
    live.unread !== undefined ||
    ownerOf(live, scope, namesOf(declared.get(key) ?? { slug: key })).kind === "us";
  return isOurs ? key : live.slug;
}

/** Slug that was → slug. One that is declared still, or that several claim, is nobody's: lint says so. */
export function slugsGiven(declared: ReadonlyMap<string, Declared>): Map<string, string> {
  const given = new Map<string, string>();
  const claims = [...declared.values()].flatMap(({ slug, was = [] }) => was.map((old) => ({ old, slug })));
  const counts = new Map<string, number>();
  for (const { old } of claims) counts.set(old, (counts.get(old) ?? 0) + 1);
  for (const { old, slug } of claims) if (counts.get(old) === 1 && !declared.has(old)) given.set(old, slug);
  return given;
}

/** The live ids of the reports that a dashboard draws. */
export function reportsDrawnBy(board: JsonObject, reportKeys: readonly string[]): ReadonlySet<number> {
  const ids = new Set<number>();
  // A platform may nest more deeply than calls can.
  const left: unknown[] = [board];
  for (const value of left) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === "number" && reportKeys.includes(key)) ids.add(item);
      else left.push(item);
    }
  }
  return ids;
}
