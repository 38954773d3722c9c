// Orphans as changes: listed, or deleted if that is wanted and possible.

import {
  type Change,
  compareText,
  type Diagnostic,
  nameOfChange,
  nameSome,
  type Resident,
  writeJson,
} from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import { ownerOf } from "../change/owner.ts";
import { type Dependents, dependentsOf } from "./dependents.ts";
import { DOUBLE_ADVICE, DOUBLE_SLUG, describeDouble } from "./double-slugs.ts";
import type { Feasible } from "./folders.ts";
import { findStrangers, type Orphan } from "./orphans.ts";
import type { Known } from "./pass.ts";
import { drawingRows } from "./to-read.ts";

/** The orphans besides the changes. What another repository may manage stays, whatever is asked for. */
export function withOrphans(changes: readonly Change[], known: Known): Feasible {
  const { input, index, orphans, history } = known;
  const { scope, declared } = input;
  const isOurs = ({ declared: { key }, live }: (typeof input.reports)[number]) =>
    live !== undefined && ownerOf(live, scope, [key]).kind === "us";
  const workbooks = [...index.rows.values()].filter(
    ({ key = "", owner }) => owner === "us" && declared.has(key),
  );
  const { strangers, diagnostics } = findStrangers(orphans, history, {
    project: scope.project,
    declared: workbooks.length + input.reports.filter(isOurs).length,
  });
  const pruned = input.prune
    ? pruneOrphans(changes, strangers, known)
    : { changes: orphans.map(({ change }) => change), diagnostics: [] };
  return {
    changes: [...changes, ...withResidents(pruned.changes, input.residents, changes)],
    diagnostics: [...diagnostics, ...pruned.diagnostics],
  };
}

/** Deletions, each with the hazard `delete`, except for those that stay, with a warning that says why. */
function pruneOrphans(
  others: readonly Change[],
  strangers: ReadonlySet<Change>,
  { input, comparison, orphans, doubles }: Known,
): Feasible {
  /** Slug, or live id if the files give it no workbook → the declared reports that belong to that workbook. */
  const residents = new Map<unknown, string[]>();
  for (const { declared, live } of input.allReports ?? input.reports) {
    const home = declared.state.workbook ?? live?.workbookId;
    residents.set(home, [...(residents.get(home) ?? []), declared.key]);
  }
  const published = new Set(others.flatMap(({ key, publish }) => (publish ? [key] : [])));
  const drawing = drawingRows(comparison);
  const inside = (id: number | null) => (input.residents?.get(id ?? 0) ?? []).map((report) => report.id);
  /** Live id → slug of the orphans that are kept. */
  const kept = new Map<number | null, string>();
  const changes: Change[] = [];
  const reasons: Kept[] = [];
  const decide = (orphan: Orphan): void => {
    const { change } = orphan;
    const { kind, key, id } = change;
    const dependents = dependentsOf(drawing, new Set(kind === "report" ? [id] : inside(id)));
    const reason = reasonToKeep(orphan, {
      can: input.can.delete,
      double: kind === "workbook" ? doubles.get(key) : undefined,
      residents:
        kind === "workbook" ? [key, id].flatMap((home) => residents.get(home) ?? []).sort(compareText) : [],
      home: kind === "workbook" ? undefined : kept.get(orphan.home),
      dependents: { ...dependents, shown: dependents.shown.filter((slug) => !published.has(slug)) },
    });
    const isStranger = strangers.has(change);
    changes.push(reason || isStranger ? change : deletion(orphan, dependents.others));
    if (reason && !isStranger) reasons.push({ change, reason });
    if (kind === "workbook" && (reason || isStranger)) kept.set(id, key);
  };
  // Workbooks first: which of them are kept decides which reports are.
  for (const kind of ["workbook", "report"])
    for (const orphan of orphans) if (orphan.change.kind === kind) decide(orphan);
  const homes = new Map(
    orphans.map(({ change: { kind, id }, home }) => [kind === "report" ? id : null, home]),
  );
  return { changes: withHomes(changes, homes), diagnostics: keptTogether(reasons) };
}

/** The changes; each report that is deleted says which workbook is deleted with it. `homes`: live id of a report → its workbook's. */
export function withHomes(
  changes: readonly Change[],
  homes: ReadonlyMap<number | null, number | null>,
): Change[] {
  const gone = new Map(
    changes.flatMap(({ kind, action, id, key }) =>
      kind === "workbook" && action === "delete" ? [[id, key] as const] : [],
    ),
  );
  return changes.map((change) => {
    const isDeleted = change.kind === "report" && change.action === "delete";
    const workbook = isDeleted ? gone.get(homes.get(change.id) ?? null) : undefined;
    return workbook === undefined ? change : { ...change, workbook };
  });
}

