// Connections through a proxy: CONNECT (RFC 9110, 9.3.6), then TLS to the platform inside it. What the platform is sent, the
// credential included, the proxy cannot read.

/// <reference path="../undici-pool.d.ts" />
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { buildConnector as Connectors } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { ProxyAddress } from "./proxy.ts";
import { ProxyFailure } from "./proxy-failure.ts";

interface Tunnels {
  connect: Connectors.connector;
  close(): Promise<void>;
}

/** Opens no connection yet. `connectMs` covers the proxy's answer, and once more the TLS inside. */
export function openTunnels(proxy: ProxyAddress, connectMs: number): Tunnels {
  const entrances = new Pool(proxy.origin, {
    connect: { timeout: connectMs },
    headersTimeout: connectMs,
    bodyTimeout: 0,
  });
  const secure = buildConnector({ timeout: connectMs });

  function openTunnel(authority: string): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const headers = {
        host: authority,
        ...(proxy.authorization !== undefined && { "proxy-authorization": proxy.authorization }),
      };
      // Without a server name of its own, undici would ask a proxy that speaks TLS for the platform's certificate.
      const request = { method: "CONNECT" as const, path: authority, headers, servername: proxy.hostname };
      entrances.dispatch(request, {
        onRequestStart() {},
        onRequestUpgrade(_controller, status, _headers, socket) {
          if (status >= 200 && status < 300) return resolve(socket);
          socket.on("error", () => {}).destroy();
          reject(new ProxyFailure(proxy.host, { status }));
        },
        onResponseError(_controller, cause) {
          reject(new ProxyFailure(proxy.host, { cause }));
        },
      });
    });
  }

  return {
    connect: (target, callback) => {
      const authority = `${target.hostname}:${target.port || 443}`;
      openTunnel(authority).then(
        (tunnel) => secure({ ...target, httpSocket: tunnel as Socket }, callback),
        (error: Error) => callback(error, null),
      );
    },
    close: () => entrances.close(),
  };
}
