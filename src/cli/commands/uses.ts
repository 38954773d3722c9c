// boardwright uses: which dashboards name a member, and which ones the model of a branch changes something for. Reads only.

import { compareBranch, findUses } from "../../features/uses/find-uses.ts";
import {
  EXIT,
  type ExitCode,
  type MissingMember,
  orList,
  type Project,
  UsageError,
} from "../../model/index.ts";
import { knownLinks } from "../../project/known-links.ts";
import { DIFFERENCES_FORMATS, escapeTerminal, USES_FORMATS, unreadText } from "../../report/index.ts";
import { chooseTarget, hasTarget } from "../../target/index.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import { type GlobalFlags, namedTarget } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { textLimit } from "../option-values.ts";
import type { Terminal } from "../terminal.ts";
import { destinationOf, withConnection } from "../with-target.ts";

interface UsesFlags extends GlobalFlags {
  all?: boolean;
  branch?: string;
  format?: string;
  limit?: number;
}

export const command: Declaration = {
  arguments: { members: "members, views, or globs of members: orders.count, orders, 'orders.*'" },
  options: [
    ["--all", "every member that the files name"],
    ["--branch <name>", "what the model of this branch changes, and for which dashboards; asks the platform"],
    ["--format <name>", "table, json, dbt or mermaid; with --branch: table, json or markdown"],
    ["--limit <characters>", "with --format markdown: cut it to this length, as for a comment", textLimit],
  ],
  examples: [
    "boardwright uses orders.count              # dashboards, widgets and reports, with file and line",
    "boardwright uses orders 'customers.*'      # a whole view, or a glob",
    "boardwright uses --all --format dbt > exposures.yml   # dashboards in dbt's lineage",
    "boardwright uses orders.count --format mermaid",
    "boardwright uses --branch feature-x        # what this model branch changes, and whom it hits",
  ],
  async run(terminal, members, flags: UsesFlags) {
    requireOneQuestion(members, flags);
    const project = flags.branch === undefined ? undefined : await findProject(terminal, flags);
    if (project) return showDifferences(project, terminal, flags);
    return showUses(members, terminal, flags);
  },
};

/** Throws a UsageError unless it is asked for members, for all, or for a branch. */
function requireOneQuestion(members: readonly string[], { all, branch, format, limit }: UsesFlags): void {
  const asked = [
    ...(members.length > 0 ? ["MEMBER"] : []),
    ...(all ? ["--all"] : []),
    ...(branch === undefined ? [] : ["--branch"]),
  ];
  if (asked.length === 0) {
    throw new UsageError("nothing is named whose uses could be found", [
      "Name members, as in `boardwright uses orders.count`, or pass --all or --branch.",
    ]);
  }
  if (asked.length > 1) throw new UsageError(`${asked.join(" and ")} are two questions: ask one`);
  if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
  if (limit !== undefined && (branch === undefined || format !== "markdown"))
    throw new UsageError("--limit is for --branch with --format markdown");
}

async function showUses(members: readonly string[], terminal: Terminal, flags: UsesFlags): Promise<ExitCode> {
  const format = formatOf(USES_FORMATS, flags);
  const { env, cwd, color, width } = terminal;
  const project = await findProject(terminal, flags);
  const asked = flags.all ? undefined : members;
  const found = await findUses({ project, env, cwd, members: asked, target: namedTarget(flags) });
  const name = namedTarget(flags);
  const target = name !== undefined || hasTarget(project, env) ? chooseTarget(project, name, env) : undefined;
  const linkOf = format === USES_FORMATS.dbt ? await knownLinks(project, target) : undefined;
  const text = format(found, { color: color.out, width, owner: project.name, ...(linkOf && { linkOf }) });
  // A table of nothing is nothing; a document is one, whatever it holds.
  if (text !== "") terminal.out(text);
  warnIfNoFiles(terminal, flags, project, found.files);
  if (!flags.quiet) for (const line of unreadText(found.unread)) terminal.err(escapeTerminal(line));
  for (const missing of found.missing) terminal.err(escapeTerminal(missingText(missing)));
  return found.missing.length > 0 ? EXIT.failed : EXIT.ok;
}

async function showDifferences(project: Project, terminal: Terminal, flags: UsesFlags): Promise<ExitCode> {
  const format = formatOf(DIFFERENCES_FORMATS, flags);
  const { color, width } = terminal;
  const branch = flags.branch ?? "";
  const target = destinationOf(project, flags, terminal);
  terminal.progress(`reading the data models of ${branch} and production`);
  const compared = await withConnection(terminal, flags, { project, target }, (context) =>
    compareBranch({ ...context, branch }),
  ).finally(() => terminal.progress(""));
  terminal.out(format(compared, { color: color.out, width, limit: flags.limit }));
  warnIfNoFiles(terminal, flags, project, compared.files);
  return EXIT.ok;
}

/** Throws a UsageError that says which option has the other formats. */
function formatOf<Format>(formats: Readonly<Record<string, Format>>, flags: UsesFlags): Format {
  const { format = "table" } = flags;
  const others = flags.branch === undefined ? DIFFERENCES_FORMATS : USES_FORMATS;
  if (!Object.hasOwn(formats, format) && Object.hasOwn(others, format)) {
    const [is, isNot] = flags.branch === undefined ? ["with", "without"] : ["without", "with"];
    throw new UsageError(`--format ${format} is there only ${is} --branch`, [
      `${isNot === "with" ? "With" : "Without"} --branch it takes ${orList(Object.keys(formats))}.`,
    ]);
  }
  return chooseFormat(formats, { ...flags, format });
}

function missingText({ asked, near }: MissingMember): string {
  const meant = near.length === 0 ? "" : ` Did you mean ${orList(near.map((name) => `\`${name}\``))}?`;
  return `error: no file names \`${asked}\`.${meant}`;
}
