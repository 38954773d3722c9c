// The values of `--format` for what uses members, and for what a branch's model changes: name → renderer. A new format is one file and
// one line here.

import {
  type MemberUse,
  type ModelDifferences,
  slugify,
  type TouchingDifference,
  type UsedMember,
  type Uses,
} from "../model/index.ts";
import { shortDigest } from "../plan/index.ts";
import { markdown } from "./document/markdown.ts";
import { terminal } from "./document/terminal.ts";
import { jsonText, pick } from "./json/json-text.ts";
import { differencesDocument, foldUses, usesDocument } from "./subjects/uses.ts";
import { escapeTerminal } from "./text/escape.ts";
import type { TableStyle } from "./text/table.ts";
import { dashboardsOf, dashboardText, reportsOf, widgetText } from "./text/uses-text.ts";

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
  table: (uses, style) => terminal(usesDocument(uses), style),
  json: renderUsesJson,
  dbt: renderUsesDbt,
  mermaid: renderUsesMermaid,
};

type DifferencesFormat = (
  compared: ModelDifferences,
  options: TableStyle & { limit?: number | undefined },
) => string;

export const DIFFERENCES_FORMATS: Readonly<Record<string, DifferencesFormat>> = {
  table: (compared, style) => terminal(differencesDocument(compared), style),
  json: renderDifferencesJson,
  markdown: (compared, { limit }) => {
    const rest = "<code>boardwright uses --branch</code>";
    const fit = limit === undefined ? undefined : { limit, measure: ({ length }: string) => length, rest };
    return markdown(differencesDocument(compared), { subject: compared.to, fit });
  },
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
