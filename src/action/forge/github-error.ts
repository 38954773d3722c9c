// What GitHub refused, in words: what was tried, what it answered, and what to do next.

import { UserError } from "../../model/index.ts";

export class GitHubError extends UserError {
  override readonly name = "GitHubError";
  /** What the token lacks or the address is, if that is why. */
  readonly advice: string | undefined;

  constructor(message: string, { advice, cause }: { advice?: string | undefined; cause: unknown }) {
    super(message, {
      details: [advice ?? "The result of the command stands; run the job again for the comment."],
      cause,
    });
    this.advice = advice;
  }
}

/** An answer that is none of an API: GitHub's, Gitea's and Forgejo's speak JSON alone. */
export class NotJson extends Error {
  constructor(status: number, type: string | undefined) {
    super(`${status} with ${type?.split(";", 1)[0] || "a text"} instead of JSON`);
  }
}

const LIMITED = "GitHub is asked too often with this token: run the job again in a while for the comment.";
const NO_API = "Look at `GITHUB_API_URL` of the job, and at what stands between the runner and the server.";

export async function explained<T>(what: string, permission: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    // What JavaScript says of a field that is not there helps nobody.
    const isOther = status === undefined && error instanceof TypeError;
    const words = isOther ? "JSON that its API does not describe" : message;
    const said = status === undefined ? words : `${status} ${message}`;
    const answer = isSilence(error) ? `GitHub did not answer: ${message}` : `GitHub answered ${said}`;
    throw new GitHubError(`could not ${what}: ${answer}`, {
      advice: adviceFor(error, permission) ?? (isOther ? NO_API : undefined),
      cause: error,
    });
  }
}

function adviceFor(error: unknown, permission: string): string | undefined {
  if (limitOf(error, Date.now())) return LIMITED;
  if (isRefused(error))
    return `Give the job \`permissions: { ${permission} }\`, or a \`github-token\` that has it.`;
  return error instanceof NotJson ? NO_API : undefined;
}

/** What GitHub's client calls 500, though no answer came at all. */
function isSilence(error: unknown): boolean {
  const { status, response } = error as { status?: number; response?: unknown };
  return status === 500 && response === undefined;
}

/** When to ask again, if it answered that it is asked too often; `seconds` is undefined if it does not say when. `now`: milliseconds. */
export function limitOf(error: unknown, now: number): { seconds: number | undefined } | undefined {
  const { status, response } = (error ?? {}) as {
    status?: number;
    response?: { headers?: Record<string, unknown> };
  };
  const read = (name: string): number | undefined => {
    const said = response?.headers?.[name];
    return typeof said === "string" && /^\d{1,12}$/.test(said) ? Number(said) : undefined;
  };
  const after = read("retry-after");
  if (after !== undefined) return { seconds: after };
  if (status === 403 && read("x-ratelimit-remaining") === 0) {
    const reset = read("x-ratelimit-reset");
    return { seconds: reset === undefined ? undefined : Math.max(1, Math.ceil(reset - now / 1000)) };
  }
  return status === 429 ? { seconds: undefined } : undefined;
}

/** An answer that says no, and would again. GraphQL says it with the status of a success, and then the error has none. */
export function isRefused(error: unknown): boolean {
  const { name, status } = error as { name?: string; status?: number };
  return name === "GraphqlResponseError" || status === 401 || status === 403 || status === 404;
}

export function isMissing(error: unknown): boolean {
  return (error as { status?: number }).status === 404;
}
