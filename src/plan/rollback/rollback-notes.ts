// The diagnostics of a rollback's plan.

import { type Change, type Diagnostic, isUndoable, type Plan, type RunChange } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import { DOUBLE_ADVICE, DOUBLE_SLUG, describeDouble } from "../planner/double-slugs.ts";
import type { Past, RollbackInput } from "./input.ts";

/** A diagnostic about a backup or a record is at its first line. */
const at = (file: string) => ({ file, line: 1, column: 1 });

/** A run writes only after the backup: if there is none, nothing was overwritten, unless the file was removed. */
export function missingBackup({ change, file }: Past<unknown>): Diagnostic[] {
  const { key, status, backup, backupDigest, along } = change;
  if (status === undefined || backup === undefined) return [];
  // It had left the workbook before that was deleted.
  if (along !== undefined && backupDigest === undefined) return [];
  const message = `${key} cannot be put back: its backup ${backup} is missing`;
  const help = "Restore the file from where the run's folder was kept.";
  return [{ rule: "backup-missing", severity: "error", message, ...at(file), slug: key, help }];
}

export function staysPublished(slug: string, file: string): Diagnostic {
  const message = `${slug} was not published before that run, and stays published: the platform cannot unpublish`;
  return { rule: "stays-published", severity: "warning", message, ...at(file), slug };
}

/** Created again under its old slug, it would be there twice. */
export function renamed(slug: string, now: string, file: string): Diagnostic {
  const message = `${slug} cannot be put back: the same workbook now has the slug ${now}`;
  const help = `Give it the slug ${slug} again on the platform, then roll back.`;
  return { rule: "renamed-since", severity: "error", message, ...at(file), slug, help };
}

/** That run met somebody's workbook under the slug. */
export function taken(slug: string, id: number, file: string): Diagnostic {
  const message = `${slug} cannot be put back: the slug is that of another workbook, ${id}`;
  const help = `Once ${id} has another slug, roll back again.`;
  return { rule: "taken-since", severity: "error", message, ...at(file), slug, help };
}

/** What a disown let go of: only what is there can be managed again. */
export function goneSince(name: string, file: string): Diagnostic {
  const message = `${name} is no longer live, so there is nothing to manage again`;
  return { rule: "gone-since", severity: "warning", message, ...at(file) };
}

/** Put back under its slug, or deleted, it might be the other one. */
export function heldTwice(slug: string, ids: readonly number[], file: string): Diagnostic {
  const message = `${slug} cannot be put back: ${describeDouble(ids)}`;
  return { rule: DOUBLE_SLUG, severity: "error", message, ...at(file), slug, help: DOUBLE_ADVICE };
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
    .map(({ kind, key }) =>
      diagnose(
        { kind, key, source: { file, line: 1 } },
        {
          rule: "delete-unsupported",
          severity: "error",
          message: `this deployment does not describe deleting a ${kind}; ${key}, which that run made, stays`,
          help: "Delete it on the platform.",
        },
      ),
    );
  return { possible: changes.filter(canDelete), refused };
}

/** They show nobody anything, so a rollback leaves them; but then it did not do nothing. */
function stampsKept(stamps: readonly RunChange[]): Pick<Diagnostic, "message" | "help"> {
  const [first] = stamps;
  const name = first && (first.kind === "report" ? `the report ${first.key}` : first.key);
  const more = stamps.length > 1 ? ` and ${stamps.length - 1} more` : "";
  return {
    message: `that run wrote stamps, which say that this project manages ${name}${more}: they stay`,
    help: "`boardwright disown` takes the stamp off what no file declares.",
  };
}

/** Warns about later changes that the rollback also undoes, about folders that it leaves, and about stamps if there is nothing else. */
export function notes({ run, recordFile, laterRuns }: RollbackInput, { changes }: Plan): Diagnostic[] {
  const place = { severity: "warning" as const, ...at(recordFile) };
  const changed = new Set(changes.map(({ kind, key }) => `${kind}:${key}`));
  const again = run.record.changes
    .filter((change) => isUndoable(change) && changed.has(`${change.kind}:${change.key}`))
    .flatMap((change) => {
      const later = laterRuns(change);
      const message = `${change.key} was changed again by ${later.join(", ")}: that is undone as well`;
      return later.length === 0 ? [] : [{ ...place, rule: "changed-again", message }];
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
