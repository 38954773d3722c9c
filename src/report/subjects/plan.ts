// A plan, as those read it who decide on it: what waits for a decision, what viewers will see, what only drafts show, each dashboard with
// the reports that it draws, and what is left as it is.

import { RULES } from "../../lint/index.ts";
import { type Change, type Diagnostic, type Plan, targetFlag } from "../../model/index.ts";
import { appContent, KEEPS_REPORT } from "../../plan/index.ts";
import { alikeTitle, groupAlike } from "../change/alike.ts";
import {
  adviceTitle,
  allowAllAdvice,
  goesAlong,
  hazardAdvice,
  needsDecision,
  orphanAdvice,
  ownHazards,
} from "../change/hazard-advice.ts";
import { isNothingToDo, isQuietStamp, totalsText } from "../change/plan-words.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { isActionByRow, type TemplateGroup } from "../change/template-groups.ts";
import {
  type Advice,
  type Block,
  type Called,
  DECIDE,
  type Document,
  DRAFTS,
  DRAFTS_SHORT,
  type Entries,
  type Entry,
  type Ground,
  type Inline,
  type Line,
  line,
  phrases,
  RENAMED,
  RENAMED_SHORT,
  SEEN,
  SEEN_SHORT,
  say,
  type Words,
} from "../document/document.ts";
import type { SectionOptions } from "../fields/field-sections.ts";
import { bothSay, doneOutside } from "../review/decision-words.ts";
import type { ReviewLinks } from "../review/links.ts";
import { groupByTemplate, groupCount, type RowGroup } from "../review/row-groups.ts";
import { type Reach, type Review, type ReviewRow, reachOf, reviewOf, untouchedOf } from "../review/rows.ts";
import { reviewVerdict } from "../review/verdict.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { changeBlocks } from "./change.ts";
import { findingBlocks } from "./findings.ts";
import { ownersLine } from "./owners.ts";

export interface PlanOptions extends PlanSource {
  /** Where a reader can go. */
  links?: ReviewLinks | undefined;
  /** Files read and live workbooks, if it is made of the files. */
  files?: number;
  liveCount?: number;
  /** Live workbooks that no file declares and no project manages. */
  outside?: number;
}

export function planDocument(plan: Plan, options: PlanOptions = {}): Document {
  const { allowed } = options;
  const review = reviewOf(plan, allowed);
  const { light, said } = verdictOf(plan, review, options);
  const totals = totalsOf(plan);
  return {
    light,
    verdict: [said],
    ground: groundOf(plan, options),
    entries: entriesOf(plan, review, options),
    rest: restOf(plan, review, options),
    ...(totals.length > 0 && { totals }),
    lead: [...adviceOf(plan, options), ...appLines(plan)],
    details: planFindings(plan.diagnostics),
  };
}

function verdictOf(
  plan: Plan,
  review: Review,
  { allowed, undoes }: PlanOptions,
): { light: Document["light"]; said: Words } {
  const { light, phrases: parts } = reviewVerdict(plan, review, allowed);
  if (undoes !== undefined && isNothingToDo(plan)) {
    const isKept = plan.diagnostics.some(({ rule }) => rule === KEEPS_REPORT);
    const state = say`the live state is as it was before ${{ code: undoes }}`;
    return {
      light,
      said: isKept
        ? ["nothing to do: this rollback alone cannot show viewers what they saw before"]
        : ["nothing to do: ", ...state],
    };
  }
  return { light, said: phrases(parts) };
}

/** None if nothing would be written, which the verdict says. */
function totalsOf(plan: Plan): Words {
  const left = plan.leftOut ? [`${plan.leftOut.length} cannot be put back`] : [];
  const parts = [totalsText(plan), ...left].filter((text) => text !== "");
  return isNothingToDo(plan) || parts.length === 0 ? [] : [`${parts.join(", ")}.`];
}

/** What it was made of. */
export function groundOf(
  { target, policy }: Plan,
  { files = 0, liveCount = 0, outside = 0, from, undoes, target: flag }: PlanOptions,
): Ground {
  const of = undoes === undefined ? "file" : "backup";
  const made = say`${count(files, of)}, ${count(liveCount, "live workbook")}`;
  const are = outside === 1 ? "is unmanaged and in no file" : "are unmanaged and in no file";
  const command = `boardwright workbooks list --state unmanaged${targetFlag(flag)}`;
  // Once, and not as findings: a deployment that was not adopted yet is no fault.
  const notes = outside === 0 ? [] : [say`${count(outside, "live workbook")} ${are}: ${{ command }}`];
  return {
    target,
    ...(policy && { policy }),
    source: from === undefined ? made : say`as saved in ${{ name: from }}`,
    notes,
  };
}

