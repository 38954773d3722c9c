// The ways out of a hazard: a plan that stops somebody says how to go on, both ways.

import { type Change, HAZARD_CODES, type HazardCode, type Plan, targetFlag } from "../../model/index.ts";
import { isUnstamped, SHARED_PROJECT } from "../../plan/index.ts";
import { type Inline, say, type Words } from "../document/document.ts";
import { count } from "../text/cells.ts";
import { kindPrefix } from "./change-title.ts";
import { accepting, acceptingOne, applyingPart, pruning } from "./pieces.ts";
import { commandEnd, type PlanSource } from "./say-apply.ts";

export interface Advice {
  code: HazardCode;
  /** Somebody accepted it, for every change that has it. */
  accepted: boolean;
  /** The changes it is about; none if it is about their number. */
  keys: string[];
  /** The words of a hazard that is about the whole plan, and shown nowhere else. */
  message: string;
  pieces: Words;
}

const MAX_NAMED = 3;
const PLAIN_WORD = /^[a-z0-9][a-z0-9._-]{0,59}$/;

/** What the ways out are said of. */
interface Stop {
  source: PlanSource;
  /** All hazards of the plan. */
  codes: readonly HazardCode[];
  /** What an apply of it would do. */
  changes: readonly Change[];
  /** The changes that have this one. */
  stopped: readonly Change[];
}

/** One advice per hazard code of the plan, in the order of HAZARD_CODES. */
export function hazardAdvice(plan: Plan, source: PlanSource = {}): Advice[] {
  const codes = codesOf(plan);
  const changes = applied(plan);
  return codes.map((code): Advice => {
    const stopped = plan.changes.filter((change) => hasHazard(change, code));
    const accepted = stopped.every((change) => source.allowed?.has(code, change));
    // Told once, behind the last of them.
    const isToldLast = isWhole(source) && codes.length > 1;
    const ways = isToldLast ? [] : waysOut(code, { source, codes, changes, stopped });
    const pieces = accepted ? ["Allowed."] : ways;
    if (code !== "mass-change") {
      const keys = stopped.map(({ kind, key }) => kindPrefix(kind) + key);
      return { code, accepted, keys, message: "", pieces };
    }
    const hazards = stopped.flatMap((change) => change.hazards.filter((hazard) => hazard.code === code));
    const message = [...new Set(hazards.map((hazard) => hazard.message))].join("; ");
    return { code, accepted, keys: [], message, pieces };
  });
}

/**
 * Of several hazards the command that accepts all of them: for a plan of the files each of their advices names only its own; a run and a
 * saved plan are taken whole or not at all, so that this is all there is to say. Else empty.
 */
export function allowAllAdvice(plan: Plan, source: PlanSource = {}): Words {
  const codes = codesOf(plan);
  const isOpen = (change: Change) => change.hazards.some(({ code }) => !source.allowed?.has(code, change));
  if (!plan.changes.some(isOpen) || codes.length < 2) return [];
  const changes = applied(plan);
  if (isWhole(source)) return waysOfWhole({ source, codes, changes });
  const prune = plan.changes.some(({ action }) => action === "delete");
  return say`Apply all of it as planned with ${accepting(codes, source, prune)}.`;
}

/** The ways out for what no file declares any more, unless it may be another repository's; with the target, if a command that names none means another. */
export function orphanAdvice(plan: Plan, source: PlanSource): Words {
  if (plan.diagnostics.some(({ rule }) => rule === SHARED_PROJECT))
    return say`Another repository may manage them: see ${SHARED_PROJECT}.`;
  const orphans = plan.changes.filter(({ action }) => action === "orphaned");
  const keysOf = (kind: Change["kind"]) =>
    orphans.filter((change) => change.kind === kind).map(({ key }) => key);
  const slugs = keysOf("workbook");
  const reports = keysOf("report");
  const isPlain =
    slugs.length + reports.length <= MAX_NAMED && [...slugs, ...reports].every((key) => PLAIN_WORD.test(key));
  const some = slugs.length > 0 ? ["SLUG"] : ["--report KEY"];
  const named = isPlain ? [...slugs, ...reports.map((key) => `--report ${key}`)] : some;
  const flag = targetFlag(source.target);
  const disown = { command: `boardwright disown ${named.join(" ")}${flag}` };
  // Only a plan with --prune says why it keeps some.
  if (plan.diagnostics.some(({ rule }) => rule.startsWith("prune-")))
    return say`This plan prunes, and keeps ${orphans.length === 1 ? "it" : "them"} all the same: the warnings say why. Keep unmanaged with ${disown}.`;
  return say`Delete with ${pruning(source, flag)}, or keep unmanaged with ${disown}.`;
}

