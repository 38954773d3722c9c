// Whose a difference is: the table of contract 5, read from the stamp's short digests.

import type { FieldChange, Origin } from "../../model/index.ts";
import type { Difference } from "../state/diff.ts";
import { ABSENT, type Parts, partOfField, type StampedPart, stampedPart } from "../state/parts.ts";

/** Both sides of a comparison, by part, and what the last apply left (empty where no stamp of ours is there). */
export interface Sides {
  live: Parts;
  desired: Parts;
  stamped: ReadonlyMap<string, StampedPart>;
}

/**
 * The differences with their origin. Left out are those that are none: parts that the platform answered differently from what
 * was asked (a default filled in), where neither side moved since.
 */
export function withOrigins(differences: readonly Difference[], sides: Sides): FieldChange[] {
  return differences.flatMap((difference) => {
    const part = partOfField(difference.path);
    if (isServerDefault(part, sides)) return [];
    return [{ ...difference, origin: originOf(part, sides) }];
  });
}

export function originOf(part: string, { live, desired, stamped }: Sides): Origin {
  const last = stampedPart(stamped, part);
  if (!last) return "unknown";
  const liveMoved = (live.get(part) ?? ABSENT) !== last.returned;
  const filesMoved = (desired.get(part) ?? ABSENT) !== last.asked;
  if (liveMoved && filesMoved) return "both";
  return liveMoved ? "live" : "git";
}

/** A change's origin sums up its fields'. */
export function sumOrigins(fields: readonly FieldChange[]): Origin {
  const origins = new Set(fields.map((field) => field.origin));
  if (origins.has("both") || (origins.has("git") && origins.has("live"))) return "both";
  if (origins.has("live")) return "live";
  return origins.has("git") ? "git" : "unknown";
}

function isServerDefault(part: string, { live, desired, stamped }: Sides): boolean {
  const last = stampedPart(stamped, part);
  if (!last || last.asked === last.returned) return false;
  return (live.get(part) ?? ABSENT) === last.returned && (desired.get(part) ?? ABSENT) === last.asked;
}
