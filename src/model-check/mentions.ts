// Finds possible members in JSON of any shape: each `cube.member` under a query's own keys, and elsewhere too, but there only as
// a guess (`role` is undefined) that the caller believes if the cube is known.

import { DEEPEST, dashboardOf, parseQuery, widgetsOf } from "../lint/index.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
  PROSE,
  type ResolvedReport,
  type ResolvedWorkbook,
  VALUES,
} from "../model/index.ts";

export interface Mention {
  text: string;
  path: Path;
  /** Whether the text is the key at `path`, or its value. */
  part: "key" | "value";
  /** Undefined if it is not under a key of a query. */
  role: Role | undefined;
}

interface SearchOptions {
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

// The expected kind of a member, by the key of a query that it is under. Keys are those of the platform's queries
// (`jsonQuery`), of report snapshots (fillMissingRows, periodComparisons) and of dashboard controls (field notes, A.10 and B).

/** `any`: a member of any kind. `time`: a time dimension. */
export type Role = "measure" | "dimension" | "time" | "segment" | "filter" | "order" | "any";

/** Keys that name members anywhere. */
const ROLES: ReadonlyMap<string, Role> = new Map([
  ["measure", "measure"],
  ["measures", "measure"],
  ["dimension", "dimension"],
  ["dimensions", "dimension"],
  ["excludedDimensions", "dimension"],
  ["timeDimension", "time"],
  ["timeDimensions", "time"],
  ["segments", "segment"],
  ["filters", "filter"],
  ["order", "order"],
  ["member", "any"],
]);

/** Keys that name a member of their surroundings' kind: `filters[].member`, `timeDimensions[].dimension`, `order[].id`. */
const INNER: ReadonlyMap<Role, ReadonlySet<string>> = new Map([
  ["filter", new Set(["member", "dimension", "and", "or"])],
  ["time", new Set(["dimension", "member"])],
  ["order", new Set(["id", "member"])],
  ["measure", new Set(["id", "member"])],
  ["dimension", new Set(["id", "member"])],
  ["segment", new Set(["id", "member"])],
]);

/** The role of a key of an object, if the object itself has the role `around`. */
function roleOf(key: string, around: Role | undefined): Role | undefined {
  if (around !== undefined && INNER.get(around)?.has(key)) return around;
  return ROLES.get(key);
}

// The places in a workbook and in a report that may name members, and the roles of the members there.

/** The role of a control's `member`. A FIELD replaces measures and dimensions. */
const MEMBER_OF: ReadonlyMap<unknown, Role> = new Map([
  ["FILTER", "filter"],
  ["TIME_GRAIN", "time"],
  ["FIELD", "filter"],
]);

/** Widget by widget, in their order. A widget's id, type and position name no members. */
export function mentionsOfWidgets(workbook: ResolvedWorkbook): Mention[][] {
  return widgetsOf(workbook).map((widget, index) => {
    if (!isObject(widget)) return [];
    const path = ["dashboard", "widgets", index];
    const member = MEMBER_OF.get(widget.type);
    return [
      ...gather(widget.config, { path: [...path, "config"], member }),
      ...gather(widget.style, { path: [...path, "style"] }),
    ];
  });
}

/** The dashboard's own free-form settings. Its theme has only fonts and colours, and an app's files are code. */
export function mentionsOfSettings(workbook: ResolvedWorkbook): Mention[] {
  return gather(dashboardOf(workbook)?.settings, { path: ["dashboard", "settings"] });
}

/** In its query, its pivot and its drawing. SQL is not read. */
export function mentionsOfReport({ entry }: ResolvedReport): Mention[] {
  const pivot = isObject(entry.pivotItems) ? entry.pivotItems : {};
  const inPivot = (key: string, role: Role) => gather(pivot[key], { path: ["pivotItems", key], role });
  return [
    ...gather(entry.query, { path: ["query"], strict: true }),
    ...inPivot("columns", "any"),
    ...inPivot("rows", "any"),
    ...inPivot("measures", "measure"),
    ...inPivot("filters", "filter"),
    ...gather(entry.meta, { path: ["meta"] }),
  ];
}

function gather(value: Json | undefined, options: SearchOptions): Mention[] {
  const mentions: Mention[] = [];
  searchMentions(value, options, (mention) => mentions.push(mention));
  return mentions;
}
