// What the Action asks of GitHub for a preview: how its pull request is now, and the deployments by which that shows "View deployment".
// REST alone. Gitea and Forgejo have no deployments, and answer 404.

import type { getOctokit } from "@actions/github";
import { explained } from "./github-error.ts";

/** What the server says of a pull request at this moment; undefined where it does not. */
export interface PullNow {
  isClosed: boolean;
  /** Whether it says outright that nobody has closed it, or that somebody opened it again. */
  isOpen: boolean;
  headSha: string | undefined;
  /** Undefined where it says nothing of labels. */
  labels: readonly string[] | undefined;
}

const WRITE = "deployments: write";
/** How many of the newest deployments of a preview are looked at: GitHub itself ends all but the newest that came up. */
const LOOKED_AT = 10;

export function previewCalls(octokit: ReturnType<typeof getOctokit>, at: { owner: string; repo: string }) {
  const { repos, pulls } = octokit.rest;
  return {
    async pullNow(pull: number): Promise<PullNow> {
      return explained(`read #${pull}`, "pull-requests: read", async () => {
        const { data } = await pulls.get({ ...at, pull_number: pull });
        // Not every server answers all of it.
        const said: { state?: string; closed_at?: string | null; head?: { sha?: string } } = data;
        const labels: readonly { name?: string }[] | undefined = data.labels;
        return {
          isClosed: said.state === "closed",
          isOpen: said.state === "open" && said.closed_at === null,
          headSha: said.head?.sha,
          labels: labels?.flatMap(({ name }) => name ?? []),
        };
      });
    },
    /** Says that the commit can be looked at there. A run that is repeated makes no second deployment of the commit. */
    async beginDeployment(
      environment: string,
      { sha, url, logUrl, description }: { sha: string; url: string; logUrl?: string; description: string },
    ): Promise<void> {
      await explained(`make a deployment for ${environment}`, WRITE, async () => {
        const { data: known } = await repos.listDeployments({ ...at, environment, sha, per_page: 1 });
        const id = known[0]?.id ?? (await create(environment, sha, description));
        await repos.createDeploymentStatus({
          ...{ ...at, deployment_id: id, state: "success", environment_url: url },
          // The older ones of the environment become inactive.
          auto_inactive: true,
          ...(logUrl !== undefined && { log_url: logUrl }),
        });
      });
    },
    /** Says that nothing is there any more. Without a deployment it is only asked. */
    async endDeployments(environment: string): Promise<void> {
      await explained(`end the deployment for ${environment}`, WRITE, async () => {
        const { data: known } = await repos.listDeployments({ ...at, environment, per_page: LOOKED_AT });
        for (const { id } of known) {
          const { data: last } = await repos.listDeploymentStatuses({
            ...{ ...at, deployment_id: id, per_page: 1 },
          });
          if (last[0]?.state === "inactive") return;
          await repos.createDeploymentStatus({ ...at, deployment_id: id, state: "inactive" });
        }
      });
    },
  };

  async function create(environment: string, ref: string, description: string): Promise<number> {
    const { data } = await repos.createDeployment({
      ...{ ...at, ref, environment, description },
      task: "boardwright:preview",
      // A preview is of the branch as it is, whatever its checks say.
      auto_merge: false,
      required_contexts: [],
      // Of a transient environment GitHub would not end the older deployments.
      transient_environment: false,
      production_environment: false,
    });
    if ("id" in data) return data.id;
    throw new Error("202, and no deployment");
  }
}
