// The values of `--format` for what uses members, and for what a branch's model changes: name → renderer. A new format is one file and
// one line here.

import {
  type MemberUse,
  type ModelDifferences,
  nameSome,
  slugify,
  type TouchingDifference,
  type UsedMember,
  type Uses,
  writeJson,
} from "../model/index.ts";
import { shortDigest } from "../plan/index.ts";
import {
  fitSections,
  headline,
  inLots,
  joinDocument,
  type MarkdownDocument,
  type MarkdownSection,
  ownersLine,
} from "./document/markdown-document.ts";
import { markdownCode, markdownDetails, markdownName } from "./document/markdown-text.ts";
import { jsonText, pick } from "./json/json-text.ts";
import { count } from "./text/cells.ts";
import { escapeTerminal } from "./text/escape.ts";
import { fitWidth } from "./text/fit-width.ts";
import { ownersText } from "./text/owners.ts";
import { paintWith } from "./text/paint.ts";
import { type Cell, renderTable, type TableStyle } from "./text/table.ts";
import {
  dashboardsOf,
  dashboardText,
  differenceText,
  placesText,
  RANKS,
  reportsOf,
  unreadText,
  widgetText,
  worstFirst,
} from "./text/uses-text.ts";
import { NAME_ROOM } from "./text/value-text.ts";

// What uses members, and what a branch's model changes for dashboards, as tables for people.

const INDENT = "  ";
const COLUMNS = ["DASHBOARD", "WIDGET", "REPORT", "FILE"];
/** Beside the dashboard, if any has one. */
const OWNER = "OWNER";

/** One line for each use, and a line that counts them. Ends with a line end. */
function renderUsesTable({ members }: Uses, style: TableStyle): string {
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
function renderDifferencesTable(compared: ModelDifferences, style: TableStyle): string {
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

// What a branch's model changes for dashboards, in markdown: for the comment on a pull request of the model.

/** Places of one use that are named; the rest is a number. */
const PLACES = 3;
/** Lines of a list, in lots, so that a cut loses lots. */
const LOT = 50;
/** Characters of a sentence. */
const SENTENCE = 400;

/** Ends with a line end. `limit`: UTF-16 units that it is cut to; without it nothing is left out. */
function renderDifferencesMarkdown(
  compared: ModelDifferences,
  { limit }: { limit?: number | undefined } = {},
): string {
  const document = differencesDocument(compared);
  if (limit === undefined) return joinDocument(compared.to, document);
  const head = [headline(compared.to, [document], document.verdict), ...document.lead];
  const rest = markdownCode("boardwright uses --branch", NAME_ROOM);
  return fitSections({ head, tail: [] }, document.sections, { limit, measure: ({ length }) => length, rest });
}

function differencesDocument({ from, differences, unread }: ModelDifferences): MarkdownDocument {
  const touching = worstFirst(differences).filter(({ uses }) => uses.length > 0);
  const unused = worstFirst(differences).filter(({ uses }) => uses.length === 0);
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses)).length;
  const breaks = touching.some(({ change }) => change === "removed" || change === "renamed");
  const light = breaks ? "wrong" : touching.length > 0 ? "decide" : "go";
  const verdict =
    differences.length === 0
      ? [`the model has the members of ${markdownName(from, NAME_ROOM)}'s`]
      : [
          touching.length === 0
            ? "no dashboard uses what the model changes"
            : `<b>${count(dashboards, "dashboard")}</b> ${dashboards === 1 ? "uses" : "use"} what the model changes`,
          `${count(differences.length, "member")} ${differences.length === 1 ? "differs" : "differ"} from ${markdownName(from, NAME_ROOM)}`,
        ];
  return {
    light,
    verdict,
    lead: [
      ...ownersLead(touching),
      ...unreadText(unread).map((sentence) => `_${markdownName(sentence, SENTENCE)}_`),
    ],
    sections: [...touching.map(sectionOf), ...unusedSections(unused)],
  };
}

/** Whom to ask: the owners, each with as many dashboards as use what differs. */
function ownersLead(touching: readonly TouchingDifference[]): string[] {
  const dashboards = dashboardsOf(touching.flatMap(({ uses }) => uses));
  return ownersLine(
    dashboards.map(({ owners }) => ({ kind: "workbook", owners })),
    1,
  );
}

function sectionOf(difference: TouchingDifference): MarkdownSection {
  const { member, uses } = difference;
  const lines = foldUses(uses).map((use) => {
    const { dashboard, report } = use;
    const places = placesText(use);
    const more = places.length > PLACES ? ` and ${places.length - PLACES} more` : "";
    const name = widgetText(use);
    const parts = [
      dashboard ? `**${markdownName(dashboardText(dashboard), 160)}**` : "no dashboard",
      ...(dashboard?.owners ? [`owner ${markdownName(ownersText(dashboard.owners), NAME_ROOM)}`] : []),
      ...(name === undefined ? [] : [markdownName(name, NAME_ROOM)]),
      ...(report ? [`report ${markdownCode(report.key, NAME_ROOM)}`] : []),
      `${places
        .slice(0, PLACES)
        .map((place) => markdownCode(place, 200))
        .join(", ")}${more}`,
    ];
    return `- ${parts.join(" · ")}`;
  });
  const head = `${markdownCode(member, 160)} ${markdownName(differenceText(difference), SENTENCE)}`;
  return { title: member, text: [`#### ${head}`, "", ...lines].join("\n") };
}

