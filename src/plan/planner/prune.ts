// Orphans as changes: listed, or deleted if that is wanted and possible.

import { type Change, compareText, type Diagnostic, nameOfChange, nameSome } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Abilities } from "./abilities.ts";
import { DOUBLE_ADVICE, DOUBLE_SLUG, type DoubleSlugs, describeDouble } from "./double-slugs.ts";
import type { Drawing } from "./drawers.ts";
import type { Feasible } from "./folders.ts";
import type { Orphan } from "./orphans.ts";
import type { ReportPair } from "./shard.ts";

/** Reasons to keep orphans that others need. */
interface Needs {
  /** Slug, or live id if the files give it no workbook → the declared reports that belong to that workbook. */
  residents: ReadonlyMap<unknown, readonly string[]>;
  /** Live id → slug of the orphans that are kept. */
  kept: ReadonlyMap<number | null, string>;
  doubles: DoubleSlugs;
  drawing: Drawing;
  /** Slugs of our workbooks whose publication draws it, and stays. */
  shown: readonly string[];
}

/**
 * The orphans as changes. With `prune` they are deletions, each with the hazard `delete`, except for those that stay, with a warning
 * that says why. `reports`: the declared ones, whose workbooks are needed.
 */
export function pruneOrphans(
  orphans: readonly Orphan[],
  {
    prune,
    can,
    reports,
    doubles,
    drawers,
    changes: others,
    strangers,
  }: {
    prune: boolean;
    /** Those that another repository may manage: they stay. */
    strangers: ReadonlySet<Change>;
    can: Pick<Abilities, "delete">;
    reports: readonly ReportPair[];
    doubles: DoubleSlugs;
    /** What else the plan does. */
    changes: readonly Change[];
    /** Live workbooks that this project does not manage, as far as anybody knows, and whose charts the deletion breaks. */
    drawers(change: Change): Drawing;
  },
): Feasible {
  if (!prune) return { changes: orphans.map(({ change }) => change), diagnostics: [] };
  const residents = new Map<unknown, string[]>();
  for (const { declared, live } of reports) {
    const home = declared.state.workbook ?? live?.workbookId;
    residents.set(home, [...(residents.get(home) ?? []), declared.key]);
  }
  const published = new Set(others.flatMap(({ key, publish }) => (publish ? [key] : [])));
  const kept = new Map<number | null, string>();
  const changes: Change[] = [];
  const reasons: Kept[] = [];
  const decide = (orphan: Orphan): void => {
    const { change } = orphan;
    const drawing = drawers(change);
    const shown = drawing.shown.filter((slug) => !published.has(slug));
    const isStranger = strangers.has(change);
    const reason = reasonToKeep(orphan, can.delete, { residents, kept, doubles, drawing, shown });
    changes.push(reason || isStranger ? change : deletion(orphan, drawing.others));
    if (reason && !isStranger) reasons.push({ change, reason });
    if (!reason && !isStranger) return;
    if (change.kind === "workbook") kept.set(change.id, change.key);
  };
  // Workbooks first: which of them are kept decides which reports are.
  for (const orphan of orphans) if (orphan.change.kind === "workbook") decide(orphan);
  for (const orphan of orphans) if (orphan.change.kind === "report") decide(orphan);
  return { changes, diagnostics: keptTogether(reasons) };
}

/** Why an orphan stays. */
interface Reason {
  rule: string;
  /** Of this one alone. */
  message: string;
  help: string;
  /** Of all that stay for the same reason, before their names; absent if it is told of each. */
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
  const draws = drawnBy.length === 1 ? "draws" : "draw";
  const what = change.kind === "report" ? "it" : "reports of it";
  const broken =
    drawnBy.length === 0 ? "" : `; ${nameSome(drawnBy)}, not managed by this project, ${draws} ${what}`;
  const unknown = `its stamp says what a run began to write, and not what came of it: ${NOBODY_KNOWS_EDITS}`;
  const message = `managed by this project, ${why}: ${name} would be deleted${lost}${broken}`;
  return {
    ...change,
    action: "delete",
    origin: edited ? "both" : "git",
    visible: seen,
    hazards: [{ code: "delete", message }, ...(unsure ? [{ code: "adopt" as const, message: unknown }] : [])],
  };
}

