// The reports that the chosen workbooks draw, as the files say it.

import { discoverFiles, type Overlay } from "../../desired/index.ts";
import type { NarrowingOptions } from "../../model/index.ts";
import { collectDrawn, type Drawn } from "../../model-check/index.ts";
import { type Checked, checkFiles, countErrors, LintError } from "../../project/check-files.ts";
import type { Asked, ProjectContext } from "../../project/context.ts";
import { readPaths } from "../../project/named-paths.ts";
import { selectSlugs } from "../../project/select-slugs.ts";

/** A file of reports means its reports. */
export interface DrawnOptions extends Omit<ProjectContext, "connect">, Asked<NarrowingOptions> {}

export interface DrawnChoice {
  drawn: Drawn[];
  /** Empty if the work is narrowed: others may draw them. */
  undrawn: string[];
  checked: Checked;
}

/** Reads all files, because a workbook elsewhere may draw a report of the chosen ones. Throws a LintError for errors in what was chosen. */
export async function readDrawn(options: DrawnOptions): Promise<DrawnChoice> {
  const { project, cwd, paths = [], only = [] } = options;
  const named = await readPaths({ project, cwd, paths });
  const isNarrow = paths.length > 0;
  const files = new Set(isNarrow ? await discoverFiles({ project, cwd, paths: named.paths }) : []);
  const selection = selectSlugs(only, isNarrow ? "none of the files named declares" : undefined);
  const isChosenFile = (file: string) => !isNarrow || files.has(file);
  const wanted = new Set<string>();
  const { found, checked } = await drawnIn(options, ({ slug, file }) => {
    if (isChosenFile(file) && named.takes({ slug, file }) && selection.takes(slug)) wanted.add(slug);
  });
  const diagnostics = checked.diagnostics.filter(
    ({ file }) => isChosenFile(file) || found.missing.length > 0,
  );
  if (countErrors(diagnostics) > 0) throw new LintError({ ...checked, diagnostics }, "nothing was asked");
  selection.check();
  // No workbook has this slug: only what is named as a file is meant.
  const isNamed = (file: string) => isNarrow && files.has(file) && named.takes({ slug: "", file });
  const drawn = found.drawn.flatMap((one): Drawn[] => {
    if (one.file !== undefined && only.length === 0 && isNamed(one.file)) return [one];
    const slugs = one.slugs.filter((slug) => wanted.has(slug));
    return slugs.length > 0 ? [{ ...one, slugs }] : [];
  });
  return { drawn, undrawn: isNarrow || only.length > 0 ? [] : found.undrawn, checked };
}

/** The same for files as they were: everything that is drawn in them, whatever is wrong. */
export async function readDrawnAt(options: DrawnOptions, overlay: Overlay): Promise<Drawn[]> {
  const { found } = await drawnIn({ ...options, overlay }, () => {});
  return found.drawn;
}

async function drawnIn(
  options: DrawnOptions & { overlay?: Overlay },
  offer: (workbook: { slug: string; file: string }) => void,
) {
  const { project, target, env, cwd, overlay, snapshot } = options;
  const drawing = collectDrawn(project.reportKeys);
  const checked = await checkFiles({
    ...{ project, target, env, cwd },
    // Files as they were are no files that other targets share.
    ...(overlay ? { overlay } : snapshot && { snapshot }),
    visit(workbook) {
      offer(workbook);
      drawing.visit(workbook);
    },
  });
  return { found: drawing.finish(checked.reports), checked };
}
