// Tokens of an environment, as JWTs: for its metadata and nothing else (platform document, "Issue a metadata-only token";
// "Authentication", rule 8), or for its data as well (field notes, A.6). Signed and read by jose, which is loaded with the first token.

import type { JsonObject } from "../../model/index.ts";
import { Refusal } from "./reply.ts";

/** `data` opens the metadata as well. */
type Scope = "meta" | "data";

/** What a token gives access to. */
interface Grant {
  deploymentId: number;
  environmentId: number;
  scope: Scope;
}

/** It protects nothing, so it is always the same: a token outlives the sandbox that issued it, as a real one does. */
const SECRET = new TextEncoder().encode("the secret of every boardwright sandbox");

/** Signs a token. A JWT counts whole seconds: it may stay valid for the rest of the second in which it expires. */
export async function signToken(
  grant: Grant,
  securityContext: JsonObject,
  { createdAt, expiresAt }: { createdAt: string; expiresAt: string },
): Promise<string> {
  const { SignJWT } = await import("jose");
  return new SignJWT({ ...grant, security_context: securityContext })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(Math.floor(Date.parse(createdAt) / 1000))
    .setExpirationTime(Math.ceil(Date.parse(expiresAt) / 1000))
    .sign(SECRET);
}

/** Three parts of base64url: anything else is not a JWT. */
export function looksLikeJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/** What the token gives access to at `now`; throws a 401 Refusal if it is malformed, forged or expired. */
export async function readToken(token: string, now: string): Promise<Grant> {
  const { errors, jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, SECRET, {
      algorithms: ["HS256"],
      currentDate: new Date(now),
      requiredClaims: ["exp"],
    });
    const { deploymentId, environmentId, scope } = payload;
    if (typeof deploymentId === "number" && typeof environmentId === "number" && isScope(scope))
      return { deploymentId, environmentId, scope };
  } catch (cause) {
    if (cause instanceof errors.JWTExpired)
      throw new Refusal(401, `The ${cause.payload.scope === "data" ? "" : "metadata "}token has expired`);
    if (!(cause instanceof errors.JOSEError)) throw cause;
  }
  throw new Refusal(401, "The token is malformed or was not issued by this platform");
}

const isScope = (scope: unknown): scope is Scope => scope === "meta" || scope === "data";
