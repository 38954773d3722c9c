// One request and its whole answer over the pool, with a deadline. Straight on undici's dispatch: no stream is built.

import type { IncomingHttpHeaders } from "node:http";
import { onAbort } from "./abort.ts";
import type { Clock } from "./clock.ts";
import type { SocketPool } from "./socket-pool.ts";

export interface Outgoing {
  method: "GET" | "PUT" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Incoming {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Codes that `exchange` gives its own rejections, beside those of node and undici. */
export const DEADLINE = "DEADLINE";
export const ABORTED = "ABORTED";

/** Resolves with any answer, whatever its status; rejects with an error that has a `code`. `requestMs` covers headers and body. */
export function exchange(
  pool: SocketPool,
  outgoing: Outgoing,
  limits: { requestMs: number; clock: Clock; signals: readonly AbortSignal[] },
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    let failed: Error | undefined;
    let abort: ((reason: Error) => void) | undefined;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];

    const release = (): void => {
      cancelDeadline();
      for (const each of releases) each();
    };
    const fail = (error: Error): void => {
      release();
      failed ??= error;
      reject(failed);
    };
    const stop = (code: string): void => {
      fail(Object.assign(new Error(code), { code }));
      if (failed !== undefined) abort?.(failed);
    };
    const cancelDeadline = limits.clock.after(limits.requestMs, () => stop(DEADLINE));
    const releases = limits.signals.map((signal) => onAbort(signal, () => stop(ABORTED)));

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
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        release();
        const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        resolve({ status, headers, text: bytes.toString("utf8") });
      },
      onResponseError(_controller, error) {
        fail(error);
      },
    });
  });
}
