// How the credential is spelled in the header. For the platform, if no scheme is set, Bearer is tried first and, if the first
// request is answered 401, Api-Key once (contract 1). Until that is decided, requests go one at a time: many first requests in
// flight still try only once. A token that can be replaced is replaced once after a 401, before another spelling is tried.

import type { Credential } from "./credential.ts";

export type Scheme = "bearer" | "api-key";

/** What an answer says about the credential: `open` if something in front of the platform may have sent it. */
export type Acceptance = "accepted" | "rejected" | "open";

interface Attempt<T> {
  /** Called with the header's value: once, or again after a 401. */
  send(header: string): Promise<T>;
  judge(answer: T): Acceptance;
}

export interface Authorization {
  authorize<T>(attempt: Attempt<T>): Promise<T>;
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

/** For a metadata token: the prose says both `Bearer` and the JWT alone (field notes, A.10). */
export const METADATA_SPELLINGS: readonly Spelling[] = [bearer, (token) => token];

export function authorizeWith(credential: Credential, spellings: readonly Spelling[]): Authorization {
  const [usual = bearer, other] = spellings;
  let chosen = other === undefined ? usual : undefined;
  let probe: Promise<void> | undefined;
  let refused = false;

  /** `renewed`: the answer is to a token fresh from its source. */
  async function sendAs<T>(spelling: Spelling, { send, judge }: Attempt<T>) {
    const token = await credential.current();
    const answer = await send(spelling(token));
    if (judge(answer) !== "rejected") return { answer, renewed: false };
    const fresh = await credential.replace(token);
    if (fresh === undefined) return { answer, renewed: false };
    return { answer: await send(spelling(fresh)), renewed: true };
  }

  async function findSpelling<T>(attempt: Attempt<T>): Promise<T> {
    const { send, judge } = attempt;
    const first = await sendAs(usual, attempt);
    const verdict = judge(first.answer);
    // A platform that refuses a token this fresh does not mind how it is spelled.
    if (verdict === "accepted" || first.renewed) chosen = usual;
    if (verdict !== "rejected" || first.renewed || other === undefined) return first.answer;
    const second = await send(other(await credential.current()));
    const secondVerdict = judge(second);
    if (secondVerdict === "accepted") chosen = other;
    if (secondVerdict === "rejected") {
      // Neither works: later requests need not try both.
      chosen = usual;
      refused = true;
    }
    return second;
  }

  return {
    refusedAll: () => refused,
    async authorize(attempt) {
      while (chosen === undefined && probe !== undefined) await probe;
      if (chosen !== undefined) return (await sendAs(chosen, attempt)).answer;
      const finding = findSpelling(attempt);
      const finish = (): void => {
        probe = undefined;
      };
      probe = finding.then(finish, finish);
      return finding;
    },
  };
}
