// One request to the platform's login endpoints (field notes, E): a form without a credential in the header, JSON back.

import { isObject, type JsonObject, UserError } from "../../model/index.ts";
import { type Address, readAddress } from "../http/address.ts";
import { type Clock, systemClock } from "../http/clock.ts";
import { looksLikeHtml } from "../http/error-body.ts";
import { exchange, type Incoming } from "../http/exchange.ts";
import { explain, type Purpose } from "../http/explain.ts";
import type { PlatformError } from "../http/platform-error.ts";
import type { ProxyChoice } from "../http/proxy.ts";
import { openRedactor } from "../http/redact.ts";
import { openPools } from "../http/socket-pools.ts";
import { type Trouble, troubleOfBody, troubleOfConnection, troubleOfStatus } from "../http/trouble.ts";

export interface OAuthOptions {
  /** `PLATFORM_OAUTH_CLIENT_ID`; live deployments know the name of their own client. */
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

/** What came back: a body of JSON, or the error that this is for people, with its OAuth code (RFC 6749, 5.2) where it has one. */
export type OAuthAnswer = { body: JsonObject } | { error: PlatformError; oauthCode?: string };

/** Sends the form once. Throws a UserError for an address that cannot be used; everything else is an answer. */
export async function postForm(
  url: string,
  request: OAuthRequest,
  options: OAuthOptions,
): Promise<OAuthAnswer> {
  const address = readAddress(url);
  const redactor = openRedactor();
  const { form, secrets } = request;
  for (const name of secrets) redactor.hide(form[name] ?? "");
  const fail = (trouble: Trouble) => explainTo(address, request, trouble, redactor.redact);
  let incoming: Incoming;
  try {
    incoming = await send(address, request, options, redactor.hide);
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error && "code" in error)) throw error;
    return { error: fail(troubleOfConnection(error, address.host)) };
  }
  const body = parse(incoming.text);
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

async function send(
  address: Address,
  request: OAuthRequest,
  options: OAuthOptions,
  hide: (secret: string) => void,
): Promise<Incoming> {
  const { proxy, signal, clock = systemClock } = options;
  const pools = openPools({ connections: 1, connectMs: CONNECT_MS }, proxy, hide);
  const fields = Object.entries(request.form).filter((field) => field[1] !== undefined) as [string, string][];
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
    "user-agent": options.userAgent ?? "boardwright",
  };
  const outgoing = {
    method: "POST" as const,
    path: address.basePath + request.path,
    headers,
    body: new URLSearchParams(fields).toString(),
  };
  try {
    const signals = signal === undefined ? [] : [signal];
    return await exchange(pools.to(address.origin), outgoing, { requestMs: REQUEST_MS, clock, signals });
  } finally {
    // Not awaited: a broken connection may take its time to close, and nothing depends on it.
    void pools.close();
  }
}

function explainTo(
  address: Address,
  { path, does, advice }: OAuthRequest,
  trouble: Trouble,
  redact: (text: string) => string,
): PlatformError {
  const purpose: Purpose = { method: "POST", url: address.url + path, does, refusalAdvice: advice };
  return explain(trouble, purpose, { attempts: 1, host: address.host, refusedBothSchemes: false, redact });
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
