// The ways out of a hazard: a plan that stops somebody says how to go on, both ways.

import { type Change, HAZARD_CODES, type HazardCode, type Plan, targetFlag } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { kindPrefix } from "./change-title.ts";

/** A sentence in pieces: words, and commands, which a terminal and markdown set off differently. Not escaped. */
export type Piece = string | { command: string };

export interface Advice {
  code: HazardCode;
  /** The changes it is about; none if it is about their number. */
  keys: string[];
  /** The words of a hazard that is about the whole plan, and shown nowhere else. */
  message: string;
  pieces: Piece[];
}

const MAX_NAMED = 3;
const PLAIN_PATH = /^[\w./:@%+,-]{1,100}$/;
const PLAIN_WORD = /^[a-z0-9][a-z0-9._-]{0,59}$/;

const ONLY: Piece = { command: "boardwright apply --only GLOB" };

/** Of a plan that is not made from the files: the run that it puts back, or the file that it was saved in. */
export interface PlanSource {
  undoes?: string | undefined;
  from?: string | undefined;
  /** Its target, if a command that names none means another: a pasted way out must not hit that one. */
  target?: string | undefined;
}

/** One advice per hazard code of the plan, in the order of HAZARD_CODES. */
export function hazardAdvice(plan: Plan, { undoes, from, target }: PlanSource = {}): Advice[] {
  const flag = targetFlag(target);
  const codes = codesOf(plan);
  const waysOut = (code: HazardCode, stopped: readonly Change[]): Piece[] => {
    // A run and a saved plan know their target themselves, and are taken whole or not at all.
    if (undoes !== undefined) return waysOfRollback(codes, undoes);
    if (from !== undefined) return waysOfSaved(codes, from);
    return waysOfFiles(code, stopped).map((piece): Piece => {
      if (typeof piece === "string") return piece;
      // Alone, it would be refused for the other hazards.
      if (codes.length > 1 && piece.command.endsWith(` --allow ${code}`))
        return { command: piece.command.replace("boardwright apply ", "") };
      return { command: `${piece.command}${flag}` };
    });
  };
  return codes.map((code): Advice => {
    const stopped = plan.changes.filter((change) => hasHazard(change, code));
    const pieces = waysOut(code, stopped);
    if (code !== "mass-change") {
      const keys = stopped.map(({ kind, key }) => kindPrefix(kind) + key);
      return { code, keys, message: "", pieces };
    }
    const hazards = stopped.flatMap((change) => change.hazards.filter((hazard) => hazard.code === code));
    const message = [...new Set(hazards.map((hazard) => hazard.message))].join("; ");
    return { code, keys: [], message, pieces };
  });
}

/** The command that accepts all of several hazards, for a plan of the files; each of their advices names only its own. Else empty. */
export function allowAllAdvice(plan: Plan, { undoes, from, target }: PlanSource = {}): Piece[] {
  const codes = codesOf(plan);
  if (codes.length < 2 || undoes !== undefined || from !== undefined) return [];
  const prune = plan.changes.some(({ action }) => action === "delete") ? "--prune " : "";
  const command = `boardwright apply ${prune}--allow ${codes.join(",")}${targetFlag(target)}`;
  return pieces`Accept all of them with ${{ command }}.`;
}

/** The ways out for what no file declares any more; with the target, if a command that names none means another. */
export function orphanAdvice(orphans: readonly Change[], target: string | undefined): Piece[] {
  const keysOf = (kind: Change["kind"]) =>
    orphans.filter((change) => change.kind === kind).map(({ key }) => key);
  const [slugs, reports] = [keysOf("workbook"), keysOf("report")];
  const isPlain =
    slugs.length + reports.length <= MAX_NAMED && [...slugs, ...reports].every((key) => PLAIN_WORD.test(key));
  const some = slugs.length > 0 ? ["SLUG"] : ["--report KEY"];
  const named = isPlain ? [...slugs, ...reports.map((key) => `--report ${key}`)] : some;
  const flag = targetFlag(target);
  const disown = { command: `boardwright disown ${named.join(" ")}${flag}` };
  return pieces`Delete with ${{ command: `boardwright apply --prune${flag}` }}, or keep unmanaged with ${disown}.`;
}

function codesOf({ changes }: Plan): HazardCode[] {
  return HAZARD_CODES.filter((code) => changes.some((change) => hasHazard(change, code)));
}

