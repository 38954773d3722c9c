// What is said of one change below its name: what happens to it besides its fields, these, and its layouts.

import type { CarriedReport, Change } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { asViewersSee, broughtAlong } from "../change/seen-change.ts";
import { statementOf } from "../change/statement.ts";
import { type Block, type Layouts, type Line, line, say, type Words } from "../document/document.ts";
import type { SectionOptions } from "../fields/field-sections.ts";
import { editedWidgets, hiddenNotes, layoutDrawing } from "../fields/layout-drawing.ts";
import { layoutStates } from "../fields/layout-states.ts";
import { momentText } from "../text/value-text.ts";

interface SayOptions extends SectionOptions {
  /** What the action does is said elsewhere. */
  quietAction?: boolean;
}

/** Its hazards are said by its entry. */
export function changeBlocks(change: Change, { quietAction = false, ...options }: SayOptions = {}): Block[] {
  const { action, updatedAt, carries = [] } = change;
  const updated: Block[] = updatedAt === undefined ? [] : [line`last updated ${momentText(updatedAt)}`];
  const fields: Block[] = action === "update" ? [{ fields: change, options }] : [];
  // Of what was deleted outside Git, drift does not say what an apply would make.
  if (options.onlyEdits) return [...reasonLines(change), ...updated, ...fields];
  const code = appContent(change);
  const statement = quietAction ? [] : statementOf(change);
  const along = broughtAlong(change);
  return [
    ...reasonLines(change),
    ...(code.length > 0 ? [warning(say`app code, new or changed: ${{ names: code }}`)] : []),
    ...updated,
    ...(statement.length > 0 ? [{ line: statement }] : []),
    ...layoutBlocks(asViewersSee(change)),
    ...fields,
    ...(action === "create" && change.request ? [{ content: change }] : []),
    ...(action === "update" && isPublishedAfter(change) ? [{ line: publishedAfter(change) }] : []),
    ...(along ? [{ fields: along, options }] : []),
    ...(carries.length > 0 ? [{ line: carriedText(carries) }] : []),
  ];
}

/** Why it is no ordinary change, and what to do. */
function reasonLines(change: Change): Line[] {
  if (!change.reason) return [];
  const { code, message, help } = change.reason;
  const isHazard = ownHazards(change).some((hazard) => hazard.message === message);
  const told = code === "deleted-by-run" ? { line: [message] } : warning([message]);
  return [...(isHazard ? [] : [told]), { line: [help] }];
}

function warning(words: Words): Line {
  return { line: words, sign: "!" };
}

/** Edits outside the files that reach viewers with a publication. */
function carriedText(reports: readonly CarriedReport[]): Words {
  const which = reports.length === 1 ? "a report" : `${reports.length} reports`;
  const names = { names: reports.map(({ name }) => name) };
  return say`viewers also get what changed since in ${which} outside these files: ${names}`;
}

/** Whether an update publishes: not if viewers already have all that it would give them. */
function isPublishedAfter({ publish, publication, renews, draws = [], shown, fields }: Change): boolean {
  if (!publish || publication == null || renews || draws.length > 0) return publish;
  return (shown ?? fields).some(({ path }) => path.startsWith("dashboard"));
}

/** How an update ends that is published; the fields that it brings along follow. */
function publishedAfter(change: Change): Words {
  return broughtAlong(change)
    ? ["published after, with what was only in the draft until now:"]
    : ["published after"];
}

/** The default layout if anything on it changes, and every other that is another after the change. */
function layoutBlocks(change: Change): Layouts[] {
  const edited = editedWidgets(change);
  const states = layoutStates(change).filter(
    ({ breakpoint, isChanged }) =>
      isChanged || change.action === "create" || (breakpoint === undefined && edited.size > 0),
  );
  if (states.length === 0) return [];
  const layouts = states.map((state) => ({
    state,
    drawing: layoutDrawing(change, state, edited),
    notes: hiddenNotes(change, state),
  }));
  return [{ layouts, of: change }];
}
