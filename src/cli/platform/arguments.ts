// The arguments of the platform's commands. The deployment comes first and may be left out.

import { UsageError, UserError } from "../../model/index.ts";

/** What help says about the argument `[deployment]`. */
export const DEPLOYMENT = { deployment: "the deployment's id (default: that of the target)" };

/** `k=v` of a repeatable option; a name that is given again has several values. */
export function readPairs(option: string, texts: readonly string[] = []): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`${option} takes name=value, not ${JSON.stringify(text)}`);
    const name = text.slice(0, at);
    pairs.set(name, [...(pairs.get(name) ?? []), text.slice(at + 1)]);
  }
  return pairs;
}

/** For an id or a slug that names nothing. `params` are the deployment and what was wanted. */
export function absent(
  group: string,
  what: string,
  [deployment, wanted]: readonly (string | number)[],
): UserError {
  return new UserError(`deployment ${deployment} has no ${what} ${JSON.stringify(wanted)}`, {
    details: [`\`boardwright ${group} list\` shows those that the credential sees.`],
  });
}
