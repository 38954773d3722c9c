// What uses the members of a data model, from the files; and what another model of a branch changes for them.

import {
  compareText,
  type MemberUse,
  type ModelDifferences,
  type ResolvedReport,
  type Target,
  type Unread,
  type UsedMember,
  type Uses,
  type UsesOptions,
  writtenOwners,
} from "../../model/index.ts";
import {
  chooseMembers,
  compareModels,
  createUsesFinder,
  type FindUsesOptions,
  type FoundUses,
} from "../../model-check/index.ts";
import { checkFiles, countErrors, LintError } from "../../project/check-files.ts";
import type { ProjectContext } from "../../project/context.ts";
import { type ReadModelOptions, readModel } from "../../project/read-model.ts";
import { readOwners } from "../../project/repository.ts";
import { chooseTarget } from "../../target/index.ts";

type Context = Pick<ProjectContext, "project" | "env" | "cwd">;

/** `target`: the one to resolve the files for; `BOARDWRIGHT_TARGET` if absent, else all for which they say something different. */
export interface FindUsesTask extends Context, Pick<UsesOptions, "members" | "target"> {}

export interface FoundInFiles extends Uses {
  /** How many files were looked at. */
  files: number;
  /** Every member that they name, asked for or not; sorted. */
  names: readonly string[];
}

/** Reads files only. Throws a LintError if they have errors, a UsageError for a name that can be none. */
export async function findUses({ members, target: named, ...place }: FindUsesTask): Promise<FoundInFiles> {
  const { project, env } = place;
  const chosen = members && chooseMembers(members);
  const options = chosen ? { takes: chosen.takes } : {};
  const found: FoundUses[] = [];
  let files = 0;
  const find = async (target: Target | undefined): Promise<boolean> => {
    const read = await findFor(place, target, options);
    found.push(read.found);
    files = read.files;
    return read.dependsOnTarget;
  };
  if (named !== undefined || env.BOARDWRIGHT_TARGET) await find(chooseTarget(project, named, env));
  else if (await find(undefined)) {
    const targets = Object.values(project.targets);
    // What the files say without overrides may be what no target gets.
    if (targets.length > 0) found.splice(0);
    for (const target of targets) await find(target);
  }
  const merged = mergeFound(found);
  const answers = [
    ...merged.members.map(({ member }) => member),
    ...found.flatMap((each) => [...each.written]),
  ];
  const names = [...new Set(found.flatMap((each) => each.names))].sort(compareText);
  return { ...merged, missing: chosen?.missing(answers, names) ?? [], files, names };
}

export interface CompareBranchTask extends Context, ReadModelOptions {
  branch: string;
}

/**
 * Compares the model of the branch with production's. Only reads, except for issuing the tokens for the metadata. Throws a LintError if the
 * files have errors, a UserError if one of the models cannot be read.
 */
export async function compareBranch({
  branch,
  connect,
  signal,
  ...place
}: CompareBranchTask): Promise<ModelDifferences & { files: number }> {
  const { target } = place;
  const to = await readModel({ target, connect, branch, signal });
  const from = await readModel({ target, connect, signal });
  const differences = compareModels(from, to);
  const wanted = new Set(differences.map(({ member }) => member));
  const options = { models: [from, to], takes: (member: string) => wanted.has(member) };
  const { found, files } = await findFor(place, target, options);
  const uses = new Map(found.members.map((each) => [each.member, each.uses]));
  return {
    from: from.of,
    to: to.of,
    differences: differences.map((each) => ({ ...each, uses: uses.get(each.member) ?? [] })),
    unread: found.unread,
    files,
  };
}

async function findFor(
  { project, env, cwd }: Context,
  target: Target | undefined,
  options: Omit<FindUsesOptions, "reportKeys" | "ownersOf">,
): Promise<{ found: FoundUses; files: number; dependsOnTarget: boolean }> {
  const ofFile = readOwners(project);
  const finder = createUsesFinder({
    ...options,
    reportKeys: project.reportKeys,
    ownersOf: ({ entry, file }) => writtenOwners(entry.owner) ?? ofFile(file),
  });
  const checked = await checkFiles({ project, target, env, cwd, visit: finder.visit });
  if (countErrors(checked.diagnostics) > 0) throw new LintError(checked, "what they use is not known");
  const reports: readonly ResolvedReport[] = checked.reports;
  return { found: finder.finish(reports), files: checked.files, dependsOnTarget: checked.dependsOnTarget };
}

/** What is used for several targets, each use once. */
function mergeFound(found: readonly FoundUses[]): { members: UsedMember[]; unread: Unread[] } {
  const [first, ...others] = found;
  if (!first || others.length === 0) return { members: first?.members ?? [], unread: first?.unread ?? [] };
  const members = new Map<string, Map<string, MemberUse>>();
  const unread = new Map<string, Unread>();
  for (const each of found) {
    for (const { member, uses } of each.members) {
      const known = members.get(member) ?? new Map<string, MemberUse>();
      members.set(member, known);
      for (const use of uses) known.set(JSON.stringify(use), use);
    }
    for (const one of each.unread) unread.set(JSON.stringify(one), one);
  }
  const sorted = [...members].sort(([a], [b]) => compareText(a, b));
  return {
    members: sorted.map(([member, uses]) => ({ member, uses: [...uses.values()].sort(compareUses) })),
    unread: [...unread.values()],
  };
}

/** A stable order in which the uses of one target keep theirs within a dashboard. */
function compareUses(a: MemberUse, b: MemberUse): number {
  return compareText(a.dashboard?.slug ?? "\uffff", b.dashboard?.slug ?? "\uffff");
}
