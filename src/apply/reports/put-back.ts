// A report that nobody manages, put back by a rollback as it was: without our stamp, and never over anything.

import { toLiveReport } from "../../live/index.ts";
import { type Change, type Result, writeJson } from "../../model/index.ts";
import { reportFingerprint } from "../../plan/index.ts";
import type { WireReport } from "../../platform/index.ts";
import { backUp } from "../backups.ts";
import { claimReport } from "../claim.ts";
import type { ApplyContext } from "../context.ts";
import { attempt, requireGoingOn, StaleError } from "../failure.ts";
import { upsert } from "../upsert.ts";

export function putBack(context: ApplyContext, change: Change): Promise<Result> {
  const { platform, deploymentId } = context;
  const { publicId = "", request = {} } = change;
  const name = `the report ${writeJson(change.title)}`;
  return attempt(change, async (result, onAttempt) => {
    requireGoingOn(context);
    const claim = change.id === null ? await claimReport(context, change, onAttempt) : undefined;
    const printOf = (report: WireReport) => reportFingerprint(toLiveReport(report), change);
    const planned = claim?.isNew ? printOf(claim.found) : change.fingerprint;
    const requirePlanned = async (): Promise<WireReport> => {
      const now = await platform.getReport(deploymentId, claim?.found.id ?? (change.id as number));
      if (!now || printOf(now) !== planned)
        throw new StaleError(`${name} was changed on the platform since the plan was made`);
      return now;
    };
    if (!claim?.isNew) await backUp(context, change, await requirePlanned());
    const written = await upsert(context, name, {
      send: () => platform.upsertReport(deploymentId, publicId, request, { onAttempt }),
      lookAgain: async () => void (await requirePlanned()),
    });
    result.id = written.id;
  });
}
