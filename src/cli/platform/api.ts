// boardwright api: any request below the platform's address, with the credential.

import type { ExitCode } from "../../model/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { printAnswer } from "./answer.ts";
import { readBody } from "./body.ts";
import { readPairs } from "./words.ts";

export interface ApiFlags extends GlobalFlags {
  query?: string[];
  data?: string;
}

export async function runApi(
  terminal: Terminal,
  [method = "", path = ""]: string[],
  flags: ApiFlags,
): Promise<ExitCode> {
  const query = Object.fromEntries(readPairs("--query", flags.query));
  const body = flags.data === undefined ? {} : { body: await readBody(terminal, flags.data) };
  return withRemote(terminal, flags, async ({ platform }) => {
    const answer = await platform.request(method, path, { query, ...body });
    return printAnswer(terminal, flags, answer, `${method.toUpperCase()} ${path}`);
  });
}
