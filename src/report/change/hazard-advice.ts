// The ways out of a hazard: a plan that stops somebody says how to go on, both ways.

import {
  type Change,
  type ChangeKind,
  HAZARD_CODES,
  type HazardCode,
  narrowingFlags,
  type Plan,
  targetFlag,
} from "../../model/index.ts";
import { isUnstamped, SHARED_PROJECT } from "../../plan/index.ts";
import { type Inline, say, type Words } from "../document/document.ts";
import { commandEnd, type PlanSource, sayApply, sayApplyPart } from "./say-apply.ts";

export interface Advice {
  code: HazardCode;
  /** Somebody accepted it, for every change that has it. */
  accepted: boolean;
  /** The changes it is about; none if it is about their number. */
  keys: string[];
  /** The words of a hazard that is about the whole plan, and shown nowhere else. */
  message: string;
  /** Each a line. */
  ways: Words[];
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

/** One advice per hazard code of the plan, or of some of its changes, in the order of HAZARD_CODES. */
export function hazardAdvice(
  plan: Plan,
  source: PlanSource = {},
  about: readonly Change[] = plan.changes,
): Advice[] {
  const codes = codesOf(about);
  const changes = applied(plan);
  return codes.map((code): Advice => {
    const all = about.filter((change) => hasHazard(change, code));
    const lone = all.filter((change) => !goesAlong(change));
    const stopped = lone.length > 0 ? lone : all;
    const accepted = stopped.every((change) => source.allowed?.has(code, change));
    // Told once, behind the last of them.
    const isToldLast = isWhole(source) && codes.length > 1;
    const ways = isToldLast || accepted ? [] : waysOut(code, { source, codes, changes, stopped });
    if (code !== "mass-change") {
      const keys = stopped.map(({ kind, key }) => kindPrefix(kind) + key);
      return { code, accepted, keys, message: "", ways };
    }
    const hazards = stopped.flatMap((change) => change.hazards.filter((hazard) => hazard.code === code));
    const message = [...new Set(hazards.map((hazard) => hazard.message))].join("; ");
    return { code, accepted, keys: [], message, ways };
  });
}

/**
 * Of several hazards the command that accepts all of them: for a plan of the files each of their advices names only its own; a run and a
 * saved plan are taken whole or not at all, so that this is all there is to say. Else empty.
 */
export function allowAllAdvice(plan: Plan, source: PlanSource = {}): Words[] {
  const codes = codesOf(plan.changes);
  const isOpen = (change: Change) => change.hazards.some(({ code }) => !source.allowed?.has(code, change));
  if (!plan.changes.some(isOpen) || codes.length < 2) return [];
  const changes = applied(plan);
  if (isWhole(source)) return waysOfWhole({ source, codes, changes });
  const prune = plan.changes.some(({ action }) => action === "delete");
  return [say`all of it as planned: ${accepting(codes, source, prune)}`];
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

function codesOf(changes: readonly Change[]): HazardCode[] {
  return HAZARD_CODES.filter((code) => changes.some((change) => hasHazard(change, code)));
}

/** How many decisions the plan asks for: one for each change with a hazard, and one if their number is a hazard. */
export function countDecisions(plan: Plan, allowed: PlanSource["allowed"]): number {
  const own = plan.changes.filter((one) => needsDecision(one, allowed) && !goesAlong(one)).length;
  const isMass = plan.changes.some(
    (change) => hasHazard(change, "mass-change") && !allowed?.has("mass-change", change),
  );
  return own + (isMass ? 1 : 0);
}

/** Whether a report is deleted with its workbook, and nothing else is to be decided about it. */
export function goesAlong(change: Change): change is Change & { workbook: string } {
  const { kind, action, workbook, origin, drawnBy = [], hazards } = change;
  const isDeleted = kind === "report" && action === "delete" && workbook !== undefined;
  // An edit that is lost with it is its own.
  const isPlain = origin === "git" && hazards.every(({ code }) => code === "delete");
  return isDeleted && drawnBy.length === 0 && isPlain;
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

/** What to do, the safest first: keep what is live, leave it out, do as planned. Each a line. */
function waysOut(code: HazardCode, stop: Stop): Words[] {
  const { source, stopped } = stop;
  if (isWhole(source)) return waysOfWhole(stop);
  const accept = allow(code, stop);
  const isOne = stopped.length === 1;
  const it = isOne ? "it" : "them";
  const rest = leavingOut(stop);
  switch (code) {
    case "drift": {
      const isPublished = stopped.every(({ action }) => action === "publish");
      const edits = isOne ? "edit" : "edits";
      const keep = isPublished
        ? say`keep what is published: restore it as the draft in the UI, then ${pull(code, stop) ?? pullAll(source)}`
        : say`keep the ${edits}: ${pull(code, stop) ?? pullAll(source)}`;
      const discard = isPublished ? "publish what Git says" : `discard the ${edits}`;
      return [keep, ...rest, say`${discard}: ${accept}`];
    }
    case "conflict":
      return [...taking(code, stop), ...rest, say`overwrite ${it}: ${accept}`];
    case "adopt": {
      // Nothing is declared that could take its place.
      if (stopped.every(isDelete))
        return [say`look at what is live, which the backup of the run keeps`, say`delete ${it}: ${accept}`];
      const place = isOne ? "its" : "their";
      return [...taking(code, stop), ...rest, say`put the declared state in ${place} place: ${accept}`];
    }
    case "takeover":
      return [
        say`leave ${it} to the other project: remove ${it} from these files`,
        say`manage ${it} here from now on: ${accept}`,
      ];
    case "renamed":
      return renamedWays(stop, accept);
    case "delete":
      return [say`keep ${it}: declare ${it} again`, say`delete ${it}: ${accept}`];
    case "mass-change":
      return massWays(stop, accept);
  }
}

function renamedWays(stop: Stop, accept: Words): Words[] {
  const { source, stopped } = stop;
  const isOne = stopped.length === 1;
  const it = isOne ? "it" : "them";
  const slugs = isOne ? "the slug" : "the slugs";
  if (stopped.every(({ was }) => was !== undefined))
    return [
      say`declare ${it} under the old slug again, without \`was\``,
      say`rename ${it} once more: ${accept}`,
    ];
  // Another one has the slug, so that nothing is made.
  if (stopped.every(({ action }) => action !== "create"))
    return [
      say`give ${it} ${slugs} back on the platform, or other slugs in the files`,
      say`overwrite what has ${slugs} now: ${accept}`,
    ];
  const disown = { command: `boardwright disown ${liveSlugs(stop)}${commandEnd(source)}` };
  return [
    say`rename ${it} in Git too: ${pull("renamed", stop) ?? pullAll(source)}`,
    say`let go of what is live: ${disown}`,
    say`create a second workbook: ${accept}`,
  ];
}

/** How everything else is applied, if a command can say it. */
function leavingOut({ source, stopped, changes }: Stop): Words[] {
  const { inJob = false, narrowing } = source;
  const { only = [], paths } = narrowing ?? {};
  const isPlain = stopped.every(({ kind, key }) => kind === "workbook" && PLAIN_WORD.test(key));
  if (inJob || paths || !isPlain || stopped.length > MAX_NAMED) return [];
  if (changes.every((change) => stopped.includes(change))) return [];
  const except = narrowingFlags({ ...narrowing, only: [...only, ...stopped.map(({ key }) => `!${key}`)] });
  const it = stopped.length === 1 ? "it" : "them";
  return [say`leave ${it} out: ${{ command: `boardwright apply${except}${commandEnd(source)}` }}`];
}

/** The slugs that what was renamed has now, as people paste them into a shell. */
function liveSlugs({ stopped }: Stop): string {
  const slugs = stopped.map(({ reason }) => reason?.liveSlug ?? "");
  return slugs.length <= MAX_NAMED && slugs.every((slug) => PLAIN_WORD.test(slug)) ? slugs.join(" ") : "SLUG";
}

/** A narrowed apply deletes nothing, so it is a way out for the rest alone. */
function massWays({ source, stopped, changes }: Stop, accept: Words): Words[] {
  if (changes.every(isDelete)) return [say`delete them, if all of them are meant to go: ${accept}`];
  const what = stopped.some(isDelete) ? "everything but the deletions, in parts" : "apply in parts";
  return [say`${what}: ${applyingPart(source)}`, say`all of it: ${accept}`];
}

/** A run and a saved plan are taken whole or not at all. */
function isWhole({ undoes, from }: PlanSource): boolean {
  return undoes !== undefined || from !== undefined;
}

function waysOfWhole({ source, codes, changes }: Omit<Stop, "stopped">): Words[] {
  const all = accepting(codes, source);
  if (source.undoes === undefined)
    return [say`change the files or the live state, and plan again`, say`apply all of it: ${all}`];
  const others = changes.filter(({ hazards }) => hazards.length === 0);
  const whole = say`put all of it back: ${all}`;
  if (!others.some(({ kind }) => kind === "workbook")) return [whole];
  // It takes slugs, and leaves every report out.
  const what = others.some(({ kind }) => kind === "report")
    ? "the other workbooks, without reports"
    : "the others";
  return [say`put back only ${what}: ${applyingPart(source)}`, whole];
}

/** How what is live is kept. Of several, those that were edited there: the others may be changed in Git alone. */
function taking(code: "conflict" | "adopt", stop: Stop): Words[] {
  const { source, stopped } = stop;
  if (stopped.length > 1 && stopped.some(isUnstamped)) {
    const one = { command: `boardwright pull SLUG --theirs${commandEnd(source)}` };
    return [say`keep the live state of each that was edited there, which nobody knows: ${one}`];
  }
  const command = pull(code, stop);
  return [command ? say`keep the live state: ${command}` : say`keep the live state: write it into the file`];
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

/** `report `, `folder `; nothing for a workbook, which plans are about. */
export function kindPrefix(kind: ChangeKind): string {
  return kind === "workbook" ? "" : `${kind} `;
}

// Sentences with commands in them, and how hazards are accepted in one.

const IN_THE_JOB = " in the apply job";

/** How an apply takes the plan with these hazards: a command, or, on a pull request, inputs of the job that applies on the merge. */
function accepting(codes: readonly HazardCode[], source: PlanSource, prune = false): Words {
  if (!source.inJob) return [{ command: sayApply(codes, source, prune) }];
  const allow = { command: `allow: ${codes.join(", ")}` };
  return [...(prune ? [PRUNE, " and "] : []), allow, IN_THE_JOB];
}

/** The same of one hazard of several: the command alone would be refused for the others. */
function acceptingOne(code: HazardCode, source: PlanSource, prune: boolean): Words {
  if (source.inJob) return accepting([code], source, prune);
  return [{ command: `${prune ? "--prune " : ""}--allow ${code}` }];
}

/** How a part of the plan is applied, which the reader chooses. */
function applyingPart(source: PlanSource): Words {
  return source.inJob ? [{ command: "only: GLOB" }, IN_THE_JOB] : [{ command: sayApplyPart(source) }];
}

const PRUNE: Inline = { command: "prune: true" };

/** How what no file declares any more is deleted. `flag`: the target, if a command that names none means another. */
function pruning({ inJob }: Pick<PlanSource, "inJob">, flag: string): Words {
  return inJob ? [PRUNE, IN_THE_JOB] : [{ command: `boardwright apply --prune${flag}` }];
}
