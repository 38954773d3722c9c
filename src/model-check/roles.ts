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
export function roleOf(key: string, around: Role | undefined): Role | undefined {
  if (around !== undefined && INNER.get(around)?.has(key)) return around;
  return ROLES.get(key);
}
