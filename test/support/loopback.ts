// A real HTTP server on a loopback address, and the client connected to it on a clock that only tests move.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import {
  type Clock,
  type ConnectOptions,
  connect,
  type Platform,
  type RetryEvent,
} from "../../src/platform/index.ts";

export interface Seen {
  method: string;
  /** Path with its query, as it was sent. */
  url: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (seen: Seen, response: ServerResponse, count: number) => void | Promise<void>;

export interface Loopback {
  url: string;
  seen: Seen[];
}

/** Serves until the test is over. `count` is the number of the request, from 1. */
export async function serve(answer: Answer): Promise<Loopback> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "", "http://loopback");
    const each: Seen = {
      method: request.method ?? "",
      url: request.url ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    seen.push(each);
    await answer(each, response, seen.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function html(response: ServerResponse, status = 200, title = "The app"): void {
  response
    .writeHead(status, { "content-type": "text/html" })
    .end(`<!doctype html><html><head><title>${title}</title></head><body><p>app</p></body></html>`);
}

/** Sleeping takes no time and is written down; alarms ring only when a test says so. */
export interface StillClock extends Clock {
  slept: number[];
  ring(): void;
}

export function stillClock(start = Date.parse("2026-11-20T08:00:00Z")): StillClock {
  let now = start;
  const alarms = new Set<() => void>();
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    after: (_ms, run) => {
      alarms.add(run);
      return () => alarms.delete(run);
    },
    ring: () => {
      for (const alarm of [...alarms]) alarm();
    },
  };
}

export const TOKEN = "key-4f1c9a7be2";

export interface Client {
  platform: Platform;
  clock: StillClock;
  retries: RetryEvent[];
}

/** Connects with Bearer, the largest backoff and a still clock, unless told otherwise. */
export function connectTo(url: string, options: Partial<ConnectOptions> = {}): Client {
  const clock = stillClock();
  const retries: RetryEvent[] = [];
  const platform = connect({
    url,
    token: TOKEN,
    scheme: "bearer",
    clock,
    random: () => 0.999,
    onRetry: (event) => retries.push(event),
    ...options,
  });
  onTestFinished(() => platform.close());
  return { platform, clock, retries };
}

/** The error that a promise is rejected with; a promise that is not fails the test. */
export async function failure<E extends Error>(
  promise: Promise<unknown>,
  kind: new (...args: never[]) => E,
): Promise<E> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw new Error(`expected a ${kind.name}, got ${String(error)}`, { cause: error });
}

export function workbook(id: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    deploymentId: 1,
    name: `Workbook ${id}`,
    slug: `workbook-${id}`,
    meta: {},
    calculatedFields: {},
    createdAt: "2026-11-01T00:00:00Z",
    updatedAt: "2026-11-01T00:00:00Z",
    type: "WORKBOOK",
    ...more,
  };
}

/** A description that names every operation in `paths`, with the query parameters given. */
export function describeApi(paths: Record<string, Record<string, string[]>>, servers?: unknown[]): object {
  return {
    openapi: "3.1.0",
    info: { title: "Platform REST API", version: "1.0.0" },
    ...(servers && { servers }),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, query]) => [
            method,
            {
              parameters: query.map((name) => ({ name, in: "query", schema: { type: "string" } })),
              responses: { 200: { description: "" } },
            },
          ]),
        ),
      ]),
    ),
  };
}
