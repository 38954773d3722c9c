// The reverse of the check: which dashboards, widgets and reports name a member, and where. Workbooks stream by, reports come at the end.

import { dashboardOf, widgetsOf } from "../lint/index.ts";
import {
  compareText,
  type DataModel,
  type Json,
  type MemberUse,
  type Place,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Unread,
  type UsedMember,
  type UsingReport,
} from "../model/index.ts";
import { copy, reportsIn } from "./controls.ts";
import { type Mention, mentionsOfReport, mentionsOfSettings, mentionsOfWidgets } from "./mentions.ts";
import { baseOf, cubeOf, endsInGranularity } from "./model-index.ts";
import {
  type Drawer,
  originOf,
  placeAt,
  placeDrawer,
  type SeenBoard,
  seeBoard,
  seeWidget,
  useBy,
} from "./seen.ts";

export interface FindUsesOptions extends Pick<Project, "reportKeys"> {
  /** A guess is believed if one of these models, or a query in the files, has its cube. */
  models?: readonly DataModel[];
  /** Which members are wanted, each also with the granularity that the file gives it; all if absent. */
  takes?(member: string, written: string): boolean;
  /** Who looks after a workbook. */
  ownersOf?(workbook: ResolvedWorkbook): readonly string[];
}

export interface FoundUses {
  /** Sorted by name. */
  members: UsedMember[];
  /** Sorted. */
  unread: Unread[];
  /** The wanted members once more, as the files write them: some with a granularity. */
  written: Set<string>;
  /** Every member that the files name, whether it was wanted or not; sorted. */
  names: string[];
}

export interface UsesFinder {
  /** Looks at one workbook as it streams by. */
  visit(workbook: ResolvedWorkbook): void;
  /** Call it once, with all reports. */
  finish(reports: readonly ResolvedReport[]): FoundUses;
}

/** A name in a workbook, until all queries were seen. */
interface Seen {
  mention: Mention;
  drawer: Drawer;
}

/** Uses of one member by what names it: each name of one drawer and one report is one place more. */
type UsesByKey = Map<string, { use: MemberUse; rank: readonly (string | number)[]; places: Place[] }>;

