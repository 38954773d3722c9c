// The pages of a repository: a line of a file, a commit. Every forge has addresses of its own for them.

export type ForgeKind = "github" | "gitea" | "gitlab" | "bitbucket" | "azure";

export interface ForgeRepository {
  kind: ForgeKind;
  /** Where people read the repository, without a slash at the end. */
  url: string;
}

export interface ForgeLinks {
  /** `path`: from the repository's root. Undefined for what is outside of it. */
  file(path: string, line: number): string | undefined;
  commit: string;
}

/** Undefined unless the address is one of https, or of this machine, and the commit a whole hash: nothing else is the same page tomorrow. */
export function forgeLinks({ kind, url }: ForgeRepository, commit: string): ForgeLinks | undefined {
  if (!isWebAddress(url) || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return undefined;
  const { fileAt, commitAt } = FORGES[kind];
  return {
    file(path, line) {
      const steps = path.split("/");
      // A browser would climb.
      if (steps.some((step) => step === "" || step === "." || step === "..")) return undefined;
      return url + fileAt(steps.map(encodeStep).join("/"), line, commit);
    },
    commit: url + commitAt(commit),
  };
}

/** Whether it may be led to: over https, or on this machine; without a login, a query or a step up. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /[?#\\\s]|\/\.{1,2}(?:\/|$)/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return username + password === "" && (protocol === "https:" || (protocol === "http:" && isLocal));
}

/** Half a character, as a disk may hold it, cannot be encoded. */
function encodeStep(step: string): string {
  return encodeURIComponent(step.replace(/\p{Cs}/gu, "\ufffd"));
}

interface Forge {
  fileAt(path: string, line: number, commit: string): string;
  commitAt(commit: string): string;
}

const FORGES: Readonly<Record<ForgeKind, Forge>> = {
  github: {
    fileAt: (path, line, commit) => `/blob/${commit}/${path}#L${line}`,
    commitAt: (commit) => `/commit/${commit}`,
  },
  gitea: {
    fileAt: (path, line, commit) => `/src/commit/${commit}/${path}#L${line}`,
    commitAt: (commit) => `/commit/${commit}`,
  },
  gitlab: {
    fileAt: (path, line, commit) => `/-/blob/${commit}/${path}#L${line}`,
    commitAt: (commit) => `/-/commit/${commit}`,
  },
  bitbucket: {
    fileAt: (path, line, commit) => `/src/${commit}/${path}#lines-${line}`,
    commitAt: (commit) => `/commits/${commit}`,
  },
  azure: {
    fileAt: (path, line, commit) =>
      `?path=/${path}&version=GC${commit}&line=${line}&lineEnd=${line + 1}&lineStartColumn=1&lineEndColumn=1`,
    commitAt: (commit) => `/commit/${commit}`,
  },
};
