// Deployments: those that the credential reaches, one of them, and moving one to another version or channel.

import { UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireDeploymentUpdate, WireVersion } from "../wire/wire-deployments.ts";
import { readPages } from "./paging.ts";
import { findObject, prepareCall, type Remote, sendForObject } from "./remote.ts";

/** What is certain of a list item (platform document, "Deployment"); further fields are there as they came. */
export interface Deployment {
  /** As it came: a number, or the text of one. */
  id: number | string;
  name: string;
  [field: string]: unknown;
}

export async function listDeployments(remote: Remote): Promise<Deployment[]> {
  const call = await prepareCall(remote, {
    operation: "listDeployments",
    path: [],
    does: "list the deployments",
  });
  const deployments: Deployment[] = [];
  const list = { name: "deployments", style: "offset", call } as const;
  for await (const page of readPages<Deployment>(remote.transport, list)) {
    deployments.push(...page);
  }
  return deployments;
}

/** GET /api/v1/deployments/{id}: described only (field notes, A.8). */
export async function getDeployment(
  remote: Remote,
  deploymentId: number,
  options?: CallOptions,
): Promise<Deployment> {
  const call = await prepareCall(remote, {
    operation: "getDeployment",
    path: [deploymentId],
    does: `read deployment ${deploymentId}`,
    deploymentId,
    options,
  });
  return sendForObject<Deployment>(remote, call);
}

/** GET /api/v1/deployments/{id}/versions, in `data` or `items`. The document shows no paging; a cursor is followed. */
export async function* listVersions(remote: Remote, deploymentId: number): AsyncGenerator<WireVersion[]> {
  const call = await prepareCall(remote, {
    operation: "listVersions",
    path: [deploymentId],
    does: `list the versions of deployment ${deploymentId}`,
    deploymentId,
  });
  yield* readPages<WireVersion>(remote.transport, { name: "versions", style: "whole", call });
}

/** PUT /api/v1/deployments/{id}. What it answers is not shown: undefined where that is no deployment. */
export async function updateDeployment(
  remote: Remote,
  deploymentId: number,
  input: WireDeploymentUpdate,
  options?: CallOptions,
): Promise<Deployment | undefined> {
  const { releaseChannelVersion, releaseChannel } = input;
  const given = Object.entries({ releaseChannelVersion, releaseChannel }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) {
    throw new UsageError("there is nothing to move the deployment to", [
      "Give a version (releaseChannelVersion) or a channel (releaseChannel).",
    ]);
  }
  for (const [name, value] of given) {
    if (typeof value !== "string" || value.trim() === "") throw new UsageError(`${name} is no text`);
  }
  const call = await prepareCall(remote, {
    operation: "updateDeployment",
    path: [deploymentId],
    does: `move deployment ${deploymentId} to ${releaseChannelVersion === undefined ? "channel" : "version"} ${releaseChannelVersion ?? releaseChannel}`,
    deploymentId,
    needs: "Moving a deployment needs permission to update it.",
    body: input,
    options,
  });
  return findObject(await remote.transport.send(call), ["id", "name"]) as Deployment | undefined;
}

/** A deployment's id as paths and projects have it; text only where it is no number at all. */
export function readDeploymentId({ id }: Pick<Deployment, "id">): number | string {
  return typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
