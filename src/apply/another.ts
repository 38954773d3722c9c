// An upsert names a slug, not a workbook. If ours was deleted or renamed in the moment after it was read, the upsert makes a second one, or
// writes over the one that somebody gave the slug to: the answer has another id. No request closes that moment, so it is told.

import { type Change, isObject, type JsonObject, STAMP_KEY, TAKEN_MEANWHILE } from "../model/index.ts";
import { PlatformError, type WireWorkbook } from "../platform/index.ts";
import type { ApplyContext, Wire } from "./context.ts";
import { StepError } from "./failure.ts";

export interface Another<W extends Wire = WireWorkbook> {
  /** Of the workbook that was to be written. */
  id: number;
  answer: W;
  /** What was sent. */
  body: JsonObject;
  onAttempt(): void;
}

/** What to tell of it. If it is somebody's, our stamp is taken off again, so that no later plan takes it for ours. */
export async function answeredAnother(
  { platform, deploymentId, liveIds }: ApplyContext,
  { key }: Change,
  { id, answer, body, onAttempt }: Another,
): Promise<StepError> {
  const old = await platform.getWorkbook(deploymentId, id);
  const sent = isObject(body.meta) ? body.meta : {};
  const held = Object.keys(isObject(answer.meta) ? answer.meta : {})
    .filter((name) => !(name in sent))
    .sort();
  const isPublished = (answer.dashboardPublished ?? answer.publishedDashboard ?? null) !== null;
  const isDrafted = answer.dashboardDraft != null && !("dashboardDraft" in sent);
  const isOld = isPublished || isDrafted || held.length > 0 || liveIds?.has(answer.id) || old?.slug === key;
  if (isOld) {
    const message = `${key} is another workbook on the platform since the moment before it was written`;
    return new StepError(TAKEN_MEANWHILE, message, [
      `${nameOf(answer)} has the slug: this run wrote over ${partsOf(body)}, and then left it alone.`,
      ...(isPublished ? ["Viewers still see what it had published."] : []),
      ...(held.length > 0 ? [`Its meta still holds ${held.join(", ")}.`] : []),
      ...(await takeStampOff((unstamp) =>
        platform.upsertWorkbook(deploymentId, key, unstamp, { onAttempt }),
      )),
      `The workbook ${id}, which was to be written, ${whereIs(old, key)}.`,
      `Look at ${answer.id} on the platform, and tell its owner. To go on, ${old ? `give ${id} a slug of its own again, or ` : ""}take another slug in the file.`,
    ]);
  }
  const [code, how, next] = old
    ? [
        "renamed-meanwhile",
        `${old.slug == null ? "lost its slug" : `was given the slug ${old.slug}`} on the platform while it was being written, and the write made a second workbook, ${answer.id}`,
        `Delete ${answer.id} on the platform, and give ${id} the slug ${key} back or rename it in Git too; or keep both. Until then, plans name them.`,
      ]
    : [
        "recreated",
        `was deleted on the platform while it was being written, and exists again with the id ${answer.id}`,
      ];
  return new StepError(code as string, `${key} ${how}`, [
    "Its links, publication and access rights are those of a new workbook, or of whoever made it in that moment.",
    "`boardwright plan` shows what it lacks, and `boardwright apply --allow drift` brings that.",
    ...(next === undefined ? [] : [next]),
  ]);
}

function whereIs(old: WireWorkbook | undefined, key: string): string {
  if (!old) return "is gone";
  if (old.slug === key) return "still has the slug as well";
  return old.slug == null ? "has no slug any more" : `has the slug ${old.slug}`;
}

/** "The workbook 101 of ada@acme.test", for the beginning of a sentence; without whose it is if the platform does not say. */
export function nameOf({ id, user }: WireWorkbook): string {
  return `The workbook ${id}${isObject(user) && typeof user.email === "string" ? ` of ${user.email}` : ""}`;
}

/** What a request wrote over: "its name, its draft". */
function partsOf({ name, folderId, meta }: JsonObject): string {
  const keys = isObject(meta) ? Object.keys(meta) : [];
  const own = keys.filter((key) => key !== "dashboardDraft" && key !== STAMP_KEY).sort();
  const parts = [
    ...(name === undefined ? [] : ["its name"]),
    ...(folderId === undefined ? [] : ["its place"]),
    ...(keys.includes("dashboardDraft") ? ["its draft"] : []),
    ...own.map((key) => `${key} in its meta`),
  ];
  return parts.length === 0 ? "nothing but its stamp" : parts.join(", ");
}

/** Resolves to a sentence if it cannot. */
async function takeStampOff(send: (body: JsonObject) => Promise<unknown>): Promise<string[]> {
  try {
    await send({ meta: { [STAMP_KEY]: null } });
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [`It still carries our stamp, which could not be taken off: ${error.message}.`];
  }
}
