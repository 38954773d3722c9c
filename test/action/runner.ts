// What GitHub's runner does around a step: inputs and event as variables and files, the log read line by line, commands obeyed unless
// they are stopped. Written from GitHub's documentation of workflow commands and the runner's own sources.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { bundleAction } from "../../scripts/action.mjs";
import { IS_FULL } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { type Command, obey } from "./commands.ts";
import { runSources } from "./in-process.ts";

export interface Event {
  name: string;
  sha?: string;
  /** Like `refs/heads/main`, which it is by default. */
  ref?: string;
  attempt?: number;
  payload?: object;
}

export interface Step {
  code: number | null;
  /** As it is read afterwards: secrets are blanked. */
  log: string;
  /** What the runner was made to do. */
  commands: Command[];
  outputs: Record<string, string>;
  summary: string;
  /** Whatever anybody but the runner can read. */
  everything: string;
}

/** Commands that only tell. Whatever else is obeyed could do harm. */
export const HARMLESS = ["add-mask", "error", "warning", "notice", "group", "endgroup"];

export const SHA = "0123456789abcdef0123456789abcdef01234567";
export const REPOSITORY = "acme/dashboards";
const IN_EVENTS = { full_name: REPOSITORY, default_branch: "main" };

const repository = { full_name: REPOSITORY, default_branch: "main" };

export function pullRequest(
  number: number,
  {
    fork = false,
    action = "synchronize",
    name = "pull_request",
    merged = false,
    onto = "main",
    sha = SHA,
  } = {},
): Event {
  const head = { sha, ref: "feature", repo: { full_name: fork ? "mallory/dashboards" : REPOSITORY } };
  const base = { sha: SHA, ref: onto, repo: { full_name: REPOSITORY } };
  return { name, payload: { repository, action, number, pull_request: { number, head, base, merged } } };
}

export const push: Event = { name: "push", payload: { repository, ref: "refs/heads/main" } };
export const schedule: Event = { name: "schedule", payload: {} };
export const byHand: Event = { name: "workflow_dispatch", payload: { repository } };

/** What stands on a runner: variables of the step, and where it leaves its outputs. */
export function prepareStep({
  workspace,
  event,
  github,
}: {
  workspace: string;
  event: Event;
  github: string;
}) {
  const folder = tempFolder();
  const file = (name: string, text = "") => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const paths = { output: file("output"), summary: file("summary") };
  mkdirSync(join(folder, "temp"));
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    CI: "true",
    GITHUB_ACTIONS: "true",
    NO_COLOR: "1",
    GITHUB_API_URL: github,
    GITHUB_GRAPHQL_URL: `${github}/graphql`,
    GITHUB_SERVER_URL: "https://github.test",
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: file("event.json", JSON.stringify({ repository: IN_EVENTS, ...event.payload })),
    GITHUB_SHA: event.sha ?? SHA,
    GITHUB_REF: event.ref ?? "refs/heads/main",
    GITHUB_RUN_ID: "77",
    GITHUB_RUN_NUMBER: "7",
    GITHUB_RUN_ATTEMPT: String(event.attempt ?? 1),
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: paths.output,
    GITHUB_STEP_SUMMARY: paths.summary,
    RUNNER_TEMP: join(folder, "temp"),
  };
  return { env, paths, folder };
}

/** `INPUT_API-KEY`: upper case, dashes stay. */
export function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
}

let bundle: Promise<string> | undefined;

/** The bundle as it would be built now, in a folder without packages. */
function bundleFile(): Promise<string> {
  bundle ??= bundleAction().then((files) => {
    const folder = tempFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return join(folder, "index.js");
  });
  return bundle;
}

/** Whether steps run the bundle in a process of its own, as a runner does: in the full lane. */
let runsBundle = IS_FULL;

/** The steps of this file run the bundle in every lane. */
export function useBundle(): void {
  beforeAll(() => {
    runsBundle = true;
  });
  afterAll(() => {
    runsBundle = IS_FULL;
  });
}

/** Runs the Action; `onStart` is handed what sends it a signal, for which it has to be a process of its own. */
export async function runAction(
  env: Record<string, string>,
  paths: { output: string; summary: string },
  onStart?: (signal: (name: NodeJS.Signals) => void) => void,
): Promise<Step> {
  if (!runsBundle && !onStart) {
    const { code, log } = await runSources(env);
    return readStep(code, log, paths);
  }
  const child = spawn(process.execPath, [await bundleFile()], { env, cwd: env.GITHUB_WORKSPACE });
  let log = "";
  const take = (text: string) => {
    log += text;
  };
  onStart?.((name) => child.kill(name));
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return readStep(code, log, paths);
}

export function readStep(code: number | null, raw: string, paths: { output: string; summary: string }): Step {
  const { commands, log } = obey(raw);
  const outputs = readOutputs(readFileSync(paths.output, "utf8"));
  const summary = readFileSync(paths.summary, "utf8");
  const told = commands.filter(({ name }) => name !== "add-mask").map(({ text }) => text);
  return {
    code,
    log,
    commands,
    outputs,
    summary,
    everything: [log, summary, ...Object.values(outputs), ...told].join("\n"),
  };
}

/** A summary or comment as it is read. */
export function readMarkdown(markdown: string): string {
  return markdown
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("\u200b", "");
}

function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = "", , value = ""] of text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm))
    outputs[name] = value;
  return outputs;
}
