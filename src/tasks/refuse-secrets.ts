// What leaves the process must not carry a credential: files, comments, logs and dashboards are read by more people than may use it.

import { type Plan, secretsOf, UserError, writeJson } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import { type Destination, type Environment, isSandbox } from "../target/index.ts";

/**
 * Throws a UserError if the plan holds the credential of the platform, or a secret of the environment: through the text of a file it
 * would become content that everybody may read.
 */
export function refuseSecrets(
  { changes, diagnostics }: Pick<Plan, "changes" | "diagnostics">,
  { target, env, platform }: { target: Destination; env: Environment; platform: Platform },
): void {
  const spellings = secretsOf(env).flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // The key of the embedded platform is known to everybody, and opens nothing.
  const isPublic = isSandbox(target.url);
  const isSecret = (text: string) =>
    (!isPublic && platform.holdsCredential(text)) || spellings.some((secret) => text.includes(secret));
  // One by one: the text of a whole plan may be as large as all dashboards.
  if (![...changes, ...diagnostics].some((part) => isSecret(writeJson(part)))) return;
  throw new UserError("the plan holds the text of a credential; it was neither shown nor carried out", {
    details: [
      "A dashboard contains it: everybody who sees the dashboard would see it.",
      "Take it out of the files, and if it was applied or shared before, replace the credential.",
    ],
  });
}
