// The step's log. The runner obeys lines that look like its commands, so all that is printed is between a line that stops that and
// one that lets it go on.

import { randomUUID } from "node:crypto";
import * as core from "@actions/core";
import { blankSecrets } from "../model/index.ts";
import { escapeTerminal } from "../report/index.ts";

export interface Log {
  /** Whether it shows colours, as the logs of forges do: https://no-color.org. */
  readonly color: boolean;
  /** Text of any origin, any number of lines. */
  print(text: string): void;
  /** The same under a heading that can be folded. */
  section(heading: string, text: string): void;
  /** A sentence that GitHub shows beside the run, too. */
  warn(text: string): void;
}

export function openLog({ NO_COLOR }: NodeJS.ProcessEnv = process.env): Log {
  const print = (text: string): void => {
    const token = randomUUID();
    core.info(`::stop-commands::${token}`);
    core.info(blankSecrets(text).replace(/\n$/, ""));
    core.info(`::${token}::`);
  };
  return {
    color: !NO_COLOR,
    print,
    section(heading, text) {
      core.startGroup(escapeTerminal(heading));
      print(text);
      core.endGroup();
    },
    warn: (text) => core.warning(escapeTerminal(blankSecrets(text))),
  };
}
