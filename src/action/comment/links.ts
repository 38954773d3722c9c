// Where a review leads: to the live dashboards, and to the files as the reviewed commit has them.

import { previewKey } from "../../preview/index.ts";
import type { ReviewLinks } from "../../report/index.ts";
import { liveLinks } from "../../tasks/execute-plan.ts";
import type { PullRequest, RunEvent } from "../event.ts";
import { type ForgeRepository, forgeLinks, isWebAddress } from "../forge/forge-links.ts";
import type { Job } from "../job.ts";

/**
 * `template`: how the target opens a workbook; undefined if the project does not say. `copies`: slug → id of what previews have up.
 */
export function linksOf(
  { event, prefix }: Pick<Job, "event" | "prefix">,
  template?: string,
  copies?: ReadonlyMap<string, number>,
): ReviewLinks {
  const { live } = liveLinks(template);
  const { pull, runUrl } = event;
  const repository = repositoryOf(event);
  const pages = forgeLinks(repository, event.sha);
  return {
    ...(live && { live }),
    ...(live && pull && copies && { preview: (slug) => previewOf(previewKey(slug, previewName(pull))) }),
    ...(pages && { file: (file, line) => pages.file(`${prefix}${file}`, line), commit: pages.commit }),
    ...(pages && pull && { pull: { number: pull.number, address: pullAddress(repository, pull) } }),
    ...(runUrl !== undefined && isWebAddress(runUrl) && { run: runUrl }),
  };

  function previewOf(copy: string): string | undefined {
    const id = copies?.get(copy);
    return id === undefined ? undefined : live?.(id, copy);
  }
}

/** What the preview of a pull request is called, unless an input names it. */
export function previewName({ number }: PullRequest): string {
  return `pr-${number}`;
}

function repositoryOf({ serverUrl, apiUrl, owner, repo }: RunEvent): ForgeRepository {
  const url = [serverUrl.replace(/\/+$/, ""), encodeURIComponent(owner), encodeURIComponent(repo)].join("/");
  return { kind: isGitea(apiUrl) ? "gitea" : "github", url };
}

function pullAddress({ kind, url }: ForgeRepository, { number }: PullRequest): string {
  return `${url}/${kind === "gitea" ? "pulls" : "pull"}/${number}`;
}

/** Gitea and Forgejo have the first version of their API, GitHub Enterprise the third, and GitHub a host for it. */
export function isGitea(apiUrl: string): boolean {
  return /\/api\/v1\/?$/.test(apiUrl);
}
