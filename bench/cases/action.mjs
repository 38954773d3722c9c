// The Action's plan, as a runner starts it, against the command's plan of the same files.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, runNode } from "../measure.mjs";
import { startPlatform } from "../platform.mjs";
import { against, applyAll, planNothing } from "./run.mjs";

const ACTION = fileURLToPath(new URL("../../dist/action/index.js", import.meta.url));

/** A push without a pull request: no comment, only summary, annotations and outputs. The policy is that of the commit itself. */
export async function measureAction(project, times) {
  const platform = await startPlatform();
  const temp = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    await applyAll(project, platform);
    const checkout = join(temp, "checkout");
    cpSync(project.folder, checkout, { recursive: true });
    commitAll(checkout);
    const file = (name, text = "") => {
      writeFileSync(join(temp, name), text);
      return join(temp, name);
    };
    const env = {
      INPUT_COMMAND: "plan",
      "INPUT_API-KEY": platform.env.PLATFORM_API_KEY,
      "INPUT_API-URL": platform.url,
      INPUT_COMMENT: "false",
      GITHUB_EVENT_NAME: "push",
      GITHUB_EVENT_PATH: file("event.json", "{}"),
      GITHUB_OUTPUT: file("output"),
      GITHUB_STEP_SUMMARY: file("summary"),
      GITHUB_REPOSITORY: "acme/dashboards",
      GITHUB_WORKSPACE: checkout,
      BOARDWRIGHT_POLICY: "HEAD",
      RUNNER_TEMP: temp,
    };
    const { command, action } = await compare(
      {
        command: () => planNothing(project, platform),
        action() {
          rmSync(join(checkout, ".boardwright/cache"), { recursive: true, force: true });
          return runNode([ACTION], { cwd: checkout, env, peak: true });
        },
      },
      times,
    );
    return [against(`the Action's plan of ${project.name}`, action, ["plan", command])];
  } finally {
    rmSync(temp, { recursive: true, force: true });
    await platform.stop();
  }
}

function commitAll(folder) {
  const git = (...args) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "--quiet", "--message", "All");
}
