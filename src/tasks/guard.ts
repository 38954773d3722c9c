// Which hazards were accepted, and what blocks an apply.

import picomatch from "picomatch";
import { PLAN_RULES } from "../lint/index.ts";
import {
  type Allowed,
  type Change,
  EXIT,
  globProblem,
  HAZARD_CODES,
  type HazardCode,
  isPlainSlug,
  type Plan,
  type Project,
  parseAllowing,
  shorten,
  UsageError,
  UserError,
  writeJson,
} from "../model/index.ts";

/** Changes that a refusal names, and that its commands are for. */
const SHOWN_KEYS = 5;

/**
 * The hazards that the project file and `--allow` accept. A glob is of slugs; it accepts those of the workbook's reports that are pulled with
 * it, and `report/KEY` means a report by itself.
 */
export function readAllowed(project: Project, flags: readonly string[]): Allowed {
  const accepted = [...project.apply.allow, ...flags].map((text) => {
    const parsed = parseAllowing(text);
    if (!parsed) {
      throw new UsageError(`there is no hazard ${JSON.stringify(text)} to allow`, [
        `Hazards are ${HAZARD_CODES.join(", ")}; \`drift:SLUG_GLOB\` accepts one for some slugs alone.`,
      ]);
    }
    const { code, slugs } = parsed;
    const why = slugs === undefined ? undefined : globProblem(slugs);
    if (why !== undefined) throw new UsageError(`the glob of --allow ${code} ${why}`, [shorten(text, 80)]);
    return { code, matches: slugs === undefined ? undefined : picomatch(slugs, { dot: true, nocase: true }) };
  });
  return {
    has: (code, change) =>
      accepted.some(
        (one) =>
          one.code === code &&
          (!one.matches || (change && slugsOf(change).some((slug) => one.matches?.(slug)))),
      ),
  };
}

function slugsOf({ kind, key, workbook }: Change): string[] {
  return kind === "workbook" ? [key] : [`${kind}/${key}`, ...(workbook === undefined ? [] : [workbook])];
}

/** How to go on where an apply was refused, as it can be pasted there. */
export interface WaysOut {
  /** Takes in what is live. */
  pull?(slugs: readonly string[], isConflict: boolean): string;
  /** Applies the rest. */
  except?(slugs: readonly string[]): string;
  /** `a,b`: applies all of it with these accepted. */
  allow(hazards: string): string;
}

/**
 * Throws if a rule of the project calls an error what the plan found, and, with exit code 3, if the plan holds a hazard that is not
 * allowed: then with the ways out, those for what it stops at first.
 */
export function refuseHazards(
  plan: Plan,
  project: Project,
  flags: readonly string[],
  ways: WaysOut = { allow: (hazards) => `--allow ${hazards}` },
): void {
  const errors = plan.diagnostics.filter(({ rule, severity }) => severity === "error" && OF_PLANS.has(rule));
  if (errors.length > 0) {
    throw new UserError("refused, nothing was written: the plan has what `lint.rules` calls an error", {
      details: errors.map(({ file, line, rule, message }) => `${file}:${line} ${rule}: ${message}`),
    });
  }
  const allowed = readAllowed(project, flags);
  const open = plan.changes.flatMap((change) =>
    change.hazards.flatMap(({ code }) => (allowed.has(code, change) ? [] : [{ code, change }])),
  );
  if (open.length === 0) return;
  const codes = HAZARD_CODES.filter((code) => open.some((one) => one.code === code));
  throw new UserError("refused, nothing was written: the plan has hazards that are not allowed", {
    details: [
      ...codes.map((code) =>
        stoppedText(
          code,
          open.flatMap((one) => (one.code === code ? [one.change] : [])),
        ),
      ),
      ...waysOut(plan, { open, codes, flags, ways }),
    ],
    exitCode: EXIT.refused,
  });
}

const OF_PLANS = new Set(PLAN_RULES.map(({ id }) => id));

/** `drift: a, b and 3 more`; of a conflict what an apply would take away. The plan shows all. */
function stoppedText(code: HazardCode, changes: readonly Change[]): string {
  const names = changes.slice(0, SHOWN_KEYS).map(({ kind, key, fields }) => {
    const name = kind === "workbook" ? key : `${kind} ${key}`;
    const [lost] = code === "conflict" ? fields.filter(({ origin }) => origin === "both") : [];
    return lost ? `${name} (${lost.path} is ${shorten(writeJson(lost.before ?? null), 60)} live)` : name;
  });
  const rest = changes.length - names.length;
  return `${code}: ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

interface Stops {
  open: readonly { code: HazardCode; change: Change }[];
  codes: readonly HazardCode[];
  flags: readonly string[];
  ways: WaysOut;
}

/** For the slugs that it stops at, if they are few; for all last. */
function waysOut(plan: Plan, { open, codes, flags, ways }: Stops): string[] {
  const it = codes.length === 1 ? "it" : "them";
  const all = ways.allow([...new Set([...flags, ...codes])].join(","));
  const stopped = [...new Set(open.map(({ change }) => change))];
  const isFew = stopped.length <= SHOWN_KEYS && stopped.every(({ key }) => isPlainSlug(key));
  if (!isFew) return [`If this is intended, allow ${it}: ${all}`];
  const edits = open.filter(({ code }) => code === "drift" || code === "conflict");
  const pulled = [
    ...new Set(
      edits.flatMap(({ change }) => (change.kind === "workbook" ? change.key : (change.workbook ?? []))),
    ),
  ];
  const slugs = stopped.flatMap(({ kind, key }) => (kind === "workbook" ? [key] : []));
  const isRest = plan.changes.some((change) => change.action !== "orphaned" && !stopped.includes(change));
  const some = open.map(({ code, change }) =>
    code === "mass-change" ? code : `${code}:${slugsOf(change)[0]}`,
  );
  const lines = [
    pulled.length > 0 && ways.pull
      ? [`Take in what is live: ${ways.pull(pulled, codes.includes("conflict"))}`]
      : [],
    slugs.length === stopped.length && isRest && ways.except ? [`Apply the rest: ${ways.except(slugs)}`] : [],
    [`If this is intended, allow ${it}: ${ways.allow([...new Set([...flags, ...some])].join(","))}`],
    codes.some((code) => code !== "mass-change") ? [`The same for whatever else has ${it}: ${all}`] : [],
  ];
  return lines.flat();
}
