// Sends a request until it succeeds or the retry table says stop: credential, gate, redirects, delays, one error for everything.

import { isObject, type Json } from "../model/index.ts";
import { isAborted } from "./abort.ts";
import { type Address, type Query, withQuery } from "./address.ts";
import type { Authorization, Verdict } from "./authorization.ts";
import type { Clock } from "./clock.ts";
import { looksLikeHtml } from "./error-body.ts";
import { exchange, type Incoming } from "./exchange.ts";
import { explain, type Purpose } from "./explain.ts";
import type { Gate } from "./gate.ts";
import type { PlatformError } from "./platform-error.ts";
import { followRedirects } from "./redirect.ts";
import { MAX_RETRY_AFTER_MS, readRetryAfter, retryDelay } from "./retry-delay.ts";
import { findRetryRule } from "./retry-policy.ts";
import type { SocketPool } from "./socket-pool.ts";
import {
  INTERRUPTED,
  type Trouble,
  troubleOfBody,
  troubleOfConnection,
  troubleOfRedirect,
  troubleOfStatus,
  troubleOfWaiting,
} from "./trouble.ts";

export interface CallOptions {
  signal?: AbortSignal;
  /** Called before each request that is sent, repeats included. */
  onAttempt?(): void;
}

export interface RetryEvent {
  method: string;
  url: string;
  /** The attempt that failed, from 1. */
  attempt: number;
  delayMs: number;
  reason: string;
}

export interface Call extends Omit<Purpose, "url" | "method">, CallOptions {
  method: "GET" | "PUT" | "POST" | "DELETE";
  path: string;
  query?: Query;
  body?: object;
  /** `text`: the body is not parsed here, and a success says nothing about the credential: descriptions may be public. */
  answer?: "text";
}

export interface Transport {
  /** The parsed body (undefined where it is empty), or its text. Throws a PlatformError. */
  send(call: Call): Promise<Json | undefined>;
  /** An error about an answer that arrived but is not what it should be. */
  reject(call: Call, trouble: Pick<Trouble, "code" | "reason" | "status" | "platformMessage">): PlatformError;
}

export interface TransportParts {
  address: Address;
  pool: SocketPool;
  gate: Gate;
  authorization: Authorization;
  clock: Clock;
  random(): number;
  redact(text: string): string;
  userAgent: string;
  requestMs: number;
  signal?: AbortSignal;
  onRetry?(event: RetryEvent): void;
}

type Outcome = { value: Json | undefined } | { trouble: Trouble };

export function openTransport(parts: TransportParts): Transport {
  const { address, clock, gate } = parts;

  function purposeOf(call: Call): Purpose {
    return { ...call, url: address.url + withQuery(call.path, call.query) };
  }

  function raise(trouble: Trouble, call: Call, attempts: number, retryAfterMs?: number): PlatformError {
    const tooLong = retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS;
    return explain(trouble, purposeOf(call), {
      attempts,
      retryAfterMs,
      gaveUp: tooLong
        ? `It asks to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request.`
        : undefined,
      host: address.host,
      refusedBothSchemes: parts.authorization.refusedBoth(),
      redact: parts.redact,
    });
  }

  async function attempt(call: Call, body: string | undefined, signals: AbortSignal[]): Promise<Outcome> {
    const permit = isAborted(signals) ? undefined : await gate.enter(signals);
    if (permit === undefined) return { trouble: INTERRUPTED };
    let outcome: Outcome | undefined;
    try {
      const requestPath = address.basePath + withQuery(call.path, call.query);
      const incoming = await followRedirects(address, call.method, requestPath, (path) =>
        parts.authorization.authorize(
          (authorization) => {
            call.onAttempt?.();
            const headers: Record<string, string> = {
              authorization,
              accept: "application/json",
              "user-agent": parts.userAgent,
            };
            if (body !== undefined) headers["content-type"] = "application/json";
            const outgoing = { method: call.method, path, headers, body };
            return exchange(parts.pool, outgoing, { requestMs: parts.requestMs, clock, signals });
          },
          (answer) => judgeCredential(answer, call),
        ),
      );
      outcome = interpret(incoming, call, address);
    } catch (error) {
      // Without a code it is neither node's nor undici's: a bug of ours, shown whole.
      if (!(error instanceof Error && "code" in error)) throw error;
      outcome = { trouble: troubleOfConnection(error, address.host) };
    } finally {
      permit.leave(outcome === undefined ? "other" : outcomeForGate(outcome, call.method));
    }
    return outcome;
  }

  async function send(call: Call): Promise<Json | undefined> {
    const signals = [parts.signal, call.signal].filter((signal) => signal !== undefined);
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const started = clock.now();
    for (let count = 1; ; count++) {
      const outcome = await attempt(call, body, signals);
      if ("value" in outcome) return outcome.value;
      const { trouble } = outcome;
      const rule = findRetryRule(call.method, trouble.kind);
      const retryAfter = readRetryAfter(trouble.retryAfter, clock.now());
      const spent = rule === undefined || count >= rule.attempts || (retryAfter ?? 0) > MAX_RETRY_AFTER_MS;
      if (spent) throw raise(trouble, call, count, retryAfter);
      const delayMs = retryDelay(count, parts.random(), retryAfter);
      if (clock.now() - started + delayMs > rule.withinMs) throw raise(trouble, call, count, retryAfter);
      const { method } = call;
      const url = parts.redact(purposeOf(call).url);
      parts.onRetry?.({ method, url, attempt: count, delayMs, reason: parts.redact(trouble.reason) });
      await clock.sleep(delayMs, signals);
    }
  }

  return {
    send,
    reject: (call, trouble) => raise({ kind: "final", ...trouble }, call, 1),
  };
}

function interpret(incoming: Incoming, call: Call, address: Address): Outcome {
  const { status, text } = incoming;
  const { location } = incoming.headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = URL.canParse(location, address.url) ? new URL(location, address.url).origin : "nowhere";
    return { trouble: troubleOfRedirect(incoming, target === address.origin ? location : target) };
  }
  if (status < 200 || status >= 300) return { trouble: troubleOfStatus(incoming) };
  if (call.answer === "text") return { value: text };
  if (text.trim() === "") return { value: undefined };
  let value: Json;
  try {
    // A byte order mark is legal in front of JSON text that is read leniently (RFC 8259, 8.1); JSON.parse rejects it.
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as Json;
  } catch {
    return { trouble: troubleOfBody(incoming) };
  }
  if (isObject(value) && value.error === "Continue wait") return { trouble: troubleOfWaiting(incoming) };
  return { value };
}

/** Only what the platform itself must have checked settles the scheme; a gateway's 404 or 502 may come from before it. */
function judgeCredential(answer: Incoming, call: Call): Verdict {
  if (answer.status === 401) return "rejected";
  if (answer.status === 403) return "accepted";
  const success = answer.status >= 200 && answer.status < 300;
  return success && call.answer !== "text" && !looksLikeHtml(answer.text) ? "accepted" : "open";
}

function outcomeForGate(outcome: Outcome, method: string): "fine" | "slow-down" | "other" {
  if ("value" in outcome) return "fine";
  // A POST is not sent again, but its 429 says as much about the rate.
  const rule = findRetryRule(method === "POST" ? "GET" : method, outcome.trouble.kind);
  return rule?.slowDown ? "slow-down" : "other";
}