export function createUsesFinder(options: FindUsesOptions): UsesFinder {
  const { reportKeys, models = [], takes = () => true, ownersOf = () => [] } = options;
  const cubes = new Set(models.flatMap((model) => model.cubes.map(({ name }) => name)));
  const known = new Set(models.flatMap((model) => model.cubes.flatMap(membersOf)));
  /** Members that a query names, or a model has. */
  const certain = new Set(known);
  const seen: Seen[] = [];
  const drawers = new Map<string, Drawer[]>();
  /** What draws reports, in the order of the files. */
  const order: { key: string; drawer: Drawer }[] = [];
  const byNumber = new Map<string, Set<string>>();
  const apps: string[] = [];
  const guessed = new Set<string>();

  const memberOf = (text: string): string =>
    known.has(text) || text.indexOf(".") === text.lastIndexOf(".") ? text : baseOf(text);
  /** Notes the name; whether it is a wanted one. */
  const note = ({ text, role }: Mention): boolean => {
    if (!text.includes(".")) return false;
    if (role === undefined) guessed.add(copy(text));
    else {
      certain.add(copy(memberOf(text)));
      cubes.add(copy(cubeOf(text)));
    }
    return takes(memberOf(text), text);
  };
  const believes = (text: string): boolean => {
    if (!cubes.has(cubeOf(text))) return false;
    // A longer text is a member with a granularity, or none: orders.csv.gz is a file.
    return memberOf(text) === text || endsInGranularity(text) || certain.has(memberOf(text));
  };
  const draw = (board: SeenBoard, value: Json | undefined, drawer: Drawer): void => {
    const { keys, numbers } = reportsIn(value, reportKeys);
    for (const key of new Set(keys)) {
      const own = drawers.get(key) ?? [];
      drawers.set(key, own);
      own.push(drawer);
      order.push({ key, drawer });
    }
    for (const { number } of numbers)
      byNumber.set(String(number), (byNumber.get(String(number)) ?? new Set()).add(board.slug));
  };

  return {
    visit(workbook) {
      const board = seeBoard(workbook, ownersOf(workbook));
      const own: Drawer = { board };
      const keep = (mentions: readonly Mention[], drawer: Drawer) => {
        for (const mention of mentions)
          if (note(mention)) seen.push({ mention: { ...mention, text: copy(mention.text) }, drawer });
      };
      const dashboard = dashboardOf(workbook);
      if (dashboard?.kind === "APP") apps.push(board.slug);
      const byWidget = mentionsOfWidgets(workbook);
      for (const [index, widget] of widgetsOf(workbook).entries()) {
        const drawer = { board, widget: seeWidget(widget, index) };
        keep(byWidget[index] ?? [], drawer);
        draw(board, widget, drawer);
      }
      keep(mentionsOfSettings(workbook), own);
      draw(board, dashboard && { ...dashboard, widgets: null }, own);
    },
    finish(reports) {
      const inReports = reports.map((report) => {
        const mentions = mentionsOfReport(report);
        return { report, mentions, wanted: mentions.filter(note) };
      });
      const uses = new Map<string, UsesByKey>();
      const written = new Set<string>();
      const titles = new Map(reports.map((report) => [report.key, titleOf(report)]));
      const add = (text: string, drawer: Drawer | undefined, place: Place, report?: UsingReport) => {
        const member = memberOf(text);
        written.add(text);
        const own: UsesByKey = uses.get(member) ?? new Map();
        uses.set(member, own);
        const rank = [drawer?.board.slug ?? "\uffff", drawer?.widget?.index ?? -1, report?.key ?? ""];
        const entry = own.get(rank.join("\n"));
        if (entry) entry.places.push(place);
        else {
          const places = [place];
          own.set(rank.join("\n"), { use: useBy(drawer, places, report), rank, places });
        }
      };
      for (const { mention, drawer } of seen)
        if (mention.role !== undefined || believes(mention.text))
          add(mention.text, drawer, placeAt(drawer.board.locate, mention.path, mention.part));
      // File by file: the other way round, each place would cost a parse.
      const drawn = new Set(inReports.flatMap(({ report, wanted }) => (wanted.length > 0 ? report.key : [])));
      for (const { key, drawer } of order) if (drawn.has(key)) placeDrawer(drawer);
      inReports.sort((a, b) => compareText(a.report.file, b.report.file));
      for (const { report, wanted } of inReports) {
        const { key, locate } = report;
        for (const { text, role, path, part } of wanted) {
          if (role === undefined && !believes(text)) continue;
          const place = placeAt(locate, path, part);
          const using = {
            ...{ key, title: titles.get(key) ?? key, ...originOf(report) },
            ...placeAt(locate, [], "key"),
          };
          for (const drawer of drawers.get(key) ?? [undefined]) add(text, drawer, place, using);
        }
      }
      const drawnBy = (key: string) => slugsOf(drawers.get(key) ?? []);
      const unread: Unread[] = [
        ...inReports.flatMap(({ report: { key, entry }, mentions }): Unread[] => {
          const why = entry.sqlQuery ? "sql" : mentions.length === 0 ? "empty" : undefined;
          return why === undefined ? [] : [{ why, report: key, dashboards: drawnBy(key) }];
        }),
        ...[...byNumber].map(
          ([report, slugs]): Unread => ({ why: "number", report, dashboards: [...slugs].sort(compareText) }),
        ),
        ...apps.map((slug): Unread => ({ why: "app", dashboards: [slug] })),
      ];
      const names = new Set([...certain].filter((name) => !known.has(name)));
      for (const text of guessed) if (believes(text)) names.add(memberOf(text));
      return {
        members: sortUses(uses),
        unread: unread.sort(compareUnread),
        written,
        names: [...names].sort(compareText),
      };
    },
  };
}

function membersOf({ members }: DataModel["cubes"][number]): string[] {
  return members.map(({ name }) => name);
}

function titleOf({ key, entry }: ResolvedReport): string {
  const said = [entry.title, entry.name].find((text) => typeof text === "string" && text.trim() !== "");
  return typeof said === "string" ? said : key;
}

function slugsOf(drawers: readonly Drawer[]): string[] {
  return [...new Set(drawers.map(({ board }) => board.slug))].sort(compareText);
}

function sortUses(uses: ReadonlyMap<string, UsesByKey>): UsedMember[] {
  const members = [...uses].map(([member, own]) => ({
    member,
    uses: [...own.values()]
      .sort((a, b) => compareRanks(a.rank, b.rank))
      .map(({ use, places }) => ({ ...use, places: sortPlaces(places) })),
  }));
  return members.sort((a, b) => compareText(a.member, b.member));
}

function compareRanks(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]!;
    const order = typeof one === "number" ? one - Number(other) : compareText(one, String(other));
    if (order !== 0) return order;
  }
  return 0;
}

/** Each line once. */
function sortPlaces(places: readonly Place[]): Place[] {
  const sorted = [...places].sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  return sorted.filter((place, at) => {
    const before = sorted[at - 1];
    return before?.file !== place.file || before.line !== place.line;
  });
}

function compareUnread(a: Unread, b: Unread): number {
  return (
    compareText(a.why, b.why) ||
    compareText(a.report ?? "", b.report ?? "") ||
    compareText(a.dashboards[0] ?? "", b.dashboards[0] ?? "")
  );
}
