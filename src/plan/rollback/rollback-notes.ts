// The diagnostics of a rollback's plan.

import {
  type Change,
  type Diagnostic,
  isUndoable,
  nameOfChange,
  nameSome,
  type Plan,
  type RunChange,
  writeJson,
} from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import { DOUBLE_ADVICE, DOUBLE_SLUG, describeDouble } from "../planner/double-slugs.ts";
import { KINDS, kindOf } from "../state/kind.ts";
import type { Live } from "../state/state.ts";
import type { Past, RollbackInput } from "./input.ts";

/** Not all that viewers saw before that run can be shown again by this rollback alone. */
export const KEEPS_REPORT = "keeps-report";

/** A diagnostic about a backup or a record is at its first line. */
const at = (file: string) => ({ file, line: 1, column: 1 });

/** An error about something that stays as the run left it. */
function leaves(
  { kind, key }: Pick<RunChange, "kind" | "key">,
  file: string,
  finding: Pick<Diagnostic, "rule" | "message" | "help">,
): Diagnostic {
  return diagnose({ kind, key, source: { file, line: 1 } }, { ...finding, severity: "error" });
}

/** No file names a report that nobody manages: its key is its publicId. */
function reportName(change: RunChange, name: string): string {
  return change.along === undefined ? nameOfChange(change) : `the report ${writeJson(name)}`;
}

/** A run writes only after the backup: if there is none, nothing was overwritten, unless the file was removed. */
export function missingBackup({ change, file }: Past<unknown>): Diagnostic[] {
  const { status, backup, backupDigest, along } = change;
  if (status === undefined || backup === undefined) return [];
  // It had left the workbook before that was deleted.
  if (along !== undefined && backupDigest === undefined) return [];
  const message = `${nameOfChange(change)} cannot be put back: its backup ${backup} is missing`;
  const help = "Restore the file from where the run's folder was kept, then roll back again.";
  return [leaves(change, file, { rule: "backup-missing", message, help })];
}

export function staysPublished(slug: string, file: string): Diagnostic {
  const message = `${slug} was not published before that run, and stays published: the platform cannot unpublish`;
  return { rule: "stays-published", severity: "warning", message, ...at(file), slug };
}

/** A report that the run made, and that viewers see in a publication which stays. */
export function stillShown({ key }: Pick<RunChange, "key">, slug: string, file: string): Diagnostic {
  const message = `the report ${key}, which that run made, is kept: ${slug}, as published, draws it, and stays published`;
  const help = `Publish ${slug} without it, then delete it on the platform.`;
  return { rule: "stays-published", severity: "warning", message, help, ...at(file) };
}

/** No request can name a workbook without a slug. */
export function homeless(key: string, home: number, file: string): Diagnostic {
  const message = `the report ${key} does not go back into its workbook: ${home} is no longer live, or has no slug`;
  return { rule: "workbook-gone", severity: "warning", message, ...at(file) };
}

/** Created again under its old name, it would be there twice. `name`: the one in its backup. */
export function renamed(change: RunChange, name: string, now: Live, file: string): Diagnostic {
  const { kind, key, publicId = key } = change;
  const { identity, nameOf } = kindOf(now);
  const message = `${reportName(change, name)} cannot be put back: the same ${kind} now has the ${identity} ${nameOf(now)}`;
  const give = kind === "workbook" ? "Roll back first the run that renamed it, or give" : "Give";
  const help = `${give} it the ${identity} ${publicId} again on the platform, then roll back.`;
  return leaves(change, file, { rule: "renamed-since", message, help });
}

/** What that run made is still there, and no longer under the name that the run gave it. */
export function madeRenamed(change: RunChange, now: Live, file: string): Diagnostic {
  const { kind, key, publicId = key } = change;
  const { identity, nameOf } = kindOf(now);
  const message = `${nameOfChange(change)} is not deleted: the ${kind} that the run made now has the ${identity} ${nameOf(now)}`;
  const help = `Give it the ${identity} ${publicId} again on the platform, then roll back; or delete it there.`;
  return leaves(change, file, { rule: "renamed-since", message, help });
}

/** It would have to be written over what is somebody's. */
export function taken(change: RunChange, now: Live, file: string, name: string = change.key): Diagnostic {
  const { kind } = now;
  const { identity } = kindOf(now);
  const message = `${reportName(change, name)} cannot be put back: its ${identity} is that of another ${kind}, ${now.id}`;
  const help = `Once ${now.id} has another ${identity}, or is deleted, roll back again.`;
  return leaves(change, file, { rule: "taken-since", message, help });
}

/** Somebody's later decision about a report that nobody manages. */
export function movedSince(name: string, home: string, file: string): Diagnostic {
  const message = `the report ${writeJson(name)} stays in ${home}, where somebody put it since`;
  return { rule: "moved-since", severity: "warning", message, ...at(file) };
}

/** What that run made is gone, and its slug or publicId is somebody else's: there is nothing left to undo. */
export function madeAgain(change: RunChange, id: number, file: string): Diagnostic {
  const { kind } = change;
  const message = `${nameOfChange(change)} is not deleted: what the run made is gone, and another ${kind}, ${id}, has its ${kind === "folder" ? "path" : KINDS[kind].identity}`;
  return { rule: "taken-since", severity: "warning", message, ...at(file) };
}

