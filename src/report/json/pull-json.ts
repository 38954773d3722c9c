// A pull as `pull --json` prints it.

import type { Pulled, PullResult } from "../../model/index.ts";
import { countPulled, fileDiff } from "../change/pull-changes.ts";
import { jsonText, pick } from "./json-text.ts";
import { fieldToJson, targetToJson } from "./plan-json.ts";

/** JSON text with a line end. Keys are always in the same order. */
export function renderPullJson(result: PullResult): string {
  const { project, target, pulled, unchanged, files, unwritten, notes, templates } = result;
  const document = {
    formatVersion: 1,
    project,
    target: targetToJson(target),
    summary: { ...countPulled(pulled), unchanged },
    pulled: pulled.filter(({ action }) => action !== "conflict").map(itemToJson),
    conflicts: pulled.filter(({ action }) => action === "conflict").map(itemToJson),
    files,
    dryRun: unwritten && true,
    diffs: unwritten?.map((change) => ({ file: change.file, diff: fileDiff(change) })),
    notes: notes.map((note) => pick(note, ["code", "key", "file", "line", "message", "help"])),
    templates,
  };
  return jsonText(document);
}

function itemToJson(item: Pulled): unknown {
  const fields = item.change?.fields.map(fieldToJson);
  const reason = item.reason && pick(item.reason, ["code", "message", "help"]);
  return {
    ...pick(item, ["kind", "key", "slug", "action", "was", "name", "id", "file", "line"]),
    reason,
    fields,
  };
}
