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
  pull?(slugs: readonly string[], isTheirs: boolean): string;
  /** Applies the rest, and prunes nothing. */
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
  const open = plan.changes.flatMap((change): Stop[] =>
    change.hazards.flatMap(({ code }) => (allowed.has(code, change) ? [] : [{ code, change }])),
  );
  if (open.length === 0) return;
  const stops = HAZARD_CODES.flatMap((code) => {
    const changes = open.flatMap((one) => (one.code === code ? [one.change] : []));
    return changes.length > 0 ? [stoppedText(code, changes)] : [];
  });
  throw new UserError("refused, nothing was written: the plan has hazards that are not allowed", {
    details: [...stops, ...waysOut(plan, open, flags, ways)],
    exitCode: EXIT.refused,
  });
}

interface Stop {
  code: HazardCode;
  change: Change;
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

/** Hazards of what `pull` can take in. */
const TAKEN: ReadonlySet<HazardCode> = new Set(["drift", "conflict", "adopt"]);
/** What a narrowed apply does not do, and what is no change that anybody sees. */
const NOT_WRITTEN: ReadonlySet<Change["action"]> = new Set(["orphaned", "stamp", "delete"]);

/** For what it stops at, if that is little; for all last. */
function waysOut(plan: Plan, open: readonly Stop[], flags: readonly string[], ways: WaysOut): string[] {
  const codes = HAZARD_CODES.filter((code) => open.some((one) => one.code === code));
  const it = codes.length === 1 ? "it" : "them";
  // What is allowed for some is not repeated beside the same for all.
  const allow = (hazards: readonly string[]) => {
    const others = flags.filter((flag) => !hazards.some((code) => flag.startsWith(`${code}:`)));
    return ways.allow([...new Set([...others, ...hazards])].join(","));
  };
  const stopped = [...new Set(open.map(({ change }) => change))];
  if (stopped.length > SHOWN_KEYS || !stopped.every(({ key }) => isPlainSlug(key)))
    return [`If this is intended, allow ${it}: ${allow(codes)}`];
  const lines: string[] = [];
  // Of a publication there is no draft to take in.
  const edited = open.filter(
    ({ code, change: { action } }) => TAKEN.has(code) && action !== "publish" && action !== "delete",
  );
  const homes = edited.flatMap(({ change }) => slugsOf(change).filter((slug) => !slug.includes("/")));
  const isTheirs = edited.some(({ code }) => code !== "drift");
  if (homes.length > 0 && ways.pull)
    lines.push(`Take in what is live: ${ways.pull([...new Set(homes)], isTheirs)}`);
  // What is narrowed deletes nothing.
  const kept = stopped.filter(({ action }) => action !== "delete");
  const isRest = plan.changes.some((one) => !NOT_WRITTEN.has(one.action) && !stopped.includes(one));
  if (isRest && ways.except && kept.every(({ kind }) => kind === "workbook"))
    lines.push(`Apply the rest: ${ways.except(kept.map(({ key }) => key))}`);
  const some = open.map(({ code, change }) =>
    code === "mass-change" ? code : `${code}:${slugsOf(change)[0]}`,
  );
  lines.push(`If this is intended, allow ${it}: ${allow(some)}`);
  if (codes.some((code) => code !== "mass-change"))
    lines.push(`The same for whatever else has ${it}: ${allow(codes)}`);
  return lines;
}
