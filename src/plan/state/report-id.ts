// A report's identity on the platform: its publicId, 12 characters of 0-9A-Za-z, unique in a whole account.

import { hash } from "node:crypto";
import { isObject, type JsonObject, keysBefore } from "../../model/index.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The publicId that `entry` (contract 2, `reports`) declares for the target, or the one derived from project, deployment and the key that it had first. */
export function reportPublicId(
  entry: JsonObject,
  scope: { project: string; target: string; deploymentId: number; key: string },
): string {
  const { publicId } = entry;
  if (typeof publicId === "string") return publicId;
  const ofTarget =
    isObject(publicId) && Object.hasOwn(publicId, scope.target) ? publicId[scope.target] : undefined;
  const [key = scope.key] = keysBefore(entry);
  return typeof ofTarget === "string" ? ofTarget : derivePublicId({ ...scope, key });
}

/** SHA-256 of project, deployment and key, the first 12 bytes, each modulo 62 (contract 2). */
export function derivePublicId(scope: { project: string; deploymentId: number; key: string }): string {
  const bytes = hash("sha256", `${scope.project}\n${scope.deploymentId}\n${scope.key}`, "buffer");
  return Array.from(bytes.subarray(0, 12), (byte) => ALPHABET[byte % 62]).join("");
}
