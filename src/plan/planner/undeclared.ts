// The live workbooks that no file declares: which are ours, and of which the list does not say whose they are.

import type { Change, Project, Resident } from "../../model/index.ts";
import { ownerOf } from "../change/owner.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveReport } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { type Drawing, watchDrawers } from "./drawers.ts";
import { type Orphan, orphanWorkbook } from "./orphans.ts";
import type { FindLastSeen, Whereabouts } from "./whereabouts.ts";

/** Up to so many are read one by one in every plan; a read each of more would make it slow. */
const FEW = 20;

export interface Undeclared {
  /** Takes a live workbook, again if its own read says more; of the declared ones it takes nothing but what they may draw. */
  add(live: LiveWorkbook): void;
  /** Those of ours, as far as they are part of the work. */
  orphans(): Orphan[];
  /** How many of the work are unclear: the list does not say whose they are. */
  countUnclear(): number;
  /** Whether there are any, of the work or not. */
  isAnyUnclear(): boolean;
  /** Those that are not ours, as far as anybody knows, and draw this report, or one of this workbook; only with `prune`. */
  drawers(change: Pick<Change, "kind" | "id">): Drawing;
  /** The ids to read: all that are unclear if they are few, else those that a record or a report of ours names. */
  toRead(known: Known): number[];
}

interface Known {
  /** The slugs of declared workbooks that are not live. */
  missing: readonly string[];
  findLastSeen: FindLastSeen | undefined;
  /** Live reports of ours. */
  reports: readonly LiveReport[];
}

export function watchUndeclared(
  input: {
    declared: ReadonlyMap<string, Declared>;
    /** Whether what is managed and not declared is an orphan. */
    orphans: boolean;
    takes?(key: string): boolean;
    prune?: boolean;
    scope: Scope;
    project: Partial<Pick<Project, "reportKeys">>;
    otherReports: readonly LiveReport[];
    /** Live id of a workbook → the reports that belong to it. */
    residents?: ReadonlyMap<number, readonly Resident[]>;
  },
  whereabouts: Whereabouts,
): Undeclared {
  const { declared, takes = () => true, scope, prune = false } = input;
  const unclear = new Map<number, string>();
  const orphans = new Map<number, Orphan>();
  const drawers = watchDrawers(input.project.reportKeys);
  const inside = (id: number | null) => (input.residents?.get(id as number) ?? []).map((report) => report.id);
  return {
    add(live) {
      const { id, slug } = live;
      if (declared.has(slug)) {
        // Of one whose own read shows nothing, what it draws today is not known.
        if (prune) drawers.add(live, live.unread ? "others" : "declared");
        return;
      }
      if (live.metaUnseen || (prune && live.unread)) unclear.set(id, slug);
      else unclear.delete(id);
      const owner = ownerOf(live, scope);
      if (prune) drawers.add(live, owner.kind === "us" && !live.unread ? "going" : "others");
      if (input.orphans && takes(slug) && owner.kind === "us" && !(prune && live.unread))
        orphans.set(id, orphanWorkbook(live, owner.stamp, { ...scope, prune }));
    },
    orphans: () => [...orphans.values()],
    countUnclear: () => (input.orphans ? [...unclear.values()].filter(takes).length : 0),
    isAnyUnclear: () => unclear.size > 0,
    drawers({ kind, id }) {
      return drawers.of(new Set(kind === "report" ? [id] : inside(id)));
    },
    toRead({ missing, findLastSeen, reports }) {
      const idsOf = (slug: string): (number | null)[] => {
        const last = findLastSeen?.("workbook", slug);
        return last ? [last.id, ...(last.earlier ?? [])] : [];
      };
      const known = new Set([
        ...reports.map(({ workbookId }) => workbookId),
        ...[...declared.keys()].flatMap(idsOf),
      ]);
      const all = [...unclear.keys()];
      // With --prune each was read already.
      const readsAll = !prune && all.length <= FEW && (input.orphans || missing.length > 0);
      // A list may leave out the stamp alone: it proves what a record says.
      const strayed = whereabouts.strayed();
      const renamed = missing.filter((slug) => !strayed.has(slug)).flatMap(idsOf);
      // A list may leave out dashboards, and those of others matter where something of ours is about to go.
      const going = [...input.otherReports.map(({ id }) => id), ...[...orphans.keys()].flatMap(inside)];
      const drawing = prune && (orphans.size > 0 || going.length > 0) ? drawers.unclear(new Set(going)) : [];
      const ids = new Set([...all.filter((id) => readsAll || known.has(id)), ...renamed, ...drawing]);
      return [...ids].filter((id) => id !== null && whereabouts.isLive(id)) as number[];
    },
  };
}
