// examples/workflows/fleet.yml, with its own commands against a fleet on loopback: what GitHub does between them is done here.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readText } from "../support/documents.ts";
import { openFleet } from "./front.ts";

interface Job {
  needs?: string | string[];
  if?: string;
  environment?: string;
  strategy?: { "fail-fast": boolean; matrix: { target: string } };
  steps: { id?: string; run?: string; name?: string }[];
}
const { jobs } = parse(readText("examples/workflows/fleet.yml")) as { jobs: Record<string, Job> };
const WAVES = ["wave-1", "wave-2", "wave-3"];
const MAX_JOBS = 256;

/** What the image is told to do in a job, as words; `$TARGET` and where the output goes aside. */
function commandOf(job: string, target = ""): string[] {
  const run = jobs[job]!.steps.find((step) => step.run?.startsWith("docker run"))!.run!;
  const [, words = ""] = /@sha256:0+ (.*?) >+ /.exec(run)!;
  return words.split(" ").map((word) => word.replace(/^(["'])(.*)\1$/, "$2").replace("$TARGET", target));
}

it("begins no wave before the one before it is whole", () => {
  for (const [index, wave] of WAVES.entries()) {
    const { needs, strategy, environment, if: condition } = jobs[wave]!;
    expect([needs].flat()).toEqual(index === 0 ? ["targets"] : ["targets", WAVES[index - 1]]);
    // Any function of the status would take away that what it needs has to be done.
    expect(condition ?? "").not.toMatch(/always|failure|cancelled|success/);
    expect(strategy!["fail-fast"]).toBe(false);
    expect(strategy!.matrix.target).toContain(`needs.targets.outputs.${wave}`);
    expect(environment).toContain("matrix.target.environment");
  }
  expect(jobs.report!.needs).toEqual(["targets", ...WAVES]);
});

it("stops before wave three if a target of wave two fails, says so, and goes on when it is started again", async () => {
  const { run, ok, cwd, front, sandbox } = await openFleet(30);
  const listed = await ok(...commandOf("targets"));
  writeFileSync(join(cwd, "targets.json"), listed.stdout);
  const output = join(cwd, "output");
  const script = jobs.targets!.steps.find(({ id }) => id === "waves")!.run!;
  execFileSync("bash", ["-ec", script], { cwd, env: { ...process.env, GITHUB_OUTPUT: output } });
  const lines = readFileSync(output, "utf8").trim().split("\n");
  const waves = lines.map(
    (line) => JSON.parse(line.slice("wave-1=".length)) as { name: string; environment: string }[],
  );
  expect(waves.map((members) => members.length)).toEqual([1, 3, 26]);
  for (const members of waves) expect(members.length).toBeLessThanOrEqual(MAX_JOBS);

  /** A run of the workflow: its files of ends, and the report. */
  const start = async (name: string) => {
    const files: string[] = [];
    for (const [index, members] of waves.entries()) {
      const codes = await Promise.all(
        members.map(async (target) => {
          const ended = await run(...commandOf(`wave-${index + 1}`, target.name));
          mkdirSync(join(cwd, name, target.name), { recursive: true });
          files.push(`${name}/${target.name}/run.json`);
          writeFileSync(join(cwd, name, target.name, "run.json"), ended.stdout);
          return ended.code;
        }),
      );
      if (codes.some((code) => code !== 0)) break;
    }
    const words = commandOf("report").flatMap((word) => (word.includes("*/") ? files : word));
    return run(...words);
  };

  front.broken.add("3");
  const first = await start("first");
  expect(first.code, first.stderr).toBe(1);
  expect(first.stdout).toContain("| 1 | 1 | failed | 2 failed | t-003 |");
  expect(first.stdout).toMatch(/\| 1 \| 26 \| not-begun \| +\| t-005, t-006, /);
  expect(sandbox.workbook("a", 5)).toBeUndefined();
  front.broken.clear();
  const again = await start("again");
  expect(again.code, again.stderr).toBe(0);
  expect(again.stdout).toContain("30 targets in 1 wave&#58; all done.");
  expect(sandbox.workbook("a", 30)?.name).toBe("A");
});
