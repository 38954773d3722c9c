// Edits of the page → what the files have to say of a dashboard, and a sentence for the list of edits.

import { withEndsOf } from "../../edit/index.ts";
import { copyOf, isObject, type Json, type JsonObject, UserError, widgetsOf } from "../../model/index.ts";
import { addedWidget } from "./added-widget.ts";
import { boxOf, nameOfWidget } from "./board-view.ts";
import type { AboutEdit, Box, DashboardEdit } from "./protocol.ts";

/** The value of an edit, and where it is in the entry: what others may share. */
export interface Touched {
  widget: string;
  path: string[];
}

export interface WantedEntry {
  entry: JsonObject;
  /** What is done, as a sentence. */
  step: (removed: RemovedFor) => string;
  touched: Touched[];
  /** Id of each new widget → the one that it is a copy of. */
  copies: Map<string, string>;
  removed: Set<string>;
}

/** For whom a widget is removed, as a sentence ends; "" where there is but one target. */
export type RemovedFor = (widget: string) => string;

/** Throws a UserError for what cannot be. `copies`: whether one is right behind its original, or the last of all widgets. */
export function applyEdits(
  before: JsonObject,
  edits: readonly DashboardEdit[],
  where: "behind" | "last" = "behind",
): WantedEntry {
  const entry = copyOf(before);
  const dashboard = isObject(entry.dashboard) ? entry.dashboard : undefined;
  if (!dashboard) throw new UserError("The files declare no dashboard of this workbook.");
  if (!Array.isArray(dashboard.widgets)) dashboard.widgets = [];
  const widgets = widgetsOf(dashboard);
  const steps: (string | ((removedFor: RemovedFor) => string))[] = [];
  const copies = new Map<string, string>();
  const removed = new Set<string>();
  const touched: Touched[] = [];
  for (const edit of edits) {
    if (edit.kind === "add") {
      if (dashboard.kind === "APP") throw new UserError("This dashboard is an app, which has no widgets.");
      const added = addedWidget(edit, idsOf(widgets));
      widgets.push(added);
      steps.push(`${nameOfWidget(added)} added`);
      continue;
    }
    if (edit.kind === "about" || edit.kind === "publish") {
      steps.push(setAbout(entry, dashboard, edit));
      continue;
    }
    const index = widgets.findIndex((one) => isObject(one) && String(one.id) === edit.widget);
    const widget = widgets[index];
    if (!isObject(widget)) throw new UserError(`There is no widget ${edit.widget} on this dashboard.`);
    const name = nameOfWidget(widget);
    // A copy is of what the files say, which knows more than one target.
    if (copies.has(edit.widget) && (edit.kind === "title" || edit.kind === "text"))
      throw new UserError(`${edit.widget} is a new copy: write it first, then edit what it says.`);
    switch (edit.kind) {
      case "place":
        steps.push(place(widget, name, edit));
        touched.push({ widget: edit.widget, path: wayTo(edit.breakpoint) });
        break;
      case "title": {
        const config = configOf(widget);
        const old = typeof config.title === "string" ? config.title : name;
        config.title = writable(edit.title, "title");
        steps.push(`${old} renamed to ${edit.title}`);
        touched.push({ widget: edit.widget, path: ["config", "title"] });
        break;
      }
      case "text": {
        const config = configOf(widget);
        // A browser's text field knows one line end alone.
        const ended = typeof config.markdown === "string" && withEndsOf(config.markdown, edit.markdown);
        writable(edit.markdown, "text");
        config.markdown = ended || edit.markdown;
        steps.push(`Text of ${name} edited`);
        touched.push({ widget: edit.widget, path: ["config", "markdown"] });
        break;
      }
      case "delete":
        widgets.splice(index, 1);
        steps.push((removedFor) => `${name} removed${removedFor(edit.widget)}`);
        if (!copies.delete(edit.widget)) removed.add(edit.widget);
        break;
      case "duplicate": {
        if (touched.some(({ widget: id, path }) => id === edit.widget && path[0] === "config"))
          throw new UserError(`${edit.widget} is edited in the same step: write that first, then copy it.`);
        const copy = copyOf(widget);
        const id = freeId(widgets, edit.widget);
        copy.id = id;
        copies.set(id, copies.get(edit.widget) ?? edit.widget);
        for (const [breakpoint, box] of Object.entries(edit.boxes)) setBox(copy, breakpoint, box);
        widgets.splice(where === "last" ? widgets.length : index + 1, 0, copy);
        steps.push(`${name} duplicated`);
      }
    }
  }
  const [first = "Nothing changed", ...more] = steps;
  const step = (removedFor: RemovedFor) => {
    const said = typeof first === "string" ? first : first(removedFor);
    return more.length === 0 ? said : `${said}, and ${more.length} more`;
  };
  return { entry, step, touched, copies, removed };
}

