// The one place that opens sockets: an undici pool with keep-alive to one origin.

/// <reference path="./undici-pool.d.ts" />
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";

/** What the room needs of undici. */
export interface SocketPool {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  close(): Promise<void>;
}

/** Opens no connection yet. `connectMs` covers DNS, TCP and TLS. */
export function openPool(origin: string, options: { connections: number; connectMs: number }): SocketPool {
  const connector = buildConnector({ timeout: options.connectMs });
  return new Pool(origin, {
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
}

/**
 * Adds `Content-Length: 0` to a DELETE without a body: the platform's front end answers 411 without it (field notes, C), and
 * undici leaves the header out for DELETE however it is asked (RFC 9110, 8.6 makes it optional).
 */
function announceEmptyDelete(socket: Socket): void {
  const write = socket.write;
  const announcing = function (this: Socket, chunk: string | Uint8Array, ...rest: []): boolean {
    const bare = typeof chunk === "string" && chunk.startsWith("DELETE ") && chunk.endsWith("\r\n\r\n");
    return write.call(this, bare ? `${chunk.slice(0, -2)}content-length: 0\r\n\r\n` : chunk, ...rest);
  };
  socket.write = announcing;
}
