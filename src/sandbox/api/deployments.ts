// Deployments and their versions (platform document, "List deployments" and "List versions and switch version", with its rules).

import type { JsonObject } from "../../model/index.ts";
import type { VersionRecord } from "../store/build-records.ts";
import { recordEvent } from "../store/record-event.ts";
import type { DeploymentRecord } from "../store/records.ts";
import { reaches } from "./auth.ts";
import type { Context, DeploymentContext } from "./context.ts";
import { deploymentUrl } from "./environments.ts";
import { offsetPage } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** GET /deployments: those that the key can access, in the envelope of the platform document. */
export function listDeployments({ store, key, query }: Context): Reply {
  const visible = [...store.deployments.values()]
    .filter(({ id }) => reaches(key, id))
    .sort((a, b) => a.id - b.id);
  const { page, pagination } = offsetPage(visible, query);
  return json({ data: { deployments: page.map(listItem) }, pagination });
}

/** GET /deployments/{deploymentId}. */
export function getDeployment({ deployment, origin }: DeploymentContext): Reply {
  return json(wireDeployment(deployment, origin));
}

/** A single deployment. Its version and channel are what the client's `deployments settings` reads. */
function wireDeployment(deployment: DeploymentRecord, origin: string): JsonObject {
  const { releaseChannel, releaseChannelVersion } = deployment.versions.find((entry) => entry.isCurrent)!;
  return {
    ...listItem(deployment),
    deploymentUrl: deploymentUrl(origin, deployment.id),
    releaseChannel,
    releaseChannelVersion,
  };
}

/** In the document, the id of a deployment is a string here and a number in paths. */
function listItem({ id, name, createdAt }: DeploymentRecord): JsonObject {
  return { id: String(id), name, created_at: createdAt };
}

/** GET …/versions. */
export function listVersions({ deployment }: DeploymentContext): Reply {
  return json({ data: deployment.versions.map((entry) => ({ ...entry })) });
}

/** GET /deployments/{deploymentId}/settings: the branch, the version and the channel in effect. */
export function getSettings({ deployment, store }: DeploymentContext): Reply {
  const { releaseChannel, releaseChannelVersion } = deployment.versions.find(({ isCurrent }) => isCurrent)!;
  const deployed = store.branches.of(deployment.id).find(({ kind }) => kind === "production");
  return json({ deployBranchName: deployed?.name ?? "", releaseChannel, releaseChannelVersion });
}

/** GET /deployments/{deploymentId}/logs: there are no pods, so what was done in the deployment is logged by one. */
export function listLogs({ store, deployment, query }: DeploymentContext): Reply {
  const pod = query.get("pod") ?? "api";
  const events = store.account.events().filter(({ deploymentId }) => deploymentId === deployment.id);
  const items = events.map(({ createdAt, eventName }) => ({ date: createdAt, pod, message: eventName }));
  return json({ items: pod === "api" ? items : [] });
}

/** PUT /deployments/{deploymentId}. Undocumented fields are ignored; without either field it is a no-op. */
export async function updateDeployment(context: DeploymentContext): Promise<Reply> {
  const { store, deployment, body, origin, now } = context;
  const input = await body();
  const chosen = chooseVersion(deployment.versions, input);
  if (!chosen || chosen.isCurrent) return json(wireDeployment(deployment, origin));
  const switched = {
    ...deployment,
    versions: deployment.versions.map((entry) => ({ ...entry, isCurrent: entry === chosen })),
  };
  store.putDeployment(switched);
  const { releaseChannel, releaseChannelVersion } = chosen;
  recordEvent(context, now(), "Deployment updated", { releaseChannel, releaseChannelVersion });
  return json(wireDeployment(switched, origin));
}

/** The entry that the body asks for; undefined if it asks for none. Throws a 400 Refusal if it is not listed. */
function chooseVersion(versions: readonly VersionRecord[], input: JsonObject): VersionRecord | undefined {
  const { releaseChannelVersion: written, releaseChannel: channel } = input;
  const listed = channel === undefined ? versions : versions.filter((it) => it.releaseChannel === channel);
  if (listed.length === 0) throw new Refusal(400, `There is no release channel "${channel}"`);
  // Rule 4: the channel's latest.
  if (written === undefined) {
    if (channel === undefined) return undefined;
    const latest = listed.find((entry) => entry.isLatestInChannel);
    if (!latest) throw new Refusal(400, `The release channel "${channel}" has no latest version`);
    return latest;
  }
  // Rules 1 to 3: one of three forms of a listed value, and no image that is not listed.
  const named = listed.filter(({ version, releaseChannelVersion }) =>
    [version, `v${version}`, releaseChannelVersion].some((form) => form === written),
  );
  if (named.length === 0)
    throw new Refusal(400, `The version "${written}" is not one of this deployment's versions`);
  return named.find((entry) => entry.isCurrent) ?? named[0];
}