/** Sets it, and says so as a sentence. */
function setAbout(entry: JsonObject, dashboard: JsonObject, edit: AboutEdit): string {
  if (edit.kind === "publish") {
    entry.publish = edit.publish;
    return edit.publish ? "Published by an apply from now on" : "No longer published by an apply";
  }
  const { field } = edit;
  const text = writable(edit.text, field).trim();
  if (field === "name") {
    if (text === "") throw new UserError("A dashboard needs a name.");
    entry.name = text;
    return `Renamed to ${text}`;
  }
  if (field === "folder" && folderText(entry) === null)
    throw new UserError("This folder is no path: it is named by its number, or has a slash in its name.");
  const holder = field === "title" ? dashboard : entry;
  if (text === "") delete holder[field];
  else holder[field] = text;
  if (field === "title") return text === "" ? "Title removed" : `Title changed to ${text}`;
  return text === "" ? "Moved to the root" : `Moved to ${text}`;
}

/** The folder as a path of names; null if no path can say it. */
export function folderText({ folder, folderId }: JsonObject): string | null {
  if (typeof folder === "string") return folder;
  if (!Array.isArray(folder)) return folderId === undefined ? "" : null;
  const names = folder.map(String);
  return names.some((name) => name.includes("/")) ? null : names.join("/");
}

/** NUL ends a text elsewhere, and what UTF-8 cannot say is lost in a file. */
const UNWRITABLE = /\0|\p{Surrogate}/u;

function writable(text: string, what: string): string {
  if (!UNWRITABLE.test(text)) return text;
  throw new UserError(
    `The ${what} holds a character that cannot be in a file: a NUL, or half of a surrogate pair. Nothing was written.`,
    { details: ["Type the text anew, or paste it from elsewhere."] },
  );
}

function wayTo(breakpoint: string): string[] {
  return breakpoint === "default" ? ["position"] : ["responsiveLayouts", breakpoint];
}

function place(
  widget: JsonObject,
  name: string,
  { breakpoint, box }: Extract<DashboardEdit, { kind: "place" }>,
): string {
  const responsive = isObject(widget.responsiveLayouts) ? widget.responsiveLayouts : {};
  const old = boxOf(breakpoint === "default" ? widget.position : responsive[breakpoint]);
  setBox(widget, breakpoint, box);
  const on = breakpoint === "default" ? "" : ` on ${breakpoint}`;
  if (!old) return `${name} placed${on} at ${box.x}, ${box.y}`;
  const moved = `${old.x}, ${old.y} → ${box.x}, ${box.y}`;
  const sized = `${old.w} × ${old.h} → ${box.w} × ${box.h}`;
  const isMoved = old.x !== box.x || old.y !== box.y;
  const isSized = old.w !== box.w || old.h !== box.h;
  if (isMoved && isSized) return `${name} moved and resized${on}, ${moved}, ${sized}`;
  return isSized ? `${name} resized${on}, ${sized}` : `${name} moved${on}, ${moved}`;
}

function setBox(widget: JsonObject, breakpoint: string, { x, y, w, h }: Box): void {
  if (breakpoint === "default") {
    widget.position = { x, y, w, h };
    return;
  }
  const responsive = isObject(widget.responsiveLayouts) ? widget.responsiveLayouts : {};
  responsive[breakpoint] = { x, y, w, h };
  widget.responsiveLayouts = responsive;
}

function configOf(widget: JsonObject): JsonObject {
  if (!isObject(widget.config)) widget.config = {};
  return widget.config as JsonObject;
}

const idsOf = (widgets: readonly Json[]) =>
  new Set(widgets.map((one) => (isObject(one) ? String(one.id) : "")));

function freeId(widgets: readonly Json[], id: string): string {
  const taken = idsOf(widgets);
  const stem = id.slice(0, 110).replace(/-copy(?:-\d+)?$/, "");
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `${stem}-copy` : `${stem}-copy-${count}`;
    if (!taken.has(name)) return name;
  }
}
