// How the credential is spelled in the header. For the platform, unset, Bearer is tried first and, where the first request is
// answered 401, Api-Key once (contract 1). While that is open, requests go one at a time: many first requests in flight still ask
// the question once. A token that can be replaced is replaced once after a 401, before another spelling is tried.

import type { Credential } from "./credential.ts";

export type Scheme = "bearer" | "api-key";

/** What an answer says about the credential: `open` where it may have come from in front of the platform. */
export type Acceptance = "accepted" | "rejected" | "open";

export interface Authorization {
  /** Calls `send` with the header's value: once, or again after a 401. */
  authorize<T>(send: (header: string) => Promise<T>, judge: (answer: T) => Acceptance): Promise<T>;
  /** Every spelling was answered 401. */
  refusedAll(): boolean;
}

type Spelling = (token: string) => string;

const bearer: Spelling = (token) => `Bearer ${token}`;
const apiKey: Spelling = (token) => `Api-Key ${token}`;

/** The spellings to try with the platform, in order (platform document, "Authentication", 1 and 4). */
export function spellingsOf(scheme: Scheme | undefined): readonly Spelling[] {
  if (scheme === undefined) return [bearer, apiKey];
  return [scheme === "bearer" ? bearer : apiKey];
}

/** Of a metadata token: prose says both `Bearer` and the bare JWT (field notes, A.10). */
export const METADATA_SPELLINGS: readonly Spelling[] = [bearer, (token) => token];

export function authorizeWith(credential: Credential, spellings: readonly Spelling[]): Authorization {
  const [usual = bearer, other] = spellings;
  let chosen = other === undefined ? usual : undefined;
  let probe: Promise<void> | undefined;
  let refused = false;

  /** `renewed`: the answer is to a token fresh from its source. */
  async function sendAs<T>(
    spelling: Spelling,
    send: (header: string) => Promise<T>,
    judge: (answer: T) => Acceptance,
  ): Promise<{ answer: T; renewed: boolean }> {
    const token = await credential.current();
    const answer = await send(spelling(token));
    if (judge(answer) !== "rejected") return { answer, renewed: false };
    const fresh = await credential.replace(token);
    if (fresh === undefined) return { answer, renewed: false };
    return { answer: await send(spelling(fresh)), renewed: true };
  }

  async function findSpelling<T>(
    send: (header: string) => Promise<T>,
    judge: (answer: T) => Acceptance,
  ): Promise<T> {
    const first = await sendAs(usual, send, judge);
    const verdict = judge(first.answer);
    // Whoever refuses a token that is minutes old does not mind how it is spelled.
    if (verdict === "accepted" || first.renewed) chosen = usual;
    if (verdict !== "rejected" || first.renewed || other === undefined) return first.answer;
    const second = await send(other(await credential.current()));
    const secondVerdict = judge(second);
    if (secondVerdict === "accepted") chosen = other;
    if (secondVerdict === "rejected") {
      // Neither works: later requests need not ask twice.
      chosen = usual;
      refused = true;
    }
    return second;
  }

  return {
    refusedAll: () => refused,
    async authorize(send, judge) {
      while (chosen === undefined && probe !== undefined) await probe;
      if (chosen !== undefined) return (await sendAs(chosen, send, judge)).answer;
      let finished = (): void => {};
      probe = new Promise((resolve) => {
        finished = resolve;
      });
      try {
        return await findSpelling(send, judge);
      } finally {
        probe = undefined;
        finished();
      }
    },
  };
}
