// The policy of a project from trusted ground (contract 11): who may write a branch may write the project file on it, so what decides
// where a credential goes, what is read from the machine and what passes unasked is taken from another revision of it.

import {
  compareText,
  type Json,
  joinPath,
  type PlanPolicy,
  type PolicyChange,
  type Project,
  type ProjectPolicy,
  type Target,
  writeDuration,
  writeJson,
} from "../model/index.ts";

export interface TrustedGround extends Pick<ProjectPolicy, "revision" | "commit" | "isThere" | "isNearer"> {
  /** The project as that revision declares it; an empty one if its file is not there. */
  trusted: Project;
}

/** The project with the policy of trusted ground in place of its own, and what its own says otherwise. */
export function underPolicy(project: Project, { trusted, ...ground }: TrustedGround): Project {
  const targets = Object.entries(project.targets).map(([name, target]) => {
    const known = Object.hasOwn(trusted.targets, name) ? trusted.targets[name] : undefined;
    return [name, known ? targetUnder(target, known) : target] as const;
  });
  const { defaultTarget = usualTarget(trusted) ?? project.defaultTarget } = trusted;
  const { defaultTarget: _, groups: __, ...rest } = project;
  const known = Object.values(trusted.targets);
  return {
    ...rest,
    name: ground.isThere ? trusted.name : project.name,
    ...(defaultTarget === undefined ? {} : { defaultTarget }),
    targets: Object.fromEntries(targets),
    env: trusted.env,
    apply: trusted.apply,
    ignore: trusted.ignore,
    // A branch could put another target into a group that it knows a job names.
    ...(trusted.groups && { groups: trusted.groups }),
    test: trusted.test,
    policy: {
      ...ground,
      changes: comparePolicies(trusted, project),
      targets: known.map(({ name }) => name),
      deployments: known.flatMap(({ deployment }) => deployment ?? []),
    },
  };
}

/** What a plan says of it; nothing if the policy is that of the working tree. */
export function policyOfPlan({ policy }: Project): { policy?: PlanPolicy } {
  if (!policy) return {};
  const { revision, commit, changes } = policy;
  return { policy: { revision, commit, changes } };
}

function targetUnder(
  { name, vars, environment }: Target,
  { url, deployment, folders, link }: Target,
): Target {
  return {
    ...{ name, url, vars, folders },
    ...(deployment === undefined ? {} : { deployment }),
    ...(link === undefined ? {} : { link }),
    ...(environment === undefined ? {} : { environment }),
  };
}

/** The only one is the default without being named, and a second one that a branch adds must not change that. */
function usualTarget({ targets }: Project): string | undefined {
  const names = Object.keys(targets);
  return names.length === 1 ? names[0] : undefined;
}

function comparePolicies(before: Project, after: Project): PolicyChange[] {
  const from = valuesOf(before);
  const to = valuesOf(after);
  const paths = [...new Set([...from.keys(), ...to.keys()])];
  const values = paths.flatMap((path) => compareValues(path, from.get(path), to.get(path)));
  const lists = LISTS.flatMap(([path, read]) => compareLists(path, read(before), read(after)));
  return [...values, ...lists].sort((a, b) => rankOf(a) - rankOf(b) || compareText(a.path, b.path));
}

/** What matters most to a reviewer comes first: where the key of a known target goes, and what passes unasked. */
const RANKS: readonly ((change: PolicyChange) => boolean)[] = [
  ({ path, change }) => change !== "added" && path.startsWith("targets.") && path.endsWith(".url"),
  ({ path }) => path === "defaultTarget",
  ({ path, change }) => change !== "added" && path.startsWith("targets.") && path.endsWith(".deployment"),
  ({ path, change }) => change !== "added" && /^targets\..*\.folders[.[]/s.test(path),
  ({ path }) => path === "apply.allow",
  ({ path }) => path.startsWith("apply.limits."),
  ({ path }) => path === "ignore",
  ({ path, change }) => change !== "added" && path.startsWith("targets."),
  ({ path }) => path.endsWith(".url"),
  ({ path }) => path.endsWith(".deployment"),
];

function rankOf(change: PolicyChange): number {
  const rank = RANKS.findIndex((holds) => holds(change));
  return rank === -1 ? RANKS.length : rank;
}

const LISTS: readonly (readonly [string, (project: Project) => readonly string[]])[] = [
  ["env", ({ env }) => env],
  ["apply.allow", ({ apply }) => apply.allow],
  ["ignore", ({ ignore }) => ignore],
  ["test.skip", ({ test }) => test.skip],
];

/** Path → value, as the project file spells both; what is not said is not there. */
function valuesOf({ name, defaultTarget, apply, targets, groups = {}, test }: Project): Map<string, Json> {
  const { concurrency, backups, limits } = apply;
  const said: [string, Json | undefined][] = [
    ["project", name === "" ? undefined : name],
    ["defaultTarget", defaultTarget],
    ["apply.concurrency", concurrency],
    ["apply.backups", backups === false ? "off" : backups],
    ["apply.limits.change", percent(limits.change)],
    ["apply.limits.delete", percent(limits.delete)],
    ["test.slow", writeDuration(test.slowMs)],
    ...Object.entries(test.securityContext).map(([key, value]): [string, Json] => [
      joinPath("test.securityContext", [key]),
      writeJson(value),
    ]),
    ...Object.entries(groups).map(([group, members]): [string, Json] => [
      joinPath("groups", [group]),
      members.join(", "),
    ]),
    ...Object.values(targets).flatMap(({ name: target, url, deployment, folders, link }) => {
      const at = (key: string) => joinPath("targets", [target, key]);
      return [
        [at("url"), url],
        [at("deployment"), deployment],
        [at("link"), link],
        ...Object.entries(folders).map(([path, id]): [string, Json] => [joinPath(at("folders"), [path]), id]),
      ] satisfies [string, Json | undefined][];
    }),
  ];
  return new Map(said.filter((pair): pair is [string, Json] => pair[1] !== undefined));
}

/** As the file has it: 0.1 → `10%`, without the noise of binary fractions. */
function percent(share: number): string {
  return `${Number((share * 100).toFixed(6))}%`;
}

function compareValues(path: string, before: Json | undefined, after: Json | undefined): PolicyChange[] {
  if (before === after) return [];
  if (before === undefined) return [{ path, change: "added", after: after ?? null }];
  if (after === undefined) return [{ path, change: "removed", before }];
  return [{ path, change: "changed", before, after }];
}

function compareLists(path: string, before: readonly string[], after: readonly string[]): PolicyChange[] {
  const had = new Set(before);
  const has = new Set(after);
  return [
    ...[...had].filter((entry) => !has.has(entry)).map((entry) => removedEntry(path, entry)),
    ...[...has].filter((entry) => !had.has(entry)).map((entry) => addedEntry(path, entry)),
  ];
}

function removedEntry(path: string, before: string): PolicyChange {
  return { path, change: "removed", before };
}

function addedEntry(path: string, after: string): PolicyChange {
  return { path, change: "added", after };
}
