// The words in which every medium says what uses a member, and what differs between two models. Not escaped.

import {
  compareText,
  type MemberDifference,
  type MemberShape,
  type MemberUse,
  nameSome,
  type Unread,
  type UsingDashboard,
  type UsingReport,
} from "../../model/index.ts";
import { count } from "./cells.ts";

/** `Revenue overview (revenue-overview)`. */
export function dashboardText({ title, slug }: UsingDashboard): string {
  return title === slug ? slug : `${title} (${slug})`;
}

/** What people call the widget, else its id, else its type. */
export function widgetText({ widget }: Pick<MemberUse, "widget">): string | undefined {
  return widget && (widget.title ?? widget.id ?? widget.type);
}

/** `dashboards/revenue.yaml:12`. */
export function placesText({ places }: Pick<MemberUse, "places">): string[] {
  return places.map(({ file, line }) => `${file}:${line}`);
}

const RENAMED_BY: Readonly<Record<NonNullable<MemberDifference["renamed"]>["by"], string>> = {
  title: "the same title",
  sql: "the same SQL",
  name: "a name like it",
  view: "its whole view does",
};

/** Kinds of difference; what breaks a dashboard comes first. */
const RANKS: readonly MemberDifference["change"][] = ["removed", "renamed", "retyped", "added"];

/** In the order of RANKS, otherwise as they were. */
export function worstFirst<T extends MemberDifference>(differences: readonly T[]): T[] {
  return RANKS.flatMap((change) => differences.filter((each) => each.change === change));
}

/** `looks renamed to orders.net_revenue: the same title`. */
export function differenceText({
  change,
  renamed,
  before,
  after,
  lostGranularities = [],
}: MemberDifference): string {
  if (renamed)
    return `looks renamed to ${renamed.to}: ${RENAMED_BY[renamed.by]}${shapeChange({ before, after })}`;
  if (change !== "retyped") return change;
  const lost = lostGranularities.length === 0 ? "" : `loses the granularity ${nameSome(lostGranularities)}`;
  return [shapeChange({ before, after }).replace(/^, /, ""), lost].filter((text) => text !== "").join(", ");
}

/** `, was a dimension (time), is a dimension (string)`; nothing if it stays what it is. */
function shapeChange({ before, after }: Pick<MemberDifference, "before" | "after">): string {
  if (!before || !after) return "";
  const was = shapeText(before);
  const is = shapeText(after);
  return before.kind === after.kind && (before.type ?? after.type) === (after.type ?? before.type)
    ? ""
    : `, was a ${was}, is a ${is}`;
}

function shapeText({ kind, type }: MemberShape): string {
  return type === undefined ? kind : `${kind} (${type})`;
}

/** One sentence for each kind of what may use members without saying so. */
export function unreadText(unread: readonly Unread[]): string[] {
  const of = (why: Unread["why"]) => unread.filter((each) => each.why === why);
  const reportsOf = (why: Unread["why"]) => of(why).flatMap(({ report }) => report ?? []);
  const say = (names: readonly string[], one: string, many: string): string[] =>
    names.length === 0
      ? []
      : [`${names.length === 1 ? one : `${names.length} ${many}`}: ${nameSome(names)}.`];
  const drawn = [...new Set(of("number").flatMap(({ dashboards }) => dashboards))].sort(compareText);
  const numbers = count(reportsOf("number").length, "report");
  return [
    ...say(
      reportsOf("sql"),
      "1 report is in SQL, whose members are not read",
      "reports are in SQL, whose members are not read",
    ),
    ...say(reportsOf("empty"), "1 report names no member", "reports name no member"),
    ...(drawn.length === 0
      ? []
      : [
          `${numbers} drawn by number ${reportsOf("number").length === 1 ? "is" : "are"} in no file, so what they use is not known. Drawn by: ${nameSome(drawn)}.`,
        ]),
    ...say(
      of("app").flatMap(({ dashboards }) => dashboards),
      "1 dashboard is an app, whose code is not read",
      "dashboards are apps, whose code is not read",
    ),
  ];
}

/** The dashboards that use something, each once, by slug. */
export function dashboardsOf(uses: readonly Pick<MemberUse, "dashboard">[]): UsingDashboard[] {
  const bySlug = new Map(
    uses.flatMap(({ dashboard }) => (dashboard ? [[dashboard.slug, dashboard] as const] : [])),
  );
  return [...bySlug.values()].sort((a, b) => compareText(a.slug, b.slug));
}

/** The reports that use something, each once, by key. */
export function reportsOf(uses: readonly Pick<MemberUse, "report">[]): UsingReport[] {
  const byKey = new Map(uses.flatMap(({ report }) => (report ? [[report.key, report] as const] : [])));
  return [...byKey.values()].sort((a, b) => compareText(a.key, b.key));
}
