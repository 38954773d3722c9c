// Which scheme the credential goes by. Unset, Bearer is tried first and, where the first request is answered 401, Api-Key once
// (contract 1). While that is open, requests go one at a time: many first requests in flight still ask the question once.

export type Scheme = "bearer" | "api-key";

/** What an answer says about the credential: `open` where it may have come from in front of the platform. */
export type Verdict = "accepted" | "rejected" | "open";

export interface Authorization {
  /** Calls `send` with the header's value: once, or twice while the scheme is being found. */
  authorize<T>(send: (header: string) => Promise<T>, judge: (answer: T) => Verdict): Promise<T>;
  /** Both schemes were answered 401. */
  refusedBoth(): boolean;
}

export function authorizeWith(token: string, fixed: Scheme | undefined): Authorization {
  const headers: Record<Scheme, string> = { bearer: `Bearer ${token}`, "api-key": `Api-Key ${token}` };
  let scheme = fixed;
  let probe: Promise<void> | undefined;
  let refused = false;

  async function findScheme<T>(
    send: (header: string) => Promise<T>,
    judge: (answer: T) => Verdict,
  ): Promise<T> {
    const first = await send(headers.bearer);
    const verdict = judge(first);
    if (verdict === "accepted") scheme = "bearer";
    if (verdict !== "rejected") return first;
    const second = await send(headers["api-key"]);
    const secondVerdict = judge(second);
    if (secondVerdict === "accepted") scheme = "api-key";
    if (secondVerdict === "rejected") {
      // Neither works: later requests need not ask twice.
      scheme = "bearer";
      refused = true;
    }
    return second;
  }

  return {
    refusedBoth: () => refused,
    async authorize(send, judge) {
      while (scheme === undefined && probe !== undefined) await probe;
      if (scheme !== undefined) return send(headers[scheme]);
      let finished = (): void => {};
      probe = new Promise((resolve) => {
        finished = resolve;
      });
      try {
        return await findScheme(send, judge);
      } finally {
        probe = undefined;
        finished();
      }
    },
  };
}
