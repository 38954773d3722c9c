// boardwright test: runs the queries of dashboards, for one row each, on the data of production or of a branch of the model.

import { testData } from "../../features/query-tests/test-data.ts";
import { type DataTest, EXIT, UsageError } from "../../model/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { repositoryPrefix } from "../../project/repository.ts";
import { TEST_FORMATS } from "../../report/queries/index.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { eachTarget } from "../each-target.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect, duration } from "../option-values.ts";
import { destinationsOf, withConnection } from "../with-target.ts";

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
    "boardwright test --target 'eu-*'                   # at several targets",
    "boardwright test --branch feature-x                # what a branch of the data model would break",
    "boardwright test --only 'revenue-*' --slow 5s --format junit > queries.xml",
  ],
  async run(terminal, paths, { only = [], branch, against, slow: slowMs, ...flags }: TestFlags) {
    const format = chooseFormat(TEST_FORMATS, flags);
    if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
    const project = await findProject(terminal, flags);
    const [target, ...others] = destinationsOf(project, flags, terminal);
    const prefix = repositoryPrefix(project.root, terminal.env);
    const style = { color: terminal.color.out, width: terminal.width, prefix };
    const use = (context: ProjectContext) => testData({ ...context, paths, only, branch, against, slowMs });
    if (others.length > 0) {
      const { done: tests, failed } = await eachTarget(terminal, [target, ...others], {
        ...{ flags, project, name: "test", failing: "could not be tested", use },
      });
      terminal.out(format.tests({ tests, failed }, style));
      return failed.length > 0 || tests.some(isBroken) ? EXIT.failed : EXIT.ok;
    }
    const test = await withConnection(terminal, flags, { project, target }, use);
    terminal.out(format.test(test, style));
    return isBroken(test) ? EXIT.failed : EXIT.ok;
  },
};

function isBroken({ tested }: DataTest): boolean {
  return tested.some(({ verdict }) => verdict === "failed");
}
