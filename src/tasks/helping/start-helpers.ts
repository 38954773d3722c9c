// Starts threads that load files beside this one, where there are cores for them and the code is built for it.

import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Help, Piece, Work } from "../../desired/index.ts";
import { type Blocks, blockOf, claim, cutBlocks, filesOf, type Owner } from "./blocks.ts";
import type { HelperData, Job, Loaded, Task } from "./helper.ts";

/** Each takes memory, and what this thread does alone is a part of the whole: more would change little. */
const MOST = 2;
/** Megabytes. A helper that needs more ends, and its files are loaded here. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
const OWN: Owner = 1;

interface Helper {
  owner: Owner;
  worker: Worker;
}

/** Undefined if there can be no help: then this thread loads all files, as it does those of a helper that fails. */
export function startHelpers(job: Job): Help | undefined {
  if (BOARDWRIGHT_CHUNKS === undefined) return undefined;
  const helpers: Helper[] = [];
  try {
    const path = join(BOARDWRIGHT_CHUNKS, "helper.cjs");
    const last = OWN + countIdle();
    for (let owner = OWN + 1; owner <= last; owner++) {
      const workerData: HelperData = { job: { ...job, env: { ...job.env } }, owner };
      // Options of node that the main thread was started with, such as what it preloads, are not for helpers.
      const options = { workerData, execArgv: [], env: {}, resourceLimits: LIMITS };
      helpers.push({ owner, worker: new Worker(path, options) });
    }
  } catch {
    // Node can be told not to start threads.
  }
  return helpers.length > 0 ? helpOf(helpers) : undefined;
}

/** For how many helpers there is a core that is idle: on a busy machine they would take what others need, and be no faster. */
function countIdle(): number {
  const [busy = 0] = loadavg();
  return Math.min(Math.round(availableParallelism() - Math.max(1, busy)), MOST);
}

type Pieces = (Piece | undefined)[];

function helpOf(helpers: readonly Helper[]): Help {
  const gone = new Set<Owner>();
  const loaded = new Map<number, Pieces>();
  const waiting = new Map<number, { owner: Owner; resolve(pieces: Pieces): void }>();
  let blocks: Blocks = cutBlocks(0);
  const receive = ({ block, pieces }: Loaded): void => {
    const all = pieces.map((piece) => piece && { ...piece, body: Buffer.from(piece.body.buffer) });
    loaded.set(block, all);
    waiting.get(block)?.resolve(all);
    waiting.delete(block);
  };
  const lose = (lost: Owner): void => {
    gone.add(lost);
    for (const [block, { owner, resolve }] of waiting) {
      if (owner !== lost) continue;
      waiting.delete(block);
      resolve([]);
    }
  };
  for (const { owner, worker } of helpers) {
    worker.on("message", receive);
    // Each of them is followed by `exit`.
    worker.on("error", () => lose(owner));
    worker.on("messageerror", () => lose(owner));
    worker.on("exit", () => lose(owner));
  }
  /** What the owner of a block makes of it; nothing if it is gone. */
  const wait = (block: number, owner: Owner): Promise<Pieces> => {
    const pieces = loaded.get(block) ?? (gone.has(owner) ? [] : undefined);
    if (pieces) return Promise.resolve(pieces);
    return new Promise((resolve) => {
      waiting.set(block, { owner, resolve });
    });
  };
  return {
    begin(work: Work) {
      blocks = cutBlocks(work.files.length);
      for (const { worker } of helpers) worker.postMessage({ work, blocks } satisfies Task);
    },
    take(number) {
      const block = blockOf(number);
      const owner = claim(blocks, block, OWN);
      if (owner === OWN) return undefined;
      const [from, to] = filesOf(block, Number.POSITIVE_INFINITY);
      return wait(block, owner).then((pieces) => {
        if (number === to - 1) loaded.delete(block);
        return pieces[number - from];
      });
    },
    end() {
      for (const { worker } of helpers) {
        worker.unref();
        void worker.terminate();
      }
    },
  };
}
