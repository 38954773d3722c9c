// Where a review leads: to the live dashboards, and to the files as the reviewed commit has them.

import { previewKey } from "../../features/preview/name.ts";
import { liveLinks } from "../../project/execute-plan.ts";
import type { ReviewLinks } from "../../report/index.ts";
import type { PullRequest, RunEvent } from "../event.ts";
import type { Job } from "../job.ts";

// The pages of a repository: a line of a file, a commit. Forges have addresses of their own for them.

type ForgeKind = "github" | "gitea";

/** Where files are under the address of a repository. */
const FILES: Readonly<Record<ForgeKind, string>> = { github: "blob", gitea: "src/commit" };

interface ForgeRepository {
  kind: ForgeKind;
  /** Where people read the repository, without a slash at the end. */
  url: string;
}

interface ForgeLinks {
  /** `path`: from the repository's root. Undefined for what is outside of it. */
  file(path: string, line: number): string | undefined;
  commit: string;
}

/** Undefined unless the address is one of https, or of this machine, and the commit a whole hash: nothing else is the same page tomorrow. */
function forgeLinks({ kind, url }: ForgeRepository, commit: string): ForgeLinks | undefined {
  if (!isWebAddress(url) || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return undefined;
  return {
    file(path, line) {
      const steps = path.split("/");
      // A browser would climb.
      if (steps.some((step) => step === "" || step === "." || step === "..")) return undefined;
      return `${url}/${FILES[kind]}/${commit}/${steps.map(encodeStep).join("/")}#L${line}`;
    },
    commit: `${url}/commit/${commit}`,
  };
}

/** Whether it may be led to: over https, or on this machine; without a login, a query or a step up. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /[?#\\\s]|\/\.{1,2}(?:\/|$)/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return username + password === "" && (protocol === "https:" || (protocol === "http:" && isLocal));
}

/** Half a character, as a disk may hold it, cannot be encoded. */
function encodeStep(step: string): string {
  return encodeURIComponent(step.replace(/\p{Cs}/gu, "\ufffd"));
}

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
