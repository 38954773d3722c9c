// Members, reports and dashboards as a flowchart in Mermaid, which GitHub, GitLab and most wikis draw from its text.

import type { MemberUse, UsedMember, Uses } from "../../model/index.ts";
import { escapeTerminal } from "../text/escape.ts";
import { foldUses } from "../text/fold-uses.ts";
import { dashboardText, widgetText } from "../text/uses-text.ts";

/** Mermaid draws no flowchart with more edges, unless its page says otherwise. */
const MOST_EDGES = 500;
/** Characters of a label. */
const LONGEST = 80;

interface Chart {
  /** What a node stands for → its id. */
  ids: Map<string, string>;
  nodes: string[];
  edges: Map<string, string>;
}

/** Text with a line end. Where members would be too many to draw, their views stand for them, and then reports are left out. */
export function renderUsesMermaid({ members }: Uses): string {
  const charts = [
    draw(members, { nameOf: (member) => member, withReports: true }),
    draw(members, { nameOf: viewOf, withReports: true }),
    draw(members, { nameOf: viewOf, withReports: false }),
  ];
  const chart = charts.find(({ edges }) => edges.size <= MOST_EDGES) ?? charts[2]!;
  const lines = ["flowchart LR", ...chart.nodes];
  const edges = [...chart.edges.values()];
  if (edges.length > MOST_EDGES)
    lines.push(`%% ${edges.length} edges: name members or views for a chart that Mermaid draws.`);
  return `${[...lines, ...edges].join("\n  ")}\n`;
}

function draw(
  members: readonly UsedMember[],
  { nameOf, withReports }: { nameOf: (member: string) => string; withReports: boolean },
): Chart {
  const chart: Chart = { ids: new Map(), nodes: [], edges: new Map() };
  for (const { member, uses } of members)
    for (const use of foldUses(uses)) {
      const from = node(chart, `member ${nameOf(member)}`, (id) => `${id}(["${label(nameOf(member))}"])`);
      const last = use.report && withReports ? reportNode(chart, use.report, from) : from;
      if (use.dashboard) edge(chart, [last, dashboardNode(chart, use.dashboard), widgetText(use)]);
    }
  return chart;
}

function reportNode(chart: Chart, { key, title }: NonNullable<MemberUse["report"]>, from: string): string {
  const id = node(
    chart,
    `report ${key}`,
    (name) => `${name}["${label(title === key ? key : `${title} (${key})`)}"]`,
  );
  edge(chart, [from, id, undefined]);
  return id;
}

function dashboardNode(chart: Chart, dashboard: NonNullable<MemberUse["dashboard"]>): string {
  return node(chart, `dashboard ${dashboard.slug}`, (id) => `${id}[["${label(dashboardText(dashboard))}"]]`);
}

/** The id of the node, which is drawn once. Ids are numbers behind a letter: a name could be a word of Mermaid's own. */
function node({ ids, nodes }: Chart, key: string, drawn: (id: string) => string): string {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const id = `n${nodes.length}`;
  ids.set(key, id);
  nodes.push(drawn(id));
  return id;
}

/** Drawn once for each label: two widgets of a dashboard may draw the same report. */
function edge({ edges }: Chart, [from, to, name]: readonly [string, string, string | undefined]): void {
  const text = name === undefined ? "" : `|"${label(name)}"|`;
  edges.set(`${from} ${to} ${text}`, `${from} -->${text} ${to}`);
}

function viewOf(member: string): string {
  return member.slice(0, member.indexOf("."));
}

/** Within quotes. Letters, digits and a few signs are left as they are: all else is an entity, as Mermaid writes them. */
function label(text: string): string {
  const characters = [...escapeTerminal(text)];
  const shown = characters.length > LONGEST ? [...characters.slice(0, LONGEST - 1), "…"] : characters;
  const escaped = shown
    .map((each) => (/[\p{L}\p{M}\p{N} _.,()…-]/u.test(each) ? each : entity(each)))
    .join("");
  // Mermaid takes a label that begins like an item of a list for one, and draws an error in its place.
  return escaped.replace(/^(\s*\d*)([.)-])/, (_, before: string, sign: string) => `${before}${entity(sign)}`);
}

function entity(character: string): string {
  return `#${character.codePointAt(0)};`;
}
