// Who has access (platform document, "Authentication", rules 1, 3, 5 and 8).

import { SANDBOX_KEY } from "../../model/index.ts";
import type { ApiKeyRecord } from "../store/account-records.ts";
import { OWNER_ID } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { looksLikeJwt, readToken } from "./environment-token.ts";
import { Refusal } from "./reply.ts";

/**
 * The key or login of an `Authorization` header, Bearer or Api-Key. Throws a Refusal: 401 if it is missing, malformed, unknown or
 * expired, 403 for a metadata token, which is valid only elsewhere.
 */
export async function authenticate(
  header: string | undefined,
  store: Store,
  now: () => string,
): Promise<ApiKeyRecord> {
  if (header === undefined) throw new Refusal(401, "The Authorization header is missing");
  const match = /^(Bearer|Api-Key) +(\S+)$/i.exec(header.trim());
  if (!match)
    throw new Refusal(401, "The Authorization header is malformed: send `Bearer KEY` or `Api-Key KEY`");
  const [, scheme = "", token = ""] = match;
  const key = findKey(token, store) ?? findLogin(token, store, now);
  if (key && (key.scheme === undefined || key.scheme === scheme.toLowerCase())) return key;
  if (looksLikeJwt(token)) {
    const { scope } = await readToken(token, now());
    const only =
      scope === "meta"
        ? "A metadata token is valid for metadata endpoints only"
        : "A token for data is valid for the data API only";
    throw new Refusal(403, only);
  }
  throw new Refusal(401, "The API key is unknown or has expired");
}

/** An API key by its text alone; undefined if there is none. */
export function findKey(token: string, store: Store): ApiKeyRecord | undefined {
  if (token === SANDBOX_KEY) return { key: SANDBOX_KEY, userId: OWNER_ID, role: "Admin" };
  return store.account.apiKeys.get(token);
}

/** A login may do what the sandbox's own key may. */
function findLogin(token: string, store: Store, now: () => string): ApiKeyRecord | undefined {
  const login = store.account.logins.get(token);
  if (!login) return undefined;
  if (login.expiresAt <= now()) throw new Refusal(401, "The access token has expired");
  return { key: token, userId: login.userId, role: "Admin" };
}

export function reaches(key: ApiKeyRecord, deploymentId: number): boolean {
  return key.deployments?.includes(deploymentId) ?? true;
}
