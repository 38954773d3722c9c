// The pools of one connection to the platform: its own host, and the hosts that serve the metadata of its models.

import { type ProxyChoice, readProxy } from "./proxy.ts";
import { openPool, type PoolOptions, type SocketPool } from "./socket-pool.ts";

interface SocketPools {
  /** The pool to this origin, opened when it is first asked for. */
  to(origin: string): SocketPool;
  /** Waits for what is in flight. Closing twice is fine. */
  close(): Promise<void>;
}

/** `hide` gets the secrets in the proxies' addresses. */
export function openPools(
  options: Omit<PoolOptions, "proxy">,
  choice: ProxyChoice | undefined,
  hide: (secret: string) => void,
): SocketPools {
  const pools = new Map<string, SocketPool>();

  function open(origin: string): SocketPool {
    const written = typeof choice === "function" ? choice(origin) : choice;
    const proxy = written === undefined ? undefined : readProxy(written);
    for (const secret of proxy?.secrets ?? []) hide(secret);
    return openPool(origin, { ...options, proxy });
  }

  return {
    to(origin) {
      const pool = pools.get(origin) ?? open(origin);
      pools.set(origin, pool);
      return pool;
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
