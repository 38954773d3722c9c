// What a person sees while requests are repeated: nobody should wait in silence for a platform that is not there.

import type { RetryEvent } from "../platform/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** A log line for each repetition with `--verbose`, else the progress line of a terminal. */
export function tellRetries(terminal: Terminal, flags: GlobalFlags): (event: RetryEvent) => void {
  return ({ method, url, reason, attempt, delayMs }) => {
    if (flags.verbose) terminal.err(`${method} ${url}: ${reason}; again in ${delayMs} ms`);
    else terminal.progress(`${reason}, trying again (${attempt})`.slice(0, terminal.progressWidth));
  };
}