/** How many decisions the plan asks for: one for each change with a hazard, and one if their number is a hazard. */
export function countDecisions(plan: Plan): number {
  const own = plan.changes.filter((change) => ownHazards(change).length > 0).length;
  return own + (plan.changes.some((change) => hasHazard(change, "mass-change")) ? 1 : 0);
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

export function adviceLead(advice: readonly Advice[]): string {
  const number = advice.reduce((sum, { keys }) => sum + Math.max(1, keys.length), 0);
  return count(number, "hazard");
}

function waysOfFiles(code: HazardCode, stopped: readonly Change[]): Piece[] {
  if (code === "mass-change" && stopped.some(({ action }) => action === "delete")) return MASS_DELETE;
  if (code !== "drift" && code !== "conflict" && code !== "adopt") return WAYS_OUT[code];
  const slugs = stopped.filter(({ kind }) => kind === "workbook").map(({ key }) => key);
  if (slugs.length === 0 || (code === "drift" && slugs.length < stopped.length)) return WAYS_OUT[code];
  // People paste it into a shell: they have to quote anything that is no plain word there.
  const isPlain = slugs.length <= MAX_NAMED && slugs.every((slug) => PLAIN_WORD.test(slug));
  const named = isPlain ? slugs.join(" ") : "SLUG";
  return taking(`boardwright pull ${named}${code === "drift" ? "" : " --theirs"}`, code);
}

function taking(pull: string, code: keyof typeof OR_ELSE): Piece[] {
  const what = code === "drift" ? "the edit" : "the live state";
  return pieces`Take ${what} in with ${{ command: pull }}, or ${OR_ELSE[code]} with ${allow(code)}.`;
}

const OR_ELSE = {
  drift: "discard it",
  conflict: "overwrite it",
  adopt: "put the declared state in its place",
} as const;

const WAYS_OUT: Record<HazardCode, Piece[]> = {
  // A report is pulled with its workbook, which the plan does not name, or with everything that was edited.
  drift: taking("boardwright pull", "drift"),
  conflict: writing("conflict"),
  adopt: writing("adopt"),
  takeover: pieces`Leave it to the other project by removing it from these files, or manage it here from now on with ${allow("takeover")}.`,
  renamed: pieces`Rename it in Git too, or let go of what is live with ${{ command: "boardwright disown SLUG" }}; create a second workbook with ${allow("renamed")}.`,
  delete: pieces`Declare it again to keep it, or delete it with ${allow("delete", "--prune ")}.`,
  "mass-change": pieces`Apply in parts with ${ONLY}, or all of it with ${allow("mass-change")}.`,
};

/** A narrowed apply deletes nothing, so it is a way out for the rest alone. */
const MASS_DELETE = pieces`Apply everything but the deletions in parts with ${ONLY}, or all of it with ${allow("mass-change", "--prune ")}.`;

function writing(code: "conflict" | "adopt"): Piece[] {
  return pieces`Write the live state into the file to keep it, or ${OR_ELSE[code]} with ${allow(code)}.`;
}

/** A saved plan is applied whole or not at all. */
function waysOfSaved(codes: readonly HazardCode[], file: string): Piece[] {
  const name = PLAIN_PATH.test(file) ? file : "PLAN_FILE";
  const command = `boardwright apply ${name} --allow ${codes.join(",")}`;
  return pieces`Change the files or the live state and plan again, or apply all of it with ${{ command }}.`;
}

function waysOfRollback(codes: readonly HazardCode[], run: string): Piece[] {
  const command = `boardwright rollback ${run}`;
  return pieces`Put back only the others with ${{ command: `${command} --only GLOB` }}, or all of it with ${{ command: `${command} --allow ${codes.join(",")}` }}.`;
}

function allow(code: HazardCode, before = ""): Piece {
  return { command: `boardwright apply ${before}--allow ${code}` };
}

/** The tag of a sentence with commands in it. */
function pieces(words: TemplateStringsArray, ...inserted: readonly Piece[]): Piece[] {
  const all = words.flatMap((text, index) => [text, ...inserted.slice(index, index + 1)]);
  return all.filter((piece) => piece !== "");
}

function hasHazard(change: Change, code: HazardCode): boolean {
  return change.hazards.some((hazard) => hazard.code === code);
}
