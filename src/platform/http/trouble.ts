// An exchange that did not succeed, sorted: which row of the retry table it is, and what it is called.

import { DEEPEST_JSON, shorten } from "../../model/index.ts";
import { ABORTED } from "./abort.ts";
import { looksLikeHtml, readErrorBody } from "./error-body.ts";
import {
  DEADLINE,
  type Incoming,
  LONGEST_STREAM_MS,
  MOST_COLLECTED,
  TOO_LONG,
  UNENDING,
} from "./exchange.ts";
import { ProxyFailure } from "./proxy-failure.ts";
import type { TroubleKind } from "./retry-policy.ts";

export interface Trouble {
  kind: TroubleKind;
  /** As in PlatformError.code. */
  code: string;
  /** For people: what came back. */
  reason: string;
  status?: number;
  platformMessage?: string;
  /** Whether those words are an answer as it came, in which anything may be. */
  isWhole?: boolean;
  requestId?: string;
  retryAfter?: string;
}

const CODE_BY_STATUS: Readonly<Record<number, string>> = {
  400: "bad-request",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  429: "rate-limited",
};

/** Headers in which deployments, and proxies in front of them, send the id that support asks for. */
const REQUEST_ID_HEADERS = [
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "x-amzn-requestid",
  "x-amzn-trace-id",
  "cf-ray",
];

/** An answer whose status is not a success. */
export function troubleOfStatus(incoming: Incoming): Trouble {
  const { status } = incoming;
  const body = readErrorBody(incoming.text);
  return {
    kind: `${status}`,
    code: body.code ?? CODE_BY_STATUS[status] ?? (status >= 500 ? "server-error" : "rejected"),
    reason: `the platform answered ${status}`,
    platformMessage: body.message,
    ...(body.isWhole && { isWhole: true }),
    retryAfter: headerOf(incoming, "retry-after"),
    ...identify(incoming),
  };
}

/** A 2xx whose body is not the expected JSON. An unknown route answers 200 with the web app's HTML (field notes, C). */
export function troubleOfBody(incoming: Incoming): Trouble {
  const facts = { kind: "final" as const, ...identify(incoming) };
  if (looksLikeHtml(incoming.text)) {
    return { ...facts, code: "no-such-operation", reason: "the platform answered with a web page" };
  }
  if (/^\s*[[{]/.test(incoming.text)) {
    return {
      ...facts,
      code: "truncated-json",
      reason: `the JSON of the answer is cut off, malformed or nested deeper than ${DEEPEST_JSON} levels`,
    };
  }
  const { message } = readErrorBody(incoming.text);
  return {
    ...facts,
    code: "not-json",
    reason: "the answer is not JSON",
    platformMessage: message,
    isWhole: true,
  };
}

export function troubleOfWaiting(incoming: Incoming): Trouble {
  return {
    kind: "continue-wait",
    code: "continue-wait",
    reason: "the platform is still working on the answer",
    platformMessage: "Continue wait",
    ...identify(incoming),
  };
}

export function troubleOfRedirect(incoming: Incoming, target: string): Trouble {
  return {
    kind: "final",
    code: "redirect",
    reason: `the platform redirects to ${target}`,
    ...identify(incoming),
  };
}

/** Nothing was sent, or the answer is no longer awaited: the caller's signal aborted. */
export const INTERRUPTED: Trouble = { kind: "final", code: "interrupted", reason: "interrupted" };

/** A connection that was not made, or an answer that did not arrive. `error` is what node or undici said. */
export function troubleOfConnection(error: unknown, host: string): Trouble {
  if (error instanceof ProxyFailure) return troubleOfProxy(error, host);
  const code = codeOf(error);
  switch (code) {
    case ABORTED:
    // Only we close the pools, when nobody awaits the answer any more.
    case "UND_ERR_CLOSED":
    case "UND_ERR_DESTROYED":
      return INTERRUPTED;
    case DEADLINE:
      return { kind: "final", code: "timeout", reason: `${host} did not answer in time` };
    case UNENDING:
      return {
        kind: "final",
        code: "timeout",
        reason: `${host} did not come to the end of its answer in ${LONGEST_STREAM_MS / 60_000} minutes`,
      };
    case TOO_LONG:
      return {
        kind: "final",
        code: "answer-too-long",
        reason: `${host} sends more than ${MOST_COLLECTED / 1024 / 1024} MiB in one answer`,
      };
    case "UND_ERR_CONNECT_TIMEOUT":
    // Only a proxy's answer to CONNECT has this deadline.
    case "UND_ERR_HEADERS_TIMEOUT":
    case "ETIMEDOUT":
      return { kind: "unreachable", code: "connect-timeout", reason: `${host} did not accept a connection` };
    case "ECONNREFUSED":
      return { kind: "unreachable", code: "connection-refused", reason: `${host} refused the connection` };
    case "ENOTFOUND":
      return { kind: "final", code: "unknown-host", reason: `there is no host ${host}` };
    case "EAI_AGAIN":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
      return { kind: "unreachable", code: "unreachable", reason: `${host} cannot be reached (${code})` };
  }
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|EPROTO)/.test(code)) {
    return { kind: "final", code: "tls", reason: `no secure connection to ${host} (${code})` };
  }
  if (code === NOT_HTTP) {
    return { kind: "final", code: "not-http", reason: `${host} does not speak HTTP here` };
  }
  // The code of a socket that was closed says no more than the words.
  const why = code === "UND_ERR_SOCKET" ? "" : ` (${code})`;
  return { kind: "connection-broken", code: "connection-broken", reason: `the connection broke${why}` };
}

/** A tunnel that was not opened. 5xx means that the proxy did not reach the host, which may pass; anything else is a refusal. */
function troubleOfProxy(failure: ProxyFailure, host: string): Trouble {
  const { proxy, status } = failure;
  if (status !== undefined) {
    const reason = `the proxy ${proxy} did not open a connection to ${host} (${status})`;
    return { kind: status >= 500 ? "unreachable" : "final", code: "proxy", reason };
  }
  const trouble = troubleOfConnection(failure.cause, `the proxy ${proxy}`);
  const kind = trouble.kind === "connection-broken" ? "unreachable" : trouble.kind;
  return { ...trouble, kind, code: "proxy" };
}

function identify(incoming: Incoming): { status: number; requestId?: string } {
  const requestId = REQUEST_ID_HEADERS.map((name) => headerOf(incoming, name)).find((id) => id !== undefined);
  return {
    status: incoming.status,
    requestId: requestId === undefined ? undefined : shorten(requestId, 128),
  };
}

function headerOf(incoming: Incoming, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** undici gives its parser's errors no code that can be relied on, and their text quotes the answer. */
const NOT_HTTP = "HTTPParserError";

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === NOT_HTTP) return NOT_HTTP;
  return "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/** Long, and no word of a language: tokens, and what only looks like one. */
const LIKE_A_SECRET = /(?=[\w.+/=~-]*\d)[\w.+/=~-]{8,}|[\w.+/=~-]{30,}/g;

/** The trouble without any word that could be the secret. */
export function withoutSecret(trouble: Trouble): Trouble {
  const { status, code, reason, platformMessage } = trouble;
  const isRefusal = status !== undefined && status >= 400;
  return {
    ...trouble,
    code: code.replace(LIKE_A_SECRET, "***"),
    reason: code === "redirect" ? "the platform redirects it" : reason,
    platformMessage: isRefusal ? platformMessage?.replace(LIKE_A_SECRET, "***") : undefined,
  };
}
