// Saved contexts: named logins in the user's configuration directory. Tokens go in and out of here and are never shown.

export { type Config, type Context, readConfig, writeConfig } from "./config-file.ts";
export { configPath } from "./config-path.ts";
export { findContext, removeContext, saveContext, useContext } from "./contexts.ts";
export { type Exchange, refreshContext } from "./refresh.ts";
