// What uses members, and what a branch's model changes for dashboards.

import {
  type MemberUse,
  type ModelDifferences,
  nameSome,
  type TouchingDifference,
  type Uses,
  writeJson,
} from "../../model/index.ts";
import { type Document, type Group, type List, type Section, say, type Table } from "../document/document.ts";
import { count } from "../text/cells.ts";
import {
  dashboardsOf,
  dashboardText,
  differenceText,
  placesText,
  unreadText,
  widgetText,
  worstFirst,
} from "../text/uses-text.ts";
import { ownersLine } from "./owners.ts";

/** Nobody has to do anything about them. */
const UNUSED: Group = { noun: "member", where: " that no file names", rank: 0, folded: true };

/** A row for each use, and how many there are; empty if no member was asked for. */
export function usesDocument({ members }: Uses): Document {
  const owned = members.some(({ uses }) => isAnyOwned(uses));
  const rows = members.flatMap(({ member, uses }) =>
    foldUses(uses).map((use) => [member, ...cellsOf(use, owned)]),
  );
  const dashboards = dashboardsOf(members.flatMap(({ uses }) => uses));
  const total = `${count(members.length, "member")}, used by ${count(dashboards.length, "dashboard")}`;
  return {
    light: "none",
    verdict: members.length === 0 ? [] : [[total]],
    details: rows.length === 0 ? [] : [{ head: ["MEMBER", ...columnsOf(owned)], rows }],
  };
}

/** Each difference with its uses; then those that no file names. */
export function differencesDocument({ from, to, differences, unread }: ModelDifferences): Document {
  const sorted = worstFirst(differences);
  const touching = sorted.filter(({ uses }) => uses.length > 0);
  const breaks = touching.some(({ change }) => change === "removed" || change === "renamed");
  const light = touching.length > 0 ? "decide" : "go";
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses));
  const owned = dashboards.map(({ owners }) => ({ kind: "workbook", owners }));
  return {
    light: breaks ? "wrong" : light,
    verdict:
      differences.length === 0
        ? [[`the model of ${to} has the members of ${from}'s`]]
        : [
            dashboards.length === 0
              ? ["no dashboard uses what the model changes"]
              : say`${{ strong: count(dashboards.length, "dashboard") }} ${dashboards.length === 1 ? "uses" : "use"} what the model changes`,
            [`${count(differences.length, "member differs", "members differ")} from ${from}`],
          ],
    lead: [...ownersLine(owned, 1), ...unreadText(unread).map((text) => ({ line: [text] }))],
    details: [
      ...touching.map((each) => sectionOf(each, isAnyOwned(touching.flatMap(({ uses }) => uses)))),
      ...unusedList(sorted.filter(({ uses }) => uses.length === 0)),
    ],
  };
}

function sectionOf(difference: TouchingDifference, owned: boolean): Section {
  const rows = foldUses(difference.uses).map((use) => cellsOf(use, owned));
  const table: Table = { head: columnsOf(owned), rows };
  const heading = say`${{ strong: difference.member }}  ${differenceText(difference)}`;
  return { title: difference.member, heading, blocks: [table] };
}

function unusedList(differences: readonly TouchingDifference[]): List[] {
  const list = differences.map((each) => ({
    head: [[{ code: each.member }], [`${differenceText(each)}, in no file`]],
    group: UNUSED,
  }));
  return list.length === 0 ? [] : [{ list }];
}

function isAnyOwned(uses: readonly MemberUse[]): boolean {
  return uses.some(({ dashboard }) => dashboard?.owners);
}

/** Owners only if a dashboard has one. */
function columnsOf(owned: boolean): string[] {
  return ["DASHBOARD", ...(owned ? ["OWNER"] : []), "WIDGET", "REPORT", "FILE"];
}

function cellsOf(use: MemberUse, owned: boolean): Table["rows"][number] {
  const { dashboard, report } = use;
  return [
    dashboard && dashboardText(dashboard),
    ...(owned ? [dashboard?.owners?.join(", ")] : []),
    ...[widgetText(use), report?.key, placesText(use).join(" ")],
  ];
}

// What a template names, shown once with the rows that it concerns.

/**
 * The uses, those of rows of one template at the same places as one, where the first of them is: in place of the dashboard it has
 * `sales-${row.key} (12 rows: north, south and 10 more)`, and the templates of reports.
 */
export function foldUses(uses: readonly MemberUse[]): MemberUse[] {
  const groups = new Map<string, MemberUse[]>();
  for (const use of uses) {
    const key = formOf(use);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), use]);
  }
  const done = new Set<readonly MemberUse[]>();
  return uses.flatMap((use) => {
    const key = formOf(use);
    const group = key === undefined ? undefined : groups.get(key);
    if (!group || group.length < 2) return [use];
    if (done.has(group)) return [];
    done.add(group);
    return [together(use, group)];
  });
}

/** The same for all rows of which the template names a member at these places; undefined if no row declares it. */
function formOf({ dashboard, widget, report, places }: MemberUse): string | undefined {
  const { template, row } = dashboard ?? report ?? {};
  if (template === undefined) return undefined;
  const of = report?.row === row ? report?.template : report?.key;
  const named = widget ? [widget.id ?? null, widget.type ?? null, widget.file, widget.line] : null;
  const where = places.map(({ file, line, column }) => [file, line, column]);
  return writeJson([template, dashboard?.owners?.join() ?? null, named, of ?? null, where]);
}

function together(first: MemberUse, group: readonly MemberUse[]): MemberUse {
  const { dashboard, widget, report } = first;
  const rows = group.map((use) => (use.dashboard ?? use.report)?.row ?? "");
  const named = (template: string | undefined) => `${template} (${rows.length} rows: ${nameSome(rows)})`;
  const board = named(dashboard?.template);
  const key = dashboard ? (report?.template ?? report?.key ?? "") : named(report?.template);
  const titles = new Set(group.map((use) => use.widget?.title));
  return {
    ...first,
    ...(dashboard && { dashboard: { ...dashboard, slug: board, title: board } }),
    ...(widget && titles.size > 1 && { widget: { ...widget, title: widget.id ?? widget.type ?? "" } }),
    ...(report && (!dashboard || report.row === dashboard.row) && { report: { ...report, key, title: key } }),
  };
}