/** What an apply of the plan would write. */
function applied({ changes }: Plan): Change[] {
  return changes.filter(({ action }) => action !== "orphaned" && action !== "stamp");
}

function codesOf({ changes }: Plan): HazardCode[] {
  return HAZARD_CODES.filter((code) => changes.some((change) => hasHazard(change, code)));
}

/** How many decisions the plan asks for: one for each change with a hazard, and one if their number is a hazard. */
export function countDecisions(plan: Plan, allowed: PlanSource["allowed"]): number {
  const own = plan.changes.filter((change) => needsDecision(change, allowed)).length;
  const isMass = plan.changes.some(
    (change) => hasHazard(change, "mass-change") && !allowed?.has("mass-change", change),
  );
  return own + (isMass ? 1 : 0);
}

/** Whether it has a hazard of its own that nobody accepted. */
export function needsDecision(change: Change, allowed: PlanSource["allowed"]): boolean {
  return ownHazards(change).some(({ code }) => !allowed?.has(code, change));
}

/** The hazards about this change itself: `mass-change` is about the plan, and shown once. */
export function ownHazards(change: Change): Change["hazards"] {
  return change.hazards.filter((hazard) => hazard.code !== "mass-change");
}

/** `drift (order-status)`, `adopt (a, b, c and 4 more)`, `mass-change, 9 of the 12 … would change`. Not escaped. */
export function adviceTitle({ code, keys, message }: Advice): string {
  if (keys.length === 0) return message === "" ? code : `${code}, ${message}`;
  const rest = keys.length - MAX_NAMED;
  return `${code} (${keys.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

/** As many as are listed, each with the changes that it is about. */
export function adviceLead(advice: readonly Advice[]): string {
  return count(advice.length, "hazard");
}

function waysOut(code: HazardCode, stop: Stop): Words {
  const { source } = stop;
  if (isWhole(source)) return waysOfWhole(stop);
  const accept = allow(code, stop);
  const isOne = stop.stopped.length === 1;
  const it = isOne ? "it" : "them";
  switch (code) {
    case "drift":
      if (stop.stopped.every(isPublication)) return publicationWays(stop, accept);
      return say`Take the ${isOne ? "edit" : "edits"} in with ${pull(code, stop) ?? pullAll(source)}, or discard ${it} with ${accept}.`;
    case "conflict":
      return say`${taking(code, stop)}, or overwrite ${it} with ${accept}.`;
    case "adopt":
      // Nothing is declared that could take its place.
      if (stop.stopped.every(({ action }) => action === "delete"))
        return say`Look at what is live, which the backup of the run keeps, and delete ${it} with ${accept}.`;
      return say`${taking(code, stop)}, or put the declared state in ${isOne ? "its" : "their"} place with ${accept}.`;
    case "takeover":
      return say`Leave ${it} to the other project by removing ${it} from these files, or manage ${it} here from now on with ${accept}.`;
    case "renamed":
      if (stop.stopped.every(({ was }) => was !== undefined))
        return say`Declare ${it} under the old slug again, without \`was\`, or rename ${it} once more with ${accept}.`;
      // Another one has the slug, so that nothing is made.
      if (stop.stopped.every(({ action }) => action !== "create"))
        return say`Give ${it} the ${isOne ? "slug" : "slugs"} back on the platform, or give ${it} other slugs in the files; overwrite what has ${isOne ? "the slug" : "the slugs"} now with ${accept}.`;
      return say`Rename ${it} in Git too with ${pull(code, stop) ?? pullAll(source)}, or let go of what is live with ${{ command: `boardwright disown ${liveSlugs(stop)}${commandEnd(source)}` }}; create a second workbook with ${accept}.`;
    case "delete":
      return say`Declare ${it} again to keep ${it}, or delete ${it} with ${accept}.`;
    case "mass-change":
      return massWays(stop, accept);
  }
}

