// The one place that opens sockets: undici pools with keep-alive, one for each origin, through a proxy if one is chosen.

/// <reference path="../undici-pool.d.ts" />
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { ProxyAddress } from "./proxy.ts";
import { openTunnels } from "./tunnel.ts";

/** What the room needs of undici. */
export interface SocketPool {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  /** Waits for what is in flight. Closing twice is fine. */
  close(): Promise<void>;
}

export interface PoolOptions {
  connections: number;
  /** DNS, TCP and TLS of one connection, in milliseconds. */
  connectMs: number;
  proxy?: ProxyAddress;
}

/** Opens no connection yet. */
export function openPool(origin: string, options: PoolOptions): SocketPool {
  const tunnels = options.proxy && openTunnels(options.proxy, options.connectMs);
  const connector = tunnels?.connect ?? buildConnector({ timeout: options.connectMs });
  const pool = new Pool(origin, {
    connections: options.connections,
    // Deadlines are the exchange's own: one for headers and body together, on the injected clock.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (target, callback) =>
      connector(target, (...result) => {
        if (result[0] === null) announceEmptyDelete(result[1]);
        callback(...result);
      }),
  });
  let closing: Promise<void> | undefined;
  return {
    dispatch: (request, handler) => pool.dispatch(request, handler),
    close: () => {
      closing ??= pool.close().then(() => tunnels?.close());
      return closing;
    },
  };
}

/**
 * Adds `Content-Length: 0` to a DELETE without a body: the platform's front end answers 411 without it (field notes, C), and
 * undici always leaves the header out for DELETE (RFC 9110, 8.6 makes it optional).
 */
function announceEmptyDelete(socket: Socket): void {
  const write = socket.write;
  const announcing = function (this: Socket, chunk: string | Uint8Array, ...rest: []): boolean {
    // Undici writes the head of a request as one text, and a body as bytes.
    const isHead = typeof chunk === "string" && chunk.startsWith("DELETE ");
    const isEmpty = isHead && !chunk.includes("\r\ncontent-length: ");
    return write.call(this, isEmpty ? `${chunk.slice(0, -2)}content-length: 0\r\n\r\n` : chunk, ...rest);
  };
  socket.write = announcing;
}
