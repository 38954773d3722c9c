// Orphans as changes: listed, or deleted if that is wanted and possible.

import type { Change, Diagnostic } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Abilities } from "./abilities.ts";
import { DOUBLE_ADVICE, DOUBLE_SLUG, type DoubleSlugs, describeDouble } from "./double-slugs.ts";
import type { Feasible } from "./folders.ts";
import type { Orphan } from "./orphans.ts";
import type { ReportPair } from "./shard.ts";

/** Reasons to keep orphans that others need. */
interface Needs {
  /** Slug, or live id if the files give it no workbook → the declared report that belongs to that workbook. */
  residents: ReadonlyMap<unknown, string>;
  /** Live id → slug of the orphans that are kept. */
  kept: ReadonlyMap<number | null, string>;
  doubles: DoubleSlugs;
}

/**
 * The orphans as changes. With `prune` they are deletions, each with the hazard `delete`, except for those that stay, each with a
 * warning that says why. `reports`: the declared ones, whose workbooks are needed.
 */
export function pruneOrphans(
  orphans: readonly Orphan[],
  {
    prune,
    reports,
    doubles,
  }: { prune: Abilities["delete"] | undefined; reports: readonly ReportPair[]; doubles: DoubleSlugs },
): Feasible {
  if (!prune) return { changes: orphans.map(({ change }) => change), diagnostics: [] };
  const residents = new Map(
    reports.map(({ declared: { key, state }, live }) => [state.workbook ?? live?.workbookId, key]),
  );
  const kept = new Map<number | null, string>();
  const feasible: Feasible = { changes: [], diagnostics: [] };
  const decide = (orphan: Orphan): void => {
    const { change } = orphan;
    const reason = reasonToKeep(orphan, prune, { residents, kept, doubles });
    feasible.changes.push(reason ? change : deletion(orphan));
    if (!reason) return;
    feasible.diagnostics.push(reason);
    if (change.kind === "workbook") kept.set(change.id, change.key);
  };
  // Workbooks first: which of them are kept decides which reports are.
  for (const orphan of orphans) if (orphan.change.kind === "workbook") decide(orphan);
  for (const orphan of orphans) if (orphan.change.kind === "report") decide(orphan);
  return feasible;
}

function deletion({ change, edited, replaced }: Orphan): Change {
  const lost = edited ? ", and with it edits made outside Git since the last apply" : "";
  const why = replaced ? "its key is now declared with another publicId" : "no longer declared";
  const name = replaced ? change.publicId : "it";
  const message = `managed by this project, ${why}: ${name} would be deleted${lost}`;
  return {
    ...change,
    action: "delete",
    origin: edited ? "both" : "git",
    hazards: [{ code: "delete", message }],
  };
}

function reasonToKeep(orphan: Orphan, prune: Abilities["delete"], needs: Needs): Diagnostic | undefined {
  const { kind, key } = orphan.change;
  const isWorkbook = kind === "workbook";
  const name = isWorkbook ? key : `the report ${key}`;
  const keep = (rule: string, message: string, help: string): Diagnostic =>
    diagnose(orphan.change, { rule, severity: "warning", message, help });
  if (!(isWorkbook ? prune.workbooks : prune.reports)) {
    return keep(
      "prune-unsupported",
      `this deployment does not describe deleting ${kind}s; ${name} is kept`,
      "Delete it on the platform, or move to a version of the platform that can.",
    );
  }
  const double = isWorkbook ? needs.doubles.get(key) : undefined;
  if (double) {
    // Which of them is ours, and which is a copy that took our stamp along, nobody knows.
    return keep(DOUBLE_SLUG, `${key} is kept: ${describeDouble(double)}`, DOUBLE_ADVICE);
  }
  const resident = isWorkbook
    ? (needs.residents.get(key) ?? needs.residents.get(orphan.change.id))
    : undefined;
  if (resident !== undefined) {
    return keep(
      "prune-needed",
      `${name} is kept: the report ${resident}, which is declared, belongs to it`,
      "Declare the workbook too, or give the report another one under `workbook`.",
    );
  }
  const home = isWorkbook ? undefined : needs.kept.get(orphan.home);
  if (home !== undefined) {
    return keep(
      "prune-needed",
      `${name} is kept: the workbook ${home}, which it belongs to, is kept too`,
      "It goes together with its workbook.",
    );
  }
  if (!orphan.uncertain) return undefined;
  return keep(
    "prune-uncertain",
    `${name} is kept: its stamp does not say which report it was made for, so this may be a copy`,
    "Delete it on the platform, if it is not wanted there.",
  );
}
