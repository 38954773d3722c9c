// One connection for all who need one at the same time: a sandbox's data file has one reader at a time, and a handshake for each chart
// would take longer than its rows.

import type { ProjectContext } from "../../project/context.ts";

/** Calls `use` with what a feature is given. */
export type Connecting = <T>(use: (context: ProjectContext) => Promise<T>) => Promise<T>;

export interface SharedConnection {
  use: Connecting;
  /** Once what is in flight is done. */
  close(): Promise<void>;
}

interface Open {
  context: Promise<ProjectContext>;
  users: number;
  /** Lets the connection go. */
  done(): void;
  ended: Promise<void>;
}

/** The next chart on the screen asks soon; other commands wait for a sandbox's data file for some seconds. */
const LINGER_MS = 1000;

export function shareConnection(connecting: Connecting): SharedConnection {
  let open: Open | undefined;
  let timer: NodeJS.Timeout | undefined;
  const retire = (one: Open) => {
    if (open === one) open = undefined;
    if (one.users === 0) one.done();
  };
  return {
    async use(work) {
      clearTimeout(timer);
      open ??= start(connecting);
      const one = open;
      one.users += 1;
      try {
        return await work(await one.context);
      } catch (error) {
        // It may be the connection's: the next one begins anew.
        if (open === one) open = undefined;
        throw error;
      } finally {
        one.users -= 1;
        if (open !== one) retire(one);
        else if (one.users === 0) timer = setTimeout(() => retire(one), LINGER_MS);
      }
    },
    async close() {
      clearTimeout(timer);
      const one = open;
      if (!one) return;
      retire(one);
      await one.ended;
    },
  };
}

function start(connecting: Connecting): Open {
  let done = () => {};
  const until = new Promise<void>((resolve) => {
    done = resolve;
  });
  let ended = Promise.resolve();
  const context = new Promise<ProjectContext>((resolve, reject) => {
    ended = connecting(async (found) => {
      resolve(found);
      await until;
    }).catch(reject);
  });
  return { context, users: 0, done, ended };
}
