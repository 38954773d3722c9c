// One request and its answer over the pool, with a deadline. Straight on undici's dispatch; a body is collected, or streamed if
// the caller wants that.

import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { ABORTED, onAbort } from "./abort.ts";
import { type BodyCleaner, type BodyStream, openBody } from "./body-stream.ts";
import type { Clock } from "./clock.ts";
import type { SocketPool } from "./socket-pool.ts";

export type Method = "GET" | "HEAD" | "OPTIONS" | "PUT" | "POST" | "PATCH" | "DELETE";

interface Outgoing {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface Incoming {
  status: number;
  headers: IncomingHttpHeaders;
  /** The collected body; empty if it is streamed. */
  bytes: Buffer;
  /** `bytes` as UTF-8. */
  text: string;
  /** Read it to its end or destroy it: until then it occupies a connection. */
  stream?: Readable;
}

export interface Streaming {
  /** Whether the body is streamed instead of collected; asked with its first bytes. */
  wants(status: number, headers: IncomingHttpHeaders, first: Buffer): boolean;
  /** The error that the stream's reader gets when the connection breaks. */
  explain(error: Error): Error;
  /** For a body whose bytes must not be passed on unchanged. */
  clean(headers: IncomingHttpHeaders): BodyCleaner | undefined;
}

export interface Limits {
  /** Headers and body together; of a streamed body, the time without a byte while its reader waits. */
  requestMs: number;
  clock: Clock;
  signals: readonly AbortSignal[];
  streaming?: Streaming;
}

/** Code that `exchange` gives its own rejections, besides ABORTED and those of node and undici. */
export const DEADLINE = "DEADLINE";
export const TOO_LONG = "TOO_LONG";
export const UNENDING = "UNENDING";

/** For a streamed body as a whole, however steadily it drips; what its reader is busy with elsewhere does not count. */
export const LONGEST_STREAM_MS = 30 * 60_000;

/** Bytes of a collected body, before any decoding: several times the largest page of a list, and far below what ends the process. */
export const MOST_COLLECTED = 256 * 1024 * 1024;

/** Resolves with any answer, whatever its status; rejects with an error that has a `code`. */
export function exchange(pool: SocketPool, outgoing: Outgoing, limits: Limits): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    let failed: Error | undefined;
    let abort: ((reason: Error) => void) | undefined;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let collected = 0;
    let body: BodyStream | undefined;
    let streamedSince = 0;
    let pausedAt = 0;

    const release = (): void => {
      cancelDeadline();
      unwatch();
    };
    const fail = (error: Error): void => {
      release();
      failed ??= error;
      reject(failed);
      body?.fail(limits.streaming?.explain(failed) ?? failed);
    };
    const stop = (code: string): void => {
      fail(Object.assign(new Error(code), { code }));
      if (failed !== undefined) abort?.(failed);
    };
    const setDeadline = (): (() => void) => limits.clock.after(limits.requestMs, () => stop(DEADLINE));
    let cancelDeadline = setDeadline();
    const unwatch = onAbort(limits.signals, () => stop(ABORTED));

    pool.dispatch(outgoing, {
      onRequestStart(controller) {
        abort = (reason) => controller.abort(reason);
        // The deadline may have passed while the connection was being made.
        if (failed !== undefined) abort(failed);
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        status = statusCode;
        headers = responseHeaders;
      },
      onResponseData(controller, chunk) {
        if (body === undefined && chunks.length === 0 && limits.streaming?.wants(status, headers, chunk)) {
          const source = {
            pause: () => {
              // A slow reader is not a slow platform.
              cancelDeadline();
              pausedAt = limits.clock.now();
              controller.pause();
            },
            resume: () => {
              if (!controller.paused) return;
              cancelDeadline = setDeadline();
              streamedSince += limits.clock.now() - pausedAt;
              controller.resume();
            },
            abandon: () => stop(ABORTED),
          };
          streamedSince = limits.clock.now();
          body = openBody(source, limits.streaming.clean(headers));
          resolve({ status, headers, bytes: Buffer.alloc(0), text: "", stream: body.readable });
        }
        if (body === undefined) {
          chunks.push(chunk);
          collected += chunk.length;
          if (collected > MOST_COLLECTED) {
            chunks.length = 0;
            stop(TOO_LONG);
          }
          return;
        }
        if (limits.clock.now() - streamedSince > LONGEST_STREAM_MS) return stop(UNENDING);
        cancelDeadline();
        cancelDeadline = setDeadline();
        body.push(chunk);
      },
      onResponseEnd() {
        release();
        if (body !== undefined) return body.end();
        const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        resolve({ status, headers, bytes, text: bytes.toString("utf8") });
      },
      onResponseError(_controller, error) {
        fail(error);
      },
    });
  });
}
