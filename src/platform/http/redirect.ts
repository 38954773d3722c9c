// Redirects: on the same origin and for GET only. Anything else would carry the credential or a write to an address nobody named.

import type { Address } from "./address.ts";
import type { Incoming } from "./exchange.ts";

const MOST_HOPS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends, and follows the redirects that may be followed. Others are returned as they came. */
export async function followRedirects(
  { origin }: Address,
  { method, path }: { method: string; path: string },
  send: (path: string) => Promise<Incoming>,
): Promise<Incoming> {
  let at = path;
  let incoming = await send(at);
  for (let hops = 0; hops < MOST_HOPS && method === "GET" && REDIRECTS.has(incoming.status); hops++) {
    const { location } = incoming.headers;
    const base = origin + at;
    if (location === undefined || !URL.canParse(location, base)) break;
    const target = new URL(location, base);
    if (target.origin !== origin) break;
    at = target.pathname + target.search;
    incoming = await send(at);
  }
  return incoming;
}
