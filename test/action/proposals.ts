// A place whose commit is known to the server, and what a run proposed there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/model/index.ts";
import type { BranchPull } from "./forge-repository.ts";
import { board, chart, openPlace, type Place, type PlaceOptions } from "./place.ts";
import { push, SHA, type Step, schedule } from "./runner.ts";

export const BRANCH = "boardwright/drift/production";

export interface Proposals extends Place {
  /** What the checkout holds is what the commit `sha` holds, the newest of main. */
  commit(sha?: string): void;
  /** Edits a dashboard in the UI. */
  edit(slug: string, title: string): Promise<void>;
  propose(inputs?: Record<string, string>): Promise<Step>;
  pulls(): BranchPull[];
  /** What the branch holds of a file. */
  onBranch(path: string, branch?: string): string | undefined;
}

/** With `revenue` and `churn`, applied. */
export async function openProposals(options: PlaceOptions = {}): Promise<Proposals> {
  const workbooks = options.workbooks ?? { revenue: board("Revenue"), churn: board("Churn") };
  const place = await openPlace({ ...options, workbooks });
  const { github, workspace } = place;
  const folder = options.folder ?? "";
  const proposals: Proposals = {
    ...place,
    commit(sha = SHA) {
      for (const name of ["boardwright.yaml", "dashboards/all.yaml"])
        github.contents.set(folder + name, readFileSync(join(workspace, folder, name), "utf8"));
      github.branches.set("main", sha);
    },
    async edit(slug, title) {
      await place.call("PUT", `/deployments/1/workbooks/by-slug/${slug}`, {
        meta: { dashboardDraft: { ...(board(title, chart("a")).dashboard as JsonObject) } },
      });
    },
    propose: (inputs = {}) => place.run("drift", schedule, { inputs: { propose: "true", ...inputs } }),
    pulls: () => [...github.branchPulls.values()],
    onBranch(path, branch = BRANCH) {
      return github.commits.get(github.branches.get(branch) ?? "")?.files.get(path);
    },
  };
  await place.run("apply", push);
  proposals.commit();
  return proposals;
}
