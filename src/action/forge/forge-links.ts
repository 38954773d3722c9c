// The pages of a repository: a line of a file, a commit. Forges have addresses of their own for them.

export type ForgeKind = "github" | "gitea";

/** Where files are under the address of a repository. */
const FILES: Readonly<Record<ForgeKind, string>> = { github: "blob", gitea: "src/commit" };

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
