// Who holds the slugs and publicIds that are about to be created? The upsert would overwrite anything made since the plan, and the
// platform has no read by either. So the list is read again before creations: one look serves many, and none serves for long.

import { findReports, isWorkbook, listEverywhere } from "../../live/index.ts";
import { isObject, readStamp, stampOwner } from "../../model/index.ts";
import type { WireReport, WireWorkbook } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { type Found, readById, toFound, withDraft } from "../read-workbook.ts";

/**
 * A look serves no creation later than this: so what another run of this project made since the look is no older than a second when it is
 * written over, and its age shows nothing.
 */
const FRESH_MS = 1_000;
/** Nor does it serve more creations than this; */
const BATCH = 100;
/** but where one takes long, because there are thousands of workbooks, looking takes at most a quarter of the time. */
const SHARE = 4;

/** What the last look saw. */
export interface Look {
  /** The workbook that holds the slug; undefined if it was free. */
  holder: Found | undefined;
  /** The ids of all workbooks that were there. */
  ids: ReadonlySet<number>;
  /** Whether the platform says to the second when a workbook was made; undefined if there was none to see it by. */
  showsTimes?: boolean | undefined;
}

export interface SlugWatch {
  look(slug: string): Promise<Look>;
  /** Notes that this run is about to create it: from now on a workbook with this slug may be its own. */
  begin(slug: string): void;
  /** Notes that another run of this project was met. */
  meetOther(): void;
  /**
   * Whether another run of this project works on the same slugs at this moment: it was met, or has made one that this run has not begun, or
   * the user who made this one made others of them as well. Reads the list again for it.
   */
  isOtherAtWork(made?: { id: number; owner: number | undefined }): Promise<boolean>;
  /** As the first answer to a creation has it; undefined before. */
  showsTimes?: boolean | undefined;
  /** Whose the workbooks are that this run has made; undefined before the first. */
  owner?: number | undefined;
}

/** `slugs`: all that the plan creates. Sends nothing before the first question. */
export function watchSlugs(context: ApplyContext, slugs: ReadonlySet<string>): SlugWatch {
  const begun = new Set<string>();
  const lookAgain = keepFresh(
    context,
    () => readHolders(context, { slugs, begun }),
    () => slugs.size - begun.size,
  );
  let isMet = false;
  const isMade = async ([slug, item]: [string, Found]): Promise<boolean> => {
    const stamp = readStamp((await withStamp(context, item))?.live.meta);
    return stamp?.project === context.project.name && stamp.of === stampOwner(context.deploymentId, slug);
  };
  return {
    begin: (slug) => void begun.add(slug),
    meetOther() {
      isMet = true;
    },
    async isOtherAtWork(made) {
      if (isMet) return true;
      const { holders, owners } = await readHolders(context, { slugs, begun });
      isMet =
        made?.owner !== undefined &&
        [...owners].some(([id, owner]) => id !== made.id && owner === made.owner);
      for (const holder of holders) {
        if (isMet) break;
        isMet = await isMade(holder);
      }
      return isMet;
    },
    async look(slug) {
      const { holders, ...seen } = await lookAgain();
      const found = holders.get(slug);
      return { holder: found && (await withStamp(context, found)), ...seen };
    },
  };
}

/** Some lists leave the stamp out, or all meta, of what has one: without it, another run of this project is a stranger. */
async function withStamp(context: ApplyContext, item: Found): Promise<Found | undefined> {
  return readStamp(item.live.meta) ? withDraft(context, item) : readById(context, item.live.id);
}

/** Resolves to the report that has the publicId; undefined if it is still free. */
export type FindReport = (publicId: string) => Promise<WireReport | undefined>;

/** `publicIds`: all that the plan creates. Sends nothing before the first question. */
export function watchPublicIds(context: ApplyContext, publicIds: ReadonlySet<string>): FindReport {
  const asked = new Set<string>();
  const lookAgain = keepFresh(
    context,
    () => findReports(context.platform, context.deploymentId, publicIds),
    () => publicIds.size - asked.size,
  );
  return async (publicId) => {
    asked.add(publicId);
    return (await lookAgain()).get(publicId);
  };
}

interface Taken<T> {
  result: Promise<T>;
  begunAt: number;
  /** Undefined while it is under way. */
  tookMs: number | undefined;
  served: number;
}

/**
 * `read`, whose result is shared until it is too old. While many are `left` to ask, the next one is taken before that, so that nobody waits
 * for it.
 */
function keepFresh<T>(
  { clock }: Pick<ApplyContext, "clock">,
  read: () => Promise<T>,
  left: () => number,
): () => Promise<T> {
  let last: Taken<T> | undefined;
  let next: Taken<T> | undefined;
  const isOld = ({ begunAt, tookMs, served }: Taken<T>, soon = { ms: 0, served: 0 }): boolean => {
    // Whoever asks while it is under way shares it.
    if (tookMs === undefined) return false;
    const age = clock.now() - begunAt + soon.ms;
    return age >= tookMs * SHARE && (age >= FRESH_MS || served + soon.served >= BATCH);
  };
  const take = (): Taken<T> => {
    const taken: Taken<T> = { result: read(), begunAt: clock.now(), tookMs: undefined, served: 0 };
    const finish = (): void => {
      taken.tookMs = clock.now() - taken.begunAt;
    };
    taken.result.then(finish, finish);
    return taken;
  };
  const takeNext = (): void => {
    const taken = take();
    next = taken;
    const replace = (): void => {
      if (next !== taken) return;
      last = taken;
      next = undefined;
    };
    // One that failed is told to those who ask when the last one is old.
    taken.result.then(replace, () => {});
  };
  return () => {
    if (!last || isOld(last)) {
      last = next ?? take();
      next = undefined;
    } else if (!next && left() > BATCH && isOld(last, { ms: last.tookMs ?? 0, served: BATCH / 2 }))
      takeNext();
    last.served += 1;
    return last.result;
  };
}

interface Seen extends Omit<Look, "holder"> {
  /** Of the slugs that this run has not begun: what it has made itself would fill the memory, one draft each. */
  holders: Map<string, Found>;
  /** Whose the workbooks with any of the slugs are, by id. */
  owners: Map<number, number | undefined>;
}

async function readHolders(
  { platform, deploymentId }: ApplyContext,
  { slugs, begun }: { slugs: ReadonlySet<string>; begun: ReadonlySet<string> },
): Promise<Seen> {
  const holders = new Map<string, Found>();
  const owners = new Map<number, number | undefined>();
  const ids = new Set<number>();
  let showsTimes: boolean | undefined;
  for await (const page of listEverywhere(platform, deploymentId, () => true)) {
    for (const wire of page) {
      const item = toFound(wire);
      if (isWorkbook(wire)) {
        ids.add(wire.id);
        showsTimes ||= isTime(wire.createdAt);
      }
      if (!item || !slugs.has(item.live.slug)) continue;
      owners.set(wire.id, ownerId(wire));
      if (!begun.has(item.live.slug)) holders.set(item.live.slug, item);
    }
  }
  return { holders, owners, ids, showsTimes };
}

/** A date without a time says too little. */
export function isTime(text: unknown): text is string {
  return typeof text === "string" && text.includes("T") && !Number.isNaN(Date.parse(text));
}

/** Whose workbook it is, as far as the platform says. */
export function ownerId({ user, userId, createdBy }: WireWorkbook): number | undefined {
  const id = createdBy ?? userId ?? (isObject(user) ? user.id : undefined);
  return typeof id === "number" ? id : undefined;
}
