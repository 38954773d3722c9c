// The queries of dashboards.

import { testData } from "../features/query-tests/test-data.ts";
import type { DataTest, Project, TestOptions } from "../model/index.ts";
import { withTarget } from "./context.ts";

/**
 * Runs the query of every report that the chosen workbooks draw, for one row each, and says what became of it. Reads only, except for issuing
 * the token for the data; no data is in the result. Rejects with a UserError if no query can be asked.
 */
export async function test(project: Project, options: TestOptions = {}): Promise<DataTest> {
  return withTarget(project, options, (context) => testData({ ...options, ...context }));
}
