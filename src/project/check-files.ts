// Files → findings and desired state, in one pass: what lint, plan and apply share.

import type { Cache, Memory } from "../cache/index.ts";
import {
  type Budget,
  expandText,
  type Keeping,
  loadFiles,
  type Note,
  type Overlay,
  type Snapshot,
} from "../desired/index.ts";
import { createLinter, type WorkbookFacts } from "../lint/index.ts";
import {
  type DataModel,
  type Diagnostic,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  spanOfFinding,
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
  /** SHA-256 of a file as it was read, if that was asked for. */
  digest(file: string): string | undefined;
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
  /** Production's, where `model` is a branch's: a view that looks renamed is told from one that is gone by it. */
  before?: DataModel | undefined;
  /** Makes a digest of each file that is read. */
  hasDigests?: boolean;
  /** Takes each workbook as it streams by; once more from the start if what the cache holds does not add up. */
  visit?(workbook: ResolvedWorkbook): void;
  /** Where what is made of files is kept for later runs; not used with an overlay, a model, or a `visit` without `keeps`. */
  cache?: Cache | undefined;
  /** Instead of a cache: what this process keeps of files, for a reading soon after. */
  memory?: Memory;
  /** What files held when they were first read: see LoadOptions. */
  snapshot?: Snapshot | undefined;
  /** What a run on several targets may do: see LoadOptions. */
  budget?: Budget | undefined;
  /** What is kept of what `visit` makes of a workbook. */
  keeps?: Pick<Keeping, "note" | "revisit">;
}

/** Loads and lints for one target. Never throws for what is wrong in a workbook file. */
export async function checkFiles(options: CheckOptions): Promise<Checked> {
  const { cache, overlay, model, visit, keeps } = options;
  if (overlay || model || (visit && !keeps)) return (await checkOnce(options)).checked;
  const memory = options.memory ?? cache?.open(settingsOf(options));
  const { budget } = options;
  const before = { ...budget };
  const { checked, isCertain } = await checkOnce(options, { memory });
  if (isCertain) return checked;
  // What is known counts as more than it was.
  if (budget) Object.assign(budget, before);
  return (await checkOnce(options)).checked;
}

/** All that findings and declarations depend on besides the tool and the files. */
function settingsOf({ project, target, env, keeps }: CheckOptions): string {
  const { name, targets, groups, ignore, reportKeys, lint } = project;
  // Whether a variable holds a secret depends on all others.
  const variables = project.env.map((variable) => {
    const problems: unknown[] = [];
    return [variable, expandText(`\${env.${variable}}`, { project, target, env }, problems as []), problems];
  });
  const chosen = target && { name: target.name, vars: target.vars };
  // A plan keeps what the files declare, too.
  const purpose = keeps ? "plan" : "lint";
  return JSON.stringify({ purpose, name, targets, groups, ignore, reportKeys, lint, variables, chosen });
}

async function checkOnce(
  { project, visit, paths, model, before, keeps, ...options }: CheckOptions,
  sources?: Pick<Keeping, "memory">,
): Promise<{ checked: Checked; isCertain: boolean }> {
  const linter = createLinter(project);
  const modelCheck = model && createModelCheck(model, project, before);
  /** Of the last workbook. */
  let facts: WorkbookFacts | undefined;
  const keeping: Keeping | undefined = sources && {
    ...sources,
    note: (workbook) => noteChecked(facts, () => (keeps ? keeps.note(workbook) : NOTHING)),
    revisit(workbook, { facts, bytes }) {
      const { lint, own } = facts as CheckedFacts;
      linter.take(workbook, lint);
      keeps?.revisit(workbook, { facts: own, bytes });
    },
  };
  const loaded = await loadFiles({
    project,
    ...options,
    ...(paths?.length ? { paths: [...paths] } : {}),
    keeping,
    visit(workbook) {
      facts = linter.visit(workbook);
      modelCheck?.visit(workbook);
      visit?.(workbook);
    },
  });
  const { reports, names, strays, dependsOnTarget, isCertain, text, digest, chose } = loaded;
  const { diagnostics: ofModel = [], broken = [] } = modelCheck?.finish(reports, chose) ?? {};
  const found = await linter.finish({
    ...loaded,
    diagnostics: [...loaded.diagnostics, ...ofModel],
    whole: !paths?.length,
  });
  const diagnostics = await withFixes(found, text);
  const files = names.length;
  const checked = { diagnostics, reports, names, files, strays, dependsOnTarget, broken, text, digest };
  return { checked, isCertain };
}

/** What is kept of a workbook that was checked: for the linter, and for the caller. */
interface CheckedFacts {
  lint: WorkbookFacts;
  own: Note["facts"];
}

/** What a caller keeps that has nothing of its own. */
const NOTHING: Note = { facts: null, bytes: Buffer.alloc(0) };

/** The note of a workbook that the linter has just gathered `facts` from; undefined if there can be none. */
function noteChecked(facts: WorkbookFacts | undefined, noteOwn: () => Note | undefined): Note | undefined {
  if (!facts) return undefined;
  const own = noteOwn();
  return own && { facts: { lint: facts, own: own.facts } satisfies CheckedFacts, bytes: own.bytes };
}

/** Findings offer a fix only if the place spells the name. What edits files is loaded only for that: most runs have nothing to fix. */
async function withFixes(findings: Diagnostic[], read: Checked["text"]): Promise<Diagnostic[]> {
  if (!findings.some(({ fix }) => fix)) return findings;
  const { canRename } = await import("../edit/index.ts");
  return findings.map(({ fix, ...finding }) => {
    const text = fix && read(finding.file);
    return fix && text !== undefined && canRename(text, spanOfFinding(finding), fix)
      ? { ...finding, fix }
      : finding;
  });
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
