// Compares live workbooks with the declared ones while they stream in: rows and changes are kept, and no dashboard that nothing needs.

import { type Change, readStamp } from "../../model/index.ts";
import { isBlank } from "../change/claimed.ts";
import { ownerOf } from "../change/owner.ts";
import { compareWorkbook, createChange } from "../change/workbook-change.ts";
import { isShell } from "../stamp/same-work.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveReport, LiveWorkbook } from "../state/state.ts";
import type { PlannerInput } from "./input.ts";
import { LiveIndex } from "./live-index.ts";
import { type Orphan, orphanOf } from "./orphans.ts";

export class Comparison {
  readonly input: PlannerInput;
  readonly index: LiveIndex;
  /** Live id → the change of a declared workbook, or undefined if there is nothing to do. */
  readonly compared = new Map<number, Change | undefined>();
  /** Live id → what is ours and no file declares. */
  readonly orphans = new Map<number, Orphan>();
  /** Slug → those that are to be published and draw reports. */
  readonly publishing = new Map<string, LiveWorkbook>();
  /** The slugs of those that were made, by a run of ours or by nobody knows whom, and not filled. */
  readonly unfilled = new Set<string>();
  readonly liveReports: readonly LiveReport[];
  /** Those that the deployment cannot publish: their drafts are applied all the same. */
  readonly unpublished: readonly Declared[];

  constructor(input: PlannerInput) {
    this.unpublished = input.can.publish ? [] : [...input.declared.values()].filter(({ publish }) => publish);
    const drafts = this.unpublished.map((wanted) => [wanted.slug, { ...wanted, publish: false }] as const);
    this.input = { ...input, declared: new Map([...input.declared, ...drafts]) };
    const { scope, declared, renames, project } = input;
    this.index = new LiveIndex({ scope, declared, renames, reportKeys: project.reportKeys });
    this.liveReports = [...input.reports.flatMap(({ live }) => live ?? []), ...input.otherReports];
  }

  takes(key: string): boolean {
    return this.input.takes?.(key) ?? true;
  }

  /** Whether the plan needs this workbook's draft: if it is compared, or may be deleted. */
  needsDraft(live: LiveWorkbook): boolean {
    const { declared, renames, prune, scope } = this.input;
    return (
      declared.has(renames?.get(live.slug) ?? live.slug) ||
      (prune === true && ownerOf(live, scope).kind === "us")
    );
  }

  /** Whether it must be known who manages this workbook, which its list may leave out: it may be an orphan to delete. */
  needsOwner({ slug }: LiveWorkbook): boolean {
    return this.input.prune === true && this.takes(slug);
  }

  /** The declared workbooks that no live one is. */
  missing(): Declared[] {
    return [...this.input.declared.values()].filter(({ slug }) => this.index.holders(slug).length === 0);
  }

  /** Takes one live workbook, again if its own read shows more. */
  add(live: LiveWorkbook): void {
    const { declared, scope, prune = false, orphans } = this.input;
    const { key = "", owner } = this.index.add(live);
    if (!this.takes(key)) return;
    const wanted = declared.get(key);
    const stamp = owner === "us" ? readStamp(live.meta) : undefined;
    if (stamp && isShell(live, stamp)) this.unfilled.add(key);
    if (!wanted && stamp && orphans && !(prune && live.unread))
      this.orphans.set(live.id, orphanOf(live, live.slug, stamp, { ...scope, prune }));
    if (!wanted || live.unread) return;
    if (wanted.publish && wanted.references.length > 0) this.publishing.set(key, live);
    const change = compareWorkbook(wanted, live, scope);
    if (change?.action !== "update" || !isBlank(live)) return void this.compared.set(live.id, change);
    this.unfilled.add(key);
    // What it asks for gives it a name as well.
    this.compared.set(live.id, { ...ofNobody(change), request: createChange(wanted, scope).request });
  }
}

/** An empty workbook or report without a stamp is nobody's, and may be of a run that was killed: filling it asks nobody. */
export function ofNobody(change: Change): Change {
  return { ...change, hazards: change.hazards.filter(({ code }) => code !== "adopt") };
}

/** Whether the only live workbook that has the slug is as declared. */
export function isUnchanged({ index, compared }: Comparison, slug: string): boolean {
  const [row, another] = index.holders(slug);
  return row !== undefined && !another && compared.has(row.id) && compared.get(row.id) === undefined;
}