/** A publication that somebody made: the draft is as declared, so that there is nothing to pull. */
function publicationWays({ stopped, source }: Stop, accept: Words): Words {
  const slugs = stopped.map(({ key }) => key);
  const named =
    slugs.length <= MAX_NAMED && slugs.every((slug) => PLAIN_WORD.test(slug)) ? slugs.join(" ") : "SLUG";
  const command = `boardwright pull ${named}${commandEnd(source)}`;
  return say`Publish what Git says with ${accept}, or keep what is published: restore it as the draft in the UI, then take it in with ${{ command }}.`;
}

function isPublication({ action }: Change): boolean {
  return action === "publish";
}

/** The slugs that what was renamed has now, as people paste them into a shell. */
function liveSlugs({ stopped }: Stop): string {
  const slugs = stopped.map(({ reason }) => reason?.liveSlug ?? "");
  return slugs.length <= MAX_NAMED && slugs.every((slug) => PLAIN_WORD.test(slug)) ? slugs.join(" ") : "SLUG";
}

/** A narrowed apply deletes nothing, so it is a way out for the rest alone. */
function massWays({ source, stopped, changes }: Stop, accept: Words): Words {
  if (changes.every(isDelete)) return say`If all of them are meant to go, delete them with ${accept}.`;
  const what = stopped.some(isDelete) ? "Apply everything but the deletions" : "Apply";
  return say`${what} in parts with ${applyingPart(source)}, or all of it with ${accept}.`;
}

/** A run and a saved plan are taken whole or not at all. */
function isWhole({ undoes, from }: PlanSource): boolean {
  return undoes !== undefined || from !== undefined;
}

function waysOfWhole({ source, codes, changes }: Omit<Stop, "stopped">): Words {
  const all = accepting(codes, source);
  if (source.undoes === undefined)
    return say`Change the files or the live state and plan again, or apply all of it with ${all}.`;
  const others = changes.filter(({ hazards }) => hazards.length === 0);
  if (!others.some(({ kind }) => kind === "workbook")) return say`Put all of it back with ${all}.`;
  // It takes slugs, and leaves every report out.
  const what = others.some(({ kind }) => kind === "report")
    ? "the other workbooks, without reports,"
    : "the others";
  return say`Put back only ${what} with ${applyingPart(source)}, or all of it with ${all}.`;
}

/** The beginning of a sentence: how what is live is kept. Of several, those that were edited there: the others may be changed in Git alone. */
function taking(code: "conflict" | "adopt", stop: Stop): Words {
  const { source, stopped } = stop;
  if (stopped.length > 1 && stopped.some(isUnstamped)) {
    const one = { command: `boardwright pull SLUG --theirs${commandEnd(source)}` };
    return say`Nobody knows which of them were edited there: take the live state of each that was in with ${one}`;
  }
  const command = pull(code, stop);
  return command
    ? say`Take the live state in with ${command}`
    : say`Write the live state into the file to keep it`;
}

/** Undefined if it cannot take in all of them by name: an edited report is pulled with its workbook, if it has one. */
function pull(code: HazardCode, { source, stopped }: Stop): Inline | undefined {
  const kept = stopped.filter((change) => !isDelete(change));
  const named = kept.map(({ kind, key, workbook }) => (kind === "workbook" ? key : workbook));
  const slugs = [...new Set(named.filter((slug) => slug !== undefined))];
  if (slugs.length === 0 || (code === "drift" && named.includes(undefined))) return undefined;
  // People paste it into a shell: they have to quote anything that is no plain word there.
  const isPlain = slugs.length <= MAX_NAMED && slugs.every((slug) => PLAIN_WORD.test(slug));
  const words = isPlain ? slugs.join(" ") : "SLUG";
  return {
    command: `boardwright pull ${words}${code === "drift" || code === "renamed" ? "" : " --theirs"}${commandEnd(source)}`,
  };
}

function pullAll(source: PlanSource): Inline {
  return { command: `boardwright pull${commandEnd(source)}` };
}

/** Of several hazards only what this one adds. */
function allow(code: HazardCode, { source, codes, stopped }: Stop): Words {
  const prune = code === "delete" || stopped.some(isDelete);
  return codes.length > 1 ? acceptingOne(code, source, prune) : accepting([code], source, prune);
}

function isDelete({ action }: Change): boolean {
  return action === "delete";
}

function hasHazard(change: Change, code: HazardCode): boolean {
  return change.hazards.some((hazard) => hazard.code === code);
}
