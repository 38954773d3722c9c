// Creations (contract 7). No list says that a slug or a publicId is free: it may leave something out. So a creation claims first, with an
// upsert of an empty body, which changes nothing of what is there and answers it; then it looks, and only then it writes. What holds
// anything was there: it is compared as a plan would have compared it.

import {
  type Change,
  isObject,
  isPlainSlug,
  type PreviewMark,
  readStamp,
  STAMP_KEY,
  stampOwner,
} from "../model/index.ts";
import { compareClaimed, isBlank, isOfOtherFiles, isSameWork, type Live } from "../plan/index.ts";
import type { ApplyContext, Claim, Found } from "./context.ts";
import { StaleError, StepError, tellDifferences } from "./failure.ts";
import { upsert } from "./repeat.ts";
import { runAll } from "./scheduler.ts";
import { wayOf } from "./ways.ts";

/** Takes the slug or publicId of a creation, or the claim that was taken before its turn. */
export async function claim(context: ApplyContext, change: Change, onAttempt: () => void): Promise<Claim> {
  const early = earlyClaim(context, change);
  if (early) {
    context.early?.delete(nameOf(change));
    for (let count = 0; count < early.attempts; count++) onAttempt();
    return early.claim;
  }
  const { kind, key } = change;
  const way = wayOf(change);
  let attempts = 0;
  let mayBeMade = true;
  try {
    const onSent = () => void attempts++;
    const send = async () =>
      way.complete(context, await way.upsert(context, change, {}, { onAttempt: onSent }), {});
    // Nothing of whatever it finds is changed, so it is simply sent again.
    const found = await upsert(context, key, { send, lookAgain: async () => {} });
    mayBeMade = isBlank(found.live) && way.isUnused(context, found);
    // Before anything else is written: whatever happens then, undoing takes away this one and no other.
    if (mayBeMade) await context.onClaim?.({ kind, key, id: found.live.id });
    return { isNew: mayBeMade, found };
  } finally {
    // One that finds something is no request that writes.
    for (; mayBeMade && attempts > 0; attempts--) onAttempt();
  }
}

/** The claim that was taken before its turn, if one was. */
export function earlyClaim({ early }: ApplyContext, change: Change) {
  return early?.get(nameOf(change));
}

function nameOf({ kind, key }: Change): string {
  return `${kind}:${key}`;
}

/** So many claims show whether lists leave out what is ours; fewer creations are nothing that has to be asked about (contract 6). */
const SAMPLE = 10;

/**
 * Before the first write of a plan that only creates: a project that has applied before has its stamps there. Takes the first slugs, and
 * resolves to those that carry one, which no list had shown. What cannot be claimed is told in its turn.
 */
export async function sampleCreations(
  context: ApplyContext,
  creations: readonly Change[],
  atOnce: () => number,
): Promise<{ change: Change; id: number }[]> {
  const isAsked = (change: Change) => change.id === null && !context.allowed?.has("mass-change", change);
  const sample = creations.filter(isAsked).slice(0, SAMPLE);
  if (sample.length < SAMPLE) return [];
  const ours: { change: Change; id: number }[] = [];
  const failed = new AbortController();
  const stop = AbortSignal.any([failed.signal, ...(context.stop ? [context.stop] : [])]);
  await runAll(sample, { atOnce, stop }, async (change) => {
    let attempts = 0;
    const claimed = claim(context, change, () => void attempts++);
    await claimed.catch(() => failed.abort());
    context.early?.set(nameOf(change), { claim: claimed, attempts });
    const { isNew, found } = (await claimed.catch(() => undefined)) ?? {};
    if (!isNew && found && isOurs(context, change, found.live)) ours.push({ change, id: found.live.id });
  });
  return ours;
}

/** A run of the same work at the same moment is no earlier one. */
function isOurs(
  { project, deploymentId, ignored }: ApplyContext,
  { key, request }: Pick<Change, "key" | "request">,
  live: Live,
): boolean {
  const stamp = readStamp(live.meta);
  const isOwn = stamp?.project === project.name && stamp.of === stampOwner(deploymentId, key);
  return isOwn && !(request && isSameWork(request, live, ignored));
}

/** `planned`: its request names its folder by id. */
export function compareFound(context: ApplyContext, planned: Change, { live }: Found): Change | undefined {
  const change = asFirstUp(planned, live);
  const compared = compareClaimed(change, live, {
    project: context.project.name,
    deploymentId: context.deploymentId,
    ignored: context.ignored,
    reports: new Map(),
    reportVersions: context.reportVersions,
    undoes: context.undoes,
  });
  return (
    compared &&
    requireAllowed(context, change, compared, isOfOtherFiles(change, compared, live, context.ignored))
  );
}

/** Whether the environment was on before a preview is known by what put it up first. */
function asFirstUp(change: Change, { meta: there }: Live): Change {
  const mark = readStamp(change.request?.meta)?.preview;
  const first = readStamp(there)?.preview;
  const { meta } = change.request ?? {};
  if (!mark || !isObject(meta) || !isObject(meta[STAMP_KEY]) || !isSamePreview(mark, first)) return change;
  const stamp = { ...meta[STAMP_KEY], preview: { ...mark, wasOn: first.wasOn } };
  return { ...change, request: { ...change.request, meta: { ...meta, [STAMP_KEY]: stamp } } };
}

function isSamePreview(mark: PreviewMark, found: PreviewMark | undefined): found is PreviewMark {
  return found?.name === mark.name && found.branch === mark.branch;
}

/**
 * The change that what was found needs. Throws what a plan would have stopped at: a hazard that is not allowed, as a StepError with its
 * code, or an apply of other files (`isOther`), as a StaleError.
 */
function requireAllowed(context: ApplyContext, change: Change, found: Change, isOther: boolean): Change {
  const there = `${wayOf(change).nameOf(change.key)} is live already, as ${found.id}, though no list showed it`;
  const open = found.hazards.filter(({ code }) => !context.allowed?.has(code, change));
  if (found.hazards.length === 0 && isOther)
    throw new StaleError(
      `${there}, and was applied from other files of this project; if the next plan does not show it, the list leaves it out`,
    );
  const [first] = open;
  if (!first) return found;
  const isPlain = change.kind === "workbook" && isPlainSlug(change.key);
  const codes = [...new Set(open.map((one) => (isPlain ? `${one.code}:${change.key}` : one.code)))];
  const ways = readStamp(change.request?.meta)?.preview
    ? ["A preview takes nothing over: give it another `name`, or take that one away on the platform."]
    : [
        ...(isPlain ? [`Apply the rest: boardwright apply --except ${change.key}`] : []),
        `If it may be written over, after a backup: boardwright apply --allow ${codes.join(",")}`,
      ];
  throw new StepError(first.code, `${there}: ${first.message}`, [
    ...tellDifferences(found.fields, ["live has", "the files say"]),
    "Nothing of it was changed. If the next plan does not show it, the list leaves it out: the key may lack a permission.",
    ...ways,
  ]);
}
