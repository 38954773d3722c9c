// A pull for people: the edits taken per workbook, conflicts with both ways out, what was left out and why, and the next step.

import {
  type Change,
  type FieldChange,
  type FileChange,
  type FoundTemplate,
  isPlainSlug,
  type Pulled,
  type PullNote,
  type PullResult,
  targetFlag,
} from "../../model/index.ts";
import { isKnownConflict } from "../change/conflict-values.ts";
import { fileDiff } from "../change/file-diff.ts";
import { countPulled } from "../change/pull-totals.ts";
import { count, listCounts, listNames, wrap } from "../text/cells.ts";
import { breakCommands, escapeTerminal, readableLength } from "../text/escape.ts";
import { excerpt } from "../text/value-text.ts";
import {
  changeLines,
  listLine,
  type Page,
  type PageOptions,
  pageFor,
  stackBlocks,
  targetText,
} from "./page.ts";

export interface PullPrettyOptions extends PageOptions {
  /** Its target, if a command that names none means another. */
  target?: string | undefined;
  /** Why nothing was written, if nothing was; default: it was a dry run. */
  unwritten?: string | undefined;
}

/** More notes of one kind are not shown one by one. */
const NOTES_OF_A_KIND = 5;

/** The notes of errors that stop a plan. */
const LINT_CODES: ReadonlySet<string> = new Set(["lint-error", "files-have-errors"]);

/** The notes of workbooks that were left out and are in no other list. */
const LEFT_OUT: ReadonlySet<string> = new Set(["double-slug", "other-project", "no-slug"]);

/** The text ends with a line end. */
export function renderPullPretty(result: PullResult, options: PullPrettyOptions): string {
  // The reports of a new file are counted with it.
  const shown = result.pulled.filter(
    ({ kind, action }) => action !== "skipped" && !(kind === "report" && action === "created"),
  );
  const page = pageFor(shown.map(asChange), options);
  const flag = targetFlag(options.target);
  const { templates } = result;
  const diffs = (result.unwritten ?? []).map((change) => fileLines(change, page, templates !== undefined));
  const blocks = [
    headText(result, page),
    ...stackBlocks(shown.map((item) => itemLines(item, page, flag))),
    ...stackBlocks(diffs),
    ...(templates ? templateBlocks(templates, page) : []),
  ];
  if (result.notes.length > 0) blocks.push(noteLines(result.notes, page).join("\n"));
  blocks.push(ending(result, page, { flag, ...options }).join("\n"));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

/** What a pull says once more after somebody was asked: that it is written. */
export function renderPullEnd(result: PullResult, options: PullPrettyOptions): string {
  const page = pageFor([], options);
  return `${breakCommands(ending(result, page, { flag: targetFlag(options.target) }).join("\n"))}\n`;
}

/** Where it was pulled from, and which way its rows read: a plan has live on the left. */
function headText({ target, pulled }: PullResult, { paint }: Page): string {
  const { text } = targetText(target, paint);
  // Of a conflict whose base is known, each value has its name.
  const hasArrow = pulled.some(({ action, change }) =>
    change?.fields.some((field) => action === "edited" || !isKnownConflict(field)),
  );
  return hasArrow ? `${text}\n${paint.dim("left: the file · right: what is live")}` : text;
}

/** `flag`: the end of its commands. */
function itemLines(item: Pulled, page: Page, flag: string): string[] {
  const body = item.change && asReview(item.change, item.action);
  const lines = body
    ? changeLines(asChange(item), page, { body, toLive: true })
    : [listLine(asChange(item), page)];
  const ways = item.action === "conflict" ? waysOut(item, flag) : [];
  return [...lines, ...ways.map((line) => `      ${page.paint.yellow(line)}`)];
}

/**
 * With its fields from the file to what is live. An edit that was taken is no longer one outside Git: it is shown as a change of the
 * file. The sides of a conflict with three values have names, and stay.
 */
function asReview(change: Change, action: Pulled["action"]): Change {
  const fields = change.fields.map((field): FieldChange => {
    if (action === "edited") return field.origin === "live" ? field : { ...field, origin: "git" };
    if (isKnownConflict(field)) return field;
    return { ...field, before: field.after, after: field.before };
  });
  return { ...change, fields };
}

function waysOut({ key, kind, slug: companion }: Pulled, flag: string): string[] {
  const named = kind === "workbook" ? key : companion;
  const slug = named !== undefined && isPlainSlug(named) ? ` ${named}` : "";
  return [
    `not taken: \`boardwright pull${slug} --theirs${flag}\` takes what is live,`,
    `\`boardwright pull${slug} --ours${flag}\` keeps what the file says`,
  ];
}

/** As a change of a plan, for its headline. */
function asChange(item: Pulled): Change {
  const { kind, key, name, id, file, line = 1, action, was, change, content } = item;
  return {
    kind,
    key,
    title: content === undefined ? name : saysTheSlug(item) ? content : `${name} · ${content}`,
    id,
    action: action === "created" ? "create" : action === "renamed" ? "rename" : "update",
    ...(was !== undefined && { was }),
    origin: "live",
    publish: false,
    visible: false,
    // A hazard makes the sign an exclamation mark.
    hazards: change?.hazards ?? [],
    fields: [],
    fingerprint: null,
    // A file named after the workbook says nothing new, and its content needs the width.
    source: file === undefined || isNamedAfter(file, item) ? undefined : { file, line },
  };
}

/** Whether the name only says the slug again: then there is room for what matters. */
function saysTheSlug({ name, key }: Pulled): boolean {
  const words = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join("-");
  return words(name) === words(key);
}

function isNamedAfter(file: string, { key, action }: Pulled): boolean {
  return action === "created" && file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "") === key;
}

