// Reads a workbook again, by its id.

import { carriesState, type FolderPaths, listEverywhere, toLiveWorkbook } from "../live/index.ts";
import { describeUnreadable, type LiveWorkbook } from "../plan/index.ts";
import type { WireWorkbook } from "../platform/index.ts";
import type { Found as AnyFound, ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";

type Found = AnyFound<LiveWorkbook, WireWorkbook>;

const NO_PATHS: FolderPaths = new Map();

/** The workbook with that id, or undefined if it is gone. One that has no slug any more has an empty one. */
export async function readById(
  { platform, deploymentId }: Pick<ApplyContext, "platform" | "deploymentId">,
  id: number,
): Promise<Found | undefined> {
  const wire = await platform.getWorkbook(deploymentId, id);
  return wire && toFound(wire);
}

/**
 * After a read that found nothing: throws a StepError if the list still has the workbook under its slug, because every plan would find it
 * there.
 */
export async function refuseUnreadable(context: ApplyContext, slug: string, id: number): Promise<void> {
  for await (const page of listEverywhere(context.platform, context.deploymentId, () => true)) {
    if (!page.some((item) => item.id === id && toFound(item)?.live.slug === slug)) continue;
    throw new StepError("unreadable", describeUnreadable({ slug, id }), [
      "Without that read there is no backup, so nothing was written. Another plan finds the same.",
      `Ask whoever runs the platform why GET …/workbooks/${id} does not find it, or whether this key has access to it.`,
    ]);
  }
}

/**
 * The answer to a write as a live workbook; if the answer leaves the draft or meta out, it is read. Throws a StepError if there is none:
 * somebody may have deleted or renamed it by then.
 */
export async function readBack(context: ApplyContext, answer: WireWorkbook): Promise<Found> {
  const item = carriesState(answer) ? toFound(answer) : await readById(context, answer.id);
  if (item && item.live.slug !== "") return item;
  const message = `the workbook ${answer.id} was written, and right after it is gone or has no slug`;
  throw new StepError("lost", message, [
    "Look whether somebody deleted it on the platform, then plan again.",
  ]);
}

function toFound(wire: WireWorkbook): Found | undefined {
  const live = toLiveWorkbook({ ...wire, slug: wire.slug ?? "" }, NO_PATHS);
  return live && { wire, live };
}
