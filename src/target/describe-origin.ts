// Where the address and the token of a connection come from, for an error about one of them. Never the token itself.

import type { Environment } from "./choose-target.ts";
import type { Address } from "./trust.ts";

/** The saved context is what is left if neither the environment nor a target gives an address. */
export function describeAddress(
  { url, target }: Address,
  {
    env,
    context,
    placeOf,
  }: {
    env: Environment;
    context?: string | undefined;
    placeOf?: ((target: string) => string) | undefined;
  },
): string {
  if (env.PLATFORM_API_URL === url) {
    const instead = target === undefined ? "" : `, instead of the \`url\` of the target ${target}`;
    return `PLATFORM_API_URL sets this address${instead}.`;
  }
  if (target === undefined)
    return `The saved context${context === undefined ? "" : ` ${context}`} sets this address.`;
  const place = placeOf?.(target);
  return `The \`url\` of the target ${target} sets this address${place === undefined ? "" : `: ${place}`}.`;
}

/** Where a key of the environment is from, and what to do if it is refused. */
export const KEY_VARIABLE = "PLATFORM_API_KEY";
export const KEY_WAYS = "Set a valid one, or unset it to use a saved login.";

/** `contextName`: the saved context that the token is from; undefined if the environment gave it. */
export function describeCredential(contextName: string | undefined): { source: string; next: string } {
  return contextName === undefined
    ? { source: KEY_VARIABLE, next: KEY_WAYS }
    : {
        source: `the saved context ${contextName}`,
        next: `Log in again: \`boardwright login --context ${contextName}\``,
      };
}
