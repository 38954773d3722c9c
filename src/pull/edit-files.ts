// Stand-in for the engine that edits YAML in place: rewrites the whole entry. Comments and shorthand inside it are lost.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { loadFiles } from "../desired/index.ts";
import { isObject, type JsonObject, type Project, type Target } from "../model/index.ts";
import { escapeAll } from "./texts.ts";

export interface Wanted {
  kind: "workbook" | "report";
  key: string;
  /** In the shape of ResolvedWorkbook.entry or ResolvedReport.entry, `{ $report: key }` symbolic. */
  entry: JsonObject;
}

export interface FileEdits {
  /** Name → new text. */
  files: Map<string, string>;
  failed: { kind: Wanted["kind"]; key: string; reason: string }[];
  notes: { key: string; file: string; line: number; message: string }[];
}

export async function editFiles(options: {
  project: Project;
  target: Target;
  env: Readonly<Record<string, string | undefined>>;
  wanted: readonly Wanted[];
}): Promise<FileEdits> {
  const { project, target, env, wanted } = options;
  const edits: FileEdits = { files: new Map(), failed: [], notes: [] };
  const places = new Map<string, { file: string; path: string[] }>();
  const { reports } = await loadFiles({
    project,
    target,
    env,
    visit: ({ slug, writtenSlug, file }) => {
      places.set(`workbook ${slug}`, { file, path: ["workbooks", writtenSlug] });
    },
  });
  for (const { key, file } of reports) places.set(`report ${key}`, { file, path: ["reports", key] });
  for (const { kind, key, entry } of wanted) {
    const place = places.get(`${kind} ${key}`);
    if (!place) continue;
    const text = edits.files.get(place.file) ?? readFileSync(join(project.root, place.file), "utf8");
    const document = parseDocument(text);
    const written = document.getIn(place.path) as { toJSON(): unknown } | undefined;
    const before = written?.toJSON();
    const kept =
      isObject(before) && kind === "report" && before.publicId ? { publicId: before.publicId } : {};
    document.setIn(place.path, { ...(escapeAll(entry) as JsonObject), ...kept });
    edits.files.set(place.file, document.toString({ lineWidth: 0 }));
  }
  return edits;
}
