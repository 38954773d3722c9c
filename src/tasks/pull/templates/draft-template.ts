// A group of plain files as a template, written out and counted; not proven yet.

import { posix } from "node:path";
import { type createNames, safeName } from "../../../edit/index.ts";
import { compareText, type FoundTemplate, isObject, type Json } from "../../../model/index.ts";
import { FEWEST_ROWS, type Folded, foldFiles, writeTemplate } from "../../../pull/index.ts";
import { formatPrinted } from "../../format-text.ts";
import type { ReadFile } from "./read-plain-file.ts";

export interface Draft {
  found: FoundTemplate;
  /** The files that it stands for. */
  files: readonly ReadFile[];
  /** Name → text: the rows, then the template. */
  texts: Map<string, string>;
}

/** A row whose override changes more of its workbook than that is another dashboard. */
const MOST_OVERRIDDEN = 1 / 4;
/** Fewer lines saved are not worth another file to look into. */
const LEAST_SAVED = 1 / 3;

/** Undefined if too few are left of the group, or too few lines would be saved. `nameFor`: gives out free file names. */
export async function draftTemplate(
  group: readonly ReadFile[],
  nameFor: ReturnType<typeof createNames>,
): Promise<Draft | undefined> {
  let files = withoutTrunk([...group].sort((a, b) => compareText(a.slug, b.slug)));
  let folded: Folded;
  for (;;) {
    if (files.length < FEWEST_ROWS) return undefined;
    folded = foldFiles(files);
    const { overridden } = folded;
    const near = files.filter(
      ({ workbook }, index) => (overridden[index] ?? 0) <= countValues(workbook) * MOST_OVERRIDDEN,
    );
    if (near.length === files.length) break;
    files = near;
  }
  const folder = posix.dirname(files[0]!.file);
  const stem = /[\p{L}\p{N}]/u.test(folded.stem) ? safeName(folded.stem) : "template";
  const inFolder = (name: string) => nameFor(folder === "." ? name : `${folder}/${name}`, ".yaml");
  const names = { file: inFolder(stem), rowsFile: inFolder(`${stem}-rows`) };
  const { modeline } = files.find((file) => file.modeline !== undefined) ?? {};
  const printed = writeTemplate(folded, names, modeline === undefined ? [] : [modeline]);
  const texts = new Map<string, string>();
  for (const [name, text] of printed) texts.set(name, (await formatPrinted(text, name)) ?? text);
  const lines = {
    before: files.reduce((sum, { text }) => sum + countLines(text), 0),
    after: [...texts.values()].reduce((sum, text) => sum + countLines(text), 0),
  };
  if (lines.after > lines.before * (1 - LEAST_SAVED)) return undefined;
  const found = {
    key: folded.key,
    ...names,
    workbooks: files.map(({ slug }) => slug),
    columns: folded.columns,
    overrides: folded.rows.filter((row) => Object.hasOwn(row, "override")).length,
    lines,
  };
  return { found, files, texts };
}

/** Without `sales`, if all others are `sales-…`: no key of a row would make that of `sales-${row.key}`, and it stays what it is. */
function withoutTrunk(files: ReadFile[]): ReadFile[] {
  const [trunk, ...others] = files;
  const isBranch = ({ slug }: ReadFile) => /^[^\p{L}\p{N}]/u.test(slug.slice(trunk?.slug.length));
  const isTrunk = others.every((one) => one.slug.startsWith(trunk?.slug ?? "") && isBranch(one));
  return isTrunk && others.length >= FEWEST_ROWS ? others : files;
}

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function countValues(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countValues(item), 0);
  return isObject(value) ? countValues(Object.values(value)) : 1;
}
