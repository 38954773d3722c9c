// Edits of a real project in a real folder: what the files say, changed by a function, and the files after it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { loadFiles, loadProject } from "../../src/desired/index.ts";
import { type EditOptions, editFiles, type FileEdits, type Wanted } from "../../src/edit/index.ts";
import { copyOf, type JsonObject } from "../../src/model/index.ts";
import { PROJECT } from "../desired/temp-project.ts";
import { tempFolder } from "../support/temp.ts";

export interface Editing {
  edits: FileEdits;
  /** Every file of the project after the edits: those that were given, and new ones. */
  after: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type Loose = any;

/** Changes what declarations say, by slug or `report/key`, and edits the files so that they say it. */
export async function edit(
  files: Record<string, string>,
  changes: Record<string, (entry: Loose) => Loose>,
  target = "local",
  more: Pick<EditOptions, "rows"> = {},
): Promise<Editing> {
  const root = tempFolder({ "boardwright.yaml": PROJECT, ...files });
  const project = await loadProject({ cwd: root });
  const options = { project, target: project.targets[target]!, env: { RELEASE: "r1" } };
  const wanted: Wanted[] = [];
  const take = (kind: Wanted["kind"], key: string, entry: JsonObject): void => {
    const change = changes[kind === "report" ? `report/${key}` : key];
    if (!change) return;
    const copy = copyOf(entry);
    wanted.push({ kind, key, entry: (change(copy) as JsonObject | undefined) ?? copy });
  };
  const loaded = await loadFiles({ ...options, visit: ({ slug, entry }) => take("workbook", slug, entry) });
  for (const { key, entry } of loaded.reports) take("report", key, entry);
  if (wanted.length !== Object.keys(changes).length) throw new Error("a change names nothing that is there");
  const edits = await editFiles({ ...options, ...more, wanted });
  const after: Record<string, string> = {};
  for (const name of Object.keys(files)) after[name] = readFileSync(join(root, name), "utf8");
  for (const [name, text] of edits.files) {
    if (text === null) delete after[name];
    else after[name] = text;
  }
  return { edits, after };
}

/** The widget of an entry with this id. */
export function widget(entry: Loose, id: string): Loose {
  return entry.dashboard.widgets.find((one: Loose) => one.id === id);
}

/** `text` with one passage exchanged for another; the passage has to be there once. */
export function swap(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} stands ${parts.length - 1} times`);
  return parts.join(to);
}

/** Changes workbook `a` of a project of one file and expects that file to be as `wanted`, and so many notes on the way. */
export async function expectEdit(
  text: string,
  change: (entry: Loose) => unknown,
  wanted: string,
  { file = "dashboards/a.yaml", target = "local", notes = 0 } = {},
): Promise<void> {
  const { edits, after } = await edit({ [file]: text }, { a: (entry) => void change(entry) }, target);
  expect(edits.failed).toEqual([]);
  expect(after[file]).toBe(wanted);
  expect(edits.notes).toHaveLength(notes);
}

/** A workbook file whose dashboard has these widgets, as lines of the list. */
export function boardOf(widgets: string): string {
  return `workbooks:
  a:
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
${widgets}`;
}

/** The text of a list item: a widget without a config, which can follow. */
export const WIDGET_ONE = `        - id: one
          type: TEXT
          position: [0, 0, 6, 4]
`;
