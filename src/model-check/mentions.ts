// Finds possible members in JSON of any shape: each `cube.member` under a query's own keys, and elsewhere too, but there only as
// a guess (`role` is undefined) that the caller believes if the cube is known.

import { DEEPEST, parseQuery } from "../lint/index.ts";
import { type Json, type JsonObject, type Path, PROSE, VALUES } from "../model/index.ts";
import { type Role, roleOf } from "./roles.ts";

export interface Mention {
  text: string;
  path: Path;
  /** Whether the text is the key at `path`, or its value. */
  part: "key" | "value";
  /** Undefined if it is not under a key of a query. */
  role: Role | undefined;
}

export interface SearchOptions {
  /** The path of the value. */
  path: Path;
  /** The role of the whole value. */
  role?: Role;
  /** The role of `member` at the top: a TIME_GRAIN's is a time dimension. */
  member?: Role;
  /** It is a whole query: a name without a cube counts too, `revenue` under `measures`. */
  strict?: boolean;
}

/** `cube.member`, also with a granularity or more: names begin with a letter, so `v1.2` is not one. */
const DOTTED = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+$/u;
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Roles whose lists may contain other names than members. */
const LOOSE_ROLES: ReadonlySet<Role | undefined> = new Set([undefined, "order", "any"]);

/** Calls `found` for each mention, in the order of the text. */
export function searchMentions(
  value: Json | undefined,
  options: SearchOptions,
  found: (mention: Mention) => void,
): void {
  const { strict = false } = options;
  const way: (string | number)[] = [...options.path];

  const visitText = (text: string, role: Role | undefined, key: string | undefined): void => {
    if (role === undefined && key !== undefined && PROSE.has(key)) return;
    const counts = DOTTED.test(text) || (strict && !LOOSE_ROLES.has(role) && NAME.test(text));
    if (counts) found({ text, path: way.slice(), part: "value", role });
  };

  const visit = (
    item: Json | undefined,
    role: Role | undefined,
    key: string | undefined,
    memberRole?: Role,
  ): void => {
    if (typeof item === "string" && key === "jsonQuery") visit(parseQuery(item), undefined, undefined);
    else if (typeof item === "string") visitText(item, role, key);
    if (typeof item !== "object" || item === null || way.length > DEEPEST) return;
    if (Array.isArray(item)) {
      for (let index = 0; index < item.length; index += 1) {
        way.push(index);
        visit(item[index], role, key);
        way.pop();
      }
      return;
    }
    visitObject(item, role, memberRole);
  };

  const visitObject = (object: JsonObject, around: Role | undefined, memberRole: Role | undefined): void => {
    const cube = [object.view, object.cube].find((name) => typeof name === "string" && NAME.test(name));
    const comparing = typeof object.member === "string" || typeof object.dimension === "string";
    for (const [key, item] of Object.entries(object)) {
      if (key === "$report" || (comparing && VALUES.has(key))) continue;
      way.push(key);
      // `order: { orders.count: desc }`, and maps like `formats: { orders.count: … }`.
      if (DOTTED.test(key)) found({ text: key, path: way.slice(), part: "key", role: mapRole(around) });
      const role = key === "member" && memberRole !== undefined ? memberRole : roleOf(key, around);
      // `{ view: orders, dimension: status }`: a guess, because the meaning of such keys is not documented.
      if (cube !== undefined && role !== undefined && typeof item === "string" && NAME.test(item))
        found({ text: `${cube}.${item}`, path: way.slice(), part: "value", role: undefined });
      visit(item, role, key);
      way.pop();
    }
  };

  visit(value, options.role, undefined, options.member);
}

/** Only orders and filters are written as maps from members. */
function mapRole(around: Role | undefined): Role | undefined {
  return around === "order" || around === "filter" ? around : undefined;
}
