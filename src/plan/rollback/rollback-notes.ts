// What a plan of a rollback says beside its changes.

import { type Change, type Diagnostic, isUndoable, type Plan } from "../../model/index.ts";
import type { Past, RollbackInput } from "./input.ts";

/** A run writes only after the backup: without one nothing was overwritten, unless somebody took the file away. */
export function missingBackup({ change, file }: Past<unknown>): Diagnostic[] {
  if (change.status === undefined || change.backup === undefined) return [];
  return [
    {
      rule: "backup-missing",
      severity: "error",
      message: `${change.key} cannot be put back: its backup ${change.backup} is not there`,
      file,
      line: 1,
      column: 1,
      slug: change.key,
      help: "Bring the file back from where the run's folder was kept.",
    },
  ];
}

export function staysPublished(slug: string, file: string): Diagnostic {
  return {
    rule: "stays-published",
    severity: "warning",
    message: `${slug} was not published before that run, and stays published: the platform takes no publication back`,
    file,
    line: 1,
    column: 1,
    slug,
  };
}

/** Made anew under its old slug it would be there twice. */
export function renamed(slug: string, now: string, file: string): Diagnostic {
  return {
    rule: "renamed-since",
    severity: "error",
    message: `${slug} cannot be put back: the same workbook has the slug ${now} by now`,
    file,
    line: 1,
    column: 1,
    slug,
    help: `Give it the slug ${slug} again on the platform, then roll back.`,
  };
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
    .map(
      ({ kind, key }): Diagnostic => ({
        rule: "delete-unsupported",
        severity: "error",
        message: `this deployment does not describe deleting a ${kind}; ${key}, which that run made, stays`,
        file,
        line: 1,
        column: 1,
        ...(kind === "workbook" ? { slug: key } : {}),
        help: "Delete it on the platform.",
      }),
    );
  return { possible: changes.filter(canDelete), refused };
}

/** What a rollback undoes beside that run, and what it leaves of it. */
export function notes({ run, recordFile, laterRuns }: RollbackInput, { changes }: Plan): Diagnostic[] {
  const place = { severity: "warning" as const, file: recordFile, line: 1, column: 1 };
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
