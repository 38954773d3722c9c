// Where saved contexts are: the user's configuration directory (platform document, "Authentication", 9).

import { join } from "node:path";
import type { Environment } from "./choose-target.ts";

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
