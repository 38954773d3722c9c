// Which deployment a command means, with whose token, connected. Loads neither the client nor the sandbox before they are needed.

export {
  chooseDestination,
  chooseDestinations,
  chooseTarget,
  type Destination,
  type Environment,
  hasTarget,
  nameToSay,
  parseDeployment,
} from "./choose-target.ts";
export { type Config, type Context, readConfig, writeConfig } from "./config-file.ts";
export { configPath } from "./config-path.ts";
export { findContext, removeContext, saveContext, useContext } from "./contexts.ts";
export { NoCredentialError, oauthOptions, readScheme } from "./credentials.ts";
export { type Exchange, refreshContext } from "./refresh.ts";
export { contextsFile, originOf } from "./saved-contexts.ts";
export {
  type ConnectionOptions,
  isSandbox,
  openSession,
  type SessionOptions,
  withPlatform,
} from "./session.ts";
