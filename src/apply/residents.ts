// The reports in workbooks that are deleted, and that the plan does not delete by itself: a platform may delete them with their workbook.

import { readResidents, toLiveReport } from "../live/index.ts";
import { type Change, writeJson } from "../model/index.ts";
import { fingerprint } from "../plan/index.ts";
import type { WireReport } from "../platform/index.ts";
import { backUp, residentChange } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { StaleError } from "./failure.ts";

export interface Residents {
  /** Backs up those of a workbook. Throws a StaleError if one is in it that the plan did not name, or one was edited since. */
  backUp(workbook: Change): Promise<void>;
  /** Throws a StaleError if one of them moved since its backup. */
  requireBackedUp(workbook: Change): Promise<void>;
  /** A note for each of them that went with the workbook. */
  notesOfGone(workbook: Change): Promise<string[]>;
}

/** Lists the reports once, when the first workbook asks for its own. */
export function watchResidents(
  context: ApplyContext,
  { workbooks, reports }: { workbooks: readonly Change[]; reports: readonly Change[] },
): Residents {
  const { platform, deploymentId } = context;
  const going = new Set(reports.map(({ id }) => id));
  let listed: Promise<WireReport[]> | undefined;
  const list = () => {
    listed ??= readResidents(platform, deploymentId, new Set(workbooks.map(({ id }) => id as number)));
    return listed;
  };
  const saved = new Map<number | null, WireReport[]>();
  return {
    async backUp(workbook) {
      const inside = (await list()).filter(
        ({ id, workbookId }) => workbookId === workbook.id && !going.has(id),
      );
      const planned = new Map(workbook.residents?.map((resident) => [resident.id, resident]));
      const added = inside.find(({ id }) => !planned.has(id));
      if (added)
        throw new StaleError(
          `${workbook.key} is kept: ${nameOf(added)} belongs to it since the plan was made`,
        );
      const edited = inside.find((report) => {
        const known = planned.get(report.id)?.fingerprint;
        return known !== undefined && known !== printOf(report);
      });
      if (edited)
        throw new StaleError(
          `${workbook.key} is kept: ${nameOf(edited)}, which belongs to it, was changed since the plan was made`,
        );
      for (const report of inside) await backUp(context, residentChange(report), report);
      saved.set(workbook.id, inside);
    },
    async requireBackedUp(workbook) {
      const { has } = await platform.capabilities();
      for (const before of has("getReport") ? (saved.get(workbook.id) ?? []) : []) {
        const now = await platform.getReport(deploymentId, before.id);
        if (!now || printOf(now) === printOf(before)) continue;
        throw new StaleError(
          `${workbook.key} is kept: ${nameOf(before)}, which belongs to it, was changed in this moment`,
        );
      }
    },
    async notesOfGone(workbook) {
      const { has } = await platform.capabilities();
      const notes: string[] = [];
      for (const before of has("getReport") ? (saved.get(workbook.id) ?? []) : [])
        if (!(await platform.getReport(deploymentId, before.id)))
          notes.push(`${nameOf(before)} was deleted by the platform with it; a rollback makes it again`);
      return notes;
    },
  };
}

/** Of all of a report. */
function printOf(report: WireReport): string {
  return fingerprint(toLiveReport(report), { ignored: [] });
}

function nameOf({ name }: WireReport): string {
  return `the report ${writeJson(name)}`;
}
