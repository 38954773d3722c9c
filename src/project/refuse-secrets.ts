// What leaves the process must not carry a credential: files, comments, logs and dashboards are read by more people than may use it.

import {
  type Change,
  holdsSecret,
  nameSome,
  type Plan,
  secretsOf,
  spellingsOf,
  UserError,
  writeJson,
} from "../model/index.ts";
import { writePieces } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import { type Destination, type Environment, isSandbox } from "../target/index.ts";

interface Keepers {
  target: Destination;
  env: Environment;
  platform: Platform;
}

/**
 * Throws a UserError if the plan holds the credential of the platform, or a secret of the environment: through the text of a file it
 * would become content that everybody may read.
 */
export function refuseSecrets(
  { changes, diagnostics, policy }: Pick<Plan, "changes" | "diagnostics" | "policy">,
  keepers: Keepers,
): void {
  const isSecret = findSecrets(keepers);
  // One by one: the text of a whole plan may be as large as all dashboards.
  const isHeld = (change: Change): boolean => {
    for (const piece of writePieces(change)) if (isSecret(piece)) return true;
    return false;
  };
  const held = changes.filter(isHeld);
  if (held.length === 0 && ![...diagnostics, policy ?? {}].some((part) => isSecret(writeJson(part)))) return;
  throw new UserError("the plan holds the text of a credential; it was neither shown nor carried out", {
    details: [
      `${whereOf(held, isSecret)} contains it: everybody who sees the dashboard would see it.`,
      "Take it out of the files, or on the platform if somebody typed it there, and if it was applied or shared before, replace the credential.",
    ],
  });
}

/** A name may hold it, too. */
function whereOf(held: readonly Change[], isSecret: (text: string) => boolean): string {
  const names = held.map(({ kind, key }) => `${kind} ${key}`).filter((name) => !isSecret(name));
  return names.length === 0 ? "A dashboard" : `What becomes of ${nameSome(names)}`;
}

/** The same for files that would be written: names and texts; null for one that goes. */
export function refuseSecretFiles(files: ReadonlyMap<string, string | null>, keepers: Keepers): void {
  const isSecret = findSecrets(keepers);
  for (const [file, text] of files) {
    if (!isSecret(`${file}\n${text ?? ""}`)) continue;
    throw new UserError("what is live holds the text of a credential; nothing was pulled", {
      details: [
        "Whoever sees the dashboard sees it: take it out on the platform, and replace the credential.",
        ...(isSecret(file) ? [] : [`It would have come into ${file}.`]),
      ],
    });
  }
}

function findSecrets({ target, env, platform }: Keepers): (text: string) => boolean {
  const spellings = secretsOf(env).flatMap(spellingsOf);
  // The key of the embedded platform is known to everybody, and opens nothing.
  const isPublic = isSandbox(target.url);
  return (text) =>
    holdsSecret(text) ||
    (!isPublic && platform.holdsCredential(text)) ||
    spellings.some((spelling) => text.includes(spelling));
}
