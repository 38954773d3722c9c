// The new contents of the files, computed from the live and the declared state. Pure: nothing is read or written here.

import type { Wanted } from "../../edit/index.ts";
import { shownVersions } from "../../live/index.ts";
import {
  compareText,
  DASHBOARD_FIELDS,
  deploymentNumbers,
  isObject,
  type Json,
  type JsonObject,
  listKnown,
  ordered,
  type Pulled,
  type PullNote,
  STAMP_KEY,
  WIDGET_FIELDS,
  widgetPath,
  widgetsOf,
  withoutNulls,
} from "../../model/index.ts";
import {
  type ComparedState,
  type IgnoredPath,
  isPublished,
  type LiveReport,
  type LiveWorkbook,
  withNewWidgets,
} from "../../plan/index.ts";
import { type ComposeOptions, composeEdits, folderFields, unholdableEdit } from "./compose-edits.ts";
import { decide, touches } from "./decide.ts";
import type { NewFile } from "./new-file.ts";
import { chooseKeys, newReportEntry, unmanageable } from "./new-reports.ts";
import { type Addition, placeReports } from "./place-reports.ts";
import { type ReportKeys, reportNumbers, symbolicDashboard } from "./symbolic.ts";
import { unholdableDraft, unholdableValue } from "./unholdable.ts";

// A live workbook that no file declares, as an entry of a workbook file.

interface NewWorkbookScope {
  ignored: readonly IgnoredPath[];
  reportKeys: readonly string[];
  /** Live id → key of every report that is declared or pulled. */
  reports: ReportKeys;
  /** Live id → version of every live report. */
  versions: ReadonlyMap<number, number>;
  canPublish: boolean;
}

/** All of it is managed from now on: name, folder, every key of meta, the dashboard. In the order of contract 2. */
function newWorkbookEntry(live: LiveWorkbook, scope: NewWorkbookScope): JsonObject {
  const { [STAMP_KEY]: _stamp, ...meta } = live.meta;
  const state = withNewWidgets(
    withoutNulls({ meta, ...(live.draft ? { dashboard: live.draft } : {}) }) as ComparedState,
    undefined,
    scope.ignored,
  );
  const entry: JsonObject = { name: live.name, ...folderFields(live.folderId, live.folderPath) };
  if (isLivePublished(live, scope)) entry.publish = true;
  if (state.meta && Object.keys(state.meta).length > 0) entry.meta = state.meta;
  // A dashboard of which everything is ignored is still managed: what the file leaves out is not there.
  if (live.draft) entry.dashboard = dashboardEntry(state.dashboard ?? {}, scope);
  return entry;
}

function isLivePublished(live: LiveWorkbook, scope: NewWorkbookScope): boolean {
  if (!scope.canPublish || !live.draft || !live.published) return false;
  return isPublished(live, { ignored: scope.ignored, reportVersions: scope.versions });
}

function dashboardEntry(dashboard: JsonObject, { reports, reportKeys }: NewWorkbookScope): JsonObject {
  const entry = ordered(symbolicDashboard(dashboard, reports, reportKeys), DASHBOARD_FIELDS);
  if (!Array.isArray(entry.widgets)) return entry;
  const inOrder = (widget: Json) => (isObject(widget) ? ordered(widget, WIDGET_FIELDS) : widget);
  return { ...entry, widgets: entry.widgets.map(inOrder) };
}

export interface Composition {
  wanted: Wanted[];
  fresh: NewFile[];
  /** New reports that go into files that are there. */
  additions: Addition[];
  /** What is new, without the file, which is not named yet. */
  pulled: Pulled[];
  notes: PullNote[];
}

/** A report that no file declares, among what is left out: its key may be another's as soon as it is. */
export const freshReport = (id: number): string => `report-id ${id}`;

