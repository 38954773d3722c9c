// What must never be read by others: masked in the log by the runner, and blanked in all that is published elsewhere.

import * as core from "@actions/core";
import { knowSecrets, learnSecret, secretsOf } from "../model/index.ts";
import { type Environment, savedTokens } from "../target/index.ts";

/**
 * From now on the runner blanks them in the log, and every text that the Action makes is without them, until the function that it
 * returns is called. To be called before anything else is printed.
 */
export async function maskSecrets(env: Environment): Promise<() => void> {
  const inputs = ["api-key", "review-key", "github-token"].map((name) => core.getInput(name));
  const given = [...inputs, env.PLATFORM_API_KEY, env.BOARDWRIGHT_REVIEW_KEY];
  const secrets = [...given, ...secretsOf(env)].map((text) => text?.trim() ?? "");
  const all = new Set(secrets.filter((text) => text !== ""));
  for (const secret of all) core.setSecret(secret);
  const forget = knowSecrets(all);
  for (const token of await savedTokens(env)) learnSecret(token);
  return forget;
}
