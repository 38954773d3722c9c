// What differs between two data models, member by member. A member that is gone and a new one that is nearly the same look renamed.

import {
  compareText,
  type DataModel,
  type MemberDifference,
  type MemberShape,
  type ModelMember,
} from "../model/index.ts";
import { cubeOf, groupBy, lastOf, nearestLast } from "./model-index.ts";

type By = NonNullable<MemberDifference["renamed"]>["by"];

interface Pair {
  gone: ModelMember;
  fresh: ModelMember;
  by: By;
}

/** Sorted by name. Each member is in one difference at most: one that looks renamed is neither removed nor added. */
export function compareModels(from: DataModel, to: DataModel): MemberDifference[] {
  const before = membersOf(from);
  const after = membersOf(to);
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const fresh = [...after.values()].filter(({ name }) => !before.has(name));
  const pairs = pairRenamed(gone, fresh, { before, after });
  const left = new Set(pairs.map((pair) => pair.gone));
  const come = new Set(pairs.map((pair) => pair.fresh));
  const differences: MemberDifference[] = [
    ...pairs.map(
      (pair): MemberDifference => ({
        change: "renamed",
        member: pair.gone.name,
        renamed: { to: pair.fresh.name, by: pair.by },
        before: shapeOf(pair.gone),
        after: shapeOf(pair.fresh),
      }),
    ),
    ...gone
      .filter((member) => !left.has(member))
      .map(
        (member): MemberDifference => ({ change: "removed", member: member.name, before: shapeOf(member) }),
      ),
    ...fresh
      .filter((member) => !come.has(member))
      .map((member): MemberDifference => ({ change: "added", member: member.name, after: shapeOf(member) })),
    ...[...before.values()].flatMap((member) => retyped(member, after.get(member.name))),
  ];
  return differences.sort((a, b) => compareText(a.member, b.member));
}

function membersOf({ cubes }: DataModel): Map<string, ModelMember> {
  return new Map(cubes.flatMap(({ members }) => members.map((member) => [member.name, member] as const)));
}

function shapeOf({ kind, type }: ModelMember): MemberShape {
  return { kind, ...(type !== undefined && { type }) };
}

/** A type that one of the models does not say is no difference. */
function retyped(before: ModelMember, after: ModelMember | undefined): MemberDifference[] {
  if (!after) return [];
  const lost = before.granularities.filter((name) => !after.granularities.includes(name)).sort(compareText);
  const isOther =
    before.kind !== after.kind ||
    (before.type !== undefined && after.type !== undefined && before.type !== after.type);
  if (!isOther && lost.length === 0) return [];
  return [
    {
      change: "retyped",
      member: before.name,
      before: shapeOf(before),
      after: shapeOf(after),
      ...(lost.length > 0 && { lostGranularities: lost }),
    },
  ];
}

type Models = Record<"before" | "after", ReadonlyMap<string, ModelMember>>;

const nameOf = ({ name }: ModelMember): string => name;
const viewOf = ({ name }: ModelMember): string => cubeOf(name);

/** One reason to take two members for the same: only those are compared whose keys are equal. */
interface Evidence {
  by: By;
  keyOfGone(member: ModelMember): string;
  keyOfFresh(member: ModelMember): string;
  isLike(one: ModelMember, other: ModelMember): boolean;
}

/** The strongest evidence first; a member that two others could have become stays removed. */
function pairRenamed(gone: readonly ModelMember[], fresh: readonly ModelMember[], models: Models): Pair[] {
  const views = pairViews(gone, fresh, models);
  const inOneView = { keyOfGone: viewOf, keyOfFresh: viewOf };
  const evidence: readonly Evidence[] = [
    {
      by: "view",
      keyOfGone: ({ name }) => `${views.get(cubeOf(name)) ?? ""}.${lastOf(name)}`,
      keyOfFresh: nameOf,
      isLike: () => true,
    },
    { by: "sql", ...inOneView, isLike: (one, other) => one.sql !== undefined && one.sql === other.sql },
    {
      by: "title",
      ...inOneView,
      isLike: (one, other) => one.title !== undefined && one.title === other.title,
    },
    { by: "name", ...inOneView, isLike: (one, other) => isTypedAlike(one, other) && nameIsNear(one, other) },
  ];
  const pairs: Pair[] = [];
  let left = gone;
  let come = fresh;
  for (const each of evidence) {
    const found = pairMutually(left, come, each);
    pairs.push(...found);
    const paired = new Set(found.map((pair) => pair.gone));
    const taken = new Set(found.map((pair) => pair.fresh));
    left = left.filter((member) => !paired.has(member));
    come = come.filter((member) => !taken.has(member));
  }
  return pairs;
}

function isTypedAlike(one: ModelMember, other: ModelMember): boolean {
  return one.type === undefined || other.type === undefined || one.type === other.type;
}

function nameIsNear(one: ModelMember, other: ModelMember): boolean {
  return nearestLast(lastOf(one.name), [other.name]) !== undefined;
}

/** Pairs of one kind in which each is the only one that is like the other. */
function pairMutually(
  gone: readonly ModelMember[],
  fresh: readonly ModelMember[],
  { by, keyOfGone, keyOfFresh, isLike }: Evidence,
): Pair[] {
  const byGone = groupBy(gone, keyOfGone);
  const byFresh = groupBy(fresh, keyOfFresh);
  const isCandidate = (one: ModelMember, other: ModelMember) => one.kind === other.kind && isLike(one, other);
  return gone.flatMap((one) => {
    const [other, ...more] = (byFresh.get(keyOfGone(one)) ?? []).filter((each) => isCandidate(one, each));
    if (!other || more.length > 0) return [];
    const rivals = (byGone.get(keyOfFresh(other)) ?? []).filter((each) => isCandidate(each, other));
    return rivals.length === 1 ? [{ gone: one, fresh: other, by }] : [];
  });
}

/** Views of which nothing is left → the new view that has most of their members, by their own names: at least half of them. */
function pairViews(
  gone: readonly ModelMember[],
  fresh: readonly ModelMember[],
  { before, after }: Models,
): Map<string, string> {
  const staying = new Set([...before.keys()].filter((name) => after.has(name)).map(cubeOf));
  const existed = new Set([...before.keys()].map(cubeOf));
  const lost = [...groupBy(gone, viewOf)].filter(([view]) => !staying.has(view));
  const come = [...groupBy(fresh, viewOf)].filter(([view]) => !existed.has(view));
  const lastNames = new Map(
    come.map(([view, members]) => [view, new Set(members.map(({ name }) => lastOf(name)))]),
  );
  const pairs = new Map<string, string>();
  for (const [view, members] of lost) {
    const shares = [...lastNames].map(([other, names]) => {
      return { other, share: members.filter(({ name }) => names.has(lastOf(name))).length / members.length };
    });
    const most = Math.max(0, ...shares.map(({ share }) => share));
    const best = shares.filter(({ share }) => share === most && share >= 0.5);
    if (best.length === 1 && ![...pairs.values()].includes(best[0]!.other)) pairs.set(view, best[0]!.other);
  }
  return pairs;
}
