// Who may come in (platform document, "Authentication", rules 1, 3 and 5).

import type { ApiKeyRecord } from "./records.ts";
import { Refusal } from "./reply.ts";
import type { Store } from "./store.ts";

/** The key that every sandbox accepts: it guards nothing, so it is readable and always the same. */
export const SANDBOX_KEY = "sandbox-key";

/** The key that an `Authorization` header names, as Bearer or Api-Key; throws a 401 Refusal otherwise. */
export function authenticate(header: string | undefined, store: Store): ApiKeyRecord {
  if (header === undefined) throw new Refusal(401, "The Authorization header is missing");
  const match = /^(?:Bearer|Api-Key) +(\S+)$/i.exec(header.trim());
  if (!match)
    throw new Refusal(401, "The Authorization header is malformed: send `Bearer KEY` or `Api-Key KEY`");
  const key = match[1] === SANDBOX_KEY ? { key: SANDBOX_KEY } : store.apiKeys.get(match[1]!);
  if (!key) throw new Refusal(401, "The API key is not known or has expired");
  return key;
}

/** Throws a 403 Refusal where the key is scoped to other deployments. */
export function authorize(key: ApiKeyRecord, deploymentId: number | undefined): void {
  if (!reaches(key, deploymentId)) throw new Refusal(403, "The API key is scoped to other deployments");
}

export function reaches(key: ApiKeyRecord, deploymentId: number | undefined): boolean {
  return (
    key.deployments === undefined || (deploymentId !== undefined && key.deployments.includes(deploymentId))
  );
}
