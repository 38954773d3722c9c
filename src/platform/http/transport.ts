// Sends a request until it succeeds or the retry table says stop: credential, gate, redirects, delays, one kind of error.

import type { Readable } from "node:stream";
import { holdsSecret, type Json, UserError, writeJson } from "../../model/index.ts";
import { isAborted, unlessAborted } from "./abort.ts";
import { type Address, type Query, withQuery } from "./address.ts";
import type { Authorization } from "./authorization.ts";
import type { BodyCleaner } from "./body-stream.ts";
import type { Clock } from "./clock.ts";
import { TokenSourceFailure } from "./credential.ts";
import { exchange, type Incoming, type Limits, type Method } from "./exchange.ts";
import { type Circumstances, explain, type Origin, type Purpose } from "./explain.ts";
import type { Gate } from "./gate.ts";
import type { PlatformError } from "./platform-error.ts";
import {
  type AttemptResult,
  interpret,
  isText,
  judgeCredential,
  READ_FILE,
  READ_JSON,
  READ_RAW,
  READ_RAW_OR_PAGE,
  READ_TEXT,
  type Reading,
} from "./reading.ts";
import { type BodyType, type WrittenBody, writeBody } from "./request-body.ts";
import { delayBeforeNext, readRetryAfter } from "./retry-delay.ts";
import { asksToSlowDown, findRetryRule, LONGEST_WAIT_MS } from "./retry-policy.ts";
import type { SocketPool } from "./socket-pool.ts";
import type { TrafficListeners } from "./traffic.ts";
import { INTERRUPTED, type Trouble, troubleOfConnection } from "./trouble.ts";

// Redirects: on the same origin and for GET only. Anything else would carry the credential or a write to an address nobody named.

const MOST_HOPS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends, and follows the redirects that may be followed. Others are returned as they came. */
async function followRedirects(
  { origin }: Address,
  { method, path }: { method: string; path: string },
  send: (path: string) => Promise<Incoming>,
): Promise<Incoming> {
  let at = path;
  let incoming = await send(at);
  for (let hops = 0; hops < MOST_HOPS && method === "GET" && REDIRECTS.has(incoming.status); hops++) {
    const { location } = incoming.headers;
    const base = origin + at;
    if (location === undefined || !URL.canParse(location, base)) break;
    const target = new URL(location, base);
    if (target.origin !== origin) break;
    at = target.pathname + target.search;
    incoming = await send(at);
  }
  return incoming;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Called before each request that is sent, repeats included. */
  onAttempt?(): void;
}

export interface Call extends Omit<Purpose, "url" | "method">, CallOptions {
  method: Method;
  path: string;
  query?: Query;
  /** Undefined for no body; a FormData is sent as multipart/form-data. */
  body?: object | Json;
  /** JSON if absent. */
  bodyAs?: BodyType;
  /** Media types; JSON if absent. */
  accept?: string;
  /** Whether these words of the platform are its last, although their status may pass. */
  isLastWord?(words: string): boolean;
}

/** Every method throws a PlatformError. */
export interface Transport {
  /** The parsed body; undefined if it is empty. */
  send(call: Call): Promise<Json | undefined>;
  /** The body as text. */
  sendForText(call: Call): Promise<string>;
  /** The body as it comes; read it to its end or destroy it. */
  sendForFile(call: Call): Promise<Readable>;
  /** The answer, with any status; streamed if it is neither JSON nor an error. */
  sendForAnswer(call: Call): Promise<Incoming>;
  /** An error about an answer that arrived but is not the expected one. */
  reject(call: Call, trouble: Pick<Trouble, "code" | "reason" | "status" | "platformMessage">): PlatformError;
}

/** One call, sent as often as needed. */
interface Job<T> {
  call: Call;
  body: WrittenBody | undefined;
  reading: Reading<T>;
  signals: AbortSignal[];
  /** Which attempt it is, from 1. */
  attempt: number;
}

interface TransportParts extends TrafficListeners {
  address: Address;
  pool: SocketPool;
  gate: Gate;
  authorization: Authorization;
  clock: Clock;
  random(): number;
  redact(text: string): string;
  cleanStream(): BodyCleaner;
  userAgent: string;
  from?: Origin | undefined;
  requestMs: number;
  signal?: AbortSignal;
}

const ONCE = { attempts: 1 };

