// A credential goes to no address, and to no deployment, that only the change under review names (contract 11).

import { EXIT, type Project, type ProjectPolicy, revisionText, showUrl, UserError } from "../model/index.ts";
import type { Environment } from "./choose-target.ts";
import { readConfig } from "./config-file.ts";
import { contextsFile, originOf } from "./saved-contexts.ts";

export interface Address {
  url: string;
  /** The target's name; undefined if it is not a target that says where to go. */
  target?: string | undefined;
  policy?: ProjectPolicy | undefined;
}

/**
 * Throws a UserError of exit code 3 if neither the policy, `PLATFORM_API_URL` nor a saved context names the address; or if the environment names
 * a policy, and whoever read the project did not.
 */
export async function requireTrustedAddress(
  { url, target, policy }: Address,
  env: Environment,
): Promise<void> {
  if (target === undefined) return;
  if (!policy && env.BOARDWRIGHT_POLICY !== undefined) {
    throw new UserError("refused, nothing was sent: the project was read without BOARDWRIGHT_POLICY", {
      details: ["Read it in the same environment: loadProject takes `env`, or the revision as `policy`."],
      exitCode: EXIT.refused,
    });
  }
  if (!policy || policy.targets.includes(target)) return;
  if (env.PLATFORM_API_URL === url) return;
  const { contexts } = await readConfig(contextsFile(env));
  const origin = originOf(url);
  if (origin !== undefined && [...contexts.values()].some((saved) => originOf(saved.url) === origin)) return;
  throw new UserError(
    `refused, nothing was sent: only the change under review names the target ${target} (${showUrl(url)})`,
    { details: [...whereFrom(policy), ...WAYS], exitCode: EXIT.refused },
  );
}

/**
 * The same for a deployment that neither the caller nor the environment gave: of a target that the policy does not name, it has to be
 * one that the policy names elsewhere, or the file is new and there is nothing that it could get around: no file of a folder above.
 */
export function requireTrustedDeployment({ policy }: Project, target: string, deployment: number): void {
  if (!policy || policy.targets.includes(target) || policy.deployments.includes(deployment)) return;
  if (!policy.isThere && !policy.isNearer) return;
  throw new UserError(
    `refused, nothing was sent: only the change under review names deployment ${deployment} (target ${target})`,
    {
      details: [
        ...whereFrom(policy),
        "If it is meant, give it from outside the branch: `--deployment`, BOARDWRIGHT_DEPLOYMENT or the Action's input `deployment`. Or merge the target first.",
      ],
      exitCode: EXIT.refused,
    },
  );
}

function whereFrom(policy: ProjectPolicy): string[] {
  const { isThere, isNearer, targets } = policy;
  const revision = revisionText(policy);
  if (!isThere) {
    const above = isNearer ? " The one that it comes before is in a folder above it." : "";
    return [`At ${revision} there is no such project file, so nothing that it says is trusted yet.${above}`];
  }
  const named = targets.length === 0 ? "no target" : targets.join(", ");
  return [`The policy comes from ${revision}, where the project file names ${named}.`];
}

const WAYS = [
  "A credential goes only where trusted ground says: merge the target first, or name its address with PLATFORM_API_URL, the Action's input `api-url`, or a saved login.",
  "In a workflow for a branch that only reviewed changes reach, BOARDWRIGHT_POLICY=HEAD trusts the file on that branch.",
];
