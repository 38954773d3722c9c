// The end of writing a report: the stamp that knows what the platform made of it. A report's `meta` is replaced as a whole on some
// platforms, so the stamp takes along all that is live right before.

import { isRefusal, toLiveReport } from "../../live/index.ts";
import {
  type Change,
  isObject,
  isRecordOnly,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import {
  type AnswerCheck,
  type Difference,
  type LiveReport,
  reportDifferences,
  stampOver,
  verifyReportAnswer,
} from "../../plan/index.ts";
import type { WireReport } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { weigh } from "../drops-keys.ts";
import { StaleError, StepError, tellDifferences } from "../failure.ts";
import { upsert, withoutOldStamp } from "../upsert.ts";

export interface SettleOptions {
  answer: WireReport;
  /** What was asked for, under the stamp that it is to have if the platform answered that. */
  sent: JsonObject;
  before: WireReport | undefined;
  /** Whether it went under a stamp that knows no answer. */
  isOpen: boolean;
  onAttempt(): void;
}

export interface Settled {
  /** The last answer. */
  live: WireReport;
  /** The one that the last request carried. */
  stamp: Stamp;
  check: AnswerCheck;
  /** What somebody changed, of what is managed, between the answer and the stamp: it stays. */
  edits: readonly Difference[];
}

/**
 * Stamps what the platform made of the request, if the stamp that was sent says something else, and if it keeps stamps. Throws a
 * StaleError if the report is gone by then.
 */
export async function settle(
  context: ApplyContext,
  change: Change,
  { answer, sent, before, isOpen, onAttempt }: SettleOptions,
): Promise<Settled> {
  const stamp = readStamp(sent.meta) as Stamp;
  const [live, found] = [toLiveReport(answer), before && toLiveReport(before)];
  let check = verifyReportAnswer(sent, { live, before: found });
  // A stamp alone asks for nothing.
  if (isRecordOnly(change) || !isStamped(answer)) return { live: answer, stamp, check, edits: [] };
  let last = answer;
  const end = (final: Stamp): Settled => {
    return { live: last, stamp: final, check, edits: reportDifferences(final, live, toLiveReport(last)) };
  };
  const look = async (): Promise<void> => {
    last = await readNow(context, change, last);
  };
  const writeStamp = async (draft: JsonObject): Promise<LiveReport> => {
    await look();
    const send = () => {
      const body = withoutOldStamp({ meta: { ...last.meta, [STAMP_KEY]: draft } }, last.meta);
      return context.platform.upsertReport(context.deploymentId, change.publicId as string, body, {
        onAttempt,
      });
    };
    const written = await upsert(context, `the report ${change.key}`, { send, lookAgain: look });
    last = isStamped(written) ? written : await readAnswer(context, written);
    return toLiveReport(last);
  };
  if (check.unconverged.length > 0) {
    const lenient = verifyReportAnswer(sent, { live, before: undefined });
    const weighed = await weigh({ check, lenient, sent: stamp, writeStamp });
    check = weighed.check;
    if (weighed.stamp) return end(weighed.stamp);
  }
  const known = check.restamp ?? (isOpen ? stamp : undefined);
  if (!known) return end(stamp);
  const final = stampOver(known, live);
  await writeStamp(stampToJson(final));
  return end(final);
}

/** The report right before its stamp is written. What cannot be read is taken to be as it was answered. */
async function readNow(
  { platform, deploymentId }: ApplyContext,
  { key }: Change,
  last: WireReport,
): Promise<WireReport> {
  let now: WireReport | undefined;
  try {
    now = await platform.getReport(deploymentId, last.id);
  } catch (error) {
    if (isRefusal(error)) return last;
    throw error;
  }
  if (!now) throw new StaleError(`the report ${key} was deleted on the platform while it was being written`);
  return isObject(now.meta) ? now : { ...now, meta: last.meta ?? null };
}

export function isStamped({ meta }: WireReport): boolean {
  return isObject(meta) && readStamp(meta) !== undefined;
}

/** If an answer leaves `meta` out, that says nothing of what was stored. */
export async function readAnswer(
  { platform, deploymentId }: ApplyContext,
  answer: WireReport,
): Promise<WireReport> {
  return (await platform.getReport(deploymentId, answer.id)) ?? answer;
}

/** `name`: `the report revenue`. */
export function editedMeanwhile(name: string, edits: readonly Difference[]): StepError {
  const message = `${name} was written, and edited on the platform before this run was done with it`;
  return new StepError("edited-meanwhile", message, [
    ...tellDifferences(edits, ["this run wrote", "the platform now has"]),
    "The edit stays, and nothing that draws the report was published.",
    "`boardwright pull` takes the edit into the files, `boardwright apply --allow drift` discards it.",
  ]);
}
