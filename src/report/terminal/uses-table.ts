// What uses members, and what a branch's model changes for dashboards, as tables for people.

import { type MemberUse, type ModelDifferences, nameSome, type Uses } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";
import { fitWidth } from "../text/fit-width.ts";
import { foldUses } from "../text/fold-uses.ts";
import { paintWith } from "../text/paint.ts";
import { type Cell, renderTable, type TableStyle } from "../text/table.ts";
import {
  dashboardsOf,
  dashboardText,
  differenceText,
  placesText,
  RANKS,
  widgetText,
  worstFirst,
} from "../text/uses-text.ts";

const INDENT = "  ";
const COLUMNS = ["DASHBOARD", "WIDGET", "REPORT", "FILE"];
/** Beside the dashboard, if any has one. */
const OWNER = "OWNER";

/** One line for each use, and a line that counts them. Ends with a line end. */
export function renderUsesTable({ members }: Uses, style: TableStyle): string {
  const uses = members.flatMap((each) => each.uses);
  const owned = isAnyOwned(uses);
  const rows = members.flatMap(({ member, uses }) =>
    foldUses(uses).map((use) => [member, ...cellsOf(use, owned)]),
  );
  const total = `${count(members.length, "member")}, used by ${count(dashboardsOf(uses).length, "dashboard")}.`;
  if (rows.length === 0) return members.length === 0 ? "" : `${total}\n`;
  return `${renderTable(["MEMBER", ...columnsOf(owned)], rows, style)}\n${total}\n`;
}

/** Each difference with its uses as a table below it; those that no file names are counted at the end. Ends with a line end. */
export function renderDifferencesTable(compared: ModelDifferences, style: TableStyle): string {
  const { bold } = paintWith(style.color);
  const touching = worstFirst(compared.differences).filter(({ uses }) => uses.length > 0);
  const width = style.width === undefined ? undefined : style.width - INDENT.length;
  const owned = isAnyOwned(touching.flatMap(({ uses }) => uses));
  const groups = touching.map((difference) => {
    const said = escapeTerminal(differenceText(difference));
    const rows = foldUses(difference.uses).map((use) => cellsOf(use, owned));
    const table = renderTable(columnsOf(owned), rows, { ...style, width });
    return `${fitWidth(`${bold(escapeTerminal(difference.member))}  ${said}`, style.width)}\n${table.replace(/^(?=.)/gm, INDENT)}`;
  });
  const lines = summarizeDifferences(compared).map(escapeTerminal);
  return `${[...groups, fitWidth(lines.join("\n"), style.width)].join("\n")}\n`;
}

/** What differs in a sentence, and a line for each kind of difference that nobody uses. Not escaped. */
function summarizeDifferences({ from, to, differences }: ModelDifferences): string[] {
  if (differences.length === 0) return [`The model of ${to} has the members of ${from}'s.`];
  const touching = differences.filter(({ uses }) => uses.length > 0);
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses));
  const differ = `${count(differences.length, "member")} ${differences.length === 1 ? "differs" : "differ"} between the models of ${from} and ${to}`;
  const unused = RANKS.flatMap((change) => {
    const names = differences.filter((each) => each.change === change && each.uses.length === 0);
    const said = names.map((each) => (each.renamed ? `${each.member} (to ${each.renamed.to})` : each.member));
    return names.length === 0 ? [] : [`  ${change}, in no file: ${nameSome(said)}`];
  });
  return [
    `${differ}; ${count(dashboards.length, "dashboard")} ${dashboards.length === 1 ? "uses" : "use"} ${touching.length} of them.`,
    ...unused,
  ];
}

function isAnyOwned(uses: readonly MemberUse[]): boolean {
  return uses.some(({ dashboard }) => dashboard?.owners);
}

function columnsOf(owned: boolean): string[] {
  const [first = "", ...others] = COLUMNS;
  return [first, ...(owned ? [OWNER] : []), ...others];
}

function cellsOf(use: MemberUse, owned: boolean): Cell[] {
  const { dashboard, report } = use;
  return [
    dashboard && dashboardText(dashboard),
    ...(owned ? [dashboard?.owners?.join(", ")] : []),
    ...[widgetText(use), report?.key, placesText(use).join(" ")],
  ];
}