function reasonToKeep(orphan: Orphan, prune: Abilities["delete"], needs: Needs): Reason | undefined {
  const { kind, key } = orphan.change;
  const isWorkbook = kind === "workbook";
  const name = nameOfChange(orphan.change);
  if (!(isWorkbook ? prune.workbooks : prune.reports)) {
    const why =
      prune.unknown === undefined
        ? `this deployment does not describe deleting ${kind}s`
        : `whether this deployment can delete ${kind}s is unknown: ${prune.unknown}`;
    return {
      rule: "prune-unsupported",
      message: `${why}; ${name} is kept`,
      messageOfMany: (number) => `${why}; ${number} are kept`,
      help:
        prune.unknown === undefined
          ? "Delete on the platform what is no longer wanted, or move to a version of it that can delete."
          : "Nothing is deleted on a guess: plan again when the platform says what it can do.",
    };
  }
  const double = isWorkbook ? needs.doubles.get(key) : undefined;
  if (double) {
    // Which of them is ours, and which is a copy that took our stamp along, nobody knows.
    return {
      rule: DOUBLE_SLUG,
      message: `${key} is kept: ${describeDouble(double)}`,
      help: DOUBLE_ADVICE,
    };
  }
  const inside = isWorkbook ? [key, orphan.change.id].flatMap((home) => needs.residents.get(home) ?? []) : [];
  if (inside.length > 0) {
    const isOne = inside.length === 1;
    const which = nameSome(inside.sort(compareText));
    return {
      rule: "prune-needed",
      message: `${name} is kept: the ${isOne ? `report ${which}, which is declared, belongs` : `reports ${which}, which are declared, belong`} to it`,
      help: `Declare the workbook too, or give the ${isOne ? "report another one" : "reports others"} under \`workbook\`.`,
    };
  }
  const home = isWorkbook ? undefined : needs.kept.get(orphan.home);
  if (home !== undefined) {
    return {
      rule: "prune-needed",
      message: `${name} is kept: the workbook ${home}, which it belongs to, is kept too`,
      messageOfMany: (number) => `${number} are kept, because the workbooks that they belong to are`,
      help: "A report goes together with its workbook.",
    };
  }
  if (orphan.damaged) {
    return {
      rule: "prune-damaged",
      message: `${name} is kept: its stamp cannot be read whole, so nobody knows what was applied to it`,
      messageOfMany: (number) => `${number} are kept: their stamps cannot be read whole`,
      help: "Find out what cuts or changes `meta.boardwright`, or delete on the platform what is not wanted there.",
    };
  }
  if (needs.drawing.unowned.length + needs.drawing.unseen.length > 0)
    return unseenDrawer(name, isWorkbook, needs.drawing);
  if (needs.shown.length > 0) return stillShown(name, isWorkbook, needs.shown);
  if (!orphan.uncertain) return undefined;
  return {
    rule: "prune-uncertain",
    message: `${name} is kept: its stamp does not say which report it was made for, so this may be a copy`,
    messageOfMany: (number) =>
      `${number} are kept: their stamps do not say which reports they were made for, so these may be copies`,
    help: "Delete on the platform what is not wanted there.",
  };
}

/** Viewers see charts of it, whatever is in the draft. */
function stillShown(name: string, isWorkbook: boolean, slugs: readonly string[]): Reason {
  const isOne = slugs.length === 1;
  const who = `${nameSome(slugs)}, as published, still ${isOne ? "draws" : "draw"}`;
  return {
    rule: "prune-needed",
    message: `${name} is kept: ${who} ${isWorkbook ? "reports of it" : "it"}, and this plan does not publish ${isOne ? "it" : "them"} again`,
    help: "Publish a draft without it (`publish: true`), then prune again.",
  };
}

/** Its owner may be somebody else, and what it draws may be this. */
function unseenDrawer(name: string, isWorkbook: boolean, { unowned, unseen }: Drawing): Reason {
  const isKnown = unowned.length > 0;
  const slugs = isKnown ? unowned : unseen;
  const isOne = slugs.length === 1;
  const who = nameSome(slugs);
  const what = isWorkbook ? "reports of it" : "it";
  const why = isKnown
    ? `${who} ${isOne ? "draws" : "draw"} ${what}, and nobody knows whose ${isOne ? `${who} is` : "they are"}`
    : `${who} may draw ${what}, and ${isOne ? "its dashboard" : "their dashboards"} could not be read`;
  const whyMany = `${who} ${isKnown ? (isOne ? "draws" : "draw") : "may draw"} ${isWorkbook ? "reports of them" : "them"}, and could not be read`;
  return {
    rule: "prune-unseen",
    message: `${name} is kept: ${why}`,
    messageOfMany: (number) => `${number} are kept: ${whyMany}`,
    help: "Ask for access to what could not be read, and plan again; or delete on the platform what is no longer wanted.",
  };
}
