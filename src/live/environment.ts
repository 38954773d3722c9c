// The environment that serves a branch of the data model, and why none does.

import { UserError } from "../model/index.ts";
import type { Clock, Environment, Platform, WireBranch } from "../platform/index.ts";

/** Milliseconds between two reads of the list of environments. */
const BETWEEN_LOOKS = 3000;
/** Branches that a message names. */
const NAMED = 12;

/** The environment of the branch, or the production environment; undefined if the platform lists none. */
export async function findEnvironment(
  platform: Platform,
  deploymentId: number,
  branch: string | undefined,
): Promise<Environment | undefined> {
  const all: Environment[] = [];
  for await (const page of platform.listEnvironments(deploymentId)) all.push(...page);
  if (branch === undefined) return all.find(({ type }) => type === "production");
  // Contract 3: by its branch, else by name, else by its address.
  return (
    all.find((environment) => environment.branch === branch) ??
    all.find(({ branch: known, name }) => known === undefined && name === branch) ??
    all.find(
      ({ branch: known, credentials }) => known === undefined && servesBranch(credentials.restUrl, branch),
    )
  );
}

/** Looks again until it is there, `signal` aborts or the clock reaches `end`: then undefined. */
export async function awaitEnvironment(
  find: () => Promise<Environment | undefined>,
  { clock, end, signal }: { clock: Clock; end: number; signal: AbortSignal },
): Promise<Environment | undefined> {
  for (;;) {
    const found = await find();
    if (found?.credentials.restUrl !== undefined || signal.aborted || clock.now() >= end) return found;
    await clock.sleep(Math.min(BETWEEN_LOOKS, Math.max(0, end - clock.now())), [signal]);
  }
}

/** Why no environment serves the branch, and what to do. */
export async function explainMissing(
  platform: Platform,
  deploymentId: number,
  branch: string | undefined,
): Promise<UserError> {
  if (branch === undefined) {
    return new UserError(`deployment ${deploymentId} has no production environment`, {
      details: ["It may not have been built yet: `boardwright environments list` shows what exists."],
    });
  }
  const enable = `Turn it on with \`boardwright data-model enable-branch ${deploymentId} ${branch}\`, then run this again.`;
  const production = "The production branch is checked without --branch.";
  const branches = await readBranches(platform, deploymentId);
  if (!branches) {
    return new UserError(`no environment of deployment ${deploymentId} serves the branch ${branch}`, {
      details: ["Either the branch does not exist, or its staging environment is off.", enable, production],
    });
  }
  const found = branches.get(branch);
  if (found) return explainOff(deploymentId, found, { enable, production });
  const names = [...branches.keys()].sort();
  const shown = names.slice(0, NAMED).join(", ");
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return new UserError(`deployment ${deploymentId} has no branch ${branch}`, {
    details: [
      names.length === 0 ? "It has none that this credential can see." : `It has ${shown}${more}.`,
      "`boardwright data-model branches` lists them with the state of their staging environments.",
    ],
  });
}

/** For a branch that exists and that no environment serves. */
function explainOff(
  deploymentId: number,
  { name, parentBranch, isStagingEnvironmentEnabled }: WireBranch,
  ways: { enable: string; production: string },
): UserError {
  if (isStagingEnvironmentEnabled) {
    return new UserError(`the staging environment of branch ${name} is on, but not up yet`, {
      details: [
        "The platform does not list it among its environments yet: run this again in a minute.",
        "`boardwright environments list --type staging` shows which are up.",
      ],
    });
  }
  // Dev mode forks them under this name (platform document, "Command-line client", 4).
  if (!name.startsWith("dev-")) {
    return new UserError(`the staging environment of branch ${name} is off`, {
      details: [ways.enable, ways.production],
    });
  }
  const parent = parentBranch ? `, ${parentBranch},` : "";
  return new UserError(`${name} is a personal development branch, which has no staging environment`, {
    details: [
      `Deployment ${deploymentId} serves it only while someone has it open in dev mode.`,
      `Commit it to the shared branch that it was forked from${parent} and name that instead.`,
    ],
  });
}

/** `<deploymentUrl>/dev-mode/{branch}/…` (field notes, A.7); a branch's slashes may be unencoded. */
function servesBranch(restUrl: string | undefined, branch: string): boolean {
  if (restUrl === undefined || !URL.canParse(restUrl)) return false;
  const { pathname } = new URL(restUrl);
  return (
    pathname.includes(`/dev-mode/${branch}/`) || pathname.includes(`/dev-mode/${encodeURIComponent(branch)}/`)
  );
}

/** The branches of a deployment's data model, by name; undefined if the deployment does not describe the list. */
export async function readBranches(
  platform: Platform,
  deploymentId: number,
): Promise<Map<string, WireBranch> | undefined> {
  const { described, has } = await platform.capabilities();
  if (!described || !has("listBranches")) return undefined;
  const branches = new Map<string, WireBranch>();
  for await (const page of platform.listBranches(deploymentId)) {
    for (const branch of page) branches.set(branch.name, branch);
  }
  return branches;
}
