// Logging in with a browser: the device flow (RFC 8628) at the endpoints of the field notes, E. No error contains a code or
// a token.

import { isAborted } from "../http/abort.ts";
import { systemClock } from "../http/clock.ts";
import type { PlatformError } from "../http/platform-error.ts";
import { pollDelay } from "../http/retry-delay.ts";
import { type OAuthOptions, type OAuthRequest, postForm } from "./oauth.ts";
import { linkOf, secondsOf, textOf } from "./oauth-fields.ts";
import { bodyOf, failed, type OAuthTokens, readTokens } from "./oauth-tokens.ts";

export interface DeviceLoginOptions extends OAuthOptions {
  clientId: string;
  scope?: string;
}

/** What to show and to poll with. */
export interface DeviceLogin {
  /** Secret: anyone who has it gets the tokens. */
  deviceCode: string;
  /** Shown next to the address. */
  userCode: string;
  /** http or https. */
  verificationUri: string;
  /** With the code in it, if the platform gives one. */
  verificationUriComplete?: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Between two polls, at least. */
  intervalMs: number;
}

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const LOG_IN_AGAIN = "Run `boardwright login` again.";
const SLOWER_MS = 5_000;

/** POST {url}/auth/device/code (RFC 8628, 3.1). Throws a PlatformError, or a UserError for an address that cannot be used. */
export async function startDeviceLogin(url: string, options: DeviceLoginOptions): Promise<DeviceLogin> {
  const { clientId, clientSecret, scope } = options;
  const request: OAuthRequest = {
    path: "/auth/device/code",
    does: "begin the login",
    form: { client_id: clientId, client_secret: clientSecret, scope },
    secrets: ["client_secret"],
    advice:
      "Check the address and PLATFORM_OAUTH_CLIENT_ID, or log in with an API key: `boardwright login --api-key -`.",
  };
  const body = bodyOf(await postForm(url, request, options));
  const now = (options.clock ?? systemClock).now();
  const deviceCode = textOf(body, "device_code");
  const userCode = textOf(body, "user_code");
  const verificationUri = linkOf(body, "verification_uri");
  // The code is shown on a terminal, which it must not steer.
  if (
    deviceCode === undefined ||
    verificationUri === undefined ||
    !/^[\u0021-\u007e ]+$/.test(userCode ?? "")
  ) {
    throw failed(url, request, {
      code: "unexpected-answer",
      message: "could not begin the login: the answer has no device code",
      advice: "Check that the address is the platform's own.",
    });
  }
  return {
    deviceCode,
    userCode: `${userCode}`,
    verificationUri,
    verificationUriComplete: linkOf(body, "verification_uri_complete"),
    expiresAt: now + secondsOf(body, "expires_in", 900) * 1000,
    intervalMs: secondsOf(body, "interval", 5) * 1000,
  };
}

/**
 * POST {url}/auth/device/token until the login is approved (RFC 8628, 3.4 and 3.5): waits the interval before each poll, 5 s more
 * after each `slow_down`, twice as long after each unanswered poll, and no less than a `Retry-After` asks for. Throws a PlatformError with code `access_denied`,
 * `expired_token`, `interrupted`, or that of the platform's refusal.
 */
export async function pollDeviceToken(
  url: string,
  login: Pick<DeviceLogin, "deviceCode" | "expiresAt" | "intervalMs">,
  options: DeviceLoginOptions,
): Promise<OAuthTokens> {
  const { clientId, clientSecret, clock = systemClock, signal } = options;
  const request: OAuthRequest = {
    path: "/auth/device/token",
    does: "finish the login",
    form: {
      grant_type: GRANT,
      device_code: login.deviceCode,
      client_id: clientId,
      client_secret: clientSecret,
    },
    secrets: ["device_code", "client_secret"],
    advice: LOG_IN_AGAIN,
  };
  const fail = (code: string, message: string) =>
    failed(url, request, { code, message, advice: LOG_IN_AGAIN });
  const expired = () => fail("expired_token", "the code expired before the login was approved");
  const signals = signal === undefined ? [] : [signal];
  let { intervalMs } = login;
  let askedMs: number | undefined;
  for (let unanswered = 0; ; ) {
    const delayMs = pollDelay(intervalMs, unanswered, askedMs);
    await clock.sleep(Math.min(delayMs, Math.max(0, login.expiresAt - clock.now())), signals);
    if (isAborted(signals)) throw fail("interrupted", "could not finish the login: interrupted");
    if (clock.now() >= login.expiresAt) throw expired();
    const answer = await postForm(url, request, options);
    if ("body" in answer) return readTokens(answer.body, url, request);
    const { error, oauthCode } = answer;
    if (oauthCode === "expired_token") throw expired();
    if (oauthCode === "access_denied") throw fail("access_denied", "the login was declined in the browser");
    const isPending = oauthCode === "authorization_pending" || oauthCode === "slow_down";
    if (!isPending && isFinal(error)) throw error;
    if (oauthCode === "slow_down") intervalMs += SLOWER_MS;
    unanswered = isPending ? 0 : unanswered + 1;
    askedMs = error.retryAfterMs;
  }
}

function isFinal({ status, code }: PlatformError): boolean {
  // TLS, a wrong host, an interruption: no later poll will do better.
  if (status === undefined) return ["tls", "not-http", "interrupted"].includes(code);
  return status !== 408 && status !== 429 && status < 500;
}
