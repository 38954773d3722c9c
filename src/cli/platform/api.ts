// boardwright api: any request below the platform's address, with the credential.

import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { printAnswer } from "./answer.ts";
import { readBody, readPairs } from "./body.ts";

interface ApiFlags extends GlobalFlags {
  query?: string[];
  data?: string;
}

export const command: Declaration = {
  arguments: {
    method: "GET, PUT, POST, …",
    path: "what comes after the platform's address, like /api/v1/deployments",
  },
  options: [
    ["-q, --query <pair>", "a query parameter, name=value (repeatable)", collect],
    ["-d, --data <body>", "the body: JSON, @FILE, or - for standard input"],
  ],
  examples: [
    "boardwright api GET /api/v1/deployments -q limit=5",
    'boardwright api PUT /api/v1/deployments/12/workbooks/by-slug/revenue -d \'{"name":"Revenue"}\'',
  ],
  async run(terminal, [method = "", path = ""], flags: ApiFlags) {
    const query = Object.fromEntries(readPairs("--query", flags.query));
    const body = flags.data === undefined ? {} : { body: await readBody(terminal, flags.data) };
    return withRemote(terminal, flags, async ({ platform }) => {
      const answer = await platform.request(method, path, { query, ...body });
      const where = platform.holdsCredential(path) ? "that path" : path;
      return printAnswer(terminal, flags, answer, `${method.toUpperCase()} ${where}`);
    });
  },
};
