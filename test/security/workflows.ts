// All workflows of ours: those that users copy (examples/workflows and what init writes) and those of this repository.
import { readdirSync } from "node:fs";
import { parse } from "yaml";
import { workflow } from "../../src/cli/init-workflow.ts";
import { ROOT, readText } from "../support/documents.ts";

export interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
export interface Job {
  name?: string;
  if?: string;
  environment?: string | { name: string };
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  env?: Record<string, string>;
  steps: Step[];
}
export interface Workflow {
  path: string;
  text: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

function read(path: string, text: string): Workflow {
  return { ...(parse(text) as Workflow), path, text };
}

const inFolder = (folder: string): Workflow[] =>
  readdirSync(`${ROOT}${folder}`)
    .sort()
    .map((name) => read(`${folder}/${name}`, readText(`${folder}/${name}`)));

/** What people copy: it holds keys of a platform. */
export const COPIED: Workflow[] = [
  ...inFolder("examples/workflows"),
  ...inFolder("examples/model-and-dashboards/.github/workflows"),
  read("init", workflow({ reference: `acme/boardwright@${"a".repeat(40)}`, version: "0.1.0" })),
];
/** What runs here: it holds the right to release. */
export const OWN: Workflow[] = inFolder(".github/workflows");

/** Whether a job runs for this event. */
export const runsOn = ({ on }: Workflow, job: Job, event: string): boolean => {
  const only = /github\.event_name == '(\w+)'/.exec(job.if ?? "")?.[1];
  return event in on && (only === undefined || only === event);
};

/** The names of the secrets in a job, wherever they are: GitHub's own token aside, which every job has. */
export const secretsOf = (job: Job): string[] => {
  const found = [...JSON.stringify(job).matchAll(/secrets\.(\w+)/g)].map(([, name = ""]) => name);
  return [...new Set(found)].filter((name) => name !== "GITHUB_TOKEN").sort();
};
