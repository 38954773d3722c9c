// The token for an address: PLATFORM_API_KEY, else a saved context (contract 1). A saved token goes to the origin that it was
// saved for and nowhere else; one from the environment goes to the address that the environment or the project gives.

import { showUrl, UserError } from "../model/index.ts";
import type { OAuthOptions, Scheme, TokenSource } from "../platform/index.ts";
import type { Environment } from "./choose-target.ts";
import { readConfig } from "./config-file.ts";
import { findContext } from "./contexts.ts";
import { refreshContext } from "./refresh.ts";
import { contextFor, contextsFile, originOf, type Saved } from "./saved-contexts.ts";

export interface Credentials {
  token: string | TokenSource;
  scheme?: Scheme;
  /** The saved context that the token is from; absent if the environment gave it. */
  contextName?: string;
}

/** There is no token for the address. */
export class NoCredentialError extends UserError {
  override readonly name = "NoCredentialError";
}

/** `context` is `--context`; it must exist even if the environment gives the token. */
export async function findCredentials(
  url: string,
  env: Environment,
  options: { context: string | undefined; target: string | undefined; signal: AbortSignal | undefined },
): Promise<Credentials> {
  const scheme = readScheme(env);
  const path = contextsFile(env);
  const named = options.context === undefined ? undefined : await findContext(path, options.context);
  const token = env.PLATFORM_API_KEY?.trim();
  if (token) return { token, scheme };
  const saved = contextFor(await readConfig(path), url, named);
  if (!saved) {
    const shown = showUrl(url);
    const place = options.target === undefined ? shown : `${options.target} (${shown})`;
    throw new NoCredentialError(`there is no credential for ${place}`, {
      details: [
        "Set PLATFORM_API_KEY to an API key from the platform's account settings,",
        `or log in with \`boardwright login --url ${shown}\`.`,
      ],
    });
  }
  const oauth = await oauthOptions(env, options.signal);
  return { token: tokensOf(saved, path, oauth), scheme, contextName: saved.name };
}

/** `PLATFORM_AUTH_SCHEME`; if undefined, the client tries. */
export function readScheme(env: Environment): Scheme | undefined {
  const scheme = env.PLATFORM_AUTH_SCHEME?.toLowerCase();
  if (!scheme) return undefined;
  if (scheme === "bearer" || scheme === "api-key") return scheme;
  throw new UserError(`PLATFORM_AUTH_SCHEME is ${JSON.stringify(env.PLATFORM_AUTH_SCHEME)}`, {
    details: ["It takes `bearer` or `api-key`. Unset it, and both are tried."],
  });
}

/** The options of every request of a login or a renewal (field notes, E). */
export async function oauthOptions(
  env: Environment,
  signal?: AbortSignal,
): Promise<OAuthOptions & { clientId: string }> {
  const { proxyFor } = await import("../platform/index.ts");
  return {
    clientId: env.PLATFORM_OAUTH_CLIENT_ID || "boardwright",
    clientSecret: env.PLATFORM_OAUTH_CLIENT_SECRET || undefined,
    userAgent: `boardwright/${BOARDWRIGHT_VERSION}`,
    proxy: (url) => proxyFor(url, env),
    signal,
  };
}

/** The saved token, and after it expired the next one, which is saved in its place. */
function tokensOf({ name, context }: Saved, path: string, oauth: OAuthOptions): TokenSource {
  return {
    token: async () => context.apiKey,
    async refresh(rejected) {
      const { refreshTokens } = await import("../platform/index.ts");
      const fresh = await refreshContext(path, { name, rejected }, (url, refreshToken) =>
        refreshTokens(url, refreshToken, oauth),
      );
      // The user may have logged in elsewhere under this name since: that token is not for this address.
      const now = (await readConfig(path)).contexts.get(name);
      return now && originOf(now.url) === originOf(context.url) ? fresh : undefined;
    },
  };
}
