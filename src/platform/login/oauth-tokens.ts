// The tokens of a login, and renewing them.

import { EXIT, type JsonObject } from "../../model/index.ts";
import { readAddress } from "../http/address.ts";
import { PlatformError } from "../http/platform-error.ts";
import { type OAuthAnswer, type OAuthOptions, type OAuthRequest, postForm } from "./oauth.ts";
import { textOf } from "./oauth-fields.ts";

export interface OAuthTokens {
  accessToken: string;
  refreshToken?: string;
  /** The tenant's own address, if the platform names a usable one. */
  tenantUrl?: string;
}

/**
 * POST {url}/auth/oauth2/refresh. The notes name only the endpoint; the form is that of RFC 6749, 6. Sent once: a refresh token may
 * be good for one use. If the platform gives no new refresh token, the old one stays valid (same section). Throws a PlatformError;
 * its code is `invalid_grant` if the refresh token is no longer good.
 */
export async function refreshTokens(
  url: string,
  refreshToken: string,
  options: OAuthOptions = {},
): Promise<OAuthTokens> {
  const request: OAuthRequest = {
    path: "/auth/oauth2/refresh",
    does: "renew the saved login",
    form: {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: options.clientId,
      client_secret: options.clientSecret,
    },
    secrets: ["refresh_token", "client_secret"],
    advice: "The saved login has expired. Log in again with `boardwright login`.",
  };
  const answer = await postForm(url, request, options);
  if ("error" in answer && answer.oauthCode === "invalid_grant") {
    throw failed(url, request, {
      code: "invalid_grant",
      message: "the saved login has expired",
      advice: "Log in again with `boardwright login`.",
      cause: answer.error,
    });
  }
  return { refreshToken, ...readTokens(bodyOf(answer), url, request) };
}

export function bodyOf(answer: OAuthAnswer): JsonObject {
  if ("error" in answer) throw answer.error;
  return answer.body;
}

export function readTokens(body: JsonObject, url: string, request: OAuthRequest): OAuthTokens {
  const accessToken = textOf(body, "access_token");
  if (accessToken === undefined) {
    throw failed(url, request, {
      code: "unexpected-answer",
      message: `could not ${request.does}: the answer has no access token`,
      advice: "Check that the address is the platform's own.",
    });
  }
  const refreshToken = textOf(body, "refresh_token");
  const tenant = textOf(body, "tenant_url");
  const tenantUrl = tenant === undefined ? undefined : usable(tenant);
  // A renewal keeps the old refresh token if there is no new one, so it must be absent then.
  return { accessToken, tenantUrl, ...(refreshToken !== undefined && { refreshToken }) };
}

interface LoginFailure {
  code: string;
  message: string;
  /** What to do next. */
  advice: string;
  /** The platform's answer, if there was one. */
  cause?: PlatformError;
}

/** An error of this flow in its own words. */
export function failed(
  url: string,
  request: OAuthRequest,
  { code, message, advice, cause }: LoginFailure,
): PlatformError {
  const at = readAddress(url).url + request.path;
  return new PlatformError(message, {
    kind: "final",
    code,
    method: "POST",
    url: at,
    status: cause?.status,
    requestId: cause?.requestId,
    platformMessage: cause?.platformMessage,
    details: [`POST ${at}`, advice],
    exitCode: code === "interrupted" ? EXIT.interrupted : EXIT.failed,
  });
}

function usable(url: string): string | undefined {
  try {
    return readAddress(url).url;
  } catch {
    return undefined;
  }
}
