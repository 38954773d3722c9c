import type { JsonObject } from "../../model/index.ts";
import type { DeploymentRecord } from "./records.ts";
import type { Store } from "./store.ts";

/** The user who did something, and the deployment: the context of a request, for example. */
interface Actor {
  store: Store;
  key: { userId: number };
  deployment?: DeploymentRecord;
}

/** Writes into the audit log that a user did something at `createdAt`. */
export function recordEvent(
  { store, key, deployment }: Actor,
  createdAt: string,
  eventName: string,
  details: JsonObject,
): void {
  const userEmail = store.account.user(key.userId).email;
  const deploymentId = deployment?.id ?? null;
  store.account.addEvent({ createdAt, eventName, userEmail, deploymentId, details });
}
