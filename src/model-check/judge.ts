// One mention against the model: nothing, or a finding in words.

import type { ModelMember } from "../model/index.ts";
import type { Mention } from "./mentions.ts";
import {
  endsInGranularity,
  type Found,
  lastOf,
  type ModelIndex,
  mayBeTime,
  quoteMember,
} from "./model-index.ts";
import type { Role } from "./roles.ts";

/** A problem in words, before it has a place. */
export interface Finding {
  rule: string;
  message: string;
  help?: string;
  /** The member that was meant, perhaps: what the message ends with, as a question. */
  near?: string;
}

/** To a credential that may not see a member, it looks like one that does not exist. */
const NOT_VISIBLE = "A member that is private, or hidden by the model's access rules, counts as unknown.";

const WANTED: Readonly<Record<Exclude<Role, "any">, string>> = {
  measure: "a measure",
  dimension: "a dimension",
  time: "a time dimension",
  segment: "a segment",
  filter: "a dimension or a measure",
  order: "a dimension or a measure",
};

/** A mention outside of queries may be given only if its cube is known. */
export function judge(mention: Pick<Mention, "text" | "role">, model: ModelIndex): Finding | undefined {
  const { text, role } = mention;
  if (!text.includes(".")) return judgeWithoutCube(text, model);
  const found = model.find(text);
  // Outside of queries, longer texts are members only if they end in a granularity: orders.csv.gz is a file.
  if (role === undefined && found.is !== "member" && text.split(".").length > 2 && !endsInGranularity(text))
    return undefined;
  return found.is === "member" ? judgeKind(text, found, role) : judgeUnknown(text, found, model);
}

function judgeKind(
  text: string,
  { member, granularity }: Extract<Found, { is: "member" }>,
  role: Role | undefined,
): Finding | undefined {
  if (role === undefined || role === "any" || fits(member, role, granularity)) return undefined;
  return {
    rule: "member-kind",
    message: `${quoteMember(text)} is ${kindInWords(member, granularity)}, but ${WANTED[role]} is needed here.`,
  };
}

export function fits(member: ModelMember, role: Role, granularity: string | undefined): boolean {
  const { kind } = member;
  switch (role) {
    case "measure":
    case "segment":
      return kind === role;
    case "dimension":
      return kind === "dimension" || kind === "hierarchy";
    case "time":
      return mayBeTime(member) && granularity === undefined;
    default:
      return kind === "dimension" || kind === "measure";
  }
}

function kindInWords(member: ModelMember, granularity: string | undefined): string {
  if (granularity !== undefined) return `a time dimension with a granularity`;
  const { kind, type } = member;
  if (kind !== "dimension" || type === undefined) return `a ${kind}`;
  return type === "time" ? "a time dimension" : `a dimension of type ${type}`;
}

function judgeUnknown(text: string, found: Exclude<Found, { is: "member" }>, model: ModelIndex): Finding {
  if (found.is === "no-granularity") {
    const why = mayBeTime(found.member)
      ? `${quoteMember(found.granularity)} is not a granularity of it`
      : `it is ${kindInWords(found.member, undefined)}, which has no granularities`;
    return {
      rule: "unknown-member",
      message: `The model of ${model.of} has no member ${quoteMember(text)}: it has ${quoteMember(found.member.name)}, but ${why}.`,
    };
  }
  if (found.is === "unknown-cube") {
    const meant = meantBy(text, found.cube, model);
    return {
      rule: "unknown-cube",
      message: `The model of ${model.of} has no cube or view ${quoteMember(found.cube)} that is visible, so no ${quoteMember(text)}.`,
      ...(meant === undefined ? { help: NOT_VISIBLE } : { near: meant }),
    };
  }
  const meant = model.nearest(text);
  return {
    rule: "unknown-member",
    message: `The model of ${model.of} has no member ${quoteMember(text)}, or it is not visible.`,
    ...(meant === undefined ? { help: NOT_VISIBLE } : { near: meant }),
  };
}

/** The same member of the nearest cube, else the member by its own name, else the cube alone. */
function meantBy(text: string, cube: string, model: ModelIndex): string | undefined {
  const near = model.nearestCube(cube);
  const there = near === undefined ? undefined : `${near}${text.slice(cube.length)}`;
  if (there !== undefined && model.find(there).is === "member") return there;
  return model.nearest(text) ?? near;
}

/** In a query, the platform does not know a name without a cube. */
function judgeWithoutCube(text: string, model: ModelIndex): Finding {
  const named = model.named(lastOf(text));
  return {
    rule: "unknown-member",
    message: `${quoteMember(text)} is not a member: name a member with its cube or view, as in \`cube.member\`.`,
    ...(named.length === 1 && { near: named[0]! }),
  };
}

/** With a space before it; nothing without a name. */
export function ask(meant: string | undefined): string {
  return meant === undefined ? "" : ` Did you mean ${quoteMember(meant)}?`;
}
