// Findings for one target, or for each for which the files say something different.

import type { Cache } from "../cache/index.ts";
import { isOver, openBudget } from "../desired/index.ts";
import {
  type DataModel,
  type Diagnostic,
  narrowRows,
  type Project,
  type Target,
  tellOnce,
} from "../model/index.ts";
import { chooseTargets, type Environment } from "../target/index.ts";
import { type Checked, checkFiles } from "./check-files.ts";
import { readPaths } from "./named-paths.ts";
import type { TargetModel } from "./read-model.ts";

/** Which member was meant depends on what was there before. */
const UNKNOWN: ReadonlySet<string> = new Set(["unknown-cube", "unknown-member"]);

export interface LintOptions {
  project: Project;
  env: Environment;
  cwd: string;
  /** Files, folders or slugs that narrow the work. */
  paths?: readonly string[];
  /** Names, groups and globs of the targets to lint for; `BOARDWRIGHT_TARGET` if none is given, else all. */
  targets?: readonly string[] | undefined;
  /** Members are checked against it, for its target only. */
  online?: TargetModel | undefined;
  /** Where what is made of files is kept for later runs. */
  cache?: Cache | undefined;
}

export async function lintProject({
  targets: chosen = [],
  online,
  ...options
}: LintOptions): Promise<Checked> {
  const { project, env, cwd } = options;
  const named = await readPaths({ project, cwd, paths: options.paths ?? [] });
  const narrow = (one: Diagnostic) =>
    narrowRows(one, (slug) => slug === undefined || named.takes({ slug, file: one.file })) ?? [];
  const budget = openBudget();
  const check = async (target: Target | undefined): Promise<Checked> => {
    const { model, readBefore } = target !== undefined && target.name === online?.target.name ? online : {};
    const ask = (before?: DataModel) =>
      checkFiles({ ...options, budget, paths: named.paths, target, ...(model && { model, before }) });
    let checked = await ask();
    const before = checked.diagnostics.some(({ rule }) => UNKNOWN.has(rule)) && (await readBefore?.());
    if (before) checked = await ask(before);
    return { ...checked, diagnostics: checked.diagnostics.flatMap(narrow) };
  };
  const isChosen = chosen.length > 0 || env.BOARDWRIGHT_TARGET;
  const [one, ...rest] = isChosen ? chooseTargets(project, chosen, env) : [undefined];
  const checked = await check(one);
  const all = isChosen ? rest : Object.values(project.targets);
  const others = checked.dependsOnTarget ? all : online && !isChosen ? [online.target] : [];
  if (others.length === 0) return checked;
  let found = checked.diagnostics;
  const known = new Set(found.flatMap(missingVariable));
  const broken = new Set<string>();
  for (const target of others) {
    if (isOver(budget)) break;
    const more = await check(target);
    found = found.concat(
      more.diagnostics.filter((finding) => !missingVariable(finding).some((key) => known.has(key))),
    );
    for (const slug of more.broken) broken.add(slug);
  }
  return { ...checked, diagnostics: tellOnce(found), broken: [...broken] };
}

/** What tells one missing variable of one place from another: a variable that no target declares is missing at each of them. */
function missingVariable({ rule, file, line, column, message }: Diagnostic): string[] {
  if (rule !== "unknown-variable") return [];
  return [JSON.stringify([file, line, column, /variable `(.*?)`/.exec(message)?.[1]])];
}
