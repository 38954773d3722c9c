// Workbooks and reports that this project manages and no file declares any longer.

import {
  type Change,
  compareText,
  type Diagnostic,
  nameOfChange,
  nameSome,
  readStamp,
  type Stamp,
  writeJson,
} from "../../model/index.ts";
import { fingerprint } from "../change/fingerprint.ts";
import { newChange } from "../change/new-change.ts";
import type { Scope } from "../change/workbook-change.ts";
import { isEditedSince } from "../stamp/edited.ts";
import { isShell } from "../stamp/same-work.ts";
import { baseOf } from "../stamp/stamp.ts";
import { identityOf, kindOf } from "../state/kind.ts";
import type { Live, LiveReport } from "../state/state.ts";
import { keyInStamp } from "./live-index.ts";

/** An orphan, with what must be known before it may be deleted. */
export interface Orphan {
  change: Change;
  /** Viewers see it. */
  seen: boolean;
  /** It was edited outside Git since the last apply. */
  edited: boolean;
  /** Its stamp cannot be read whole: a platform cut it off, or somebody changed it. */
  damaged: boolean;
  /** Its stamp is of a run that did not come to its end, or of one before the last: whether it was edited since nobody knows. */
  unsure: boolean;
  /** It may be a copy that somebody made: nothing shows which. */
  uncertain: boolean;
  /** A report whose key is now declared with another publicId. */
  replaced: boolean;
  /** The live id of the workbook that a report belongs to. */
  home: number | null;
}

/** What is known here of orphans: from Git, and from the records of earlier runs. */
export interface History {
  /** Whether all of it is here: then what it does not know was never in this repository. */
  isWhole: boolean;
  /** Those that this repository once declared. */
  known: ReadonlySet<Change>;
}

export const SHARED_PROJECT = "shared-project";

/**
 * The orphans that this repository never declared: another one has the same project name. If its history is not whole, as in a shallow clone,
 * only if they outnumber what it knows. `declared`: how many live workbooks and reports with the project's stamp the files declare.
 */
export function findStrangers(
  orphans: readonly Orphan[],
  history: History | undefined,
  { project, declared }: { project: string; declared: number },
): { strangers: ReadonlySet<Change>; diagnostics: Diagnostic[] } {
  const { isWhole = false, known } = history ?? {};
  const isKnown = ({ change, replaced }: Orphan) => replaced || !known || known.has(change);
  const unknown = orphans.flatMap((orphan) => (isKnown(orphan) ? [] : orphan.change));
  const isOurs = !isWhole && 2 * unknown.length <= declared + orphans.length;
  if (isOurs || unknown.length === 0) return { strangers: new Set(), diagnostics: [] };
  const why = isWhole ? "never declared" : "is not known to have declared, and that are most of them";
  const names = nameSome(unknown.map(nameOfChange).sort(compareText));
  const whole = isWhole ? "" : ", or plan in a clone with all of its history (`fetch-depth: 0`)";
  const finding: Diagnostic = {
    rule: SHARED_PROJECT,
    severity: "warning",
    message: `another repository with this project name? What is live of ${writeJson(project)} has what this repository ${why}: ${names}`,
    help: `They are kept, also with --prune. If the name is another repository's, give this project one of its own in boardwright.yaml. If they are this one's, take them in with \`boardwright pull SLUG\`${whole}.`,
    ...{ file: "", line: 1, column: 1 },
  };
  return { strangers: new Set(unknown), diagnostics: [finding] };
}

/** `stamp` is its own, of `key`. With `prune`, a workbook has its draft. */
export function orphanOf(
  live: Live,
  key: string,
  stamp: Stamp,
  { prune, ...scope }: Pick<Scope, "ignored"> & { prune: boolean },
): Orphan {
  const { home, homeOf, isShown } = kindOf(live);
  const about = { ...identityOf(live), key, fingerprint: fingerprint(live, scope) };
  const base = prune ? baseOf(stamp) : undefined;
  return {
    change: newChange({ action: "orphaned", ...about }),
    seen: isShown(live),
    edited: prune && isEditedSince(live, stamp, scope.ignored),
    damaged: prune && !base,
    unsure: base?.answered === null && !isShell(live, stamp),
    ...{ uncertain: false, replaced: false, home: home === "workbook" ? homeOf(live) : null },
  };
}

/**
 * The key is in the stamp's `of`. A copy made in the UI has the same stamp, but another publicId: it is not an orphan. If a key is
 * now declared with another publicId, the report with the old one is an orphan (`declared`: the keys of the files), unless its stamp
 * has no publicId: then it could be a copy as well, and is not counted.
 */
export function orphanReports(
  reports: readonly LiveReport[],
  declared: ReadonlySet<string>,
  scope: Pick<Scope, "project" | "deploymentId" | "ignored"> & { prune: boolean },
): Orphan[] {
  return reports.flatMap((live): Orphan[] => {
    const stamp = readStamp(live.meta);
    const key = keyInStamp(stamp, scope);
    if (!stamp || key === undefined) return [];
    const uncertain = stamp.publicId === undefined;
    if (uncertain ? declared.has(key) : stamp.publicId !== live.publicId) return [];
    return [{ ...orphanOf(live, key, stamp, scope), uncertain, replaced: declared.has(key) }];
  });
}
