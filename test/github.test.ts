// What GitHub reads of the repository itself: the jobs of CI, Dependabot's places, the owners, the forms.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT, readText } from "./support/documents.ts";

describe(".github/workflows/ci.yml", () => {
  const text = readText(".github/workflows/ci.yml");
  const workflow = parse(text);
  const jobs = Object.values(workflow.jobs) as { steps: { run?: string }[]; "timeout-minutes"?: number }[];
  const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

  it("runs .ci/run on the oldest Node, and the tests on each other that .ci/run knows", () => {
    expect(runs).toEqual(expect.arrayContaining([".ci/run", "npm cit"]));
    const others = Object.keys(JSON.parse(readText(".ci/nodes/package.json")).dependencies);
    const nodes = workflow.jobs.test.strategy.matrix.node as number[];
    expect(nodes.map((major) => `node${major}`)).toEqual(others);
    const [oldest] = workflow.jobs.check.steps
      .flatMap((step: { with?: object }) => step.with ?? [])
      .filter((given: object) => "node-version" in given);
    expect(JSON.parse(readText("package.json")).engines.node).toMatch(
      new RegExp(`^>=${oldest["node-version"]}\\.`),
    );
  });
});

describe("what else GitHub reads", () => {
  it("Dependabot looks at every lockfile", () => {
    const [npm] = parse(readText(".github/dependabot.yml")).updates;
    const options = { cwd: ROOT, dot: true, ignore: ["**/node_modules/**", "**/.installing-*/**"] };
    const locks = glob.sync("**/package-lock.json", options);
    const folders = locks.map((path) => join("/", path, ".."));
    expect([...npm.directories].sort()).toEqual(folders.sort());
  });

  it("CODEOWNERS names places that are there", () => {
    const lines = readText(".github/CODEOWNERS").split("\n");
    const places = lines
      .filter((line) => line.startsWith("/"))
      .map((line) => line.split(" ", 1)[0] as string);
    expect(places.length).toBeGreaterThan(3);
    expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
  });

  it("the forms of issues ask for something, each answer with a name of its own", () => {
    const forms = readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");
    expect(forms).toHaveLength(2);
    for (const name of forms) {
      const form = parse(readText(`.github/ISSUE_TEMPLATE/${name}`));
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const asked = form.body.filter(({ type }: { type: string }) => type !== "markdown");
      const ids = asked.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { attributes } of asked) expect(attributes.label).toEqual(expect.any(String));
    }
  });

  it("the devcontainer installs what .ci/run installs", () => {
    const { postCreateCommand } = JSON.parse(readText(".devcontainer/devcontainer.json"));
    expect(postCreateCommand).toContain(".ci/run tools");
  });
});
