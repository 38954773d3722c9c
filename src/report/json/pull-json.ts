// A pull as `pull --json` prints it.

import type { Pulled, PullNote, PullResult } from "../../model/index.ts";
import { countPulled } from "../change/pull-totals.ts";
import { fieldToJson } from "./plan-json.ts";

/** JSON text with a line end. Keys always stand in the same order. */
export function renderPullJson({ project, target, pulled, unchanged, files, notes }: PullResult): string {
  const document = {
    formatVersion: 1,
    project,
    target: { name: target.name, url: target.url, deploymentId: target.deploymentId },
    summary: { ...countPulled(pulled), unchanged },
    pulled: pulled.filter(({ action }) => action !== "conflict").map(itemToJson),
    conflicts: pulled.filter(({ action }) => action === "conflict").map(itemToJson),
    files,
    notes: notes.map(noteToJson),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function itemToJson({ kind, key, slug, action, name, id, file, line, change }: Pulled): unknown {
  return { kind, key, slug, action, name, id, file, line, fields: change?.fields.map(fieldToJson) };
}

function noteToJson({ code, key, file, line, message, help }: PullNote): unknown {
  return { code, key, file, line, message, help };
}
