// The texts of the files as a composition wants them: edits of what is there, and new files. Writes nothing.

import { join } from "node:path";
import { readText } from "../../desired/index.ts";
import { editFiles, type RowsChoice, type Wanted } from "../../edit/index.ts";
import { isObject, ownValue, type PullNote } from "../../model/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { WORKBOOKS_SCHEMA, workbooksSchema } from "../../project/schema-files.ts";
import type { Composition } from "./compose.ts";
import { mayBring } from "./lint-findings.ts";
import { withoutEnding, writeNewFiles } from "./new-file.ts";
import type { Placing } from "./place-new-files.ts";
import type { Addition } from "./place-reports.ts";
import { editFailed } from "./pull-notes.ts";
import { createTextFiles, writtenReport } from "./texts.ts";

export interface OfRows {
  /** For whom edits of a template's rows are (default: for all if all have them, else for each alone). */
  rows?: RowsChoice | undefined;
}

export interface WrittenOut {
  /** Name → text, or null for a file that must go: what is to be written, aids before what names them. */
  files: Map<string, string | null>;
  /** Slug → new file. */
  places: Map<string, string>;
  /** What could not be written, as `workbook slug` or `report key`. */
  failed: Map<string, PullNote>;
  /** What was edited, as `workbook/slug` or `report/key` → the other targets where it changes as well. */
  elsewhere: ReadonlyMap<string, readonly string[]>;
  notes: PullNote[];
}

export async function writeOut(
  { project, target, env, rows }: Pick<ProjectContext, "project" | "target" | "env"> & OfRows,
  { wanted: edited, fresh, additions }: Composition,
  placing: Placing,
): Promise<WrittenOut> {
  const { formatPrinted } = await import("../../project/format-text.ts");
  const written: WrittenOut = {
    files: new Map(),
    places: new Map(),
    failed: new Map(),
    elsewhere: new Map(),
    notes: [],
  };
  const isMissing = placing.schema === WORKBOOKS_SCHEMA && !placing.isThere(WORKBOOKS_SCHEMA);
  if (fresh.length > 0 && isMissing)
    written.files.set(WORKBOOKS_SCHEMA, workbooksSchema(BOARDWRIGHT_VERSION));
  const made = writeNewFiles(fresh, placing);
  for (const { slug, file, texts } of made.files) {
    written.places.set(slug, file);
    for (const [name, text] of texts) written.files.set(name, text);
  }
  for (const [name, text] of made.yaml) written.files.set(name, (await formatPrinted(text, name)) ?? text);
  written.notes.push(...made.notes);
  const added = additions.map((addition) => writeAddition(addition, { placing, target: target.name }));
  const beside = new Map(added.flatMap(({ texts }) => [...texts]));
  for (const [name, text] of beside) written.files.set(name, text);
  const wanted = [...edited, ...added.flatMap((one) => one.wanted)];
  if (wanted.length === 0) return written;
  const edits = await editFiles({
    project,
    target,
    env,
    wanted,
    beside,
    isTolerable: mayBring,
    ...(rows && { rows }),
  });
  written.elsewhere = edits.elsewhere;
  // Last, because what they say may name what is new.
  for (const [name, text] of edits.files)
    written.files.set(name, text === null ? null : await keepForm(join(project.root, name), text));
  for (const failed of edits.failed) written.failed.set(`${failed.kind} ${failed.key}`, editFailed(failed));
  for (const { key, file, line, message } of edits.notes)
    written.notes.push({ code: "edited", key, file, line, message });
  return written;
}

/** The edited text in the form of fmt, if the file was in it: an edit keeps the style of any other. */
async function keepForm(path: string, text: string): Promise<string> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return text;
  const { formatText } = await import("../../project/format-text.ts");
  const before = readText(path);
  const wasInForm = typeof before !== "string" || (await formatText(before, path)) === before;
  return wasInForm ? ((await formatText(text, path)) ?? text) : text;
}

// New reports for a file that is there, spelled as in a new one.

interface WrittenAddition {
  wanted: Wanted[];
  /** Name → text, in the folder beside the file. */
  texts: Map<string, string>;
}

/** `target`: whose publicId the entries hold. */
function writeAddition(
  { file, reports }: Addition,
  { placing, target }: { placing: Placing; target: string },
): WrittenAddition {
  const folder = withoutEnding(file);
  // Where no folder can be, texts stay in place.
  const texts = createTextFiles(
    folder,
    placing.canHold(folder) ? placing : { isThere: () => false, isIncluded: () => true },
  );
  const wanted = [...reports].map(([key, entry]): Wanted => {
    const written = writtenReport(key, entry, texts);
    // Read back for the target, it has that one's publicId.
    const { publicId, ...rest } = entry;
    const resolved = isObject(publicId) ? { ...rest, publicId: ownValue(publicId, target) ?? null } : entry;
    return { kind: "report", key, entry: resolved, into: { file, written } };
  });
  return { wanted, texts: texts.files };
}