// What changes.

const REACHES: Readonly<Record<Reach, string>> = {
  seen: SEEN_SHORT,
  drafts: DRAFTS_SHORT,
  renamed: RENAMED_SHORT,
};

/** What waits for a decision is first, whoever sees it. */
function entriesOf(plan: Plan, review: Review, options: PlanOptions): Entries[] {
  // One owner of all is no news.
  const isOwned = ownersLine(review.rows, 2).length > 0;
  const rows = isOwned ? review.rows : review.rows.map(({ owners: _, ...row }) => row);
  const waits = ({ change, reports }: ReviewRow) =>
    [...(change ? [change] : []), ...reports].some((one) => needsDecision(one, options.allowed));
  const reaching = (reach: Reach) => rows.filter((row) => !waits(row) && reachOf(row) === reach);
  const context = { plan, options, told: new Map<Change, Called>() };
  const parts: [string, string, ReviewRow[]][] = [
    ["decide", DECIDE, rows.filter(waits)],
    ["seen", SEEN, reaching("seen")],
    ["drafts", DRAFTS, reaching("drafts")],
    ["renamed", RENAMED, reaching("renamed")],
  ];
  return parts.flatMap(([id, title, some]) =>
    some.length === 0 ? [] : [{ id, title, entries: groupEntries(some, context) }],
  );
}

interface Context {
  plan: Plan;
  options: PlanOptions;
  /** The reports whose changes are shown already, with the dashboard that they are shown under. */
  told: Map<Change, Called>;
}

/** Each row, those of one template and others that are alike as one. */
function groupEntries(rows: readonly ReviewRow[], context: Context): Entry[] {
  const { detailed } = context.options;
  const groups = groupByTemplate(rows, detailed);
  const rowOf = new Map(rows.flatMap((row) => (row.change ? [[row.change, row] as const] : [])));
  // What changes with its reports is like no other.
  const lone = groups.flatMap(({ first: { change, reports }, rows: same }) =>
    change && reports.length === 0 && !same ? [change] : [],
  );
  const alike = detailed ? new Map() : groupAlike(lone, (change) => rowOf.get(change)?.owners);
  return groups.flatMap((group): Entry[] => {
    const { first, rows: same } = group;
    if (same) return [templateEntry(group, same, context)];
    const all: readonly [Change, ...Change[]] | undefined = first.change && alike.get(first.change);
    if (!all) return [rowEntry(first, context)];
    if (all[0] !== first.change) return [];
    return [
      alikeEntry(
        all,
        all.flatMap((change) => rowOf.get(change) ?? []),
        context,
      ),
    ];
  });
}

function rowEntry(row: ReviewRow, context: Context): Entry {
  const { change, reports, kind, key, source, owners } = row;
  const { plan, options } = context;
  const called = calledRow(row, options.links);
  const along = reports.filter(goesAlong);
  const drawn = kind === "report" ? [] : reports.filter((one) => !goesAlong(one));
  const preview = kind === "workbook" ? options.links?.preview?.(key) : undefined;
  return {
    id: `${kind} ${key}`,
    sign: row.mark,
    called,
    ...(source && { source }),
    ...{ preview, owners, reach: REACHES[reachOf(row)] },
    said: row.phrases,
    ...decisionOf(change, plan, options),
    body: [
      ...(change ? changeBlocks(change, sectionsOf(options)) : []),
      ...(along.length > 0
        ? [
            line`with ${count(along.length, "report")}: ${{ names: along.map((one) => calledChange(one).title) }}`,
          ]
        : []),
      ...drawn.map((report) => ({ entry: reportEntry(report, called, context) })),
    ],
  };
}

