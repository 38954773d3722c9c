// What uses members, and what a branch's model changes for dashboards, as `uses --json` prints it.

import type { MemberUse, ModelDifferences, TouchingDifference, Uses } from "../../model/index.ts";
import { dashboardsOf, reportsOf } from "../text/uses-text.ts";
import { jsonText, pick } from "./json-text.ts";

/** JSON text with a line end. */
export function renderUsesJson({ members, unread, missing }: Uses): string {
  const uses = members.flatMap((each) => each.uses);
  return jsonText({
    summary: {
      members: members.length,
      dashboards: dashboardsOf(uses).length,
      reports: reportsOf(uses).length,
    },
    members: members.map(({ member, uses }) => ({ member, uses: uses.map(useJson) })),
    unread: unread.map(unreadJson),
    missing: missing.map((each) => pick(each, ["asked", "near"])),
  });
}

/** JSON text with a line end. */
export function renderDifferencesJson({ from, to, differences, unread }: ModelDifferences): string {
  const countOf = (change: TouchingDifference["change"]) =>
    differences.filter((difference) => difference.change === change).length;
  return jsonText({
    from,
    to,
    summary: {
      added: countOf("added"),
      removed: countOf("removed"),
      retyped: countOf("retyped"),
      renamed: countOf("renamed"),
      dashboards: dashboardsOf(differences.flatMap(({ uses }) => uses)).length,
    },
    differences: differences.map(({ change, member, renamed, before, after, lostGranularities, uses }) => ({
      change,
      member,
      renamed: renamed ?? null,
      before: before ?? null,
      after: after ?? null,
      lostGranularities: lostGranularities ?? [],
      dashboards: dashboardsOf(uses).map(({ slug }) => slug),
      uses: uses.map(useJson),
    })),
    unread: unread.map(unreadJson),
  });
}

function useJson({ dashboard, widget, report, places }: MemberUse): object {
  const at = ["file", "line", "column"] as const;
  return {
    dashboard: dashboard
      ? {
          ...pick(dashboard, ["slug", "title", "template", "row"]),
          owners: dashboard.owners ?? [],
          ...pick(dashboard, at),
        }
      : null,
    widget: widget
      ? { id: widget.id ?? null, title: widget.title ?? null, type: widget.type ?? null, ...pick(widget, at) }
      : null,
    report: report ? pick(report, ["key", "title", "template", "row", ...at]) : null,
    places: places.map((place) => pick(place, at)),
  };
}

function unreadJson({ why, report, dashboards }: Uses["unread"][number]): object {
  return { why, report: report ?? null, dashboards };
}
