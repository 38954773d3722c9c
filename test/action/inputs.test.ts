// The inputs of a step: what each command takes, and what is said of the rest.
import { describe, expect, it } from "vitest";
import { readInputs } from "../../src/action/inputs.ts";
import { UsageError } from "../../src/model/index.ts";

const read = (given: Record<string, string>) => readInputs((name) => given[name] ?? "");

function problemsOf(given: Record<string, string>): readonly string[] {
  try {
    read(given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).toContain("inputs of the Action");
    return error.details;
  }
  return [];
}

describe("inputs", () => {
  it("have defaults, and an input of white space alone was not given", () => {
    expect(read({ command: " plan ", target: "  ", only: " \n " })).toEqual({
      command: "plan",
      target: undefined,
      apiUrl: undefined,
      apiKey: undefined,
      deployment: undefined,
      workingDirectory: ".",
      only: [],
      allow: [],
      propose: false,
      prune: false,
      review: "if-any",
      reviewKey: undefined,
      planFile: undefined,
      comment: true,
      githubToken: undefined,
      branch: undefined,
      model: undefined,
      against: undefined,
      name: undefined,
      shard: undefined,
    });
  });

  it("are read as what they mean", () => {
    const given = {
      command: "apply",
      target: "production",
      "api-url": "https://platform.test",
      "api-key": " key ",
      deployment: "123456789012345",
      "working-directory": "analytics",
      only: "a*, b\n c",
      allow: "drift,delete",
      comment: "False",
      "github-token": "ghs_x",
      shard: "2/8",
    };
    expect(read(given)).toMatchObject({
      command: "apply",
      target: "production",
      apiUrl: "https://platform.test",
      apiKey: "key",
      deployment: 123456789012345,
      workingDirectory: "analytics",
      only: ["a*", "b", "c"],
      allow: ["drift", "delete"],
      prune: false,
      comment: false,
      githubToken: "ghs_x",
      shard: "2/8",
    });
    expect(read({ command: "apply", only: "!a*", allow: "drift:order-*, delete:b" })).toMatchObject({
      only: ["!a*"],
      allow: ["drift:order-*", "delete:b"],
    });
    expect(read({ command: "plan", prune: "TRUE", "plan-file": "out.json" })).toMatchObject({
      prune: true,
      planFile: "out.json",
    });
    expect(read({ command: "preview-up", branch: "feature", name: "pr-1" })).toMatchObject({
      branch: "feature",
      name: "pr-1",
    });
  });

  it.each(["0", "-1", "1.5", "12a", "a12", "1234567890123456", "0x1"])(
    "a deployment is a positive whole number: not %s",
    (deployment) => {
      expect(problemsOf({ command: "plan", deployment })).toEqual([
        `\`deployment\` is a positive whole number, not "${deployment}".`,
      ]);
    },
  );

  it.each<[Record<string, string>, ...string[]]>([
    [{}, "`command` is missing: it is one of lint, plan"],
    [{ command: "deploy" }, '`command` cannot be "deploy": it is one of lint, plan'],
    // Without a command nobody knows what the others are for.
    [{ branch: "b", only: "a" }, "`command` is missing"],
    [{ command: "preview-up" }, "`branch` is missing"],
    [{ command: "plan", prune: "true", only: "a" }, "`prune` covers the whole project"],
    [{ command: "plan", shard: "9/8" }, "`shard` is I/N"],
    [{ command: "apply", allow: "drfit:a" }, '`allow` names "drfit:a": hazards are drift, conflict'],
    [{ command: "apply", allow: "drift:(a" }, '`allow` names "drift:(a": its glob'],
    [
      { command: "apply", "plan-file": "p", only: "a", shard: "1/2", prune: "true" },
      "`prune` covers the whole project",
      "`only` cannot be combined with `plan-file`",
      "`shard` cannot be combined with `plan-file`",
      "`prune` cannot be combined with `plan-file`",
    ],
    [{ command: "apply", "plan-file": "p", shard: "1/2" }, "`shard` cannot be combined with `plan-file`"],
  ])("%j cannot be used", (given, ...problems) => {
    const said = problemsOf(given);
    expect(said).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(said[index]).toContain(problem);
  });

  it.each<Record<string, string>>([
    { command: "plan", "plan-file": "p", only: "a", shard: "1/2" },
    { command: "plan", "plan-file": "p", prune: "true" },
    { command: "apply", "plan-file": "p", prune: "false" },
    { command: "apply", only: "a", shard: "1/2" },
  ])("%j can", (given) => {
    expect(problemsOf(given)).toEqual([]);
  });

  const ALL = ["lint", "plan", "apply", "drift", "test", "preview-up", "preview-down", "deploy-model"];
  it.each<[string, string, string[]]>([
    ["only", "a", ["plan", "apply", "drift", "test", "preview-up"]],
    ["allow", "drift", ["apply"]],
    ["prune", "true", ["plan", "apply"]],
    ["plan-file", "p", ["plan", "apply"]],
    ["branch", "b", ["lint", "test", "preview-up", "preview-down", "deploy-model"]],
    ["model", "m", ["deploy-model"]],
    ["against", "origin/main", ["test"]],
    ["name", "n", ["preview-up", "preview-down"]],
    ["shard", "1/2", ["plan", "apply"]],
  ])("%s is refused by the commands that it does nothing in", (name, value, takes) => {
    const refusing = ALL.filter((command) => {
      const branch: Record<string, string> = command === "preview-up" ? { branch: "b" } : {};
      const said = problemsOf({ command, ...branch, [name]: value }).join();
      if (said !== "")
        expect(said).toBe(`\`${name}\` does nothing in ${command}: it is for ${takes.join(", ")}.`);
      return said !== "";
    });
    expect(refusing).toEqual(ALL.filter((command) => !takes.includes(command)));
  });
});
