// A source of an app dashboard, for a frame of the page. Anybody may have written it, so it is shown and never run: in Chromium 156 a frame
// that may run scripts reaches other machines whatever its policy says, through WebRTC in a frame of its own, and by leading itself elsewhere,
// which connects before the policy refuses it. As plain text it is not even markup.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Failed, HEADERS } from "./answer.ts";

/** Throws a Failed for everything but a frame. */
export function sendSource(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.headers["sec-fetch-dest"] !== "iframe")
    throw new Failed(403, "not-framed", "The source of an app is shown in a frame of the studio alone.");
  response.writeHead(200, {
    ...HEADERS,
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'self'",
    "x-frame-options": "SAMEORIGIN",
    "content-type": "text/plain; charset=utf-8",
  });
  response.end(text);
}
