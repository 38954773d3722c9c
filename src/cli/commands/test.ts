// boardwright test: runs the queries of dashboards, for one row each, on the data of production or of a branch of the model.

import { EXIT, UsageError } from "../../model/index.ts";
import { TEST_FORMATS } from "../../report/queries/index.ts";
import { testData } from "../../tasks/data/test-data.ts";
import { repositoryPrefix } from "../../tasks/repository.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect, duration } from "../option-values.ts";
import { withTarget } from "../with-target.ts";

export interface TestFlags extends GlobalFlags {
  only?: string[];
  branch?: string;
  against?: string;
  slow?: number;
  format?: string;
}

export const command: Declaration = {
  arguments: { paths: "only these slugs, or the workbooks and reports of these files or folders" },
  options: [
    ["--only <glob>", "only the slugs that match (repeatable)", collect],
    ["--branch <name>", "on the model of this branch, whose staging environment is on (default: production)"],
    ["--against <ref>", "only reports whose query changed since this Git revision"],
    ["--slow <time>", "a query that takes longer is slow: 10s, 500ms, 2m", duration],
    ["--format <name>", "pretty, json, junit, markdown or github"],
  ],
  examples: [
    "boardwright test --target production                # every query that a dashboard draws",
    "boardwright test --branch feature-x                # what a branch of the data model would break",
    "boardwright test --only 'revenue-*' --slow 5s --format junit > queries.xml",
  ],
  async run(terminal, paths, { only = [], branch, against, slow: slowMs, ...flags }: TestFlags) {
    const format = chooseFormat(TEST_FORMATS, flags);
    if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
    const { interrupted: signal } = terminal;
    const { test, prefix } = await withTarget(terminal, flags, async (context) => ({
      test: await testData({ ...context, paths, only, branch, against, slowMs, signal }),
      prefix: repositoryPrefix(context.project.root),
    }));
    terminal.out(format(test, { color: terminal.color.out, width: terminal.width, prefix }));
    return test.tested.some(({ verdict }) => verdict === "failed") ? EXIT.failed : EXIT.ok;
  },
};