/** Why an orphan stays. */
interface Reason {
  rule: string;
  /** Of this one alone. */
  message: string;
  help: string;
  /** Of all that stay for the same reason, before their names; absent if each is named with its own. */
  messageOfMany?: (number: string) => string;
}

interface Kept {
  change: Change;
  reason: Reason;
}

/** One warning for each reason and kind, however many orphans stay for it. */
function keptTogether(all: readonly Kept[]): Diagnostic[] {
  const groups = new Map<unknown, Kept[]>();
  for (const one of all) {
    const { change, reason } = one;
    const together = reason.messageOfMany?.(`${reason.rule} ${change.kind}`) ?? one;
    groups.set(together, [...(groups.get(together) ?? []), one]);
  }
  return [...groups.values()].map((group): Diagnostic => {
    const [{ change, reason }] = group as [Kept, ...Kept[]];
    const { rule, message, help, messageOfMany } = reason;
    const one = diagnose(change, { rule, severity: "warning", message, help });
    if (group.length === 1 || !messageOfMany) return one;
    const { slug: _slug, subject: _subject, ...many } = one;
    const keys = group.map(({ change: { key } }) => key).sort(compareText);
    return { ...many, message: `${messageOfMany(`${keys.length} ${change.kind}s`)}: ${nameSome(keys)}` };
  });
}

/** Of what may be lost with a deletion; the backup holds it. */
export const NOBODY_KNOWS_EDITS = "nobody knows whether somebody edited it since";

/** `drawnBy`: the slugs of workbooks of others that draw what goes. */
function deletion(orphan: Orphan, drawnBy: readonly string[]): Change {
  const { change, seen, edited, replaced, unsure } = orphan;
  const lost = edited ? ", and with it edits made outside Git since the last apply" : "";
  const why = replaced ? "its key is now declared with another publicId" : "no longer declared";
  const name = replaced ? change.publicId : "it";
  const what = change.kind === "report" ? "it" : "reports of it";
  const broken = `; ${nameSome(drawnBy)}, not managed by this project, ${plural(drawnBy, "draws", "draw")} ${what}`;
  const unknown = `its stamp says what a run began to write, and not what came of it: ${NOBODY_KNOWS_EDITS}`;
  const message = `managed by this project, ${why}: ${name} would be deleted${lost}${drawnBy.length > 0 ? broken : ""}`;
  return {
    ...change,
    action: "delete",
    origin: edited ? "both" : "git",
    visible: seen,
    hazards: [{ code: "delete", message }, ...(unsure ? [{ code: "adopt" as const, message: unknown }] : [])],
  };
}

function plural(all: readonly unknown[], one: string, many: string): string {
  return all.length === 1 ? one : many;
}

interface Needs {
  can: Known["input"]["can"]["delete"];
  /** The ids of all live workbooks that have its slug. */
  double: readonly number[] | undefined;
  /** The declared reports that belong to it. */
  residents: readonly string[];
  /** The workbook that a report belongs to, and that is kept. */
  home: string | undefined;
  /** `shown`: only those whose publication stays. */
  dependents: Dependents;
}

