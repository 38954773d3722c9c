// A report that nobody manages, put back by a rollback as it was: without our stamp, and never over anything.

import { toLiveReport } from "../../live/index.ts";
import { type Change, type Result, writeJson } from "../../model/index.ts";
import { reportFingerprint } from "../../plan/index.ts";
import { backUp } from "../backups.ts";
import type { ApplyContext } from "../context.ts";
import type { FindReport } from "../creations/holders.ts";
import { attempt, requireGoingOn, StaleError } from "../failure.ts";
import { upsert } from "../upsert.ts";

export function putBack(context: ApplyContext, change: Change, findReport: FindReport): Promise<Result> {
  const { platform, deploymentId } = context;
  const { id, publicId = "", request = {} } = change;
  const name = `the report ${writeJson(change.title)}`;
  const look = () => (id === null ? findReport(publicId) : platform.getReport(deploymentId, id));
  return attempt(change, async (result, onAttempt) => {
    const requirePlanned = async () => {
      const now = await look();
      const seen = now ? reportFingerprint(toLiveReport(now), change) : null;
      if (seen !== change.fingerprint)
        throw new StaleError(`${name} was changed on the platform since the plan was made`);
      return now;
    };
    const now = await requirePlanned();
    requireGoingOn(context);
    if (now) await backUp(context, change, now);
    const written = await upsert(context, name, {
      send: () => platform.upsertReport(deploymentId, publicId, request, { onAttempt }),
      lookAgain: async () => void (await requirePlanned()),
    });
    result.id = written.id;
  });
}
