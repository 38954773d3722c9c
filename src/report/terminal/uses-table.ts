// What uses members, and what a branch's model changes for dashboards, as tables for people.

import { type MemberUse, type ModelDifferences, nameSome, type Uses } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";
import { fitWidth } from "../text/fit-width.ts";
import { type Cell, renderTable, type TableStyle } from "../text/table.ts";
import { dashboardsOf, dashboardText, differenceText, placesText, widgetText } from "../text/uses-text.ts";

const COLUMNS = ["DASHBOARD", "WIDGET", "REPORT", "FILE"];

/** One line for each use, and a line that counts them. Ends with a line end. */
export function renderUsesTable({ members }: Uses, style: TableStyle): string {
  const rows = members.flatMap(({ member, uses }) => uses.map((use) => [member, ...cellsOf(use)]));
  const uses = members.flatMap((each) => each.uses);
  const total = `${count(members.length, "member")}, used by ${count(dashboardsOf(uses).length, "dashboard")}.`;
  if (rows.length === 0) return members.length === 0 ? "" : `${total}\n`;
  return `${renderTable(["MEMBER", ...COLUMNS], rows, style)}\n${total}\n`;
}

/** One line for each use of a member that differs; those that nobody uses are counted below. Ends with a line end. */
export function renderDifferencesTable(compared: ModelDifferences, style: TableStyle): string {
  const { differences } = compared;
  const rows = differences.flatMap((difference) =>
    difference.uses.map((use) => [difference.member, differenceText(difference), ...cellsOf(use)]),
  );
  const table = rows.length === 0 ? "" : `${renderTable(["MEMBER", "CHANGE", ...COLUMNS], rows, style)}\n`;
  const lines = summarizeDifferences(compared).map(escapeTerminal);
  return `${table}${fitWidth(lines.join("\n"), style.width)}\n`;
}

/** What differs in a sentence, and a line for each kind of difference that nobody uses. Not escaped. */
function summarizeDifferences({ from, to, differences }: ModelDifferences): string[] {
  if (differences.length === 0) return [`The model of ${to} has the members of ${from}'s.`];
  const touching = differences.filter(({ uses }) => uses.length > 0);
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses));
  const differ = `${count(differences.length, "member")} ${differences.length === 1 ? "differs" : "differ"} between the models of ${from} and ${to}`;
  const unused = (["removed", "renamed", "retyped", "added"] as const).flatMap((change) => {
    const names = differences.filter((each) => each.change === change && each.uses.length === 0);
    const said = names.map((each) => (each.renamed ? `${each.member} (to ${each.renamed.to})` : each.member));
    return names.length === 0 ? [] : [`  ${change}, in no file: ${nameSome(said)}`];
  });
  return [
    `${differ}; ${count(dashboards.length, "dashboard")} ${dashboards.length === 1 ? "uses" : "use"} ${touching.length} of them.`,
    ...unused,
  ];
}

function cellsOf(use: MemberUse): Cell[] {
  const { dashboard, report } = use;
  return [dashboard && dashboardText(dashboard), widgetText(use), report?.key, placesText(use).join(" ")];
}
