// Which hazards were accepted, and which block an apply.

import {
  EXIT,
  HAZARD_CODES,
  type HazardCode,
  isHazardCode,
  type Plan,
  type Project,
  UsageError,
  UserError,
} from "../model/index.ts";

const SHOWN_KEYS = 5;

/** The hazards that the project file and `--allow` accept. */
export function readAllowed(project: Project, flags: readonly string[]): ReadonlySet<HazardCode> {
  const allowed = new Set<HazardCode>();
  for (const text of [...project.apply.allow, ...flags]) {
    if (!isHazardCode(text)) {
      throw new UsageError(`there is no hazard ${JSON.stringify(text)} to allow`, [
        `Hazards are ${HAZARD_CODES.join(", ")}.`,
      ]);
    }
    allowed.add(text);
  }
  return allowed;
}

/**
 * Throws, with exit code 3, if the plan holds a hazard that is not allowed. The plan itself shows the ways out. `allowing`: how these
 * hazards, `a,b`, are allowed where it was run.
 */
export function refuseHazards(
  plan: Plan,
  project: Project,
  flags: readonly string[],
  allowing = (codes: string) => `--allow ${codes}`,
): void {
  const open = openHazards(plan, readAllowed(project, flags));
  if (open.length === 0) return;
  const needed = new Set<string>([...flags, ...open.map(({ code }) => code)]);
  const codes = HAZARD_CODES.filter((code) => needed.has(code));
  throw new UserError("refused, nothing was written: the plan has hazards that are not allowed", {
    details: [
      ...open.map(({ code, keys }) => `${code}: ${firstOf(keys)}`),
      `If this is intended, allow ${open.length === 1 ? "it" : "them"}: ${allowing(codes.join(","))}`,
    ],
    exitCode: EXIT.refused,
  });
}

/** The first few: the plan shows them all. */
function firstOf(keys: readonly string[]): string {
  const rest = keys.length - SHOWN_KEYS;
  return rest > 0 ? `${keys.slice(0, SHOWN_KEYS).join(", ")} and ${rest} more` : keys.join(", ");
}

/** The hazards that are not allowed, with the changes that have them, in the order of HAZARD_CODES. */
function openHazards(plan: Plan, allowed: ReadonlySet<HazardCode>): { code: HazardCode; keys: string[] }[] {
  const open = new Map<HazardCode, string[]>();
  for (const { kind, key, hazards } of plan.changes) {
    const name = kind === "workbook" ? key : `${kind} ${key}`;
    for (const { code } of hazards) {
      if (!allowed.has(code)) open.set(code, [...(open.get(code) ?? []), name]);
    }
  }
  return HAZARD_CODES.flatMap((code) => {
    const keys = open.get(code);
    return keys ? [{ code, keys }] : [];
  });
}
