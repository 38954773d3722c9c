// The model of a pull request: on a shared branch of its own while it is open, in production once it is merged.

import { isObject, nameSome, UserError } from "../../model/index.ts";
import {
  anything,
  BUILD,
  type Clock,
  DEPLOYMENT,
  NO_BRANCH,
  type Platform,
  systemClock,
  type WireModelValidation,
} from "../../platform/index.ts";
import {
  compareModel,
  type DeployedModel,
  type DeployModelOptions,
  deployModel,
  type ModelFiles,
} from "./deploy-model.ts";

export interface BranchModelOptions extends DeployModelOptions {
  signal?: AbortSignal | undefined;
  clock?: Clock;
}

/** Of a build: what does not compile; empty if all does. */
type BuildErrors = WireModelValidation["errors"];

/** Deploys the files to the shared branch, which is created if it is not there, turns its environment on, and waits for its build. */
export async function deployBranch(
  platform: Platform,
  local: ModelFiles,
  options: BranchModelOptions & { branchName: string },
): Promise<DeployedModel & { errors: BuildErrors }> {
  const { deploymentId, branchName } = options;
  if (!(await branchesOf(platform, deploymentId)).has(branchName))
    await send(platform, "POST", `${BUILD}/branches`, options, {
      does: `create branch ${branchName}`,
      body: { name: branchName },
    });
  // First: it is refused for the deploy branch and for somebody's own, which are nothing to upload to either.
  await platform.switchStaging(deploymentId, { branchName }, true);
  const deployed = await deployModel(platform, local, options);
  return { ...deployed, errors: await waitForBuild(platform, options) };
}

/**
 * Merges those of the branches that are there into the deploy branch, which deletes them, and waits for its build. Throws a UserError for
 * a branch that would bring what the files do not say, and if the deploy branch is not as they say afterwards.
 */
export async function mergeBranches(
  platform: Platform,
  branches: readonly string[],
  local: ModelFiles,
  options: BranchModelOptions,
): Promise<{ merged: string[]; errors: BuildErrors }> {
  const { deploymentId } = options;
  const there = await branchesOf(platform, deploymentId);
  // By its name: without one, it is the branch of the credential's dev mode, if that is open.
  const production = { ...options, branchName: await deployBranchOf(platform, options) };
  const merged = [...new Set(branches)].filter((name) => there.has(name));
  for (const branchName of merged) {
    await requireMerged(platform, local, { ...production, other: branchName });
    // What does not compile stays where it is.
    const { errors } = await platform.validateModel(deploymentId, { branchName });
    if (errors.length > 0) return { merged: [], errors };
    await send(platform, "POST", `${BUILD}/merge-to-default`, options, {
      does: `merge branch ${branchName}`,
      body: { branchName, removeBranchAfterMerge: true },
    });
  }
  if (!(await compareModel(platform, local, production)).isSame)
    throw new UserError("the data model of what was merged is not in production", {
      details: [
        merged.length > 0
          ? `What was merged: ${merged.join(", ")}.`
          : branches.length === 0
            ? "No branch of a merged pull request is known, so nothing was merged."
            : `No branch ${branches.join(" or ")} is there, so nothing was merged.`,
        ...BY_HAND,
      ],
    });
  return { merged, errors: await waitForBuild(platform, production) };
}

const BY_HAND = ["`boardwright deploy` brings the folder to the deploy branch; then run this again."];

/** Throws a UserError if a file of the branch is neither that of the commit, which was reviewed, nor the one that production has. */
async function requireMerged(
  platform: Platform,
  local: ModelFiles,
  { other, ...production }: BranchModelOptions & { other: string },
): Promise<void> {
  const [{ hashes, remote }, brought] = await Promise.all([
    compareModel(platform, local, production),
    platform.fileHashes(production.deploymentId, { branchName: other }),
  ]);
  const all = new Set([...brought.keys(), ...remote.keys()]);
  const strange = [...all].filter(
    (path) => ![hashes.get(path), remote.get(path)].includes(brought.get(path)),
  );
  if (strange.length === 0) return;
  throw new UserError(`branch ${other} of the data model holds what was not merged in Git`, {
    details: [`Nothing was merged. It differs in ${nameSome(strange.sort())}.`, ...BY_HAND],
  });
}

async function deployBranchOf(platform: Platform, options: BranchModelOptions): Promise<string> {
  const does = `read the settings of deployment ${options.deploymentId}`;
  const settings = await send(platform, "GET", `${DEPLOYMENT}/settings`, options, { does });
  if (isObject(settings) && typeof settings.deployBranchName === "string") return settings.deployBranchName;
  throw new UserError(`deployment ${options.deploymentId} does not say which is its deploy branch`);
}

async function branchesOf(platform: Platform, deploymentId: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const page of platform.listBranches(deploymentId)) for (const { name } of page) names.add(name);
  return names;
}

/** Seconds between two looks at a build. */
const PAUSES = [0.5, 1, 2, 5, 10];

async function waitForBuild(platform: Platform, options: BranchModelOptions): Promise<BuildErrors> {
  const { deploymentId, branchName, signal, clock = systemClock } = options;
  const branch = branchName === undefined ? {} : { branchName };
  for (let looks = 0; ; looks++) {
    const { status, errorText } = (await send(platform, "GET", `${DEPLOYMENT}/build-status`, options, {
      does: `read the state of the build of ${branchName ?? "the deploy branch"}`,
      query: branch,
    })) as { status?: string; errorText?: string };
    if (status === "building" || status === "warmup") {
      await clock.sleep(1000 * (PAUSES[looks] ?? 10), signal ? [signal] : []);
      continue;
    }
    const { errors } = await platform.validateModel(deploymentId, branch);
    // `none`: there was nothing to build.
    if (errors.length > 0 || status === "built" || status === "none") return errors;
    return [{ message: errorText ?? `The build is ${status}.` }];
  }
}

function send(
  platform: Platform,
  method: "GET" | "POST",
  path: string,
  { deploymentId }: Pick<BranchModelOptions, "deploymentId">,
  call: { does: string; body?: object; query?: { branchName?: string } },
) {
  const ask = () => ({ params: [deploymentId], missing: NO_BRANCH, ...call });
  return platform.perform({ method, path, ask, answer: anything });
}
