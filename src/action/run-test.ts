// test in the Action: the queries of dashboards, with a branch those of its model; what fails is at its line and in the comment.

import { testData } from "../features/query-tests/test-data.ts";
import { EXIT } from "../model/index.ts";
import { brokenBy, testFindings, testPretty } from "../report/queries/index.ts";
import { type Job, withTarget } from "./job.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { renderTexts, someNames } from "./texts.ts";

export async function runTest(job: Job): Promise<Outcome> {
  const { branch, only, against } = job.inputs;
  const test = await withTarget(job, (context) => testData({ ...context, only, branch, against }));
  job.log.print(testPretty(test, job.log));
  const diagnostics = testFindings(test);
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const broken = brokenBy(test);
  return {
    ...NOTHING,
    exitCode: errors > 0 ? EXIT.failed : EXIT.ok,
    errors,
    verdict: `queries fail on ${test.of}, drawn by ${someNames(broken)}`,
    diagnostics,
    ...renderTexts(job, { test }),
  };
}
