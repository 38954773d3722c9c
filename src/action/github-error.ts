// What GitHub refused, in words: what was tried, what it answered, and what to do next.

import { UserError } from "../model/index.ts";

export class GitHubError extends UserError {
  override readonly name = "GitHubError";
  /** What the token lacks, if that is why. */
  readonly advice: string | undefined;

  constructor(message: string, { advice, cause }: { advice?: string | undefined; cause: unknown }) {
    super(message, {
      details: [advice ?? "The result of the command stands; run the job again for the comment."],
      cause,
    });
    this.advice = advice;
  }
}

export async function explained<T>(what: string, permission: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    const said = status === undefined ? message : `${status} ${message}`;
    throw new GitHubError(`could not ${what}: GitHub answered ${said}`, {
      advice: isRefused(error)
        ? `Give the job \`permissions: { ${permission} }\`, or a \`github-token\` that has it.`
        : undefined,
      cause: error,
    });
  }
}

/** An answer that says no, and would again. GraphQL says it with the status of a success, and then the error has none. */
export function isRefused(error: unknown): boolean {
  const { name, status } = error as { name?: string; status?: number };
  return name === "GraphqlResponseError" || status === 401 || status === 403 || status === 404;
}

export function isMissing(error: unknown): boolean {
  return (error as { status?: number }).status === 404;
}
