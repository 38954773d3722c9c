// Where a review leads: to the live dashboards, and to the files as the reviewed commit has them.

import { previewKey } from "../../preview/index.ts";
import type { ReviewLinks } from "../../report/index.ts";
import { liveLinks } from "../../tasks/execute-plan.ts";
import type { PullRequest, RunEvent } from "../event.ts";
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
  const { pull } = event;
  return {
    ...(live && { live }),
    ...(live && pull && copies && { preview: (slug) => previewOf(previewKey(slug, previewName(pull))) }),
    file: (file, line) => fileAddress(event, `${prefix}${file}`, line),
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

/** `path`: from the repository's root. */
function fileAddress({ serverUrl, apiUrl, owner, repo, sha }: RunEvent, path: string, line: number): string {
  // Half a character, as a disk may hold it, cannot be encoded.
  const steps = path.replace(/\p{Cs}/gu, "\ufffd").split("/");
  const at = [owner, repo, ...(isGitea(apiUrl) ? ["src", "commit"] : ["blob"]), sha, ...steps];
  return `${serverUrl}/${at.map(encodeURIComponent).join("/")}#L${line}`;
}

/** Gitea and Forgejo have the first version of their API, GitHub Enterprise the third, and GitHub a host for it. */
export function isGitea(apiUrl: string): boolean {
  return /\/api\/v1\/?$/.test(apiUrl);
}