/** `by`: the run that changed the report after what viewers saw was published; undefined if that was on the platform. */
export function keepsReport({
  report,
  slug,
  by,
  file,
}: Record<"report" | "slug" | "file", string> & { by: string | undefined }): Diagnostic {
  const how = by === undefined ? "as somebody changed it on the platform" : `as ${by} left it`;
  const message = `in ${slug} viewers will see the report ${writeJson(report)} ${how}, not as they saw it before that run`;
  const help = by === undefined ? undefined : `\`boardwright rollback ${by}\` puts the report back.`;
  return { rule: KEEPS_REPORT, severity: "warning", message, ...(help && { help }), ...at(file), slug };
}

/** A later run published `reports`, which are put back: only its own backup says what viewers saw before. */
export function mayBeNew(slug: string, reports: readonly string[], file: string): Diagnostic {
  const message = `in ${slug} viewers will see ${nameSome(reports.map((key) => `the report ${key}`))} as it was before that run, because a later run published it`;
  return { rule: KEEPS_REPORT, severity: "warning", message, ...at(file), slug };
}

/** That run only published it, and somebody deleted it since. */
export function goneFromView(slug: string, file: string): Diagnostic {
  const message = `${slug} is no longer live, so nobody sees again what was published before that run`;
  return { rule: "gone-since", severity: "warning", message, ...at(file), slug };
}

/** What a disown let go of: only what is there can be managed again. */
export function goneSince(change: RunChange, file: string): Diagnostic {
  const message = `${nameOfChange(change)} is no longer live, so there is nothing to manage again`;
  return { rule: "gone-since", severity: "warning", message, ...at(file) };
}

/** Put back under its slug, or deleted, it might be the other one. */
export function heldTwice(slug: string, ids: readonly number[], file: string): Diagnostic {
  const message = `${slug} cannot be put back: ${describeDouble(ids)}`;
  return leaves({ kind: "workbook", key: slug }, file, { rule: DOUBLE_SLUG, message, help: DOUBLE_ADVICE });
}

/** Leaves out the deletions that the deployment does not describe, each with a diagnostic. */
export function withoutImpossible(
  changes: Change[],
  can: RollbackInput["can"],
  file: string,
): { possible: Change[]; refused: Diagnostic[] } {
  const canDelete = ({ kind }: Change) => (kind === "report" ? can.delete.reports : can.delete.workbooks);
  const refused = changes
    .filter((change) => !canDelete(change))
    .map((change) =>
      leaves(change, file, {
        rule: "delete-unsupported",
        message: `this deployment does not describe deleting a ${change.kind}; ${change.key}, which that run made, stays`,
        help: "Delete it on the platform.",
      }),
    );
  return { possible: changes.filter(canDelete), refused };
}

/** What to do instead of changing a file, by the rule of an error that any plan may have. */
const NEXT_STEPS: ReadonlyMap<string, string> = new Map([
  ["report-unsupported", "Move to a newer version of the platform, then roll back again."],
  ["report-workbook-missing", "Put that workbook back first, then roll back again."],
  [
    "report-missing",
    "Roll back without --only, which leaves reports out; if another run deleted the report, put that run back first.",
  ],
]);

/** The errors of the planner, which speaks of files. */
export function withNextSteps(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const help = NEXT_STEPS.get(diagnostic.rule);
    return help === undefined ? diagnostic : { ...diagnostic, help };
  });
}

/** They show nobody anything, so a rollback leaves them; but then it did not do nothing. */
function stampsKept(stamps: readonly RunChange[]): Pick<Diagnostic, "message" | "help"> {
  const [first] = stamps;
  const name = first && nameOfChange(first);
  const more = stamps.length > 1 ? ` and ${stamps.length - 1} more` : "";
  return {
    message: `that run wrote stamps, which say that this project manages ${name}${more}: they stay`,
    help: "`boardwright disown` takes the stamp off what no file declares.",
  };
}

/** Warns about later changes that the rollback also undoes, about folders that it leaves, and about stamps if there is nothing else. */
export function notes({ run, recordFile, laterRuns }: RollbackInput, { changes }: Plan): Diagnostic[] {
  const place = { severity: "warning" as const, ...at(recordFile) };
  const changed = new Set(
    changes.flatMap(({ kind, key, was = key }) => [`${kind}:${key}`, `${kind}:${was}`]),
  );
  const later = new Map<string, string[]>();
  for (const change of run.record.changes) {
    if (!isUndoable(change) || !changed.has(`${change.kind}:${change.key}`)) continue;
    const runs = nameSome(laterRuns(change));
    if (runs !== "") later.set(runs, [...(later.get(runs) ?? []), nameOfChange(change)]);
  }
  const again = [...later].map(([runs, names]): Diagnostic => {
    const were = names.length === 1 ? "was" : "were";
    const message = `${nameSome(names)} ${were} changed again by ${runs}: that is undone as well`;
    return { ...place, rule: "changed-again", message };
  });
  const folders = run.record.changes.filter(({ kind, status }) => kind === "folder" && status === "applied");
  const keys = folders.map(({ key }) => key).join(", ");
  const stamps = run.record.changes.filter(
    ({ action, status, attempts }) => action === "stamp" && status === "applied" && (attempts ?? 0) > 0,
  );
  if (changes.length === 0 && stamps.length > 0)
    again.push({ ...place, rule: "stamps-kept", ...stampsKept(stamps) });
  const kept = { ...place, rule: "folders-kept", message: `folders that the run made are kept: ${keys}` };
  return folders.length > 0 && changes.length > 0 ? [...again, kept] : again;
}
