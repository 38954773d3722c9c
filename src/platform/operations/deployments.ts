// Deployments: those that the credential reaches, and the versions that one can be moved to.

import type { WireVersion } from "../wire/wire-deployments.ts";
import { pages } from "./answers.ts";
import { DEPLOYMENT, operation, reads } from "./operation.ts";

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
  /**
   * The head of each channel and older versions that were run ("List versions and switch version"), in `data` or `items`. The
   * document shows no paging; a cursor is followed.
   */
  listVersions: operation({
    method: "GET",
    path: `${DEPLOYMENT}/versions`,
    shown: true,
    ask: reads("list the versions of deployment {deployment}"),
    answer: pages<WireVersion>("versions", "whole"),
  }),
};

/** A deployment's id as paths and projects have it; text only if it is not a number at all. */
export function readDeploymentId({ id }: Pick<Deployment, "id">): number | string {
  return typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