function reasonToKeep(orphan: Orphan, needs: Needs): Reason | undefined {
  const { change, damaged, uncertain } = orphan;
  const { can, double, residents, home, dependents } = needs;
  const { kind, key } = change;
  const name = nameOfChange(change);
  if (!(kind === "workbook" ? can.workbooks : can.reports)) return cannotDelete(kind, name, can.unknown);
  // Which of them is ours, and which is a copy that took our stamp along, nobody knows.
  if (double)
    return { rule: DOUBLE_SLUG, message: `${key} is kept: ${describeDouble(double)}`, help: DOUBLE_ADVICE };
  if (residents.length > 0) {
    const which = nameSome(residents);
    const inside = plural(
      residents,
      `the report ${which}, which is declared, belongs`,
      `the reports ${which}, which are declared, belong`,
    );
    return {
      rule: "prune-needed",
      message: `${name} is kept: ${inside} to it`,
      help: `Declare the workbook too, or give the ${plural(residents, "report another one", "reports others")} under \`workbook\`.`,
    };
  }
  if (home !== undefined)
    return {
      rule: "prune-needed",
      message: `${name} is kept: the workbook ${home}, which it belongs to, is kept too`,
      messageOfMany: (number) => `${number} are kept, because the workbooks that they belong to are`,
      help: "A report goes together with its workbook.",
    };
  if (damaged)
    return {
      rule: "prune-damaged",
      message: `${name} is kept: its stamp cannot be read whole, so nobody knows what was applied to it`,
      messageOfMany: (number) => `${number} are kept: their stamps cannot be read whole`,
      help: "Find out what cuts or changes `meta.boardwright`, or delete on the platform what is not wanted there.",
    };
  const [it, them] = kind === "workbook" ? ["reports of it", "reports of them"] : ["it", "them"];
  const { unowned, unseen, shown } = dependents;
  if (unowned.length > 0) {
    const [who, draws] = [nameSome(unowned), plural(unowned, "draws", "draw")];
    const whose = plural(unowned, `${who} is`, "they are");
    return {
      rule: "prune-unseen",
      message: `${name} is kept: ${who} ${draws} ${it}, and nobody knows whose ${whose}`,
      messageOfMany: (number) => `${number} are kept: ${who} ${draws} ${them}, and could not be read`,
      help: ASK_FOR_ACCESS,
    };
  }
  if (unseen.length > 0) {
    const [who, boards] = [nameSome(unseen), plural(unseen, "its dashboard", "their dashboards")];
    return {
      rule: "prune-unseen",
      message: `${name} is kept: ${who} may draw ${it}, and ${boards} could not be read`,
      messageOfMany: (number) => `${number} are kept: ${who} may draw ${them}, and could not be read`,
      help: ASK_FOR_ACCESS,
    };
  }
  if (shown.length > 0)
    // Viewers see charts of it, whatever is in the draft.
    return {
      rule: "prune-needed",
      message: `${name} is kept: ${nameSome(shown)}, as published, still ${plural(shown, "draws", "draw")} ${it}, and this plan does not publish ${plural(shown, "it", "them")} again`,
      help: "Publish a draft without it (`publish: true`), then prune again.",
    };
  if (!uncertain) return undefined;
  return {
    rule: "prune-uncertain",
    message: `${name} is kept: its stamp does not say which report it was made for, so this may be a copy`,
    messageOfMany: (number) =>
      `${number} are kept: their stamps do not say which reports they were made for, so these may be copies`,
    help: "Delete on the platform what is not wanted there.",
  };
}

const ASK_FOR_ACCESS =
  "Ask for access to what could not be read, and plan again; or delete on the platform what is no longer wanted.";

function cannotDelete(kind: string, name: string, unknown: string | undefined): Reason {
  const why =
    unknown === undefined
      ? `this deployment does not describe deleting ${kind}s`
      : `whether this deployment can delete ${kind}s is unknown: ${unknown}`;
  return {
    rule: "prune-unsupported",
    message: `${why}; ${name} is kept`,
    messageOfMany: (number) => `${why}; ${number} are kept`,
    help:
      unknown === undefined
        ? "Delete on the platform what is no longer wanted, or move to a version of it that can delete."
        : "Nothing is deleted on a guess: plan again when the platform says what it can do.",
  };
}

// The reports in a workbook that is to be deleted: the platform document does not say whether they go with it.

/**
 * Deletions of workbooks with the reports in them that the changes do not delete by themselves, whoever manages those: they are backed up, and
 * named in the hazard. `inside`: live id of a workbook → all reports that belong to it; `others`: what else the plan does, before it deletes.
 */
export function withResidents(
  changes: readonly Change[],
  inside: ReadonlyMap<number, readonly Resident[]> = new Map(),
  others: readonly Change[] = [],
): Change[] {
  const isDeletion = ({ action }: Change): boolean => action === "delete";
  const going = new Set(
    [...changes.filter(isDeletion), ...others.filter(isMove)].flatMap(({ kind, id }) =>
      kind === "report" ? [id] : [],
    ),
  );
  return changes.map((change) => {
    if (!isDeletion(change) || change.kind !== "workbook") return change;
    const left = (inside.get(change.id as number) ?? []).filter(({ id }) => !going.has(id));
    if (left.length === 0) return change;
    const residents = [...left].sort((a, b) => a.id - b.id);
    const hazards = change.hazards.map((hazard) =>
      hazard.code === "delete" ? { ...hazard, message: `${hazard.message}; ${mayGo(residents)}` } : hazard,
    );
    return { ...change, hazards, residents };
  });
}

function mayGo(residents: readonly Resident[]): string {
  const names = residents.map(({ name }) => writeJson(name));
  const which = names.length === 1 ? "the report" : `${names.length} reports:`;
  return `the platform may delete with it ${which} ${nameSome(names)}`;
}

/** Whether a report goes into another workbook. */
function isMove({ fields }: Change): boolean {
  return fields.some(({ path }) => path === "workbook");
}
