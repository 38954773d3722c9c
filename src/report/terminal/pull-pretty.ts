// A pull for people: what came in per workbook, conflicts with both ways out, what was left out and why, and the next step.

import {
  type Change,
  isPlainSlug,
  type Pulled,
  type PullNote,
  type PullResult,
  targetFlag,
} from "../../model/index.ts";
import { changeBody } from "../change/change-body.ts";
import { summarize } from "../json/pull-json.ts";
import { count, listNames, wrap } from "../text/cells.ts";
import { breakCommands } from "../text/escape.ts";
import { type Paint, paintWith } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";
import { headline, keyColumn, targetWords } from "./plan-pretty.ts";

export interface PullPrettyOptions {
  color: boolean;
  /** Cells of the terminal; 100 where nobody knows. */
  width?: number;
  /** The target, where a command that names none means another. */
  target?: string | undefined;
}

/** So many notes of one kind are told one by one; of more the first stand for all. */
const NOTES_OF_A_KIND = 5;

/** The text ends with a line end. */
export function renderPullPretty(result: PullResult, options: PullPrettyOptions): string {
  const paint = paintWith(options.color);
  const width = Math.max(40, Math.min(options.width ?? 100, 120));
  const flag = targetFlag(options.target);
  const [target = "", ...place] = targetWords(result.target);
  const blocks = [[paint.bold(target), ...place].join(" · ")];
  // The reports of a new file are counted with it.
  const told = result.pulled.filter(
    ({ kind, action }) => action !== "skipped" && !(kind === "report" && action === "created"),
  );
  const room = keyColumn(told.map(asChange), width);
  let afterBare = false;
  for (const item of told) {
    const block = itemBlock(item, room, width, { paint, flag });
    const isBare = block.length === 1;
    if (isBare && afterBare) blocks.push(`${blocks.pop()}\n${block[0]}`);
    else blocks.push(block.join("\n"));
    afterBare = isBare;
  }
  if (result.notes.length > 0) blocks.push(noteLines(result.notes, width, paint).join("\n"));
  blocks.push(ending(result, width, { paint, flag }).join("\n"));
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

/** `flag`: what its commands end with. */
interface Style {
  paint: Paint;
  flag: string;
}

function itemBlock(item: Pulled, room: number, width: number, { paint, flag }: Style): string[] {
  const body = item.change
    ? changeBody(asReview(item.change, item.action), { paint, width: width - 6, marks: true })
    : [];
  const lines = [
    headline(asChange(item), room, width, paint),
    ...body.map(({ text }) => `      ${text}`.trimEnd()),
  ];
  if (item.action === "conflict")
    lines.push(...waysOut(item, flag).map((line) => `      ${paint.yellow(line)}`));
  return lines;
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

/** What was taken is no longer somebody's edit outside of Git: it reads as what came into the file. */
function asReview(change: Change, action: Pulled["action"]): Change {
  if (action !== "edited") return change;
  return { ...change, fields: change.fields.map((field) => ({ ...field, origin: "git" })) };
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

function noteLines(notes: readonly PullNote[], width: number, paint: Paint): string[] {
  const kinds = new Map<string, PullNote[]>();
  for (const note of notes) kinds.set(note.code, [...(kinds.get(note.code) ?? []), note]);
  return [...kinds.values()].flatMap((same) => {
    const lines = same.slice(0, NOTES_OF_A_KIND).flatMap(({ message, file, line, help }, index) => {
      const where = file === undefined ? "" : `${excerpt(file, 0, 200)}:${line ?? 1}  `;
      const told = wrap(`- ${where}${excerpt(message, 0, 600)}`, width - 2).map((text) => `  ${text}`);
      const isRepeated = index > 0 && same[index - 1]?.help === help;
      return [
        ...told.map(paint.yellow),
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

function ending({ pulled, unchanged, files }: PullResult, width: number, { paint, flag }: Style): string[] {
  const workbooks = summarize(pulled.filter(({ kind }) => kind === "workbook"));
  const reports = summarize(pulled.filter(({ kind }) => kind === "report"));
  const parts = [
    [workbooks.edited + reports.edited, "edited"],
    [workbooks.created, "new"],
    [reports.created, reports.created === 1 ? "report with it" : "reports with them"],
    [
      workbooks.conflict + reports.conflict,
      workbooks.conflict + reports.conflict === 1 ? "conflict" : "conflicts",
    ],
    [workbooks.skipped + reports.skipped, "left out"],
  ] as const;
  const did = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const same = unchanged === 0 ? "" : ` ${unchanged} ${unchanged === 1 ? "has" : "have"} nothing to take.`;
  const nothing = `Nothing to take${unchanged === 0 ? "" : `: ${unchanged} compared`}.`;
  const lead = did.length === 0 ? nothing : `Pulled: ${did.join(", ")}.${same}`;
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
