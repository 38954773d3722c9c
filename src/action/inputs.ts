// The Action's inputs: read as text, checked before any work, all that is wrong reported at once.

import { readTtl } from "../features/preview/until.ts";
import { globProblem, HAZARD_CODES, parseAllowing, UsageError } from "../model/index.ts";
import { parseShard } from "../plan/index.ts";

export const ACTION_COMMANDS = [
  "lint",
  "plan",
  "apply",
  "drift",
  "test",
  "preview-up",
  "preview-down",
  "deploy-model",
] as const;
export type ActionCommand = (typeof ACTION_COMMANDS)[number];

/** What an apply asks for on a merge (contract 11). */
const REVIEWS = ["if-any", "required", "approved", "off"] as const;

export type Inputs = ReturnType<typeof readInputs>;

/** Inputs that only some commands take. */
const TAKEN_BY: Readonly<Record<string, readonly ActionCommand[]>> = {
  only: ["plan", "apply", "drift", "test", "preview-up"],
  allow: ["apply"],
  prune: ["plan", "apply"],
  "plan-file": ["plan", "apply"],
  review: ["apply"],
  branch: ["lint", "test", "preview-up", "preview-down", "deploy-model"],
  model: ["deploy-model"],
  against: ["test"],
  name: ["preview-up", "preview-down"],
  shard: ["plan", "apply"],
  ttl: ["preview-up"],
  label: ["plan", "preview-up"],
  propose: ["drift"],
};

/** `get` gives an input's text, "" if it was not given. Throws one UsageError that lists everything that is wrong. */
export function readInputs(get: (name: string) => string) {
  const problems: string[] = [];
  const text = (name: string): string | undefined => get(name).trim() || undefined;
  const flag = (name: string, fallback: boolean): boolean => {
    const said = text(name)?.toLowerCase();
    if (said === undefined) return fallback;
    if (said !== "true" && said !== "false")
      problems.push(`\`${name}\` is true or false, not ${JSON.stringify(said)}.`);
    return said === "true";
  };
  const list = (name: string): string[] =>
    get(name)
      .split(/[\s,]+/)
      .filter((item) => item !== "");

  const asked = text("command");
  const command = ACTION_COMMANDS.find((known) => known === asked);
  if (!command) {
    const said = asked === undefined ? "is missing" : `cannot be ${JSON.stringify(asked)}`;
    problems.push(`\`command\` ${said}: it is one of ${ACTION_COMMANDS.join(", ")}.`);
  }
  const deployment = text("deployment");
  if (deployment !== undefined && !/^[1-9]\d{0,14}$/.test(deployment))
    problems.push(`\`deployment\` is a positive whole number, not ${JSON.stringify(deployment)}.`);
  const allow = list("allow");
  for (const one of allow) {
    const parsed = parseAllowing(one);
    const why = parsed?.slugs === undefined ? undefined : globProblem(parsed.slugs);
    if (!parsed)
      problems.push(`\`allow\` names ${JSON.stringify(one)}: hazards are ${HAZARD_CODES.join(", ")}.`);
    else if (why !== undefined) problems.push(`\`allow\` names ${JSON.stringify(one)}: its glob ${why}.`);
  }
  const asks = text("review") ?? "if-any";
  const review = REVIEWS.find((known) => known === asks);
  if (!review)
    problems.push(`\`review\` cannot be ${JSON.stringify(asks)}: it is one of ${REVIEWS.join(", ")}.`);
  const inputs = {
    target: text("target"),
    apiUrl: text("api-url"),
    apiKey: text("api-key"),
    review: review ?? "if-any",
    reviewKey: text("review-key"),
    deployment: deployment === undefined ? undefined : Number(deployment),
    workingDirectory: text("working-directory") ?? ".",
    only: list("only"),
    allow,
    prune: flag("prune", false),
    planFile: text("plan-file"),
    comment: flag("comment", true),
    /** Of drift: whether its edits become a pull request. */
    propose: flag("propose", false),
    githubToken: text("github-token"),
    branch: text("branch"),
    /** The folder with the data model's files. */
    model: text("model"),
    /** Of test: the Git revision since which a query has to have changed to be run. */
    against: text("against"),
    name: text("name"),
    /** The one that puts up a preview of the pull request. */
    label: text("label"),
    /** Like `72h`, as the command takes it. */
    ttl: text("ttl"),
    /** `I/N`, as the command takes it. */
    shard: text("shard"),
  };
  if (inputs.shard !== undefined && !parseShard(inputs.shard))
    problems.push(`\`shard\` is I/N, as 2/8 for the second of eight, not ${JSON.stringify(inputs.shard)}.`);
  if (inputs.ttl !== undefined) {
    try {
      readTtl(inputs.ttl);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`\`ttl\` cannot be ${JSON.stringify(inputs.ttl)}: ${error.details.join(" ")}`);
    }
  }
  if (inputs.propose && inputs.only.length > 0)
    problems.push("`propose` covers the whole project: it cannot be combined with `only`.");
  if (inputs.prune && inputs.only.length > 0)
    problems.push("`prune` covers the whole project: it cannot be combined with `only`.");
  const isGiven = (name: string) =>
    name === "prune" || name === "propose" ? inputs[name] : text(name) !== undefined;
  if (command) {
    for (const [name, commands] of Object.entries(TAKEN_BY)) {
      if (isGiven(name) && !commands.includes(command))
        problems.push(`\`${name}\` does nothing in ${command}: it is for ${commands.join(", ")}.`);
    }
    if (command === "preview-up" && inputs.branch === undefined)
      problems.push("`branch` is missing: the data-model branch that the preview is of.");
    if (command === "apply" && inputs.planFile !== undefined) {
      for (const name of ["only", "shard", "prune"].filter(isGiven))
        problems.push(`\`${name}\` cannot be combined with \`plan-file\`: the saved plan says what is done.`);
    }
  }
  if (!command || problems.length > 0)
    throw new UsageError("the inputs of the Action cannot be used", problems);
  return { command, ...inputs };
}
