// Refreshing the access token of a browser login, once among all processes.

import { type Context, readConfig, withConfigLock, writeConfig } from "./config-file.ts";

/** Asks the platform for the next pair; throws if the refresh token is no longer good. */
export type Exchange = (
  url: string,
  refreshToken: string,
) => Promise<{ accessToken: string; refreshToken?: string }>;

/**
 * The token that replaces `rejected` for the named context, or undefined if there is none. If another process has refreshed it in
 * the meantime, its token is used and nothing is sent: a refresh token is good for one use.
 */
export async function refreshContext(
  path: string,
  { name, rejected }: { name: string; rejected: string },
  exchange: Exchange,
): Promise<string | undefined> {
  return withConfigLock(path, async () => {
    const config = await readConfig(path);
    const context = config.contexts.get(name);
    if (!context) return undefined;
    if (context.apiKey !== rejected) return context.apiKey;
    if (context.refreshToken === undefined) return undefined;
    const { accessToken, refreshToken = context.refreshToken } = await exchange(
      context.url,
      context.refreshToken,
    );
    const renewed: Context = { url: context.url, apiKey: accessToken, refreshToken };
    await writeConfig(path, { ...config, contexts: new Map([...config.contexts, [name, renewed]]) });
    return accessToken;
  });
}
