// The pipelines of examples/ci as a list of jobs each: their shell scripts, and the environment that the CI system gives them.
import { parse } from "yaml";
import { readText } from "../support/documents.ts";

export interface Job {
  name: string;
  script: string;
  env: Record<string, string>;
}

/** Reads a pipeline as its CI system does, `given` being the variables that the system and the project's settings provide. */
export type Reader = (given: Record<string, string>) => Job[];

const read = (file: string): string => readText(`examples/ci/${file}`);

interface GitLabJob {
  script?: string[];
  variables?: Record<string, string>;
}

const gitlab: Reader = (given) => {
  const document = parse(read(".gitlab-ci.yml")) as Record<string, GitLabJob>;
  const common = document.variables as Record<string, string>;
  return Object.entries(document).flatMap(([name, { script, variables }]) => {
    if (script === undefined) return [];
    const env: Record<string, string> = { ...common, ...given };
    for (const [key, value] of Object.entries(variables ?? {}))
      env[key] = value.replace(/\$(\w+)/g, (_, from: string) => env[from] ?? "");
    return [{ name, script: script.join("\n"), env }];
  });
};

interface AzureStep {
  script?: string;
  displayName?: string;
  env?: Record<string, string>;
}
interface AzureJob {
  steps?: AzureStep[];
  strategy?: { runOnce: { deploy: { steps: AzureStep[] } } };
}

const azure: Reader = (given) => {
  const { variables, stages } = parse(read("azure-pipelines.yml")) as {
    variables: { name: string; value: string }[];
    stages: { jobs: AzureJob[] }[];
  };
  const all = { ...Object.fromEntries(variables.map(({ name, value }) => [name, value])), ...given };
  // What is no variable is left, and is then a command of the shell.
  const expand = (text: string) =>
    text.replace(/\$\(([\w.]+)\)/g, (whole, name: string) => all[name] ?? whole);
  // Secrets are no environment variables of a script: a step names those that it gets.
  const open = Object.fromEntries(
    Object.entries(all).filter(([name]) => !/_KEY$|\.|^boardwright$/.test(name)),
  );
  const jobs = stages.flatMap((stage) => stage.jobs);
  return jobs
    .flatMap(({ steps = [], strategy }) => [...steps, ...(strategy?.runOnce.deploy.steps ?? [])])
    .flatMap(({ script, displayName: name = "", env = {} }) => {
      if (script === undefined) return [];
      const own = Object.entries(env).map(([key, value]) => [key, expand(value)]);
      return [{ name, script: expand(script), env: { ...open, ...Object.fromEntries(own) } }];
    });
};

interface BitbucketStep {
  step: { name: string; script: string[] };
}

const bitbucket: Reader = (given) => {
  const { pipelines } = parse(read("bitbucket-pipelines.yml")) as {
    pipelines: Record<string, Record<string, Partial<BitbucketStep>[]>>;
  };
  return Object.entries(pipelines).flatMap(([start, byName]) =>
    Object.values(byName).flatMap((steps) =>
      steps.flatMap(({ step }) =>
        step ? [{ name: `${start}: ${step.name}`, script: step.script.join("\n"), env: given }] : [],
      ),
    ),
  );
};

const jenkins: Reader = (given) => {
  const text = read("Jenkinsfile");
  const [head = "", ...stages] = text.split(/^\s*stage\('/m);
  const variablesOf = (part: string) =>
    [...part.matchAll(/^\s*([A-Z_]+) = (?:credentials\('([\w-]+)'\)|'([^']*)'|"([^"]*)")$/gm)].map(
      ([, name = "", credential, plain, expanded]) => [
        name,
        given[credential ?? ""] ??
          plain ??
          expanded?.replace(/\$\{env\.(\w+)\}/g, (_, from: string) => given[from] ?? ""),
      ],
    );
  const common = Object.fromEntries(variablesOf(head));
  return stages.map((stage) => ({
    name: stage.slice(0, stage.indexOf("'")),
    script: [...stage.matchAll(/^\s*sh '([^']*)'$/gm)].map(([, line]) => line).join("\n"),
    env: { ...common, ...Object.fromEntries(variablesOf(stage)) },
  }));
};

/** By the name of the file in examples/ci. */
export const PIPELINES: Record<string, Reader> = {
  ".gitlab-ci.yml": gitlab,
  "azure-pipelines.yml": azure,
  Jenkinsfile: jenkins,
  "bitbucket-pipelines.yml": bitbucket,
};
