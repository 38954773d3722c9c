// The answer to a raw request: its body as it came, and on stderr what went wrong if it is no success.

import { text } from "node:stream/consumers";
import {
  EXIT,
  type ExitCode,
  holdsSecret,
  readJson,
  UserError,
  withoutSecrets,
  writeJson,
} from "../../model/index.ts";
import type { RawAnswer } from "../../platform/index.ts";
import { renderError } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

/** `what` is the request in words: `GET /api/v1/deployments`. */
export async function printAnswer(
  terminal: Terminal,
  flags: GlobalFlags,
  { status, headers, body }: RawAnswer,
  what: string,
): Promise<ExitCode> {
  if (flags.json) terminal.out(asJson(await text(body)));
  else await terminal.pipe(body);
  if (status >= 200 && status < 300) return EXIT.ok;
  const requestId = headers["x-request-id"];
  const details = [
    "The platform's answer is on stdout.",
    ...(typeof requestId === "string" ? [`request id ${requestId}`] : []),
    ...(status === 401 ? ["Check the credential: `boardwright whoami` says where it comes from."] : []),
  ];
  terminal.err(
    renderError(new UserError(`${what} answered ${status}`, { details }), { color: terminal.color.err }),
  );
  return EXIT.failed;
}

/** With --json stdout is one JSON document: other text becomes a string, and an empty body null. */
function asJson(body: string): string {
  if (body.trim() === "") return "null\n";
  try {
    // However a secret is escaped in it.
    const value: unknown = readJson(body);
    return holdsSecret(writeJson(value)) ? `${writeJson(withoutSecrets(value))}\n` : body;
  } catch {
    return `${JSON.stringify(body)}\n`;
  }
}
