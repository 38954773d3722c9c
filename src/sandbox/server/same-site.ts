// The sandbox is for programs and people of this machine. A page of the web can send requests to it all the same: under a name that
// resolves to this machine (DNS rebinding), or from another site, whose browser tells where it came from (Fetch, 3.1 and 3.2.5).

import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "../api/reply.ts";

/** Throws a Refusal (403) for a request that a page of another site sent. */
export function refuseOtherSites({ host = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders): void {
  if (!isLoopback(hostnameOf(`http://${host}`)))
    throw new Refusal(403, "The sandbox answers only under 127.0.0.1, localhost and [::1]");
  const isOther = origin !== undefined && origin !== `http://${host}`;
  if (isOther || site === "cross-site" || site === "same-site")
    throw new Refusal(403, "The sandbox takes no requests from pages of other sites");
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
