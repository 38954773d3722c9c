// The project as each of its targets reads it: what a name stands for may be written for one of them only.

import { type Loaded, loadFiles, type Overlay } from "../../desired/index.ts";
import type { Project, ResolvedReport, ResolvedWorkbook, Target } from "../../model/index.ts";
import { LintError } from "../../project/check-files.ts";
import type { Environment } from "../../target/index.ts";

export interface Side {
  /** Undefined in a project without targets. */
  target: Target | undefined;
  workbooks: readonly ResolvedWorkbook[];
  reports: readonly ResolvedReport[];
  /** The files that `include` chooses. */
  names: readonly string[];
  loaded: Loaded;
}

/** Throws a LintError if a file does not load: what it names would be missed. */
export async function loadSides(project: Project, env: Environment, texts?: Overlay): Promise<Side[]> {
  const sides = await loadEachSide(project, env, texts);
  for (const { loaded, names } of sides) {
    const { diagnostics, text } = loaded;
    if (diagnostics.some(({ severity }) => severity === "error"))
      throw new LintError({ diagnostics, files: names.length, text }, "nothing was written");
  }
  return sides;
}

export async function loadEachSide(
  project: Project,
  env: Environment,
  texts: Overlay = new Map(),
): Promise<Side[]> {
  const overlay = new Map([...texts].map(([file, text]) => [file, text?.replace(/^\uFEFF/, "") ?? null]));
  const targets = Object.values(project.targets);
  const sides: Side[] = [];
  for (const target of targets.length > 0 ? targets : [undefined]) {
    const workbooks: ResolvedWorkbook[] = [];
    const visit = (workbook: ResolvedWorkbook) => workbooks.push(workbook);
    const loaded = await loadFiles({ project, target, env: { ...env }, overlay, visit });
    const { names, reports } = loaded;
    sides.push({ target, workbooks, reports, names, loaded });
  }
  return sides;
}
