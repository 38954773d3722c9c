// Letting go of what is live: its stamp is taken off, and nothing else is changed. Read again, back up, write, look at the answer.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  TAKEN_MEANWHILE,
} from "../model/index.ts";
import type { WireWorkbook } from "../platform/index.ts";
import { nameOf } from "./another.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { attempt, StaleError, StepError } from "./failure.ts";
import { readById } from "./read-workbook.ts";
import { upsert } from "./upsert.ts";

/** Whether there is anything at the place of the stamp, readable or not. */
export function hasStamp(meta: Json | undefined): boolean {
  return isObject(meta) && Object.hasOwn(meta, STAMP_KEY) && meta[STAMP_KEY] !== null;
}

/** The project in the stamp, or in what is left of it; undefined if nothing says whose it is. */
export function stampedProject(meta: Json | undefined): string | undefined {
  const raw = isObject(meta) ? meta[STAMP_KEY] : undefined;
  const project = readStamp(meta)?.project ?? (isObject(raw) ? raw.project : undefined);
  return typeof project === "string" ? project : undefined;
}

/** `change`: of a live workbook or report, by id. A platform that merges deeply drops no key, so the stamp becomes null there. */
export function disown(context: ApplyContext, change: Change): Promise<Result> {
  return change.kind === "report" ? disownReport(context, change) : disownWorkbook(context, change);
}

function disownWorkbook(context: ApplyContext, change: Change): Promise<Result> {
  const { platform, deploymentId, project } = context;
  const { key } = change;
  const id = change.id as number;
  return attempt(change, async (_result, onAttempt) => {
    const read = async () => {
      const now = await readById(context, id);
      if (now?.live.slug !== key) throw new StaleError(`${key} was deleted or renamed in the meantime`);
      return now.wire;
    };
    const before = await read();
    if (!isStillOurs(before.meta, project.name, key)) return;
    await backUp(context, change, before);
    const body = { meta: { [STAMP_KEY]: null } };
    const send = () => platform.upsertWorkbook(deploymentId, key, body, { onAttempt });
    const lookAgain = async () => {
      await read();
    };
    const answer = await upsert(context, key, { send, lookAgain });
    // The upsert names a slug: if the workbook was deleted a moment before, it makes a new one, or finds the one that has the slug by then.
    if (answer.id !== id && !isBlank(answer)) {
      const message = `${key} is another workbook on the platform since the moment before its stamp was taken off`;
      throw new StepError(TAKEN_MEANWHILE, message, [
        `${nameOf(answer)} has the slug: nothing of it was changed but a stamp of ours, if it had one.`,
      ]);
    }
    if (answer.id !== id) {
      const message = `${key} was deleted on the platform in the meantime, and an empty workbook has its slug now, id ${answer.id}`;
      throw new StepError("recreated", message, ["Delete that one on the platform."]);
    }
    requireGone(isObject(answer.meta) ? answer.meta : (await read()).meta, key);
  });
}

function disownReport(context: ApplyContext, change: Change): Promise<Result> {
  const { platform, deploymentId, project } = context;
  const name = `the report ${change.key}`;
  const id = change.id as number;
  return attempt(change, async (_result, onAttempt) => {
    const read = async () => {
      const now = await platform.getReport(deploymentId, id);
      if (!now || now.publicId !== change.publicId)
        throw new StaleError(`${name} was deleted in the meantime`);
      return now;
    };
    const before = await read();
    if (!isStillOurs(before.meta ?? undefined, project.name, name)) return;
    await backUp(context, change, before);
    const send = async () => {
      // Whether the platform merges or replaces a report's meta is not documented: it gets all of it.
      const meta: JsonObject = { ...(await read()).meta, [STAMP_KEY]: null };
      return platform.upsertReport(deploymentId, before.publicId, { meta }, { onAttempt });
    };
    const lookAgain = async () => {
      await read();
    };
    const answer = await upsert(context, name, { send, lookAgain });
    requireGone(isObject(answer.meta) ? answer.meta : ((await read()).meta ?? {}), name);
  });
}

/** What an upsert that sends nothing but a stamp makes. */
function isBlank({ dashboardDraft, dashboardPublished, publishedDashboard, meta }: WireWorkbook): boolean {
  const others = isObject(meta) ? Object.keys(meta).filter((key) => key !== STAMP_KEY) : [];
  return !dashboardDraft && !dashboardPublished && !publishedDashboard && others.length === 0;
}

/** False if the stamp is gone already, which is fine. */
function isStillOurs(meta: Json | undefined, project: string, name: string): boolean {
  if (!hasStamp(meta)) return false;
  if (stampedProject(meta) === project) return true;
  throw new StaleError(`${name} was taken over by another project in the meantime`);
}

function requireGone(meta: Json, name: string): void {
  if (!hasStamp(meta)) return;
  throw new StepError("did-not-converge", `${name} was written, but the platform kept its stamp`, [
    "Take `meta.boardwright` off there, or move to a version of the platform that stores what is sent.",
  ]);
}
