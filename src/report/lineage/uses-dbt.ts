// Dashboards as exposures of a dbt project (https://docs.getdbt.com/reference/exposure-properties), so that dbt's lineage ends at what
// people look at. Every text is a quoted scalar: it means the same in YAML 1.1 and 1.2, whatever it holds.

import { slugify, type UsedMember, type Uses } from "../../model/index.ts";
import { shortDigest } from "../../plan/index.ts";
import { jsonText } from "../json/json-text.ts";
import { escapeTerminal } from "../text/escape.ts";
import { dashboardsOf } from "../text/uses-text.ts";

export interface DbtOptions {
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
export function renderUsesDbt({ members }: Uses, { owner, linkOf = () => undefined }: DbtOptions): string {
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