/** A report under the first dashboard that draws it; under others, where it is shown. */
function reportEntry(report: Change, under: Called, { plan, options, told }: Context): Entry {
  const first = told.get(report);
  if (!first) told.set(report, under);
  const { title, source, action, owners } = report;
  return {
    id: `report ${report.key}`,
    sign: action === "create" || action === "delete" ? action : "charts",
    called: { kind: "report", key: keyOf(report), title },
    ...(source && { source }),
    ...{ owners, reach: "", said: [] },
    ...(first
      ? { hazards: [], ways: [], body: [line`as under ${{ called: first }}`] }
      : {
          ...decisionOf(report, plan, options),
          body: changeBlocks(report, sectionsOf(options)),
        }),
  };
}

function templateEntry(group: RowGroup, same: TemplateGroup<ReviewRow>, context: Context): Entry {
  const { first, others } = group;
  const { options } = context;
  const entry = rowEntry(first, context);
  const sections = sectionsOf(options);
  const shared = same.shared.flatMap((change): Block[] => {
    const byRow = same.byRow.filter(({ of }) => of === change);
    const blocks: Block[] = [
      ...changeBlocks(change, { ...sections, quietAction: isActionByRow(same.byRow, change) }),
      ...byRow.map((one) => ({ byRow: one })),
    ];
    if (change.kind === "workbook" || first.kind === "report") return blocks;
    return [{ entry: { ...reportEntry(change, entry.called, context), body: blocks } }];
  });
  const fields = first.change?.fields.length ?? 0;
  const more = fields === 0 ? "" : fields === 1 ? ", the same field" : `, the same ${fields} fields`;
  const names = [first, ...others].map((row, at) => ({
    text: same.rows[at] ?? "",
    url: calledRow(row, options.links).url,
  }));
  return {
    ...entry,
    called: { kind: first.kind, key: same.template, title: same.template },
    alike: {
      isTemplate: true,
      title: [same.template, `: ${groupCount(group)}${more}`],
      names,
      each: [entry, ...others.map((row) => rowEntry(row, context))],
    },
    ...{ said: group.phrases, hazards: [], ways: [], body: shared },
  };
}

function alikeEntry(
  changes: readonly [Change, ...Change[]],
  rows: readonly ReviewRow[],
  context: Context,
): Entry {
  const each = rows.map((row) => rowEntry(row, context));
  const [entry] = each as [Entry, ...Entry[]];
  const names = changes.map(({ key }): Inline => ({ code: key }));
  return { ...entry, alike: { isTemplate: false, title: alikeTitle(changes), names, each } };
}

/** What stops an apply of it, with what was done and the ways out. */
export function decisionOf(
  change: Change | undefined,
  plan: Plan,
  source: PlanOptions,
): Pick<Entry, "hazards" | "ways"> {
  const own = change ? ownHazards(change) : [];
  if (!change || own.length === 0) return { hazards: [], ways: [] };
  // That both sides edited it says that somebody did outside Git.
  const isBoth = own.some(({ code }) => code === "conflict");
  const hazards = own.flatMap(({ code, message }) =>
    code === "drift" && isBoth ? [] : [{ code, words: [message], edits: editsOf(change, code) }],
  );
  const ways = hazardAdvice(plan, source, [change])
    .filter(({ code, accepted }) => code !== "mass-change" && !accepted)
    .flatMap(({ ways: all }) => all);
  return { hazards, ways };
}

function editsOf(change: Change, code: Change["hazards"][number]["code"]): Words[] {
  if (code === "drift") return doneOutside(change);
  return code === "conflict" ? bothSay(change) : [];
}

function sectionsOf({ undoes, detailed }: PlanSource): SectionOptions {
  return { wanted: undoes === undefined ? "Git" : "backup", detailed };
}

function keyOf({ key, was }: Pick<Change, "key" | "was">): string {
  return was === undefined ? key : `${was} → ${key}`;
}

function calledRow(row: ReviewRow, links: ReviewLinks | undefined): Called {
  const { kind, key, id, title, newTitle, isNamesake, change } = row;
  // No file names it, so that its key is only its publicId.
  const shown = change?.unmanaged ? title : keyOf({ key, ...change });
  return { kind, key: shown, title, newTitle, isNamesake, url: liveLink({ kind, key, id }, links) };
}

/** Where a dashboard is live; undefined if that is not known. */
function liveLink(
  { kind, key, id }: Pick<Change, "kind" | "key" | "id">,
  links: ReviewLinks | undefined,
): string | undefined {
  return kind === "workbook" && id !== null ? links?.live?.(id, key) : undefined;
}

// What nobody has to act on.