export function compose(options: ComposeOptions): Composition {
  const { survey, excluded, reportKeys, ignored } = options;
  const notes: PullNote[] = [];
  const fresh = survey.fresh.filter(({ slug, draft, meta }) => {
    const why = unholdableDraft(draft) ?? unholdableValue("meta", meta);
    if (why) {
      const message = `${slug} is not pulled: ${why.message}`;
      notes.push({ code: "cannot-hold", key: slug, message, help: why.help });
    }
    return !why && !excluded.has(`workbook ${slug}`);
  });
  const skipped = survey.fresh.filter((live) => !fresh.includes(live));

  const needs: Needs[] = fresh.map(({ slug, id, draft }) => {
    const { dashboard } = withNewWidgets(draft ? { dashboard: draft } : {}, undefined, ignored);
    return { slug, id, whole: true, numbers: reportNumbers(dashboard, reportKeys) };
  });
  needs.push(...needsOfEdits(options));
  const known = new Set(options.reportIds.values());
  const reports = [...survey.reports].filter(([id]) => !excluded.has(freshReport(id)));
  const found = findFreshReports(needs, new Map(reports), known);
  notes.push(...found.notes, ...unsupported(options, needs));
  const slugOf = new Map([...found.bySlug].flatMap(([slug, reports]) => reports.map(({ id }) => [id, slug])));
  const keys = chooseKeys([...found.bySlug.values()].flat(), {
    ...options,
    taken: new Set(options.reports.keys()),
    slugOf: ({ id }) => slugOf.get(id)!,
  });

  const byId = new Map([...[...options.reportIds].map(([key, id]) => [id, key] as const), ...keys]);
  const edits = composeEdits(options, byId);
  const managed = new Set([...options.declared, ...fresh.map(({ slug }) => slug)]);
  const slugById = new Map([...survey.slugs].map(([slug, id]) => [id, slug]));
  const entryOf = (report: LiveReport): [string, JsonObject] => {
    const key = keys.get(report.id) as string;
    const slug = slugById.get(report.workbookId ?? Number.NaN);
    const workbook = slug !== undefined && managed.has(slug) ? slug : undefined;
    return [key, newReportEntry(key, report, { ...options, workbook })];
  };
  const reportsOf = (slug: string) => new Map((found.bySlug.get(slug) ?? []).map(entryOf));
  const scope = {
    ignored,
    reportKeys,
    reports: byId,
    versions: shownVersions([...survey.reports.values()]),
    canPublish: survey.can.publish,
  };
  const files: NewFile[] = fresh.map((live) => ({
    slug: live.slug,
    folders: live.folderPath,
    workbook: newWorkbookEntry(live, scope),
    reports: reportsOf(live.slug),
  }));
  const isFresh = new Set(fresh.map(({ slug }) => slug));
  const others = [...found.bySlug.keys()].filter((slug) => !isFresh.has(slug)).sort(compareText);
  const placed = placeReports(new Map(others.map((slug) => [slug, reportsOf(slug)])), options);
  return {
    wanted: edits.wanted,
    fresh: [...files, ...placed.fresh],
    additions: placed.additions,
    pulled: [
      ...edits.pulled,
      ...fresh.map(({ slug, name, id }, index): Pulled => {
        const content = contentOf(files[index] as NewFile);
        return { kind: "workbook", key: slug, action: "created", name, id, content };
      }),
      ...skipped.map(
        ({ slug, name, id }): Pulled => ({ kind: "workbook", key: slug, action: "skipped", name, id }),
      ),
      ...[...keys].map(([id, key]): Pulled => {
        return { kind: "report", key, action: "created", name: survey.reports.get(id)?.name ?? key, id };
      }),
    ],
    notes: [...notes, ...edits.notes, ...numbersLeft(options, [...files, ...edits.wanted], notes)],
  };
}

/** What is written and means something on this deployment alone, because no report or folder that is known has the number. */
function numbersLeft(
  { survey, entries, reportKeys, targets }: ComposeOptions,
  written: readonly (NewFile | Wanted)[],
  notes: readonly PullNote[],
): PullNote[] {
  return written.flatMap((one): PullNote[] => {
    const [key, entry] = "slug" in one ? [one.slug, one.workbook] : [one.key, one.entry];
    if (!entry || ("kind" in one && one.kind === "report")) return [];
    const numbersOf = (value: JsonObject) => deploymentNumbers(value, { reportKeys, targets });
    const own = new Set(numbersOf(entries.get(key)?.entry ?? {}).map(({ place }) => place));
    const isSaid = (what: string, text: string) =>
      what === "report" &&
      (!survey.can.reports || notes.some(({ message }) => message.startsWith(`report ${text}, `)));
    const left = numbersOf(entry).filter(({ what, text, place }) => !own.has(place) && !isSaid(what, text));
    if (left.length === 0) return [];
    const names = left.map(({ what, text }) => (what === "link" ? text : `${what} ${text}`));
    const message = `${key} now holds what this deployment alone knows by these numbers: ${listKnown([...new Set(names)])}`;
    const help =
      "On another deployment each means something else: name a report, a folder's path or a variable in its place.";
    return [{ code: "bare-number", key, message, help }];
  });
}

