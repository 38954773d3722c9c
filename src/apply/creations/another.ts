// The upsert names a slug, not a workbook: if ours was deleted or renamed a moment before, the upsert makes a second one, or writes over
// the one that somebody gave the slug to. The answer has another id than the workbook that was to be updated.

import { type Change, isObject, type JsonObject, TAKEN_MEANWHILE } from "../../model/index.ts";
import type { WireWorkbook } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { StepError } from "../failure.ts";
import { nameOfStranger, signOfAge } from "./age.ts";
import { isTime } from "./holders.ts";
import { takeStampOff, whatItHolds, whatWasLost } from "./told.ts";

export interface Another {
  /** Of the workbook that was to be written. */
  id: number;
  answer: WireWorkbook;
  /** What was sent. */
  body: JsonObject;
  /** When it was first sent, by the context's clock. */
  sentAt: number;
  onAttempt(): void;
}

/** What to tell of it. If it is somebody's, our stamp is taken off again. */
export async function answeredAnother(
  context: ApplyContext,
  { key }: Change,
  another: Another,
): Promise<StepError> {
  const { id, answer, body, onAttempt } = another;
  const { platform, deploymentId } = context;
  const old = await platform.getWorkbook(deploymentId, id);
  const sign = await signOfStranger(context, key, old, another);
  if (sign !== undefined) {
    const kept = await takeStampOff((unstamp) =>
      platform.upsertWorkbook(deploymentId, key, unstamp, { onAttempt }),
    );
    const message = `${key} is another workbook on the platform since the moment before it was written`;
    return new StepError(TAKEN_MEANWHILE, message, [
      `${sign}: this run wrote over ${whatWasLost(body)}, and then left it alone.`,
      ...whatItHolds(answer, body),
      ...kept,
      ...whereOursIs(key, id, old),
      `Look at ${answer.id} on the platform, and tell its owner. To go on, ${old ? `give ${id} a slug of its own again, or ` : ""}take another slug in the file.`,
    ]);
  }
  const hasDraft = isObject(body.meta) && isObject(body.meta.dashboardDraft);
  const draft = (which: string) => `${which} ${hasDraft ? "is as declared" : "is still to be written"}`;
  // An update sends what it changes alone.
  const missing =
    "`boardwright plan` shows what it lacks, and `boardwright apply --allow drift` brings that.";
  const rest = "its links, publication and access rights are those of a new workbook.";
  const unsure = isTime(answer.createdAt)
    ? []
    : [`The platform does not say when ${answer.id} was made: look first whether it is somebody's.`];
  if (!old) {
    const message = `${key} was deleted on the platform while it was being written, and exists again with the id ${answer.id}`;
    return new StepError("recreated", message, [`${draft("Its draft")}; ${rest}`, ...unsure, missing]);
  }
  const how = old.slug == null ? "lost its slug" : `was given the slug ${old.slug}`;
  const message = `${key} ${how} on the platform while it was being written, and the write made a second workbook, ${answer.id}`;
  return new StepError("renamed-meanwhile", message, [
    `${draft("The draft of the second")}; ${rest}`,
    ...unsure,
    missing,
    `Delete ${answer.id} on the platform, and give ${id} the slug ${key} back or rename it in Git too; or keep both. Until then, plans name them.`,
  ]);
}

/** What shows that the workbook which answered is not one that the write made; undefined if nothing does. */
async function signOfStranger(
  { liveIds, clock, ignored }: ApplyContext,
  key: string,
  old: WireWorkbook | undefined,
  { answer, body, sentAt }: Another,
): Promise<string | undefined> {
  const which = nameOfStranger(answer);
  if (liveIds?.has(answer.id)) return `${which} was there when this run planned`;
  if (old?.slug === key) return `${which} has the slug, too`;
  const sign = await signOfAge(answer, {
    ...{ request: body, ignored, elapsedMs: clock.now() - sentAt },
    ...{ look: { ids: new Set<number>() }, slugs: { isOtherAtWork: async () => false } },
  });
  if (sign !== undefined) return sign;
  // The platform wrote both times, and ours was there before the request.
  if (old && isTime(old.createdAt) && isTime(answer.createdAt) && answer.createdAt < old.createdAt)
    return `${which} was made at ${answer.createdAt}`;
  const sendsDraft = isObject(body.meta) && "dashboardDraft" in body.meta;
  return answer.dashboardDraft && !sendsDraft ? `${which} holds a draft that was not sent` : undefined;
}

function whereOursIs(key: string, id: number, old: WireWorkbook | undefined): string[] {
  if (!old) return [`The workbook ${id}, which was to be written, is gone.`];
  if (old.slug === key) return [`The workbook ${id}, which was to be written, still has the slug as well.`];
  const slug = old.slug == null ? "no slug any more" : `the slug ${old.slug}`;
  return [`The workbook ${id}, which was to be written, has ${slug}.`];
}
