// The ways out of a hazard. A plan that stops somebody says how to go on, on both ways (taste: plan).

import { type Change, HAZARD_CODES, type HazardCode, type Plan, targetFlag } from "../../model/index.ts";
import { count } from "../text/cells.ts";

/** A sentence in pieces: words, and commands that a terminal and markdown set off each in its way. Not escaped. */
export type Piece = string | { command: string };

export interface Advice {
  code: HazardCode;
  /** The changes it is about; none where it is about their number. */
  keys: string[];
  /** What only this place tells: the words of a hazard that is about the plan. */
  message: string;
  pieces: Piece[];
}

const MAX_NAMED = 3;
const PLAIN_PATH = /^[\w./:@%+,-]{1,100}$/;
const PLAIN_WORD = /^[a-z0-9][a-z0-9._-]{0,59}$/;

const ONLY: Piece = { command: "boardwright apply --only GLOB" };

/** What a plan is, where it is not made from the files: that of a run that is put back, or one that was saved. */
export interface PlanSource {
  undoes?: string | undefined;
  from?: string | undefined;
  /** Its target, where a command that names none means another: who pastes a way out must not hit that one. */
  target?: string | undefined;
}

/** One advice per hazard code of the plan, in the order of HAZARD_CODES. */
export function hazardAdvice(plan: Plan, { undoes, from, target }: PlanSource = {}): Advice[] {
  const isOfFiles = undoes === undefined && from === undefined;
  const waysOut = (code: HazardCode): Piece[] => {
    if (undoes !== undefined) return waysOfRollback(code, undoes);
    return from === undefined ? WAYS_OUT[code] : waysOfSaved(code, from);
  };
  // A run and a saved plan know their target themselves.
  const flag = isOfFiles ? targetFlag(target) : "";
  const aimed = (pieces: Piece[]): Piece[] =>
    pieces.map((piece) => (typeof piece === "string" ? piece : { command: `${piece.command}${flag}` }));
  return HAZARD_CODES.flatMap((code): Advice[] => {
    const stopped = plan.changes.filter((change) => hasHazard(change, code));
    const keys = stopped.map(({ kind, key }) => (kind === "workbook" ? key : `${kind} ${key}`));
    if (keys.length === 0) return [];
    if (code === "mass-change") {
      const messages = stopped.flatMap(({ hazards }) => hazards.filter((hazard) => hazard.code === code));
      const message = [...new Set(messages.map((hazard) => hazard.message))].join("; ");
      const isDeleting = stopped.some(({ action }) => action === "delete");
      const pieces = isDeleting && isOfFiles ? MASS_DELETE : waysOut(code);
      return [{ code, keys: [], message, pieces: aimed(pieces) }];
    }
    const taking = isOfFiles ? takingIn(code, stopped) : undefined;
    return [{ code, keys, message: "", pieces: aimed(taking ?? waysOut(code)) }];
  });
}

/** How many decisions the plan asks for: the changes with a hazard, and one for their number where that is the hazard. */
export function countDecisions(plan: Plan): number {
  const own = plan.changes.filter((change) => ownHazards(change).length > 0).length;
  return own + (plan.changes.some((change) => hasHazard(change, "mass-change")) ? 1 : 0);
}

/** The hazards about this change itself: `mass-change` is about the plan, and told once. */
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

/** How edits outside Git are taken into the files, where a command can do that by slugs. */
function takingIn(code: HazardCode, stopped: readonly Change[]): Piece[] | undefined {
  if (code !== "drift" && code !== "conflict" && code !== "adopt") return undefined;
  const slugs = stopped.filter(({ kind }) => kind === "workbook").map(({ key }) => key);
  if (slugs.length === 0 || (code === "drift" && slugs.length < stopped.length)) return undefined;
  // People paste it into a shell: what is no plain word there is theirs to write.
  const isPlain = slugs.length <= MAX_NAMED && slugs.every((slug) => PLAIN_WORD.test(slug));
  const named = isPlain ? slugs.join(" ") : "SLUG";
  return taking(`boardwright pull ${named}${code === "drift" ? "" : " --theirs"}`, code);
}

function taking(pull: string, code: keyof typeof OR_ELSE): Piece[] {
  const what = code === "drift" ? "the edit" : "what is live";
  return pieces`Take ${what} in with ${{ command: pull }}, or ${OR_ELSE[code]} with ${allow(code)}.`;
}

const OR_ELSE = {
  drift: "discard it",
  conflict: "overwrite it",
  adopt: "put the declared state in its place",
} as const;

const WAYS_OUT: Record<HazardCode, Piece[]> = {
  // A report comes along with its workbook, which the plan does not name, or with all that was edited.
  drift: taking("boardwright pull", "drift"),
  conflict: writing("conflict"),
  adopt: writing("adopt"),
  takeover: pieces`Leave it to the other project by removing it from these files, or manage it here from now on with ${allow("takeover")}.`,
  delete: pieces`Declare it again to keep it, or delete it with ${allow("delete", "--prune ")}.`,
  "mass-change": pieces`Apply in parts with ${ONLY}, or all of it with ${allow("mass-change")}.`,
};

/** Narrowed work deletes nothing, so it is a way out for the rest alone. */
const MASS_DELETE = pieces`Apply what is not deleted in parts with ${ONLY}, or all of it with ${allow("mass-change", "--prune ")}.`;

function writing(code: "conflict" | "adopt"): Piece[] {
  return pieces`Write what is live into the file to keep it, or ${OR_ELSE[code]} with ${allow(code)}.`;
}

/** A saved plan is applied whole or not at all. */
function waysOfSaved(code: HazardCode, file: string): Piece[] {
  const name = PLAIN_PATH.test(file) ? `${file} ` : "PLAN_FILE ";
  return pieces`Change the files or what is live and plan again, or apply all of it with ${allow(code, name)}.`;
}

function waysOfRollback(code: HazardCode, run: string): Piece[] {
  const command = `boardwright rollback ${run}`;
  return pieces`Put back only others with ${{ command: `${command} --only GLOB` }}, or all of it with ${{ command: `${command} --allow ${code}` }}.`;
}

function allow(code: HazardCode, before = ""): Piece {
  return { command: `boardwright apply ${before}--allow ${code}` };
}

/** A sentence with its words and commands in their places. */
function pieces(words: TemplateStringsArray, ...inserted: readonly Piece[]): Piece[] {
  const all = words.flatMap((text, index) => [text, ...inserted.slice(index, index + 1)]);
  return all.filter((piece) => piece !== "");
}

function hasHazard(change: Change, code: HazardCode): boolean {
  return change.hazards.some((hazard) => hazard.code === code);
}
