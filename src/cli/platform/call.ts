// boardwright call: any operation that the served description names, checked against it before anything is sent.

import { didYouMean, type ExitCode, UserError } from "../../model/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { printAnswer } from "./answer.ts";
import { readBody } from "./body.ts";
import { readCallInput } from "./call-input.ts";
import { type DescribedOperation, listOperations } from "./description.ts";
import { openSchemaCheck } from "./schema-check.ts";
import { checkSecurity } from "./security.ts";
import { readPairs } from "./words.ts";

export interface CallFlags extends GlobalFlags {
  param?: string[];
  data?: string;
}

export async function runCall(
  terminal: Terminal,
  [wanted = ""]: string[],
  flags: CallFlags,
): Promise<ExitCode> {
  const given = readPairs("--param", flags.param);
  const body = flags.data === undefined ? undefined : await readBody(terminal, flags.data);
  return withRemote(terminal, flags, async ({ platform }) => {
    const description = await platform.readDescription();
    const operation = findOperation(listOperations(description, platform.url), wanted);
    const check = await openSchemaCheck(description);
    checkSecurity(description, operation);
    const { path, ...request } = readCallInput(description, operation, given, body, check);
    const { method } = operation;
    const answer = await platform.request(method, path, { ...request, ...(body !== undefined && { body }) });
    return printAnswer(terminal, flags, answer, `${wanted} (${method} ${path})`);
  });
}

function findOperation(operations: readonly DescribedOperation[], wanted: string): DescribedOperation {
  const found = operations.find(({ id }) => id === wanted);
  if (found) return found;
  const ids = operations.map(({ id }) => id).filter((id) => id !== "");
  const guess = didYouMean(wanted, ids).trim();
  throw new UserError(`the API description has no operation ${JSON.stringify(wanted)}`, {
    details: [...(guess ? [guess] : []), "`boardwright spec` lists what it has."],
  });
}
