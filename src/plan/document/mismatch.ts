// Is a saved plan for what it is about to be applied to? What can be told without asking the platform.

import type { Plan } from "../../model/index.ts";

/** What a run is about. */
export interface RunIdentity {
  toolVersion: string;
  project: string;
  target: Plan["target"];
}

export interface Mismatches {
  /** The plan is for another place: nothing that is live here can be compared with it. */
  place: string[];
  /** Project and tool. */
  maker: string[];
}

/** A sentence, without its full stop, for everything that differs. */
export function findMismatches(plan: Plan, run: RunIdentity): Mismatches {
  const place: string[] = [];
  const { name, url, deploymentId } = plan.target;
  if (name !== run.target.name)
    place.push(`target: the plan is for ${name}, this run is for ${run.target.name}`);
  if (normalUrl(url) !== normalUrl(run.target.url))
    place.push(`address: the plan is for ${url}, the target ${run.target.name} is at ${run.target.url} now`);
  if (deploymentId !== run.target.deploymentId) {
    const now = `this run is for ${run.target.deploymentId}`;
    place.push(`deployment: the plan is for ${deploymentId}, ${now}`);
  }
  return { place, maker: findMakerMismatches(plan, run) };
}

/** Of project and tool alone. */
export function findMakerMismatches(
  plan: Plan,
  { toolVersion, project }: Omit<RunIdentity, "target">,
): string[] {
  const maker: string[] = [];
  if (plan.project !== project)
    maker.push(`project: the plan is of ${JSON.stringify(plan.project)}, this is ${JSON.stringify(project)}`);
  if (majorOf(plan.tool.version) !== majorOf(toolVersion)) {
    const why = "which may plan otherwise";
    maker.push(`tool: the plan was made by boardwright ${plan.tool.version}, this is ${toolVersion}, ${why}`);
  }
  return maker;
}

/** What may not change what a plan means: below 1.0 the minor version is the major one, as in semantic versioning. */
function majorOf(version: string): string {
  const [major = "", minor = ""] = version.split(".");
  return major === "0" ? `0.${minor}` : major;
}

function normalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, "") : url;
}
