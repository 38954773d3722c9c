// Who may come in: requests to this very address, from this very page, with the key that the token of the address was changed for. Only the
// page's own script has the key, in the storage of this port: a browser adds it to no request by itself, as it adds a cookie to those of every
// port of 127.0.0.1. A page of another site that has its name point here (DNS rebinding) sends a foreign Host; one that posts here sends a
// foreign Origin.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Gate {
  /** 128 bits, for the fragment of the address, which no request carries. */
  token: string;
  /** Why a request is let nowhere; undefined if it may go on. */
  refuse(request: IncomingMessage): string | undefined;
  /** The key for the token, once: the token stays in the terminal's history. `used` for one that has been exchanged; undefined for any other. */
  exchange(token: unknown): { key: string } | "used" | undefined;
  knows(request: IncomingMessage): boolean;
}

export function openGate(port: () => number): Gate {
  const token = randomBytes(16).toString("hex");
  let key: string | undefined;
  return {
    token,
    refuse({ headers, method }) {
      const host = `127.0.0.1:${port()}`;
      if (headers.host !== host) return "The studio answers only at its own address.";
      const { origin } = headers;
      if (origin !== undefined && origin !== `http://${host}`) return "The studio answers only its own page.";
      // Every browser names the page that posts.
      if (origin === undefined && method === "POST") return "The studio answers only its own page.";
      // A link leads to the page, from wherever it is, and brings no key.
      const isVisit = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
      const site = headers["sec-fetch-site"];
      if (origin === undefined && !isVisit && site !== undefined && site !== "same-origin" && site !== "none")
        return "The studio answers only its own page.";
      return undefined;
    },
    exchange(given) {
      if (typeof given !== "string" || !isSame(given, token)) return undefined;
      if (key !== undefined) return "used";
      key = randomBytes(16).toString("hex");
      return { key };
    },
    knows({ headers }) {
      return key !== undefined && isSame(headers.authorization ?? "", `Bearer ${key}`);
    },
  };
}

/** In a time that says nothing of how much of it is right. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
