// The credential that a described operation wants: the API key is sent only to operations whose description accepts it.

import { isObject, type Json, UserError, valueAt } from "../../model/index.ts";
import type { WireDescription } from "../../platform/index.ts";
import { type DescribedOperation, rootOf } from "./description.ts";

/**
 * Throws a UserError for an operation that takes other credentials only. The platform's own are those of the whole description,
 * or, if it names none, a bearer. An operation that requires nothing is fine (OpenAPI 3.1, "Security Requirement Object").
 */
export function checkSecurity(description: WireDescription, operation: DescribedOperation): void {
  const { id, method, place, fullPath } = operation;
  const root = rootOf(description);
  const wanted = readRequirements(valueAt(root, [...place, "security"]));
  const usual = readRequirements(root.security).flat();
  const isOurs = (name: string): boolean =>
    usual.length > 0 ? usual.includes(name) : isBearer(description, name);
  if (wanted.length === 0 || wanted.some((names) => names.every(isOurs))) return;
  const schemes = [...new Set(wanted.flat().filter((name) => !isOurs(name)))].join(" or ");
  throw new UserError(`${id} takes a credential other than the API key; nothing was sent`, {
    details: [
      `${method} ${fullPath} takes ${schemes}.`,
      /meta/i.test(schemes)
        ? "`boardwright deployments token` issues a metadata token; send that with a client of your own."
        : "`boardwright api` sends the API key wherever you tell it to, here too.",
    ],
  });
}

/** Each is a list of schemes that are needed together. */
function readRequirements(security: Json | undefined): string[][] {
  return Array.isArray(security) ? security.filter(isObject).map((each) => Object.keys(each)) : [];
}

function isBearer(description: WireDescription, name: string): boolean {
  const scheme = valueAt(rootOf(description), ["components", "securitySchemes", name]);
  return isObject(scheme) && scheme.type === "http" && /^bearer$/i.test(String(scheme.scheme));
}
