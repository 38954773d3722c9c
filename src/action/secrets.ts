// What must never be read by others: masked in the log by the runner, and taken out of all that is published elsewhere.

import * as core from "@actions/core";
import { reviewKeyOf, SHORTEST_SECRET } from "../model/index.ts";
import type { Environment } from "../target/index.ts";

/** From now on the runner blanks them in the log. To be called before anything else is printed. */
export function maskSecrets(env: Environment): string[] {
  const inputs = ["api-key", "review-key", "github-token"].map((name) => core.getInput(name));
  const given = [...inputs, env.PLATFORM_API_KEY, reviewKeyOf(env)];
  const secrets = [...new Set(given.map((text) => text?.trim() ?? ""))].filter((text) => text !== "");
  for (const secret of secrets) core.setSecret(secret);
  return secrets.filter(({ length }) => length >= SHORTEST_SECRET);
}

/** The same with every secret in its texts blanked, however deep: `${env.NAME}` can carry one into a finding. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  return blank(value, secrets) as T;
}

function blank(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string")
    return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), value);
  if (Array.isArray(value)) return value.map((item) => blank(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blank(item, secrets)]));
}
