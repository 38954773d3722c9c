// A pull as `pull --json` prints it.

import type { Pulled, PullNote, PullResult } from "../../model/index.ts";

/** JSON text with a line end. Keys always stand in the same order. */
export function renderPullJson({ project, target, pulled, unchanged, files, notes }: PullResult): string {
  const document = {
    formatVersion: 1,
    project,
    target: { name: target.name, url: target.url, deploymentId: target.deploymentId },
    summary: { ...summarize(pulled), unchanged },
    pulled: pulled.filter(({ action }) => action !== "conflict").map(itemToJson),
    conflicts: pulled.filter(({ action }) => action === "conflict").map(itemToJson),
    files,
    notes: notes.map(noteToJson),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** What became of workbooks; their reports come along. */
export function summarize(pulled: readonly Pulled[]) {
  const count = (action: Pulled["action"]) => pulled.filter((item) => item.action === action).length;
  return {
    created: count("created"),
    edited: count("edited"),
    conflict: count("conflict"),
    skipped: count("skipped"),
  };
}

function itemToJson({ kind, key, slug, action, name, id, file, line, change }: Pulled): unknown {
  const fields = change?.fields.map(({ path, change: kindOf, before, after, origin }) => {
    return { path, change: kindOf, before, after, origin };
  });
  return { kind, key, slug, action, name, id, file, line, fields };
}

function noteToJson({ code, key, file, line, message, help }: PullNote): unknown {
  return { code, key, file, line, message, help };
}
