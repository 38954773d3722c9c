// boardwright spec: what the deployment's own API description offers.

import { EXIT, UserError } from "../../model/index.ts";
import type { Declaration } from "../declaration.ts";
import { withRemote } from "../remote.ts";
import { type DescribedOperation, listOperations } from "./description.ts";
import { filterDescription, matches } from "./filter-description.ts";
import { type Columns, printJson, printTable } from "./print.ts";

const COLUMNS: Columns<DescribedOperation> = {
  METHOD: ({ method }) => method,
  PATH: ({ fullPath }) => fullPath,
  OPERATION: ({ id }) => id,
  SUMMARY: ({ summary }) => summary,
};

export const command: Declaration = {
  arguments: { pattern: "only operations with this in method, path, summary or id" },
  examples: ["boardwright spec", "boardwright spec workbooks --json > workbooks.json"],
  /** Without a pattern all operations, and with --json the description as it is served. */
  run(terminal, [pattern = ""], flags) {
    return withRemote(terminal, flags, async ({ platform }) => {
      const description = await platform.readDescription();
      const found = listOperations(description, platform.url).filter((each) => matches(each, pattern));
      if (found.length === 0) {
        throw new UserError(`no operation of the API description matches ${JSON.stringify(pattern)}`, {
          details: [
            `GET ${platform.url}/api/v1/spec`,
            "A pattern is looked for in method, path, summary and operation id; `boardwright spec` lists them all.",
          ],
        });
      }
      if (!flags.json) printTable(terminal, found, COLUMNS);
      else printJson(terminal, pattern === "" ? description : filterDescription(description, found));
      return EXIT.ok;
    });
  },
};
