// The device flow's endpoints (RFC 8628; paths and field names: field notes E) and the refresh of access tokens.

import { randomBytes } from "node:crypto";
import type { OpenContext } from "../api/context.ts";
import { json, type Refusal, type Reply } from "../api/reply.ts";
import { CODE_LIFETIME, POLL_ERRORS } from "../store/device-logins.ts";
import { recordEvent } from "../store/record-event.ts";
import { OWNER_ID } from "../store/records.ts";

export const DEVICE_PAGE = "/auth/device";
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** POST /auth/device/code. */
export function beginDeviceLogin({ devices, origin, form, now }: OpenContext): Reply {
  const clientId = form().get("client_id");
  if (!clientId) return refuse("invalid_request", "client_id is missing");
  const { deviceCode, userCode, interval } = devices.begin(clientId, Date.parse(now()));
  return oauth({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${origin}${DEVICE_PAGE}`,
    verification_uri_complete: `${origin}${DEVICE_PAGE}?user_code=${userCode}`,
    expires_in: CODE_LIFETIME,
    interval,
  });
}

/** POST /auth/device/token. */
export function pollDeviceLogin(context: OpenContext): Reply {
  const { store, devices, form, now } = context;
  const fields = form();
  if (fields.get("grant_type") !== DEVICE_GRANT)
    return refuse("unsupported_grant_type", `grant_type must be ${DEVICE_GRANT}`);
  const clientId = fields.get("client_id");
  const deviceCode = fields.get("device_code");
  if (!clientId || !deviceCode) return refuse("invalid_request", "device_code or client_id is missing");
  const at = now();
  const outcome = devices.poll(deviceCode, clientId, Date.parse(at));
  if (outcome !== "approved") return refuse(outcome, POLL_ERRORS[outcome]);
  store.account.putUser({ ...store.account.user(OWNER_ID), lastLogin: at });
  recordEvent({ store, key: { userId: OWNER_ID } }, at, "Logged in", { clientId, by: "device" });
  return issueTokens(context, OWNER_ID, at);
}

/** POST /auth/oauth2/refresh: another pair. The refresh token is used up; the old access token stays valid until it expires. */
export function refreshLogin(context: OpenContext): Reply {
  const { store, form, now } = context;
  const fields = form();
  const grant = fields.get("grant_type");
  if (grant !== null && grant !== "refresh_token")
    return refuse("unsupported_grant_type", "grant_type must be refresh_token");
  const token = fields.get("refresh_token") ?? fields.get("refreshToken");
  if (!token) return refuse("invalid_request", "refresh_token is missing");
  const login = store.account.loginByRefreshToken(token);
  if (!login) return refuse("invalid_grant", "The refresh token is unknown or was already used");
  const at = now();
  store.account.putLogin({ ...login, refreshToken: null });
  return issueTokens(context, login.userId, at);
}

function issueTokens({ store, rules, origin }: OpenContext, userId: number, at: string): Reply {
  const accessToken = `access-${randomBytes(24).toString("base64url")}`;
  const refreshToken = `refresh-${randomBytes(24).toString("base64url")}`;
  const expiresAt = new Date(Date.parse(at) + rules.accessTokenSeconds * 1000).toISOString();
  store.account.sweepLogins(at);
  store.account.putLogin({ accessToken, refreshToken, expiresAt, userId });
  return oauth({
    accessToken,
    refreshToken,
    tokenType: "Bearer",
    expiresIn: rules.accessTokenSeconds,
    tenantUrl: origin,
  });
}

/** RFC 6749, 5.1: nothing on the way may cache an answer with tokens. */
function oauth(body: Record<string, string | number>, status = 200): Reply {
  return { ...json(body, status), headers: { "cache-control": "no-store", pragma: "no-cache" } };
}

/** RFC 6749, 5.2: the code for machines is under `error`, as in the platform's other errors. */
function refuse(error: string, description: string, status = 400): Reply {
  return oauth({ error, error_description: description }, status);
}

/** A refusal that has no OAuth code of its own. */
export function loginError({ status, message }: Refusal): Reply {
  return refuse(status < 500 ? "invalid_request" : "server_error", message, status);
}