export function openTransport(parts: TransportParts): Transport {
  const { address, clock, gate } = parts;

  function purposeOf(call: Call): Purpose {
    return { ...call, url: address.url + withQuery(call.path, call.query) };
  }

  function raise(
    trouble: Trouble,
    call: Call,
    tries: Pick<Circumstances, "attempts" | "elapsedMs" | "retryAfterMs">,
  ) {
    const { retryAfterMs } = tries;
    const tooLong = retryAfterMs !== undefined && retryAfterMs > LONGEST_WAIT_MS;
    return explain(trouble, purposeOf(call), {
      ...tries,
      gaveUp: tooLong
        ? `It asks to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request.`
        : undefined,
      host: address.host,
      from: parts.from,
      refusedBothSchemes: parts.authorization.refusedAll(),
      redact: parts.redact,
    });
  }

  /** One request, with the scheme, a fresh token and redirects, but no retry. */
  function ask({ call, body, reading, attempt }: Job<unknown>, limits: Limits): Promise<Incoming> {
    const { method } = call;
    const headers: Record<string, string> = {
      accept: call.accept ?? "application/json",
      "user-agent": parts.userAgent,
    };
    if (body !== undefined) headers["content-type"] = body.type;
    const send = async (path: string, authorization: string): Promise<Incoming> => {
      call.onAttempt?.();
      const sent = {
        method,
        url: parts.redact(address.origin + path),
        does: parts.redact(call.does),
        attempt,
      };
      const started = clock.now();
      parts.onSent?.(sent);
      let status: number | undefined;
      try {
        const outgoing = { method, path, headers: { authorization, ...headers }, body: body?.content };
        const incoming = await exchange(parts.pool, outgoing, limits);
        status = incoming.status;
        return incoming;
      } finally {
        parts.onAnswered?.({ ...sent, ms: clock.now() - started, ...(status !== undefined && { status }) });
      }
    };
    const judge = (answer: Incoming) => judgeCredential(answer, reading);
    return followRedirects(
      address,
      { method, path: address.basePath + withQuery(call.path, call.query) },
      (path) => parts.authorization.authorize({ send: (header) => send(path, header), judge }),
    );
  }

  async function attempt<T>(job: Job<T>): Promise<AttemptResult<T>> {
    const { call, reading, signals } = job;
    const permit = isAborted(signals) ? undefined : await gate.enter(signals);
    if (permit === undefined) return { trouble: INTERRUPTED };
    const entered = clock.now();
    const explainBreak = (error: Error) => raise(troubleOfConnection(error, address.host), call, ONCE);
    const clean = (headers: Incoming["headers"]) => (isText(headers) ? parts.cleanStream() : undefined);
    const streaming = reading.streams && { wants: reading.streams, explain: explainBreak, clean };
    const limits: Limits = { requestMs: parts.requestMs, clock, signals, streaming };
    let outcome: AttemptResult<T> | undefined;
    let stream: Readable | undefined;
    try {
      const incoming = await unlessAborted(ask(job, limits), signals);
      stream = incoming.stream;
      outcome = interpret(incoming, reading, address);
    } catch (error) {
      if (error instanceof TokenSourceFailure) throw error.cause;
      // Without a code it is neither node's nor undici's: a bug of ours, not hidden.
      if (!(error instanceof Error && "code" in error)) throw error;
      outcome = { trouble: troubleOfConnection(error, address.host) };
    } finally {
      const answer = outcome === undefined ? "other" : resultForGate(outcome);
      const leave = () => permit.leave({ answer, ms: clock.now() - entered });
      // A stream is in flight until it is read or abandoned.
      if (stream === undefined) leave();
      else stream.once("close", leave);
    }
    return outcome;
  }

  async function run<T>(call: Call, reading: Reading<T>): Promise<T> {
    const body = call.body === undefined ? undefined : await writeBody(call.body, call.bodyAs);
    // Contract 11, for every request there is.
    if (holdsSecret(`${call.path}\n${writeJson(call.query ?? null)}\n${body?.content ?? ""}`))
      throw new UserError(`refused to ${call.does}: the request would hold the text of a credential`, {
        details: ["It was not sent. Whoever reads it on the platform could use the credential: take it out."],
      });
    const job: Job<T> = {
      call,
      body,
      reading,
      signals: [parts.signal, call.signal].filter((signal) => signal !== undefined),
      attempt: 1,
    };
    const started = clock.now();
    for (let count = 1; ; count++) {
      const outcome = await attempt({ ...job, attempt: count });
      if ("value" in outcome) return outcome.value;
      const { trouble, incoming } = outcome;
      const retryAfterMs = readRetryAfter(trouble.retryAfter, clock.now());
      const elapsedMs = clock.now() - started;
      const tries = { attempt: count, elapsedMs, random: parts.random(), retryAfterMs };
      const isLast = call.isLastWord?.(trouble.platformMessage ?? "");
      const rule = isLast ? undefined : findRetryRule(call.method, trouble.kind);
      const delayMs = delayBeforeNext(rule, tries);
      if (rule === undefined || delayMs === undefined) {
        if (incoming !== undefined && reading.readRefusal) return reading.readRefusal(incoming);
        throw raise(trouble, call, { attempts: count, elapsedMs: tries.elapsedMs, retryAfterMs });
      }
      const at = { attempt: count, elapsedMs, delayMs };
      const left = rule.withinMs - (clock.now() - started);
      parts.onRetry?.({
        method: call.method,
        url: parts.redact(purposeOf(call).url),
        does: parts.redact(call.does),
        ...at,
        reason: parts.redact(trouble.reason),
        code: parts.redact(trouble.code),
        ...(Number.isFinite(left) && { remainingMs: left }),
      });
      await clock.sleep(delayMs, job.signals);
    }
  }

  return {
    send: (call) => run(call, READ_JSON),
    sendForText: (call) => run(call, READ_TEXT),
    sendForFile: (call) => run(call, READ_FILE),
    sendForAnswer: (call) =>
      run(call, /\btext\/html\b/i.test(call.accept ?? "") ? READ_RAW_OR_PAGE : READ_RAW),
    reject: (call, trouble) => raise({ kind: "final", ...trouble }, call, ONCE),
  };
}

function resultForGate(outcome: AttemptResult<unknown>): "fine" | "slow-down" | "other" {
  if ("value" in outcome) return "fine";
  // Also of a POST, which is not sent again: its 429 says as much about the rate.
  return asksToSlowDown(outcome.trouble.kind) ? "slow-down" : "other";
}
