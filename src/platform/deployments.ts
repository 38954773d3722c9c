// Deployments: the list of those that the credential reaches.

import { readPages } from "./paging.ts";
import { prepareCall, type Remote } from "./remote.ts";

/** What is certain of a list item (platform document, "Deployment"); further fields are there as they came. */
export interface Deployment {
  /** A number also where the platform writes it as text; text only where it is no number at all. */
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
    for (const each of page) deployments.push({ ...each, id: readId(each.id) });
  }
  return deployments;
}

function readId(id: number | string): number | string {
  return typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
