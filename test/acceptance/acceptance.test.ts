// Every folder here is a case: what is live, a project, and the plan between them. Seed the sandbox → lint → the plan equals the
// golden → the real apply → a re-plan is empty → the same again while the platform fails in every way it can.
// BOARDWRIGHT_UPDATE=1 writes the goldens anew: read the difference before you commit it.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright, type Ran } from "../support/command.ts";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** How the platform misbehaves in the second round of each case. */
const FAULTS: Record<string, string> = {
  "429": "429:0.2,retry-after=0",
  "503": "503:0.2",
  "dropped before": "drop-before:0.15",
  "dropped after": "drop-after:0.15",
  conflicts: "conflict:0.3",
};

/** What a case may say in case.json. */
interface CaseOptions {
  /** Hazards that the apply has to be allowed; without them it must be refused. */
  allow?: string[];
  merge?: "shallow" | "deep";
  target?: string;
  /** What is not applied for good reason: actions that a re-plan still lists. */
  remains?: string[];
}

describe.each(CASES)("%s", (name) => {
  const folder = join(ROOT, name);
  const options: CaseOptions = existsSync(join(folder, "case.json"))
    ? readJson(join(folder, "case.json"))
    : {};

  it("plans what the golden says, applies it, and has nothing left to do", async () => {
    const { sandbox, run } = await open(folder, options);
    expect((await run("lint")).stderr).toBe("");

    const pretty = await run("plan");
    expect(pretty.code, pretty.stderr).toBe(0);
    golden(join(folder, "plan.golden.txt"), pretty.stdout.replaceAll(sandbox.url.slice(7), "platform.test"));
    const json = await run("plan", "--json");
    golden(join(folder, "plan.golden.json"), json.stdout.replaceAll(sandbox.url, "https://platform.test"));
    expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);

    if (options.allow) {
      const refused = await run("apply", "--yes");
      expect(refused.code).toBe(3);
      expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);
    }
    const applied = await run("apply", "--yes", ...allow(options));
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    await expectConverged(run, options);

    sandbox.requests.length = 0;
    expect((await run("apply", "--yes", ...allow(options))).code).toBe(0);
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it.each(Object.entries(FAULTS))("converges under %s", async (_fault, faults) => {
    const { run } = await open(folder, options, faults);
    const applied = await run("apply", "--yes", "--json", ...allow(options));
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    await expectConverged(run, options);
  });
});

type Run = (...args: string[]) => Promise<Ran>;

async function open(
  folder: string,
  options: CaseOptions,
  faults = "",
): Promise<{ sandbox: Sandbox; run: Run }> {
  const cwd = mkdtempSync(join(tmpdir(), "boardwright-case-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(join(folder, "project"), cwd, { recursive: true });
  const sandbox = await createSandbox({
    seed: join(folder, "live.json"),
    merge: options.merge ?? "shallow",
    ...(faults === "" ? {} : { faults }),
  });
  onTestFinished(() => sandbox.close());
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const target = options.target === undefined ? [] : ["--target", options.target];
  return { sandbox, run: (command, ...args) => boardwright([command, ...target, ...args], { cwd, env }) };
}

async function expectConverged(run: Run, options: CaseOptions): Promise<void> {
  const again = await run("plan", "--json", "--detailed-exitcode");
  const plan = JSON.parse(again.stdout) as Plan;
  expect(plan.changes.map(({ action }) => action)).toEqual(options.remains ?? []);
  expect(again.code).toBe(0);
}

function allow({ allow = [] }: CaseOptions): string[] {
  return allow.length > 0 ? ["--allow", allow.join(",")] : [];
}

function golden(path: string, text: string): void {
  if (process.env.BOARDWRIGHT_UPDATE) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
