// What a checkout may lack: Git, as where it is an archive; and all commits but one.
import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { board, openPlace } from "./place.ts";
import { pullRequest, REPOSITORY, SHA } from "./runner.ts";

it("without Git has its findings and links in the folder of the project, within the workspace", async () => {
  const place = await openPlace({
    folder: "analytics/",
    workbooks: { revenue: { ...board("R"), naem: "x" } },
  });
  rmSync(join(place.workspace, ".git"), { recursive: true });
  const linted = await place.run("lint", pullRequest(5));
  const error = linted.commands.find(({ name }) => name === "error");
  expect(error?.properties.file).toBe("analytics/dashboards/all.yaml");
  place.rewrite({ revenue: board("R") });
  const planned = await place.run("plan", pullRequest(5));
  expect(planned.outputs["exit-code"], planned.log).toBe("0");
  expect(place.comments(5)[0]?.body).toContain(`${REPOSITORY}/blob/${SHA}/analytics/dashboards/all.yaml#L`);
});

it.each(["analytics", "analytics/dashboards"])(
  "that is shallow finds the policy of the project from %s over the API, with contents alone",
  async (folder) => {
    const place = await openPlace({ folder: "analytics/" });
    const { workspace, github } = place;
    github.lacksGitData = true;
    github.contents.set("analytics/dashboards/all.yaml", "workbooks: {}\n");
    const who = ["-c", "user.name=a", "-c", "user.email=a@acme.test", "-c", "protocol.file.allow=always"];
    const git = (...args: string[]) =>
      execFileSync("git", [...who, "-C", workspace, ...args], { encoding: "utf8" }).trim();
    rmSync(join(workspace, ".git"), { recursive: true });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "base");
    const base = git("rev-parse", "HEAD");
    git("commit", "-qm", "head", "--allow-empty");
    const sha = git("rev-parse", "HEAD");
    const clone = join(tempFolder({}), "clone");
    git("clone", "-q", "--depth", "1", `file://${workspace}`, clone);
    rmSync(join(workspace, ".git"), { recursive: true });
    renameSync(join(clone, ".git"), join(workspace, ".git"));
    const { payload, ...event } = pullRequest(5, { sha });
    const { pull_request } = payload as { pull_request: { base: object } };
    const asked = {
      ...payload,
      pull_request: { ...pull_request, base: { ...pull_request.base, sha: base } },
    };
    const inputs = { "working-directory": folder };
    const step = await place.run("plan", { ...event, sha, payload: asked }, { inputs });
    expect(step.outputs["exit-code"], step.log).toBe("0");
    expect(step.log).toContain(`Under the policy of the commit ${base.slice(0, 12)}`);
  },
);
