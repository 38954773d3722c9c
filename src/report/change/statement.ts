// What an action does, in words.

import { type Change, isObject, type JsonObject, valueAt, widgetsOf } from "../../model/index.ts";
import { say, type Words } from "../document/document.ts";
import { count } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { ownHazards } from "./hazard-advice.ts";
import { broughtAlong } from "./seen-change.ts";

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
