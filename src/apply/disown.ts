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
import { kindOf, onLiveMeta } from "../plan/index.ts";
import type { WireWorkbook } from "../platform/index.ts";
import { nameOf } from "./another.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { attempt, StaleError, StepError } from "./failure.ts";
import { upsert } from "./repeat.ts";
import { isNamed, wayOf } from "./ways.ts";

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
  const { key } = change;
  const id = change.id as number;
  const way = wayOf(change);
  const name = way.nameOf(key);
  return attempt(change, async (_result, onAttempt) => {
    const read = async () => {
      const now = await way.read(context, id);
      if (!now || !isNamed(change, now.live))
        throw new StaleError(`${name} was ${way.rename ? "deleted or renamed" : "deleted"} in the meantime`);
      return now;
    };
    const before = await read();
    if (!isStillOurs(before.wire.meta ?? undefined, context.project.name, name)) return;
    await backUp(context, change, before.wire);
    const send = async () => {
      const { live } = kindOf(before.live).sendsWholeMeta ? await read() : before;
      const meta: JsonObject = { [STAMP_KEY]: null };
      return way.upsert(context, change, onLiveMeta({ meta }, live), { onAttempt });
    };
    const lookAgain = async () => void (await read());
    const answer = await upsert(context, name, { send, lookAgain });
    if (answer.id !== id && way.answeredAnother) throw answeredAnotherStamp(key, answer as WireWorkbook);
    requireGone(isObject(answer.meta) ? answer.meta : ((await read()).wire.meta ?? {}), name);
  });
}

/** The upsert names a slug: if the workbook was deleted a moment before, it makes a new one, or finds the one that has the slug by then. */
function answeredAnotherStamp(key: string, answer: WireWorkbook): StepError {
  if (isBlank(answer)) {
    const message = `${key} was deleted on the platform in the meantime, and an empty workbook has its slug now, id ${answer.id}`;
    return new StepError("recreated", message, ["Delete that one on the platform."]);
  }
  const message = `${key} is another workbook on the platform since the moment before its stamp was taken off`;
  return new StepError(TAKEN_MEANWHILE, message, [
    `${nameOf(answer)} has the slug: nothing of it was changed but a stamp of ours, if it had one.`,
  ]);
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