/** Folded: nobody has to do anything about it. */
function unusedSections(differences: readonly TouchingDifference[]): MarkdownSection[] {
  const lines = differences.map(
    (each) => `- ${markdownCode(each.member, 160)} ${markdownName(differenceText(each), SENTENCE)}`,
  );
  return inLots(lines, LOT, "member").map(({ title, text }) => ({
    title,
    text: markdownDetails(`${title} that no file names`, [text]),
  }));
}

// Members, reports and dashboards as a flowchart in Mermaid, which GitHub, GitLab and most wikis draw from its text.

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
function renderUsesMermaid({ members }: Uses): string {
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

// Dashboards as exposures of a dbt project (https://docs.getdbt.com/reference/exposure-properties), so that dbt's lineage ends at what
// people look at. Every text is a quoted scalar: it means the same in YAML 1.1 and 1.2, whatever it holds.

interface DbtOptions {
  /** The name of the owner, which dbt asks for, of dashboards that nobody is said to look after. */
  owner: string;
  /** Where a dashboard is opened in a browser, if that is known. */
  linkOf?(slug: string): string | undefined;
}

/** Members that a description names; the rest is a number. */
const NAMED = 30;
/** An address, not `@acme/finance`. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** YAML with a line end: one exposure for each dashboard, sorted by slug. A view or cube that it uses is a `ref`. */
function renderUsesDbt({ members }: Uses, { owner, linkOf = () => undefined }: DbtOptions): string {
  const dashboards = dashboardsOf(members.flatMap(({ uses }) => uses));
  const used = membersBySlug(members);
  const entries = dashboards.flatMap(({ slug, title, file, owners = [owner] }) => {
    const own = used.get(slug) ?? [];
    const refs = [...new Set(own.map((member) => member.slice(0, member.indexOf("."))))];
    const url = linkOf(slug);
    const email = owners.find((one) => EMAIL.test(one));
    return [
      `  - name: ${nameOf(slug)}`,
      `    label: ${quote(title)}`,
      "    type: dashboard",
      ...(url === undefined ? [] : [`    url: ${quote(url)}`]),
      `    description: ${quote(`Workbook ${slug} in ${file}. Uses ${listMembers(own)}.`)}`,
      "    depends_on:",
      ...refs.map((name) => `      - ref('${name}')`),
      "    owner:",
      `      name: ${quote(owners.join(", "))}`,
      ...(email === undefined ? [] : [`      email: ${quote(email)}`]),
    ];
  });
  const head = "version: 2";
  return entries.length === 0
    ? `${head}\nexposures: []\n`
    : `${[head, "exposures:", ...entries].join("\n")}\n`;
}

function membersBySlug(members: readonly UsedMember[]): Map<string, string[]> {
  const used = new Map<string, string[]>();
  for (const { member, uses } of members)
    for (const { slug } of dashboardsOf(uses)) used.set(slug, [...(used.get(slug) ?? []), member]);
  return used;
}

function listMembers(members: readonly string[]): string {
  const more = members.length > NAMED ? ` and ${members.length - NAMED} more` : "";
  return `${members.slice(0, NAMED).join(", ")}${more}`;
}

/** dbt takes letters, digits and underscores. A name comes of its slug alone, so that no other dashboard moves it: what loses more than its hyphens ends in a digest. */
function nameOf(slug: string): string {
  const words = slugify(slug).match(/[a-z0-9]+/g) ?? ["dashboard"];
  const name = words.join("_").replace(/^(?=\d)/, "_");
  return words.join("-") === slug ? name : `${name}__${shortDigest(slug).slice(0, 8)}`;
}

/**
 * A double-quoted scalar; what has no glyph is shown as its code, and never as an escape that only JSON knows. dbt runs what stands in
 * double braces, so no text has any.
 */
function quote(text: string): string {
  return jsonText(escapeTerminal(text).replace(/\{(?=[{%#])/g, "{ ")).trimEnd();
}

export const USES_FORMATS: Readonly<
  Record<string, (uses: Uses, options: TableStyle & DbtOptions) => string>
> = {
  table: renderUsesTable,
  json: renderUsesJson,
  dbt: renderUsesDbt,
  mermaid: renderUsesMermaid,
};

type DifferencesFormat = (
  compared: ModelDifferences,
  options: TableStyle & { limit?: number | undefined },
) => string;

export const DIFFERENCES_FORMATS: Readonly<Record<string, DifferencesFormat>> = {
  table: renderDifferencesTable,
  json: renderDifferencesJson,
  markdown: renderDifferencesMarkdown,
};

// What uses members, and what a branch's model changes for dashboards, as `uses --json` prints it.

/** JSON text with a line end. */
function renderUsesJson({ members, unread, missing }: Uses): string {
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
function renderDifferencesJson({ from, to, differences, unread }: ModelDifferences): string {
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

// What a template names, shown once with the rows that it concerns.

/**
 * The uses, those of rows of one template at the same places as one, where the first of them is: in place of the dashboard it has
 * `sales-${row.key} (12 rows: north, south and 10 more)`, and the templates of reports.
 */
function foldUses(uses: readonly MemberUse[]): MemberUse[] {
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
