// The user's saved contexts, and which of them is for an address.

import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { showUrl, UserError } from "../model/index.ts";
import type { Environment } from "./choose-target.ts";
import { type Config, type Context, readConfig } from "./config-file.ts";

export interface Saved {
  name: string;
  context: Context;
}

/** Their file, for this environment and user. */
export function contextsFile(env: Environment): string {
  return configPath(env, process.platform, homedir());
}

/** The file with the key that this user's caches are sealed with, beside the saved contexts. */
export function cacheKeyFile(env: Environment): string {
  return join(dirname(contextsFile(env)), "cache-key");
}

/**
 * The context whose token may be sent to `url`: the named one, else the current one, else the only one of that origin; undefined
 * if none was saved for it. Throws a UserError if the named one was saved for another origin, or if several fit.
 */
export function contextFor({ current, contexts }: Config, url: string, named?: Saved): Saved | undefined {
  const origin = originOf(url);
  if (named) {
    if (originOf(named.context.url) === origin) return named;
    throw new UserError(
      `the saved context ${JSON.stringify(named.name)} is for ${showUrl(named.context.url)}, not for ${showUrl(url)}`,
      {
        details: [
          "A saved token is sent only to the address that it was saved for.",
          `Log in there with \`boardwright login --url ${showUrl(url)}\`, or set PLATFORM_API_KEY.`,
        ],
      },
    );
  }
  const fitting = [...contexts]
    .map(([name, context]) => ({ name, context }))
    .filter(({ context }) => origin !== undefined && originOf(context.url) === origin);
  const currentOne = fitting.find(({ name }) => name === current);
  if (currentOne || fitting.length <= 1) return currentOne ?? fitting[0];
  throw new UserError(`several saved contexts are for ${showUrl(url)}, but none of them is the current one`, {
    details: [`Pass --context ${fitting.map(({ name }) => name).join(" or --context ")}.`],
  });
}

/** The tokens of all saved logins, which must not be shown: none if their file is not there or cannot be read. */
export async function savedTokens(env: Environment): Promise<string[]> {
  const { contexts } = await readConfig(contextsFile(env)).catch(() => ({
    contexts: new Map<string, Context>(),
  }));
  return [...contexts.values()].flatMap(({ apiKey, refreshToken = "" }) => [apiKey, refreshToken]);
}

/** Undefined for anything but http and https addresses, so that it equals none. */
export function originOf(url: string): string | undefined {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).origin : undefined;
}

// Where they are: the user's configuration directory (platform document, "Authentication", 9).

/**
 * `$XDG_CONFIG_HOME/boardwright/config.toml`, else `~/.config/…`; on Windows `%APPDATA%\boardwright\config.toml`. A relative
 * XDG_CONFIG_HOME is ignored, as the XDG Base Directory Specification asks.
 */
export function configPath(env: Environment, platform: NodeJS.Platform, home: string): string {
  const base =
    platform === "win32"
      ? env.APPDATA || join(home, "AppData", "Roaming")
      : env.XDG_CONFIG_HOME?.startsWith("/")
        ? env.XDG_CONFIG_HOME
        : join(home, ".config");
  return join(base, "boardwright", "config.toml");
}
