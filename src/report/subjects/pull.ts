// A pull: the edits taken per workbook, conflicts with both ways out, what was left out and why, and the next step.

import {
  type Change,
  type FieldChange,
  type FileChange,
  type FoundTemplate,
  isPlainSlug,
  nameSome,
  type Pulled,
  type PullNote,
  type PullResult,
  targetFlag,
} from "../../model/index.ts";
import { countPulled, fileDiff } from "../change/pull-changes.ts";
import {
  type Block,
  type Document,
  type Entry,
  type Group,
  type Line,
  type List,
  line,
  type Sign,
  say,
  type Words,
} from "../document/document.ts";
import { isKnownConflict } from "../fields/conflict-values.ts";
import { count, listCounts } from "../text/cells.ts";
import { changeBlocks } from "./change.ts";

export interface PullOptions {
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

const NOTES: Group = { noun: "note", rank: 0, folded: false };
const FILES: Group = { noun: "file", rank: 0, folded: false };

export function pullDocument(result: PullResult, options: PullOptions): Document {
  const { pulled, target, templates, notes, unwritten = [] } = result;
  // The reports of a new file are counted with it.
  const shown = pulled.filter(
    ({ kind, action }) => action !== "skipped" && !(kind === "report" && action === "created"),
  );
  const flag = targetFlag(options.target);
  // Of a conflict whose base is known, each value has its name.
  const hasArrow = pulled.some(({ action, change }) =>
    change?.fields.some((field) => action === "edited" || !isKnownConflict(field)),
  );
  return {
    ...pullEndDocument(result, options),
    ground: { target, ...(hasArrow && { direction: ["left: the file · right: what is live"] }) },
    entries:
      shown.length === 0
        ? []
        : [{ id: "pulled", title: "Pulled", entries: shown.map((item) => entryOf(item, flag)) }],
    details: [
      ...fileBlocks(unwritten, templates !== undefined),
      ...(templates ? templateBlocks(templates) : []),
      ...(notes.length > 0 ? [noteList(countForeign(notes, flag))] : []),
    ],
  };
}

const SIGNS: Partial<Record<Pulled["action"], Sign>> = { created: "create", renamed: "rename" };

/** `flag`: the end of its commands. */
function entryOf(item: Pulled, flag: string): Entry {
  const { kind, key, name, file, line = 1, action, was, change, content } = item;
  const hazards = change?.hazards ?? [];
  const title = content === undefined ? name : saysTheSlug(item) ? content : `${name} · ${content}`;
  return {
    id: `${kind} ${key}`,
    sign: SIGNS[action] ?? (hazards.length > 0 ? "decide" : "edit"),
    called: { kind, key: was === undefined ? key : `${was} → ${key}`, title },
    // A file named after the workbook says nothing new, and its content needs the width.
    ...(file !== undefined && !isNamedAfter(file, item) && { source: { file, line } }),
    ...{ reach: "", said: [], ways: [] },
    hazards: hazards.map(({ code, message }) => ({ code, words: [message], edits: [] })),
    body: [
      ...(change ? changeBlocks(asReview(change, action), { toLive: true }) : []),
      ...(action === "conflict" ? waysOut(item, flag) : []),
    ],
  };
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

function waysOut({ key, kind, slug: companion }: Pulled, flag: string): Line[] {
  const named = kind === "workbook" ? key : companion;
  const slug = named !== undefined && isPlainSlug(named) ? ` ${named}` : "";
  const theirs = { command: `boardwright pull${slug} --theirs${flag}` };
  const ours = { command: `boardwright pull${slug} --ours${flag}` };
  return [
    { line: say`not taken: ${theirs} takes what is live,`, sign: "!" },
    { line: say`${ours} keeps what the file says`, sign: "!" },
  ];
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

/** In the deployment of another project a line for each would hide everything else. */
function countForeign(notes: readonly PullNote[], flag: string): readonly PullNote[] {
  const isForeign = ({ code }: PullNote) => code === "other-project";
  const foreign = notes.filter(isForeign);
  if (foreign.length <= 3) return notes;
  const names = nameSome(foreign.flatMap(({ key = [] }) => key));
  const message = `${foreign.length} workbooks are not pulled, because other projects or previews manage them: ${names}`;
  const help = `To take one over anyway, name it: \`boardwright pull SLUG${flag}\`.`;
  return [...notes.filter((note) => !isForeign(note)), { code: "other-project", message, help }];
}

/** Of each kind a few, and the names of the others. */
function noteList(notes: readonly PullNote[]): List {
  const kinds = new Map<string, PullNote[]>();
  for (const note of notes) {
    // What is the same for others has the same advice, too.
    const kind = `${note.code} ${note.help ?? ""}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), note]);
  }
  const list = [...kinds.values()].flatMap((same) => {
    const items = same.slice(0, NOTES_OF_A_KIND).map(({ message, file, line, help }, at) => {
      const place: Words = file === undefined ? [] : [{ code: `${file}:${line ?? 1}` }, "  "];
      const isNew = help !== undefined && same[at - 1]?.help !== help;
      const said = say`• ${place}${{ tone: "yellow", text: message }}`;
      return { head: [said], ...(isNew && { lines: [[help]] }), group: NOTES };
    });
    const names = same.slice(NOTES_OF_A_KIND).map(({ key, message }) => key ?? message);
    const rest = { head: [say`• and the same for ${{ names }}`], group: NOTES };
    return names.length > 0 ? [...items, rest] : items;
  });
  return { list };
}

/** What a pull says once more after somebody was asked: that it is written. */
export function pullEndDocument(
  { pulled, unedited, files, unwritten, notes, templates }: PullResult,
  { target, unwritten: why = "This was a dry run: nothing was written." }: PullOptions,
): Pick<Document, "light" | "verdict" | "lead"> {
  const flag = targetFlag(target);
  const light = pulled.some(({ action }) => action === "conflict") ? "decide" : "go";
  const took = tookText(pulled, unwritten !== undefined);
  const said = [took, ...leftTexts({ pulled, unedited, notes })].join(" ").replace(/\.$/, "");
  const end = { light, verdict: [[said]] } as const;
  if (files.length === 0) return end;
  if (unwritten)
    return { ...end, lead: [{ line: [`${count(files.length, "file")} to write. ${why}`.trim()] }] };
  // `git diff` does not show new files.
  const isNew = pulled.some(({ action }) => action === "created") || templates?.length;
  const see = { command: isNew ? "git status" : "git diff" };
  const plan = { command: `boardwright plan${flag}` };
  const next = notes.some(({ code }) => LINT_CODES.has(code))
    ? say`fix what lint calls an error, and run ${plan}.`
    : say`run ${plan}: anything it still lists was edited in Git, was left out here, or only waits for its stamp.`;
  const it = files.length === 1 ? "it" : "them";
  return {
    ...end,
    lead: [line`${count(files.length, "file")} written. See ${it} with ${see}, then ${next}`],
  };
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

// What a pull would write and has not: each file.

/** Files as unified diffs; by their length those that are new, which would be all of them, or that are folded into a template. */
function fileBlocks(changes: readonly FileChange[], isFolding: boolean): Block[] {
  const isWhole = ({ before, after }: FileChange) =>
    before === undefined ? after !== undefined : after === undefined && isFolding;
  const list = changes.filter(isWhole).map(({ file, before, after }) => {
    const text = after ?? before ?? "";
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    const sign: Words =
      after === undefined ? [{ tone: "red", text: "removed" }] : [{ tone: "green", text: "new file" }];
    return { head: [sign, [{ code: file }], [count(lines, "line")]], group: FILES };
  });
  const diffs = changes.flatMap((change) => (isWhole(change) ? [] : [diffCode(change)]));
  return list.length > 0 ? [...diffs, { list }] : diffs;
}

function diffCode(change: FileChange): Block {
  const lines = fileDiff(change).replace(/\n$/, "").split("\n");
  const toneOf = (line: string) => (line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "dim");
  return { code: lines.map((text) => (text.startsWith(" ") ? [text] : [{ tone: toneOf(text), text }])) };
}

// Workbooks that are alike, as the templates that a pull found: what each would save.

/** A block for each template; one that says so if there is none. */
function templateBlocks(templates: readonly FoundTemplate[]): Block[] {
  if (templates.length === 0) return [line`No three workbooks are alike enough for a template.`];
  return templates.map(({ key, file, rowsFile, workbooks, columns, overrides, lines }) => {
    const saved = Math.round((1 - lines.after / lines.before) * 100);
    const has = overrides === 1 ? "one has" : `${overrides} have`;
    const more = overrides === 0 ? "" : `, and ${has} an override`;
    return {
      title: key,
      heading: say`${{ tone: "green", text: "template" }}  ${{ strong: key }}  ${{ code: file }}`,
      blocks: [
        line`${count(workbooks.length, "workbook")}: ${{ names: workbooks }}`,
        line`rows in ${{ code: rowsFile }}: ${{ names: columns }}${more}`,
        line`${lines.before} → ${count(lines.after, "line")}, ${saved} % less`,
      ],
    };
  });
}
