import type { JsonObject } from "../../model/index.ts";
import type { DeploymentRecord } from "./records.ts";
import type { Store } from "./store.ts";

/** Who did something, and to which deployment: a request of a key, for one. */
interface Deed {
  store: Store;
  key: { userId: number };
  deployment?: DeploymentRecord;
}

/** Writes into the audit log that a user did something at `createdAt`. */
export function recordEvent(
  { store, key, deployment }: Deed,
  createdAt: string,
  eventName: string,
  details: JsonObject,
): void {
  const userEmail = store.account.user(key.userId).email;
  const deploymentId = deployment?.id ?? null;
  store.account.addEvent({ createdAt, eventName, userEmail, deploymentId, details });
}
