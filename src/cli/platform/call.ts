// boardwright call: any operation that the served description names, checked against it before anything is sent.

import { didYouMean, UserError } from "../../model/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { printAnswer } from "./answer.ts";
import { readPairs } from "./arguments.ts";
import { readBody } from "./body.ts";
import { readCallInput } from "./call-input.ts";
import { type DescribedOperation, listOperations } from "./description.ts";
import { openSchemaCheck } from "./schema-check.ts";
import { checkSecurity } from "./security.ts";

interface CallFlags extends GlobalFlags {
  param?: string[];
  data?: string;
}

export const command: Declaration = {
  arguments: { operation: "its operation id, as `spec` lists it" },
  options: [
    ["--param <pair>", "a parameter, name=value (repeatable)", collect],
    ["-d, --data <body>", "the body: JSON, @FILE, or - for standard input"],
  ],
  examples: [
    "boardwright call getWorkbooks --param deploymentId=12",
    "boardwright call upsertWorkbookBySlug --param deploymentId=12 --param slug=revenue -d @workbook.json",
  ],
  async run(terminal, [wanted = ""], flags: CallFlags) {
    const given = readPairs("--param", flags.param);
    const body = flags.data === undefined ? undefined : await readBody(terminal, flags.data);
    return withRemote(terminal, flags, async ({ platform }) => {
      const description = await platform.readDescription();
      const operation = findOperation(listOperations(description, platform.url), wanted);
      const check = await openSchemaCheck(description);
      checkSecurity(description, operation);
      const { path, ...request } = readCallInput({ description, operation, given, body, check });
      const { method } = operation;
      const sent = { ...request, ...(body !== undefined && { body }) };
      const answer = await platform.request(method, path, sent);
      return printAnswer(terminal, flags, answer, `${wanted} (${method} ${path})`);
    });
  },
};

function findOperation(operations: readonly DescribedOperation[], wanted: string): DescribedOperation {
  const found = operations.find(({ id }) => id === wanted);
  if (found) return found;
  const ids = operations.map(({ id }) => id).filter((id) => id !== "");
  const guess = didYouMean(wanted, ids).trim();
  throw new UserError(`the API description has no operation ${JSON.stringify(wanted)}`, {
    details: [...(guess ? [guess] : []), "`boardwright spec` lists what it has."],
  });
}
