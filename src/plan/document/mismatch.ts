// Does a saved plan fit the run that is about to apply it? As far as can be said without asking the platform.

import { type Plan, writeJson } from "../../model/index.ts";

export interface RunIdentity {
  toolVersion: string;
  project: string;
  target: Plan["target"];
}

export interface Mismatches {
  /** The plan is for another place: its live state cannot be compared with the one here. */
  place: string[];
  /** Another project or tool made it. */
  maker: string[];
}

/** A sentence, without its full stop, for everything that differs. */
export function findMismatches(plan: Plan, run: RunIdentity): Mismatches {
  const place: string[] = [];
  const { name, url, deploymentId } = plan.target;
  if (name !== run.target.name)
    place.push(`target: the plan is for ${name}, this run is for ${run.target.name}`);
  if (normalUrl(url) !== normalUrl(run.target.url))
    place.push(`address: the plan is for ${url}, the target ${run.target.name} is now at ${run.target.url}`);
  if (deploymentId !== run.target.deploymentId)
    place.push(`deployment: the plan is for ${deploymentId}, this run is for ${run.target.deploymentId}`);
  return { place, maker: findMakerMismatches(plan, run) };
}

/** For project and tool alone. */
export function findMakerMismatches(
  plan: Plan,
  { toolVersion, project }: Omit<RunIdentity, "target">,
): string[] {
  const maker: string[] = [];
  if (plan.project !== project)
    maker.push(`project: the plan is for ${writeJson(plan.project)}, this is ${writeJson(project)}`);
  if (majorOf(plan.tool.version) !== majorOf(toolVersion)) {
    const why = "which may plan differently";
    maker.push(`tool: the plan was made by boardwright ${plan.tool.version}, this is ${toolVersion}, ${why}`);
  }
  return maker;
}

/** Versions with the same one plan alike: below 1.0 the minor version is the major one, as in semantic versioning. */
function majorOf(version: string): string {
  const [major = "", minor = ""] = version.split(".");
  return major === "0" ? `0.${minor}` : major;
}

/** One text for one address: in lower case, without a default port and slashes at the end. */
export function normalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url;
}
