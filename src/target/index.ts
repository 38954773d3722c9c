// The deployment that a command means and the token for it, connected. Loads the client and the sandbox only when they are needed.

export {
  chooseDestination,
  chooseDestinations,
  chooseTarget,
  chooseTargets,
  type Destination,
  type Environment,
  hasTarget,
  nameToSay,
} from "./choose-target.ts";
export { type Config, type Context, readConfig } from "./config-file.ts";
export { findContext, removeContext, saveContext, useContext } from "./contexts.ts";
export { NoCredentialError, oauthOptions, readScheme } from "./credentials.ts";
export { KEY_VARIABLE, KEY_WAYS } from "./describe-origin.ts";
export { policyOfPlan, underPolicy } from "./policy.ts";
export { refreshContext } from "./refresh.ts";
export { cacheKeyFile, configPath, contextsFile, originOf, savedTokens } from "./saved-contexts.ts";
export { type ConnectionOptions, isSandbox, openSession, type Session, sandboxFile } from "./session.ts";
export { requireTrustedDeployment } from "./trust.ts";
