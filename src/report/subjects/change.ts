// What is said of one change below its name: what happens to it besides its fields, these, and its layouts.

import {
  type CarriedReport,
  type Change,
  isObject,
  type JsonObject,
  valueAt,
  widgetsOf,
} from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import type { SectionOptions } from "../change/field-sections.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { layoutStates } from "../change/layout-states.ts";
import { asViewersSee, broughtAlong } from "../change/seen-change.ts";
import { type Block, type Layouts, type Line, line, say, type Words } from "../document/document.ts";
import { editedWidgets, hiddenNotes, layoutDrawing } from "../review/layout-drawing.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { momentText } from "../text/moment.ts";

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

/** The action in words; none for an update, whose fields say it, and for an orphan, which is one of a list. */
export function statementOf(change: Change): Words {
  switch (change.action) {
    case "create":
      return creation(change);
    case "delete":
      return ownHazards(change).length > 0 ? [] : ["managed by this project, no longer declared: deleted"];
    case "publish":
      return publication(change);
    case "rename":
      return [`as declared; ${keptByRename(change)}`];
    case "stamp":
      return ["as declared; only the ownership record is written"];
    case "update":
      return change.was === undefined ? [] : [keptByRename(change)];
    case "orphaned":
      return [];
  }
}

function keptByRename({ kind }: Change): string {
  return kind === "report"
    ? "renamed: its publicId and its links stay"
    : "renamed: its id, its links and what is published stay";
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

function publication(change: Change): Words {
  const { renews, publishConfig, publication } = change;
  const seen = broughtAlong(change) ? ":" : "";
  if (publishConfig) return [`viewers see again what was published before that run${seen}`];
  if (!renews || change.shown) {
    if (publication === null) return ["the draft is as declared, and was never published"];
    return [`the draft is as declared, but not published${seen === "" ? "" : "; viewers do not see yet:"}`];
  }
  const { changing, changed } = renews;
  const causes = [
    reportsText(changing, ["changes", "change"]),
    reportsText(changed, ["has changed since", "have changed since"]),
  ].filter((words) => words.length > 0);
  return [
    "published again, because ",
    ...causes.flatMap((words, at) => (at === 0 ? words : [", and ", ...words])),
  ];
}

/** `report by-month changes`; nothing for none. */
function reportsText(keys: readonly string[], [one, many]: [string, string]): Words {
  if (keys.length === 0) return [];
  const names = { names: keys };
  return keys.length === 1 ? say`report ${names} ${one}` : say`reports ${names} ${many}`;
}

/** `new workbook in Supply/Vendors, 14 widgets, published after`; parts that the request does not hold are left out. */
function creation(change: Change): Words {
  if (change.kind !== "workbook") return [];
  const folder = change.folder ?? change.request?.folderId;
  const draft = valueAt(change.request, ["meta", "dashboardDraft"]);
  const parts = [
    folder === undefined || folder === null ? "new workbook" : `new workbook in ${folderText(folder)}`,
    ...(isObject(draft) ? [contentText(draft)] : []),
    ...(change.publish ? ["published after"] : []),
  ];
  return [parts.join(", ")];
}

/** `14 widgets`, of what a dashboard holds. */
export function contentText(draft: JsonObject): string {
  const files = valueAt(draft, ["app", "files"]);
  if (draft.kind === "APP")
    return `an app of ${count(isObject(files) ? Object.keys(files).length : 0, "file")}`;
  return count(widgetsOf(draft).length, "widget");
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