function noteLines(notes: readonly PullNote[], { width, paint }: Page): string[] {
  const kinds = new Map<string, PullNote[]>();
  for (const note of notes) {
    // What is the same for others has the same advice, too.
    const kind = `${note.code} ${note.help ?? ""}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), note]);
  }
  return [...kinds.values()].flatMap((same) => {
    const lines = same.slice(0, NOTES_OF_A_KIND).flatMap(({ message, file, line, help }, index) => {
      const where = file === undefined ? "" : `${excerpt(file, 0, 200)}:${line ?? 1}  `;
      const lead = wrap(`• ${where}${excerpt(message, 0, 600)}`, width - 2);
      const isNew = help !== undefined && same[index - 1]?.help !== help;
      const advice = isNew ? wrap(wordsOf(excerpt(help, 0, 600)), width - 4) : [];
      return [...lead.map((text) => paint.yellow(`  ${text}`)), ...advice.map((text) => `    ${text}`)];
    });
    const rest = same.slice(NOTES_OF_A_KIND).map(({ key, message }) => excerpt(key ?? message, 0, 60));
    if (rest.length > 0) lines.push(paint.yellow(`  • and the same for ${listNames(rest, width - 24)}`));
    return lines;
  });
}

function ending(
  { pulled, unedited, files, unwritten, notes, templates }: PullResult,
  { width, paint }: Page,
  {
    flag,
    unwritten: why = "This was a dry run: nothing was written.",
  }: { flag: string; unwritten?: string | undefined },
): string[] {
  const lead = paint.bold(
    [tookText(pulled, unwritten !== undefined), ...leftTexts({ pulled, unedited, notes })].join(" "),
  );
  if (files.length === 0) return [lead];
  if (unwritten) return [lead, `${count(files.length, "file")} to write. ${why}`.trim()];
  // `git diff` does not show new files.
  const isNew = pulled.some(({ action }) => action === "created") || templates?.length;
  const see = isNew ? "`git status`" : "`git diff`";
  const wrote = `${count(files.length, "file")} written. See ${files.length === 1 ? "it" : "them"} with ${see}`;
  const next = notes.some(({ code }) => LINT_CODES.has(code))
    ? `fix what lint calls an error, and run \`boardwright plan${flag}\`.`
    : `run \`boardwright plan${flag}\`: anything it still lists was edited in Git, was left out here, or only waits for its stamp.`;
  return [lead, ...wrap(`${wrote}, then ${next}`, width)];
}

/** `Pulled the edits of 2 workbooks, 1 new workbook and 3 reports with it.` */
function tookText(pulled: readonly Pulled[], isDryRun: boolean): string {
  const workbooks = countPulled(pulled.filter(({ kind }) => kind === "workbook"));
  const reports = countPulled(pulled.filter(({ kind }) => kind === "report"));
  const edited = listCounts([
    [workbooks.edited, workbooks.edited === 1 ? "workbook" : "workbooks"],
    [reports.edited, reports.edited === 1 ? "report" : "reports"],
  ]);
  const made = listCounts([
    [workbooks.created, workbooks.created === 1 ? "new workbook" : "new workbooks"],
    [reports.created, reports.created === 1 ? "report" : "reports"],
  ]);
  const parts = [edited === "" ? "" : `the edits of ${edited}`, made].filter((part) => part !== "");
  const took = parts.length === 0 ? [] : [`${isDryRun ? "Would pull" : "Pulled"} ${parts.join("; ")}.`];
  if (workbooks.renamed > 0)
    took.unshift(
      `${isDryRun ? "Would rename" : "Renamed"} ${count(workbooks.renamed, "workbook")} in the files.`,
    );
  return took.length === 0 ? "Nothing to take." : took.join(" ");
}

/** What was not taken, and what there was nothing to take of. */
function leftTexts({ pulled, unedited, notes }: Pick<PullResult, "pulled" | "unedited" | "notes">): string[] {
  const conflicts = pulled.filter(({ action }) => action === "conflict");
  const fields = conflicts.reduce((sum, { change }) => sum + (change?.fields.length ?? 0), 0);
  const skipped = countPulled(pulled).skipped + notes.filter(({ code }) => LEFT_OUT.has(code)).length;
  const isOther = pulled.length > 0 || notes.length > 0;
  const verb = unedited === 1 ? "was" : "were";
  return [
    fields === 0 ? "" : `${count(fields, "conflict")} not taken.`,
    skipped === 0 ? "" : `${skipped} left out.`,
    unedited === 0
      ? ""
      : `${isOther ? `The other ${unedited === 1 ? "workbook" : `${unedited} workbooks`}` : count(unedited, "workbook")} ${verb} not edited live.`,
  ].filter((text) => text !== "");
}

/** A command is one word: whoever pastes it gets all of it. */
function wordsOf(sentence: string): string[] {
  return sentence.match(/`[^`]*`\S*|\S+/g) ?? [];
}

// What a pull would write and has not: each file.

/** A file as a unified diff; by its length one that is new, which would be all of it, or that is folded into a template. */
function fileLines(change: FileChange, page: Pick<Page, "paint">, isFolding: boolean): string[] {
  const { before, after } = change;
  const isWhole = before === undefined ? after !== undefined : after === undefined && isFolding;
  if (isWhole) return [lengthLine(change, page)];
  const { paint } = page;
  const lines = fileDiff(change).replace(/\n$/, "").split("\n");
  return lines.map((line) => {
    const tone = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "dim";
    const text = escapeTerminal(readableLength(line));
    return `  ${line.startsWith(" ") ? text : paint[tone](text)}`;
  });
}

/** A file that is new, or that goes because its workbook is a row of a template. */
function lengthLine({ file, before, after }: FileChange, { paint }: Pick<Page, "paint">): string {
  const text = after ?? before ?? "";
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const sign = after === undefined ? paint.red("removed") : paint.green("new file");
  return `  ${sign}  ${excerpt(file, 0, 200)}  ${count(lines, "line")}`;
}

// Workbooks that are alike, as the templates that a pull found: what each would save.

/** A block for each template; one that says so if there is none. */
function templateBlocks(templates: readonly FoundTemplate[], page: Page): string[] {
  if (templates.length === 0) return ["No three workbooks are alike enough for a template."];
  return templates.map((template) => templateLines(template, page).join("\n"));
}

function templateLines(
  { key, file, rowsFile, workbooks, columns, overrides, lines }: FoundTemplate,
  { paint, width }: Page,
): string[] {
  const room = width - 24;
  const shown = (texts: readonly string[]) =>
    listNames(
      texts.map((text) => excerpt(text, 0, 60)),
      room,
    );
  const saved = Math.round((1 - lines.after / lines.before) * 100);
  const more =
    overrides === 0 ? "" : `, and ${overrides === 1 ? "one has" : `${overrides} have`} an override`;
  return [
    `  ${paint.green("template")}  ${paint.bold(excerpt(key, 0, 200))}  ${excerpt(file, 0, 200)}`,
    ...[
      `${count(workbooks.length, "workbook")}: ${shown(workbooks)}`,
      `rows in ${excerpt(rowsFile, 0, 200)}: ${shown(columns)}${more}`,
      `${lines.before} → ${count(lines.after, "line")}, ${saved} % less`,
    ].flatMap((line) => wrap(line, width - 6).map((part) => `      ${part}`)),
  ];
}