/** The reports that edited widgets draw, of workbooks whose files name reports by key: files with numbers keep numbers. */
function needsOfEdits({ survey, reportKeys, excluded, ...deciding }: ComposeOptions): Needs[] {
  return survey.edits.flatMap(({ declared, live, change }): Needs[] => {
    if (declared.references.length === 0 || excluded.has(`workbook ${live.slug}`)) return [];
    const decision = decide(change, deciding);
    if (unholdableEdit(decision, live)) return [];
    const taken = widgetsOf(live.draft).filter(
      (widget) => isObject(widget) && touches(decision.taken, widgetPath(String(widget.id))),
    );
    const numbers = reportNumbers({ widgets: taken }, reportKeys);
    return [{ slug: live.slug, id: live.id, whole: false, numbers }];
  });
}

function unsupported({ survey }: ComposeOptions, needs: readonly Needs[]): PullNote[] {
  if (survey.can.reports || needs.every(({ numbers }) => numbers.size === 0)) return [];
  return [
    {
      code: "reports-unsupported",
      message:
        "this deployment does not describe report upserts, so reports are not pulled: charts keep their numbers",
      help: "The numbers are right on this deployment only. Newer versions of the platform can manage reports.",
    },
  ];
}

function contentOf({ workbook, reports }: NewFile): string {
  const dashboard = isObject(workbook?.dashboard) ? workbook.dashboard : undefined;
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const parts: string[] = [];
  if (!dashboard) parts.push("no dashboard");
  else if (dashboard.kind === "APP") {
    const app = isObject(dashboard.app) ? dashboard.app : {};
    parts.push(`an app of ${count(isObject(app.files) ? Object.keys(app.files).length : 0, "file")}`);
  } else parts.push(count(widgetsOf(dashboard).length, "widget"));
  if (reports.size > 0) parts.push(count(reports.size, "report"));
  if (workbook?.publish === true) parts.push("published");
  return parts.join(", ");
}

// The live reports that are pulled with workbooks, the file of each, and why some cannot be.

interface Needs {
  /** All reports of a new workbook are pulled; of a declared one only those that its charts draw. */
  whole: boolean;
  slug: string;
  id: number;
  /** The reports that its charts name. */
  numbers: ReadonlySet<number>;
}

interface FreshReports {
  /** Slug → the reports that go into its file, by id. */
  bySlug: Map<string, LiveReport[]>;
  notes: PullNote[];
}

/** Each report goes where its own workbook goes, else to the first that draws it. `declared`: live ids that files declare. */
function findFreshReports(
  needs: readonly Needs[],
  reports: ReadonlyMap<number, LiveReport>,
  declared: ReadonlySet<number>,
): FreshReports {
  const counts = new Map<string, number>();
  for (const { publicId } of reports.values()) counts.set(publicId, (counts.get(publicId) ?? 0) + 1);
  const owners = new Map(needs.filter(({ whole }) => whole).map(({ slug, id }) => [id, slug]));
  const found: FreshReports = { bySlug: new Map(), notes: [] };
  const drawn = new Map<number, string>();
  for (const { slug, numbers } of [...needs].sort((a, b) => compareText(a.slug, b.slug))) {
    for (const number of numbers) if (!drawn.has(number)) drawn.set(number, slug);
  }
  for (const report of [...reports.values()].sort((a, b) => a.id - b.id)) {
    const slug = owners.get(report.workbookId ?? Number.NaN) ?? drawn.get(report.id);
    if (slug === undefined || declared.has(report.id)) continue;
    const why = unmanageable(report, counts.get(report.publicId)!);
    if (why) {
      const message = `report ${report.id}, ${JSON.stringify(report.name)}, of ${slug} is not pulled: ${why.message}`;
      found.notes.push({ code: "report-unmanageable", message, help: why.help, key: slug });
      continue;
    }
    const list = found.bySlug.get(slug) ?? [];
    list.push(report);
    found.bySlug.set(slug, list);
  }
  return found;
}
