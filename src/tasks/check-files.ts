// Files → findings and desired state, in one pass: what lint, plan and apply share.

import { loadFiles, type Overlay } from "../desired/index.ts";
import { createLinter } from "../lint/index.ts";
import {
  type DataModel,
  type Diagnostic,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Target,
  UserError,
} from "../model/index.ts";
import { createModelCheck } from "../model-check/index.ts";
import type { Environment } from "../target/index.ts";

export interface Checked {
  diagnostics: Diagnostic[];
  reports: ResolvedReport[];
  /** The files that were looked at, sorted, and how many they are. */
  names: readonly string[];
  files: number;
  /** Files without a section of a workbook file that no file includes. */
  strays: ReadonlySet<string>;
  /** Whether another target could give other findings. */
  dependsOnTarget: boolean;
  /** Slugs of the workbooks that would not work on the model; empty if none was given. */
  broken: readonly string[];
  text(file: string): string | undefined;
}

export interface CheckOptions {
  project: Project;
  target: Target | undefined;
  env: Environment;
  cwd: string;
  /** Files or folders that narrow the work. */
  paths?: readonly string[];
  /** Files as they will be: see LoadOptions. */
  overlay?: Overlay;
  /** Every member that the files name is checked against it as well. */
  model?: DataModel;
  /** Takes each workbook as it streams by. */
  visit?(workbook: ResolvedWorkbook): void;
}

/** Loads and lints for one target. Never throws for what is wrong in a workbook file. */
export async function checkFiles({
  project,
  visit,
  paths,
  model,
  ...options
}: CheckOptions): Promise<Checked> {
  const linter = createLinter(project);
  const modelCheck = model && createModelCheck(model, project);
  const loaded = await loadFiles({
    project,
    ...options,
    ...(paths?.length ? { paths: [...paths] } : {}),
    visit(workbook) {
      linter.visit(workbook);
      modelCheck?.visit(workbook);
      visit?.(workbook);
    },
  });
  const { reports, names, strays, dependsOnTarget, text, chose } = loaded;
  const { diagnostics: ofModel = [], broken = [] } = modelCheck?.finish(reports, chose) ?? {};
  const diagnostics = await linter.finish({
    ...loaded,
    diagnostics: [...loaded.diagnostics, ...ofModel],
    whole: !paths?.length,
  });
  return { diagnostics, reports, names, files: names.length, strays, dependsOnTarget, broken, text };
}

export function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity === "error").length;
}

/** Files with errors, which stop a command before it does anything. */
export class LintError extends UserError {
  /** The findings, and the texts to show them in. */
  readonly checked: Pick<Checked, "diagnostics" | "files" | "text">;

  /** `spared` says what has not happened: `nothing was sent`. */
  constructor(checked: LintError["checked"], spared: string) {
    const errors = countErrors(checked.diagnostics);
    super(`the files have ${errors === 1 ? "an error" : `${errors} errors`}; ${spared}`);
    this.checked = checked;
  }
}
