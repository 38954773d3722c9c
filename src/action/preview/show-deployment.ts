// "View deployment" on the pull request: a GitHub deployment for each preview, if the token may. The preview is the same without it, so
// that a refusal is one line of the log.

import { blankSecrets, type PreviewUpResult } from "../../model/index.ts";
import { escapeTerminal } from "../../report/index.ts";
import { isGitea } from "../comment/links.ts";
import { GitHubError } from "../github-error.ts";
import { identityOf, type Job } from "../job.ts";

/** Of what is up, its first dashboard is what the button opens; without a link to it there is nothing to open. */
export async function showDeployment(job: Job, { name, branch, workbooks }: PreviewUpResult): Promise<void> {
  const { event, github } = job;
  const url = workbooks.find(({ link }) => link !== undefined && isWeb(link))?.link;
  if (!event.pull || !github) return;
  if (workbooks.length === 0) return endDeployments(job, [name]);
  if (url === undefined) return;
  const description = blankSecrets(`Preview ${name} on the data model of ${branch}`).slice(0, 140);
  await quietly(job, () =>
    github.beginDeployment(environmentOf(job, name), {
      ...{ sha: event.sha, url, description },
      ...(event.runUrl !== undefined && { logUrl: event.runUrl }),
    }),
  );
}

/** Of previews that are gone. Only a pull request has begun one, and a sweep does not know which were begun. */
export async function endDeployments(job: Job, names: readonly string[]): Promise<void> {
  const { event, github } = job;
  if (!github || !(event.pull || event.name === "schedule")) return;
  await quietly(job, async () => {
    for (const name of new Set(names)) await github.endDeployments(environmentOf(job, name));
  });
}

/** Two projects of a repository, or two targets, may have a preview of the same pull request. */
function environmentOf(job: Job, name: string): string {
  const { project = "", target } = identityOf(job);
  return blankSecrets(["preview", project, target, name].filter((part) => part !== "").join("/"));
}

function isWeb(link: string): boolean {
  return /^https?:\/\//.test(link) && blankSecrets(link) === link;
}

async function quietly({ event, log }: Job, run: () => Promise<void>): Promise<void> {
  if (isGitea(event.apiUrl)) return log.print("No deployment is shown: Gitea and Forgejo have none.");
  try {
    await run();
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    log.print(escapeTerminal(`No deployment is shown: ${error.message}. ${error.advice ?? ""}`.trim()));
  }
}
