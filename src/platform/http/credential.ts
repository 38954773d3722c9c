// The token in use: fixed, or from a source that can bring another when the platform answers 401. However many requests meet that
// 401 at once, the source is asked for another token once.

import { learnSecret, UserError } from "../../model/index.ts";

/** Where expiring tokens come from: a saved login. Both may throw a UserError, which the request then rejects with. */
export interface TokenSource {
  /** The token to begin with; asked when the first request is sent. */
  token(): Promise<string>;
  /** Another token after `rejected` was answered 401; undefined if there is none. Never called twice at a time. */
  refresh(rejected: string): Promise<string | undefined>;
}

export interface Credential {
  current(): Promise<string>;
  /** What to send instead of `rejected`; undefined if repeating is pointless. */
  replace(rejected: string): Promise<string | undefined>;
}

/** Wraps anything that a TokenSource throws, so that its file errors are not taken for errors of the connection. */
export class TokenSourceFailure extends Error {
  constructor(cause: unknown) {
    super("the token source failed", { cause });
  }
}

/** `hide` gets every token before it is sent. Throws a UserError for a fixed token that cannot be one. */
export function openCredential(given: string | TokenSource, hide: (token: string) => void): Credential {
  const accept = (text: string): string => {
    const token = readToken(text);
    hide(token);
    learnSecret(token);
    return token;
  };
  if (typeof given !== "string") return openSource(given, accept);
  const token = accept(given);
  return { current: async () => token, replace: async () => undefined };
}

function openSource(source: TokenSource, accept: (text: string) => string): Credential {
  let latest: Promise<string> | undefined;
  let refreshing: Promise<string | undefined> | undefined;
  /** The source's answer to this token also holds for later requests with the same 401. */
  let hopeless: { token: string; failure?: TokenSourceFailure } | undefined;

  const current = (): Promise<string> => {
    latest ??= askSource(() => source.token().then(accept)).catch((error: unknown) => {
      latest = undefined;
      throw error;
    });
    return latest;
  };

  async function refresh(rejected: string): Promise<string | undefined> {
    try {
      const fresh = await askSource(async () => {
        const text = await source.refresh(rejected);
        return text === undefined ? undefined : accept(text);
      });
      if (fresh === undefined || fresh === rejected) {
        hopeless = { token: rejected };
        return undefined;
      }
      latest = Promise.resolve(fresh);
      return fresh;
    } catch (error) {
      if (error instanceof TokenSourceFailure) hopeless = { token: rejected, failure: error };
      throw error;
    } finally {
      refreshing = undefined;
    }
  }

  return {
    current,
    async replace(rejected) {
      const token = await current();
      // Another request has replaced it already.
      if (token !== rejected) return token;
      if (hopeless?.token === rejected) {
        if (hopeless.failure !== undefined) throw hopeless.failure;
        return undefined;
      }
      refreshing ??= refresh(rejected);
      return refreshing;
    },
  };
}

async function askSource<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new TokenSourceFailure(error);
  }
}

/** White space around a token comes from files and copying; inside, it would break the header. */
function readToken(text: string): string {
  const token = text.trim();
  if (/^[\u0021-\u007e]+$/.test(token)) return token;
  throw new UserError(
    token === "" ? "there is no credential" : "the credential contains characters that no API key has",
    { details: ["Set PLATFORM_API_KEY to an API key of the platform."] },
  );
}
