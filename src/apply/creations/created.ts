// Was what a run has just created really new? The platform has no create by slug, only an upsert, and no read by slug: if somebody
// took the slug after the last look, the upsert wrote over theirs. The answer may show it; where it cannot, because no answer says when a
// workbook was made, the slug is taken first, by a request that writes nothing.

import { type Change, isObject, type JsonObject, readStamp } from "../../model/index.ts";
import type { WireReport, WireWorkbook } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { StepError } from "../failure.ts";
import { type Found, readBack } from "../read-workbook.ts";
import { upsert } from "../upsert.ts";
import { isOlder, metaNotSent, nameOfStranger, signOfAge } from "./age.ts";
import type { Look, SlugWatch } from "./holders.ts";
import { takeStampOff, whatItHolds, whatWasLost } from "./told.ts";

export interface Creation {
  slug: string;
  /** What was sent. */
  request: JsonObject;
  look: Pick<Look, "ids">;
  /** When the request was first sent, by the context's clock. */
  sentAt: number;
  /** Whether another run of this project is at work, which may have made it; and whose workbooks this run makes, if it made any. */
  slugs: Pick<SlugWatch, "isOtherAtWork" | "owner">;
  onAttempt(): void;
}

/**
 * Throws a StepError with the code `created-meanwhile` if the answer is that of a workbook which was there before. It takes our stamp
 * off again, so that no later plan takes the workbook for ours.
 */
export async function requireCreated(
  context: ApplyContext,
  answer: WireWorkbook,
  creation: Creation,
): Promise<void> {
  const { platform, deploymentId } = context;
  const elapsedMs = context.clock.now() - creation.sentAt;
  const sign = await signOfAge(answer, { ...creation, elapsedMs, ignored: context.ignored });
  if (sign === undefined) return;
  const { slug, request, onAttempt } = creation;
  const kept = await takeStampOff((unstamp) =>
    platform.upsertWorkbook(deploymentId, slug, unstamp, { onAttempt }),
  );
  throw new StepError(
    "created-meanwhile",
    `${slug} was created by somebody else in the moment before it was written`,
    [
      `${sign}: this run wrote over ${whatWasLost(request)}, and then left it alone.`,
      ...whatItHolds(answer, request),
      ...kept,
      "Look at it on the platform. If it is yours to replace, apply again; if not, take another slug in the file.",
    ],
  );
}

/** The workbook that has the slug now, and what shows that it was there before; undefined if nothing does. */
export interface Claimed {
  found: Found;
  sign: string | undefined;
}

/**
 * Takes a slug without writing anything: an upsert with an empty body makes an empty workbook, or answers the one that is there. It costs
 * a request.
 */
export async function claimSlug(
  context: ApplyContext,
  slug: string,
  { look, onAttempt }: { look: Look; onAttempt(): void },
): Promise<Claimed> {
  const { platform, deploymentId } = context;
  const send = () => platform.upsertWorkbook(deploymentId, slug, {}, { onAttempt });
  // It changes nothing of whatever it finds.
  const answer = await upsert(context, slug, { send, lookAgain: async () => {} });
  const found = await readBack(context, answer);
  return { found, sign: look.ids.has(answer.id) ? "had another slug until now" : signOfLife(found) };
}

/** What a workbook has that no empty request makes. Keys of its `meta` are no sign: a platform may make some for a new one. */
function signOfLife({ wire, live }: Found): string | undefined {
  const stamp = readStamp(live.meta);
  if (stamp) return `carries a stamp of the project ${stamp.project}`;
  if (live.published) return "is published already";
  const { widgets, app }: JsonObject = live.draft ?? {};
  const number = Array.isArray(widgets) ? widgets.length : 0;
  if (number > 0) return `holds a draft with ${number === 1 ? "1 widget" : `${number} widgets`}`;
  if (isObject(app) && Object.values(app).some((value) => value !== null)) return "holds a draft";
  return wire.isFavorite === true ? "is somebody's favorite" : undefined;
}

export function takenMeanwhile(slug: string, wire: WireWorkbook, sign: string): StepError {
  return new StepError(
    "created-meanwhile",
    `${slug} was created by somebody else in the moment before it was written`,
    [
      `${nameOfStranger(wire)} ${sign}: nothing of it was written over.`,
      "Look at it on the platform. If it is yours to replace, apply again; if not, take another slug in the file.",
    ],
  );
}

/**
 * Throws `created-meanwhile` if the answer to a creation is older than the request and holds `meta` that was never sent: somebody else's.
 * Its age alone says nothing, because another shard may have made the same report.
 */
export async function requireNewReport(
  { platform, deploymentId }: ApplyContext,
  { key, publicId }: Change,
  options: { answer: WireReport; sent: JsonObject; elapsedMs: number; onAttempt(): void },
): Promise<void> {
  const { answer, sent, elapsedMs, onAttempt } = options;
  const others = metaNotSent(answer.meta ?? undefined, sent);
  if (others.length === 0 || !isOlder(answer, elapsedMs)) return;
  const kept = await takeStampOff((unstamp) =>
    platform.upsertReport(deploymentId, publicId as string, unstamp, { onAttempt }),
  );
  const message = `the report ${key} was created by somebody else in the moment before it was written`;
  throw new StepError("created-meanwhile", message, [
    `The report ${answer.id} was made at ${answer.createdAt}: this run wrote over its name and its query, and then left it alone.`,
    `Its meta still holds ${others.join(", ")}.`,
    ...kept,
    `Look at it on the platform. If it is yours to replace, apply again; if not, give ${key} another \`publicId\` in the file.`,
  ]);
}
