// What a plan of a rollback says beside its changes.

import { type Change, type Diagnostic, isUndoable, type Plan } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Past, RollbackInput } from "./input.ts";

/** The first line of a backup or a record, which is where a rollback finds what it says. */
const at = (file: string) => ({ file, line: 1, column: 1 });

/** A run writes only after the backup: without one nothing was overwritten, unless somebody took the file away. */
export function missingBackup({ change, file }: Past<unknown>): Diagnostic[] {
  const { key, status, backup } = change;
  if (status === undefined || backup === undefined) return [];
  const message = `${key} cannot be put back: its backup ${backup} is not there`;
  const help = "Bring the file back from where the run's folder was kept.";
  return [{ rule: "backup-missing", severity: "error", message, ...at(file), slug: key, help }];
}

export function staysPublished(slug: string, file: string): Diagnostic {
  const message = `${slug} was not published before that run, and stays published: the platform takes no publication back`;
  return { rule: "stays-published", severity: "warning", message, ...at(file), slug };
}

/** Made anew under its old slug it would be there twice. */
export function renamed(slug: string, now: string, file: string): Diagnostic {
  const message = `${slug} cannot be put back: the same workbook has the slug ${now} by now`;
  const help = `Give it the slug ${slug} again on the platform, then roll back.`;
  return { rule: "renamed-since", severity: "error", message, ...at(file), slug, help };
}

/** Deletions that the deployment does not describe are left out, and told. */
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

/** What a rollback undoes beside that run, and what it leaves of it. */
export function notes({ run, recordFile, laterRuns }: RollbackInput, { changes }: Plan): Diagnostic[] {
  const place = { severity: "warning" as const, ...at(recordFile) };
  const touched = new Set(changes.map(({ kind, key }) => `${kind}:${key}`));
  const again = run.record.changes
    .filter((change) => isUndoable(change) && touched.has(`${change.kind}:${change.key}`))
    .flatMap((change) => {
      const later = laterRuns(change);
      if (later.length === 0) return [];
      const message = `${change.key} was changed again by ${later.join(", ")}: that is undone as well`;
      return [{ ...place, rule: "changed-again", message }];
    });
  const folders = run.record.changes.filter(({ kind, status }) => kind === "folder" && status === "applied");
  const keys = folders.map(({ key }) => key).join(", ");
  const kept = { ...place, rule: "folders-kept", message: `folders that the run made are kept: ${keys}` };
  return folders.length > 0 && changes.length > 0 ? [...again, kept] : again;
}