function restOf(plan: Plan, review: Review, options: PlanOptions): Line[] {
  const { orphans, folders, rows } = review;
  const stamps = plan.changes.filter(isQuietStamp);
  const unchanged = untouchedOf(plan, review);
  const names = (changes: readonly Change[]): Inline => ({
    names: changes.map((change) => ({ called: calledOf(change, review, options.links) })),
  });
  const kinds = phrases(
    (["workbook", "report", "folder"] as const).flatMap((kind): Words[] => {
      const some = orphans.filter((change) => change.kind === kind);
      if (some.length === 0) return [];
      return [kind === "workbook" ? [names(some)] : say`${count(some.length, kind)} ${names(some)}`];
    }),
    " · ",
  );
  // People know the workbooks by name.
  const sorted = [...stamps].sort((a, b) => Number(a.kind === "report") - Number(b.kind === "report"));
  const stamped = { names: sorted.map((change) => ({ called: calledChange(change, options.links) })) };
  const made = { names: folders.map(({ key }) => folderText(key)) };
  const lines: (Line | false)[] = [
    folders.length > 0 && { line: say`${count(folders.length, "folder")} to create: ${made}.`, sign: "+" },
    orphans.length > 0 && {
      line: say`${orphans.length} no longer declared, kept: ${kinds}. ${orphanAdvice(plan, options)}`,
      sign: "·",
      count: orphans.length,
    },
    stamps.length > 0 && {
      line: say`${stamps.length} to stamp, no viewer sees a change: ${stamped}.`,
      sign: "=",
      count: stamps.length,
    },
    unchanged > 0 &&
      plan.changes.length > 0 && {
        line: [`${count(unchanged, "dashboard")} untouched.`],
        sign: "·",
        count: unchanged,
        isOfPages: true,
      },
  ];
  return [...ownersLine(rows, 2), ...lines.filter((one) => one !== false)];
}

/** What a plan calls it, as it will be. */
export function calledChange(change: Change, links?: ReviewLinks): Called {
  const { kind, key, title, unmanaged } = change;
  if (kind === "folder") return { kind, key: folderText(key), title: folderText(key) };
  return { kind, key: unmanaged ? title : keyOf(change), title, url: liveLink(change, links) };
}

/** A report with its publicId: if a file gave its key another one, the key itself is still declared. */
function calledOf(change: Change, { namesakes }: Review, links: ReviewLinks | undefined): Called {
  const { key, publicId } = change;
  const called = { ...calledChange(change, links), isBare: true, isNamesake: namesakes.has(change) };
  return publicId === undefined ? called : { ...called, key: `${key} (${publicId})` };
}

// What to do.

export function adviceOf(plan: Plan, source: PlanOptions): Advice[] {
  const advice = hazardAdvice(plan, source).map((one) => ({
    title: adviceTitle(one),
    ways: one.ways,
    isAccepted: one.accepted,
    isOfPlan: one.code === "mass-change",
  }));
  return advice.length > 0 ? [{ advice, all: allowAllAdvice(plan, source) }] : [];
}

/** Never left out: code that viewers will run. */
function appLines({ changes }: Plan): Line[] {
  const bringing = changes.filter((change) => appContent(change).length > 0);
  if (bringing.length === 0) return [];
  const names = { names: bringing.map(({ key }) => key) };
  const strong = { strong: "app code" };
  const said = line`${strong} (${names}): New or changed code of apps, which runs in the browsers of those who open them.`;
  return [{ ...said, isOfPages: true }];
}

const COUNTED = new Set(RULES.flatMap((rule) => (rule.inPlans ? [] : [rule.id])));

/** The plan's own findings (it left something out), errors, and lint's warnings, of which a terminal has a count. */
export function planFindings(diagnostics: readonly Diagnostic[]): Block[] {
  const isCounted = ({ severity, rule }: Diagnostic) => severity === "warning" && COUNTED.has(rule);
  const counted = diagnostics.filter(isCounted);
  const command = { command: "boardwright lint" };
  const brief = say`${count(counted.length, "warning")} in the files: ${command} shows ${counted.length === 1 ? "it" : "them"}`;
  return [
    ...findingBlocks(diagnostics.filter((finding) => !isCounted(finding))),
    ...findingBlocks(counted).map((block) => ("list" in block ? { ...block, brief } : block)),
  ];
}
