// One request to the platform's login endpoints (field notes, E): a form without a credential in the header, JSON back.

import { isObject, type JsonObject, learnSecret, UserError } from "../../model/index.ts";
import { readAddress } from "../http/address.ts";
import { type Clock, systemClock } from "../http/clock.ts";
import { looksLikeHtml, parseJson } from "../http/error-body.ts";
import { exchange, type Incoming } from "../http/exchange.ts";
import { explain, type Purpose } from "../http/explain.ts";
import type { PlatformError } from "../http/platform-error.ts";
import type { ProxyChoice } from "../http/proxy.ts";
import { openRedactor } from "../http/redact.ts";
import { FORM } from "../http/request-body.ts";
import { readRetryAfter } from "../http/retry-delay.ts";
import { openPools } from "../http/socket-pools.ts";
import { type Trouble, troubleOfBody, troubleOfConnection, troubleOfStatus } from "../http/trouble.ts";

export interface OAuthOptions {
  /** `PLATFORM_OAUTH_CLIENT_ID`; each live deployment has a client name of its own. */
  clientId?: string;
  clientSecret?: string;
  userAgent?: string;
  proxy?: ProxyChoice;
  signal?: AbortSignal;
  clock?: Clock;
}

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;

export interface OAuthRequest {
  path: string;
  /** A verb phrase, for errors. */
  does: string;
  /** Sent without the fields that are undefined. No value of a field named in `secrets` is shown. */
  form: Readonly<Record<string, string | undefined>>;
  secrets: readonly string[];
  /** What to do when the platform refuses. */
  advice: string;
}

/** A body of JSON, or the error to show, with its OAuth code (RFC 6749, 5.2) if it has one. */
export type OAuthAnswer = { body: JsonObject } | { error: PlatformError; oauthCode?: string };

/** Sends the form once. Throws a UserError for an address that cannot be used; everything else is an answer. */
export async function postForm(
  url: string,
  { path, does, form, secrets, advice }: OAuthRequest,
  { userAgent = "boardwright", proxy, signal, clock = systemClock }: OAuthOptions,
): Promise<OAuthAnswer> {
  const address = readAddress(url);
  const { hide, redact } = openRedactor();
  for (const secret of secrets.map((name) => form[name] ?? "")) {
    hide(secret);
    learnSecret(secret);
  }
  const purpose: Purpose = { method: "POST", url: address.url + path, does, refusalAdvice: advice };
  const around = { attempts: 1, host: address.host, refusedBothSchemes: false, redact };
  const fail = (trouble: Trouble): PlatformError =>
    explain(trouble, purpose, {
      ...around,
      retryAfterMs: readRetryAfter(trouble.retryAfter, clock.now()),
    });
  const pools = openPools({ connections: 1, connectMs: CONNECT_MS }, proxy, hide);
  const fields = Object.entries(form).filter((field) => field[1] !== undefined) as [string, string][];
  const outgoing = {
    method: "POST" as const,
    path: address.basePath + path,
    headers: { "content-type": FORM, accept: "application/json", "user-agent": userAgent },
    body: new URLSearchParams(fields).toString(),
  };
  const limits = { requestMs: REQUEST_MS, clock, signals: signal === undefined ? [] : [signal] };
  try {
    return readAnswer(await exchange(pools.to(address.origin), outgoing, limits), fail);
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error && "code" in error)) throw error;
    return { error: fail(troubleOfConnection(error, address.host)) };
  } finally {
    // Not awaited: a broken connection may take its time to close, and nothing depends on it.
    void pools.close();
  }
}

function readAnswer(incoming: Incoming, fail: (trouble: Trouble) => PlatformError): OAuthAnswer {
  const parsed = parseJson(incoming.text);
  const body = isObject(parsed) ? parsed : undefined;
  if (incoming.status === 200 && body !== undefined && body.error === undefined) return { body };
  if (body === undefined && (incoming.status === 200 || looksLikeHtml(incoming.text))) {
    return { error: fail(troubleOfBody(incoming)) };
  }
  const oauthCode = typeof body?.error === "string" ? body.error : undefined;
  // `error` is a code and `error_description` the words (RFC 6749, 5.2).
  const words = body?.error_description;
  const trouble: Trouble = { ...troubleOfStatus(incoming), kind: "final" };
  if (typeof words === "string" && words !== "") trouble.platformMessage = words;
  return { error: fail(trouble), oauthCode };
}
