// Rolling back a disown: the stamps that it took off are written again, as the backups have them. Nothing else is changed.

import {
  type Change,
  compareText,
  type Diagnostic,
  PLAN_FORMAT_VERSION,
  type Plan,
  readStamp,
  type Stamp,
} from "../../model/index.ts";
import { fingerprint, reportFingerprint } from "../change/fingerprint.ts";
import { takeoverHazard } from "../change/hazards.ts";
import { newChange } from "../change/new-change.ts";
import { withStamp } from "../change/report-change.ts";
import { doublesOf, noteHolder } from "../planner/slugs/double-slugs.ts";
import { withChanges } from "../planner/summarize.ts";
import { stampOver } from "../stamp/edited.ts";
import { stampRequest } from "../stamp/request.ts";
import type { Past, RollbackInput } from "./input.ts";
import { leftOutOf } from "./left-out.ts";
import {
  goneSince,
  heldTwice,
  missingBackup,
  renamed,
  reportRenamed,
  reportTaken,
} from "./rollback-notes.ts";

/** A plan of stamps: empty if the project manages again what the run let go of. Takes it back from nobody unasked. */
export function planReclaim(input: RollbackInput): Plan {
  const { live, scope } = input;
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  let unchanged = 0;
  /** Adds the stamp of `before` to what is live now and has none of this project. */
  const restore = (
    past: Past<unknown>,
    stamps: { was: Stamp | undefined; is: Stamp | undefined },
    make: MakeStamp,
  ) => {
    const { was, is } = stamps;
    if (!was) diagnostics.push(...missingBackup(past));
    else if (is?.project === scope.project) unchanged += 1;
    else changes.push({ ...make(was), hazards: is ? [takeoverHazard(is)] : [] });
  };

  const ids = new Map<string, number[]>();
  for (const workbook of live) noteHolder(ids, workbook);
  const doubles = doublesOf(ids);
  for (const past of input.workbooks) {
    const { change, before, file } = past;
    const { key, id } = change;
    const double = doubles.get(key);
    const now = live.find((workbook) => workbook.id === id);
    if (double) diagnostics.push(heldTwice(key, double, file));
    else if (!now) diagnostics.push(goneSince(key, file));
    else if (now.slug !== key) diagnostics.push(renamed(key, now.slug, file));
    else
      restore(past, { was: readStamp(before?.meta), is: readStamp(now.meta) }, (stamp) => {
        const made = newChange({
          ...{ kind: "workbook", action: "stamp", id: now.id, key, title: now.name },
          request: stampRequest(stamp),
        });
        return { ...made, fingerprint: fingerprint(now, scope, made) };
      });
  }
  for (const past of input.reports) {
    const { change, before, file } = past;
    const { key, publicId } = change;
    const id = before?.id ?? change.id;
    const named = input.liveReports.find((report) => report.publicId === publicId);
    const now = id === null ? named : input.liveReports.find((report) => report.id === id);
    if (!now && named) diagnostics.push(reportTaken(change, key, named.id, file));
    else if (!now) diagnostics.push(goneSince(`the report ${key}`, file));
    else if (now !== named) diagnostics.push(reportRenamed(change, key, now.publicId, file));
    else
      restore(past, { was: readStamp(before?.meta), is: readStamp(now.meta) }, (stamp) => {
        // Viewers see the version before the stamp, too.
        const made = newChange({
          ...{ kind: "report", action: "stamp", id: now.id, key, title: now.name, publicId: now.publicId },
          request: { meta: withStamp(now.meta, stampOver(stamp, now)) },
        });
        return { ...made, fingerprint: reportFingerprint(now, made) };
      });
  }
  diagnostics.sort((a, b) => compareText(a.file, b.file) || compareText(a.message, b.message));
  const none = { create: 0, update: 0, publish: 0, stamp: 0, delete: 0, unchanged: 0, orphaned: 0 };
  const leftOut = leftOutOf(diagnostics, input.run.record.changes);
  const plan: Plan = {
    formatVersion: PLAN_FORMAT_VERSION,
    tool: { name: "boardwright", version: input.toolVersion },
    project: scope.project,
    target: input.target,
    summary: none,
    changes: [],
    diagnostics,
    ...(leftOut.length > 0 && { leftOut }),
  };
  return withChanges(plan, changes, unchanged);
}

type MakeStamp = (stamp: Stamp) => Change;
