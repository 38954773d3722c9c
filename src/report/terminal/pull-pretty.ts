// A pull for people: what came in per workbook, conflicts with both ways out, what was left out and why, and the next step.

import {
  type Change,
  isPlainSlug,
  type Pulled,
  type PullNote,
  type PullResult,
  targetFlag,
} from "../../model/index.ts";
import { countPulled } from "../change/pull-totals.ts";
import { count, listCounts, listNames, wrap } from "../text/cells.ts";
import { breakCommands } from "../text/escape.ts";
import { excerpt } from "../text/value-text.ts";
import {
  changeLines,
  headline,
  type Page,
  type PageOptions,
  pageFor,
  stackBlocks,
  targetText,
} from "./page.ts";

export interface PullPrettyOptions extends PageOptions {
  /** The target, if a command that names none means another. */
  target?: string | undefined;
}

/** So many notes of one kind are told one by one; of more the first stand for all. */
const NOTES_OF_A_KIND = 5;

/** The text ends with a line end. */
export function renderPullPretty(result: PullResult, options: PullPrettyOptions): string {
  // The reports of a new file are counted with it.
  const shown = result.pulled.filter(
    ({ kind, action }) => action !== "skipped" && !(kind === "report" && action === "created"),
  );
  const page = pageFor(shown.map(asChange), options);
  const flag = targetFlag(options.target);
  const blocks = [
    targetText(result.target, page.paint).text,
    ...stackBlocks(shown.map((item) => itemLines(item, page, flag))),
  ];
  if (result.notes.length > 0) blocks.push(noteLines(result.notes, page).join("\n"));
  blocks.push(ending(result, page, flag).join("\n"));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

/** `flag`: what its commands end with. */
function itemLines(item: Pulled, page: Page, flag: string): string[] {
  const body = item.change && asReview(item.change, item.action);
  const lines = body ? changeLines(asChange(item), page, { body }) : [headline(asChange(item), page)];
  const ways = item.action === "conflict" ? waysOut(item, flag) : [];
  return [...lines, ...ways.map((line) => `      ${page.paint.yellow(line)}`)];
}

/** What was taken is no longer somebody's edit outside of Git: it reads as what came into the file. */
function asReview(change: Change, action: Pulled["action"]): Change {
  if (action !== "edited") return change;
  return { ...change, fields: change.fields.map((field) => ({ ...field, origin: "git" })) };
}

function waysOut({ key, kind, slug: companion }: Pulled, flag: string): string[] {
  const named = kind === "workbook" ? key : companion;
  const slug = named !== undefined && isPlainSlug(named) ? ` ${named}` : "";
  return [
    "on the left what is live, on the right what the file says;",
    `nothing was taken here: \`boardwright pull${slug} --theirs${flag}\` takes what is live,`,
    `\`boardwright pull${slug} --ours${flag}\` keeps what the file says`,
  ];
}

/** As the headline of a plan takes it. */
function asChange(item: Pulled): Change {
  const { kind, key, name, id, file, line = 1, action, change, content } = item;
  return {
    kind,
    key,
    name: content === undefined ? name : `${name} · ${content}`,
    id,
    action: action === "created" ? "create" : "update",
    origin: "live",
    publish: false,
    // Whatever stands against taking it makes it an exclamation.
    hazards: change?.hazards ?? [],
    fields: [],
    fingerprint: null,
    // A file that is called as the workbook says nothing more, and the width is wanted for what is in it.
    ...(file === undefined || isNamedAfter(file, item) ? {} : { source: { file, line } }),
  };
}

function isNamedAfter(file: string, { key, action }: Pulled): boolean {
  return action === "created" && file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "") === key;
}

function noteLines(notes: readonly PullNote[], { width, paint }: Page): string[] {
  const kinds = new Map<string, PullNote[]>();
  for (const note of notes) kinds.set(note.code, [...(kinds.get(note.code) ?? []), note]);
  return [...kinds.values()].flatMap((same) => {
    const lines = same.slice(0, NOTES_OF_A_KIND).flatMap(({ message, file, line, help }, index) => {
      const where = file === undefined ? "" : `${excerpt(file, 0, 200)}:${line ?? 1}  `;
      const lines = wrap(`- ${where}${excerpt(message, 0, 600)}`, width - 2).map((text) => `  ${text}`);
      const isRepeated = index > 0 && same[index - 1]?.help === help;
      return [
        ...lines.map(paint.yellow),
        ...(help === undefined || isRepeated
          ? []
          : wrap(excerpt(help, 0, 600), width - 4).map((text) => `    ${text}`)),
      ];
    });
    const rest = same.slice(NOTES_OF_A_KIND).map(({ key, message }) => excerpt(key ?? message, 0, 60));
    return rest.length === 0
      ? lines
      : [...lines, paint.yellow(`  - and the same of ${listNames(rest, width - 24)}`)];
  });
}

function ending({ pulled, unchanged, files }: PullResult, { width, paint }: Page, flag: string): string[] {
  const workbooks = countPulled(pulled.filter(({ kind }) => kind === "workbook"));
  const reports = countPulled(pulled.filter(({ kind }) => kind === "report"));
  const conflicts = workbooks.conflict + reports.conflict;
  const did = listCounts([
    [workbooks.edited + reports.edited, "edited"],
    [workbooks.created, "new"],
    [reports.created, reports.created === 1 ? "report with it" : "reports with them"],
    [conflicts, conflicts === 1 ? "conflict" : "conflicts"],
    [workbooks.skipped + reports.skipped, "left out"],
  ]);
  const same = unchanged === 0 ? "" : ` ${unchanged} ${unchanged === 1 ? "has" : "have"} nothing to take.`;
  const nothing = `Nothing to take${unchanged === 0 ? "" : `: ${unchanged} compared`}.`;
  const lead = did === "" ? nothing : `Pulled: ${did}.${same}`;
  // `git diff` shows nothing of a file that is new.
  const see = workbooks.created + reports.created > 0 ? "`git status`" : "`git diff`";
  const wrote =
    files.length === 0
      ? []
      : wrap(
          `${count(files.length, "file")} written. See ${files.length === 1 ? "it" : "them"} with ${see}, then run \`boardwright plan${flag}\`: what it lists now was edited in Git, was left out here, or waits for its stamp only.`,
          width,
        );
  return [paint.bold(lead), ...wrote];
}
