// Deployments: those that the credential reaches, one of them, and moving one to another version or channel.

import { UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireDeploymentUpdate, WireVersion } from "../wire/wire-deployments.ts";
import { findObject, object, pages } from "./answers.ts";
import { DEPLOYMENT, operation } from "./operation.ts";

/** The certain fields of a list item (platform document, "Deployment"); others are there as they came. */
export interface Deployment {
  /** As it came: a number, or the text of one. */
  id: number | string;
  name: string;
  [field: string]: unknown;
}

export const DEPLOYMENT_OPERATIONS = {
  /** Those that the credential reaches ("List deployments"). */
  listDeployments: operation({
    method: "GET",
    path: "/api/v1/deployments",
    shown: true,
    ask: () => ({ does: "list the deployments" }),
    async answer(pending) {
      const deployments: Deployment[] = [];
      for await (const page of pages<Deployment>("deployments", "offset")(pending)) deployments.push(...page);
      return deployments;
    },
  }),
  /** Described only (field notes, A.8). */
  getDeployment: operation({
    method: "GET",
    path: DEPLOYMENT,
    ask: (deploymentId: number, call?: CallOptions) => ({
      params: [deploymentId],
      does: `read deployment ${deploymentId}`,
      ...call,
    }),
    answer: object<Deployment>(),
  }),
  /**
   * Moves it to a version, or to a channel's latest ("List versions and switch version"). One of `releaseChannelVersion`
   * (`<version>`, `v<version>` or `<image>:v<version>`, sent as given) and `releaseChannel` is needed; 400 for a version not listed.
   * Undefined if the answer is not a deployment: its shape is not shown.
   */
  updateDeployment: operation({
    method: "PUT",
    path: DEPLOYMENT,
    shown: true,
    ask: (deploymentId: number, input: WireDeploymentUpdate, call?: CallOptions) => ({
      params: [deploymentId],
      does: `move deployment ${deploymentId} to ${readDestination(input)}`,
      needs: "Moving a deployment needs permission to update it.",
      body: input,
      ...call,
    }),
    answer: async ({ transport, prepare }) =>
      findObject(await transport.send(await prepare()), ["id", "name"]) as Deployment | undefined,
  }),
  /**
   * The head of each channel and older versions that were run ("List versions and switch version"), in `data` or `items`. The
   * document shows no paging; a cursor is followed.
   */
  listVersions: operation({
    method: "GET",
    path: `${DEPLOYMENT}/versions`,
    shown: true,
    ask: (deploymentId: number) => ({
      params: [deploymentId],
      does: `list the versions of deployment ${deploymentId}`,
    }),
    answer: pages<WireVersion>("versions", "whole"),
  }),
};

function readDestination({ releaseChannelVersion: version, releaseChannel: channel }: WireDeploymentUpdate) {
  if (version === undefined && channel === undefined) {
    throw new UsageError("the update names no version and no channel", [
      "Give a version (releaseChannelVersion) or a channel (releaseChannel).",
    ]);
  }
  for (const [name, value] of Object.entries({ releaseChannelVersion: version, releaseChannel: channel })) {
    if (value !== undefined && (typeof value !== "string" || value.trim() === "")) {
      throw new UsageError(`${name} is not text`);
    }
  }
  return version === undefined ? `channel ${channel}` : `version ${version}`;
}

/** A deployment's id as paths and projects have it; text only if it is not a number at all. */
export function readDeploymentId({ id }: Pick<Deployment, "id">): number | string {
  return typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
