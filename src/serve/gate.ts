// Who may come in: requests to this very address, from this very page, with the cookie that the token of the address was changed for. A page of
// another site that has its name point here (DNS rebinding) sends a foreign Host; one that posts here sends a foreign Origin.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Gate {
  /** 128 bits, for the fragment of the address, which no request carries. */
  token: string;
  /** Why a request is let nowhere; undefined if it may go on. */
  refuse(request: IncomingMessage): string | undefined;
  /**
   * A cookie for the token, once: the address is in the list of processes while a browser is started, and in the terminal's history. `used`
   * for the token when it has been exchanged; undefined for any other.
   */
  exchange(token: unknown): { cookie: string } | "used" | undefined;
  knows(request: IncomingMessage): boolean;
}

export function openGate(port: () => number): Gate {
  const token = randomBytes(16).toString("hex");
  let session: string | undefined;
  const name = () => `boardwright-${port()}`;
  return {
    token,
    refuse({ headers, method }) {
      const host = `127.0.0.1:${port()}`;
      if (headers.host !== host) return "The studio answers only at its own address.";
      const { origin } = headers;
      if (origin !== undefined && origin !== `http://${host}`) return "The studio answers only its own page.";
      // Every browser names the page that posts.
      if (origin === undefined && method === "POST") return "The studio answers only its own page.";
      const site = headers["sec-fetch-site"];
      if (origin === undefined && site !== undefined && site !== "same-origin" && site !== "none")
        return "The studio answers only its own page.";
      return undefined;
    },
    exchange(given) {
      if (typeof given !== "string" || !isSame(given, token)) return undefined;
      if (session !== undefined) return "used";
      session = randomBytes(16).toString("hex");
      return { cookie: `${name()}=${session}; HttpOnly; SameSite=Strict; Path=/` };
    },
    knows({ headers }) {
      const cookies = (headers.cookie ?? "").split(";").map((one) => one.trim().split("="));
      const given = cookies.filter(([key]) => key === name()).map(([, value = ""]) => value);
      return session !== undefined && given.some((one) => isSame(one, session as string));
    },
  };
}

/** In a time that says nothing of how much of it is right. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
