// Publishes what this run wrote, and nobody's unreviewed edit. The platform knows no precondition: so the last answer before a publication
// is held against what was written, and what a publication answers against what it was sent.

import { type Change, type JsonObject, type Stamp, shellWord } from "../../model/index.ts";
import {
  baseOf,
  type Difference,
  dashboardDifferences,
  expectedLive,
  isAdded,
  type LiveWorkbook,
  learnPublication,
  stampRequest,
} from "../../plan/index.ts";
import type { ApplyContext } from "../context.ts";
import type { Converged, Standing } from "../converge.ts";
import { isTrimmed, StepError, tellDifferences } from "../failure.ts";
import type { StampWatch } from "../stamp-watch.ts";
import { type Publication, publish } from "./publish.ts";

export interface ShowOptions {
  /** The workbook as it was before this run. */
  before: LiveWorkbook | undefined;
  /** The first publication of a run is looked at again, and if the platform filled nothing in, no other is. */
  publications: StampWatch;
  onAttempt(): void;
  /** Called as soon as it is known, because what follows may fail. */
  onPublished(status: Publication["status"]): void;
}

/** What came of it: the last answer, its stamp, and what viewers were given besides what was sent. */
export interface Shown extends Standing {
  made: Difference[];
}

/**
 * Publishes the workbook, and learns what the platform filled in. Throws a StepError: `edited-meanwhile` if somebody edited the
 * dashboard between two requests, and nothing is published; `published-otherwise` if viewers were given something else.
 */
export async function showViewers(
  context: ApplyContext,
  change: Change,
  at: Standing | Converged,
  { before, publications, onAttempt, onPublished }: ShowOptions,
): Promise<Shown> {
  if ("verified" in at) requireUnedited(context, change, at);
  const config = change.publishConfig;
  const publication = await publish(context, at.live, { onAttempt, config });
  onPublished(publication.status);
  if (publication.status !== "applied") return { ...at, made: [] };
  const { sent, shown } = publication;
  const made = sent && shown ? dashboardDifferences(sent, shown, context.ignored) : [];
  const wrong = made.filter((one) => !isAdded(one) && !isTrimmed(one));
  let learned: Stamp | undefined;
  let edits: Difference[] = [];
  const isAsSent = async (): Promise<boolean> => {
    const now = await at.writer.look();
    const options = { sent: at.live, now, before, wanted: config, ignored: context.ignored };
    learned = at.stamp && now.slug === change.key ? learnPublication(at.stamp, options) : undefined;
    const expected = expectedDraft(learned) ?? at.live.draft;
    edits = dashboardDifferences(expected, now.draft, context.ignored);
    return learned === undefined;
  };
  if (made.length > 0) await isAsSent();
  else await publications.isShown(isAsSent);
  const live = learned ? await at.writer.write(stampRequest(learned)) : at.live;
  // If the draft is as it was written, nobody's edit was published: the platform changed what viewers get.
  if (wrong.length > 0 && edits.length > 0) throw publishedOtherwise(change, wrong);
  return learned ? { ...at, live, stamp: learned, made } : { ...at, made };
}

function expectedDraft(stamp: Stamp | undefined): JsonObject | undefined {
  const base = baseOf(stamp);
  return base && expectedLive(base).dashboard;
}

/**
 * What another run of this project published of the same draft, and whose stamp this run wrote over, is learned as well. Sends nothing if
 * the stamp knows it already.
 */
export async function learnShown(
  { ignored }: ApplyContext,
  { key, publishConfig: wanted }: Change,
  at: Converged,
  before: LiveWorkbook | undefined,
): Promise<Standing> {
  const { live, verified, stamp, writer } = at;
  const learned =
    stamp && live.slug === key
      ? learnPublication(stamp, { sent: verified, now: live, before, wanted, ignored })
      : undefined;
  return learned ? { writer, live: await writer.write(stampRequest(learned)), stamp: learned } : at;
}

function requireUnedited(
  { ignored }: ApplyContext,
  { key }: Change,
  { live, verified }: Pick<Converged, "live" | "verified">,
): void {
  const edits = dashboardDifferences(verified.draft, live.draft, ignored);
  if (edits.length === 0) return;
  const message = `${key} was written, and edited on the platform before it was published: so it was not published`;
  throw new StepError("edited-meanwhile", message, [
    ...tellDifferences(edits, ["this run wrote", "the platform now has"]),
    live.published ? "Viewers still see what was published before." : "Viewers see nothing of it yet.",
    `\`boardwright pull\` takes the edit into the files, \`boardwright apply --allow ${shellWord(`drift:${key}`)}\` discards it; the next apply publishes.`,
  ]);
}

function publishedOtherwise({ key }: Change, wrong: readonly Difference[]): StepError {
  const message = `${key} was published, and viewers see something else than this run published`;
  return new StepError("published-otherwise", message, [
    ...tellDifferences(wrong, ["this run published", "the platform answered"]),
    "Either somebody edited the draft in that moment and the platform published the edit, or it changes what it publishes.",
    "`boardwright plan` shows what is there now, and what the next apply makes of it. What the platform changes at the next publication, too, is taken for its own; a field that is its own for good goes under `ignore` in boardwright.yaml.",
  ]);
}
