// The Action in a real checkout of a branch, with GitHub beside it: who has the base commit is the test's choice.
import { join } from "node:path";
import { type GitHubStub, openGitHub } from "../action/github-server.ts";
import {
  type Event,
  inputVariables,
  prepareStep,
  readMarkdown,
  runAction,
  type Step,
} from "../action/runner.ts";
import { type Attacked, type AttackOptions, git, openAttack } from "./repository.ts";

export interface Scene extends Attacked {
  github: GitHubStub;
  /** `own`: further variables of the step. */
  run(
    command: string,
    event: Event,
    inputs?: Record<string, string | undefined>,
    own?: Record<string, string>,
  ): Promise<Step>;
  comment(): string;
  /** The commit of feature, which is checked out. */
  head: string;
}

/** `knows`: who has the base commit. */
export async function openScene(
  options: AttackOptions,
  { knows = "checkout" }: { knows?: "checkout" | "github" | "nobody" } = {},
): Promise<Scene> {
  const attack = await openAttack(options);
  const { root, folder = "" } = { ...attack, ...options };
  const github = await openGitHub();
  let workspace = root;
  if (knows !== "checkout") {
    // As actions/checkout leaves it: one commit, and no other.
    workspace = join(attack.root, "../", `${attack.root.split("/").at(-1)}-shallow`);
    git(root, "clone", "-q", "--depth", "1", "--branch", "feature", `file://${root}`, workspace);
  }
  const text = options.base(attack.sandbox.url, attack.elsewhere.url);
  if (knows === "github" && text !== undefined) github.contents.set(`${folder}boardwright.yaml`, text);
  if (knows === "github") {
    const others = Object.entries(options.others?.(attack.elsewhere.url) ?? {});
    for (const [name, content] of others) github.contents.set(name, content);
  }
  github.isHidden = knows === "nobody";
  if (knows === "github") github.branches.set("main", attack.base);
  return {
    ...attack,
    github,
    head: git(root, "rev-parse", "feature").trim(),
    async run(command, event, inputs = {}, own = {}) {
      const step = prepareStep({ workspace, event, github: github.url });
      const all = Object.entries({
        ...{ command, "api-key": attack.sandbox.apiKey, "github-token": "ghs_token" },
        ...{ "working-directory": folder === "" ? "." : folder },
        ...inputs,
      }).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const env = { ...step.env, RUNNER_TOOL_CACHE: "/opt/hostedtoolcache-4711", ...own };
      return runAction({ ...env, ...inputVariables(Object.fromEntries(all)) }, step.paths);
    },
    comment: () =>
      readMarkdown(
        github.issues
          .get(5)
          ?.comments.map(({ body }) => body)
          .join("\n") ?? "",
      ),
  };
}

export const REPOSITORY = { full_name: "acme/dashboards" };

/** The event of the pull request from feature to main. */
export function pullRequest({ base, root }: Attacked, name = "pull_request", more: object = {}): Event {
  const head = { sha: git(root, "rev-parse", "feature").trim(), ref: "feature", repo: REPOSITORY };
  const pull_request = { number: 5, head, base: { sha: base, ref: "main", repo: REPOSITORY }, ...more };
  return { name, payload: { action: "synchronize", number: 5, pull_request } };
}
