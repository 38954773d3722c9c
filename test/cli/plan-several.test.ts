// plan --target A --target B: two deployments of one platform, each with its own folders, reports, variables and overrides.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { findings, validator } from "../schemas/support.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const CASE = fileURLToPath(new URL("../acceptance/targets/", import.meta.url));
const BOTH = ["--target", "staging", "--target", "production"];

interface Plans {
  formatVersion: number;
  plans: Plan[];
  failed?: { target: string; error: { message: string } }[];
}

async function open() {
  const sandbox = await createSandbox({ seed: join(CASE, "live.json") });
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder();
  cpSync(join(CASE, "project"), cwd, { recursive: true });
  const env = { PLATFORM_API_KEY: sandbox.apiKey };
  const file = join(cwd, "boardwright.yaml");
  const place = (replace: (text: string) => string) =>
    writeFileSync(file, replace(readFileSync(file, "utf8")));
  place((text) => text.replaceAll("https://acme.example.com", sandbox.url));
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  return { sandbox, cwd, run, place };
}

describe("plan with several targets", () => {
  it("plans each as if it were alone, in one document that the schema takes", async () => {
    const { run, sandbox } = await open();
    const both = await run("plan", ...BOTH, "--json", "--detailed-exitcode");
    expect(both.code, both.stderr).toBe(2);
    const document = JSON.parse(both.stdout) as Plans;
    expect(findings(validator("plan"), document)).toEqual([]);
    for (const [index, name] of ["staging", "production"].entries()) {
      const alone = await run("plan", "--target", name, "--json");
      expect(document.plans[index]).toEqual(JSON.parse(alone.stdout));
    }
    const drafts = document.plans.map(({ changes }) => changes.find(({ kind }) => kind === "workbook")!);
    expect(drafts.map(({ title: name }) => name)).toEqual(["Revenue overview (staging)", "Revenue overview"]);
    const titles = drafts.map(
      ({ request }) => ((request!.meta as JsonObject).dashboardDraft as JsonObject).title,
    );
    expect(titles).toEqual(["Revenue in EUR", "Revenue in USD"]);
    expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  it("shows one after the other, and then side by side", async () => {
    const { run } = await open();
    expect((await run("apply", "--yes", "--target", "staging")).code).toBe(0);
    const pretty = await run("plan", ...BOTH);
    expect(pretty.code).toBe(0);
    const [first, second] = ["staging · ", "production · "].map((heading) => pretty.stdout.indexOf(heading));
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(pretty.stdout.slice(-400)).toContain(
      [
        "workbook          staging    production",
        "revenue-overview  unchanged  create",
        "",
        "staging: 1 unchanged.",
        "production: 1 to create, 1 report to stamp.",
        "",
      ].join("\n"),
    );
    const markdown = await run("plan", ...BOTH, "--format", "markdown");
    expect(markdown.stdout).toContain("| workbook | staging | production |\n| :-- | :-- | :-- |\n");
    expect(markdown.stdout).toContain("| revenue-overview | unchanged | create |");
  });

  it("shows the one where the other cannot be planned, and exits 1", async () => {
    const { run, place, cwd } = await open();
    place((text) => text.replace("deployment: 13", "deployment: 99"));
    const pretty = await run("plan", ...BOTH, "--out", "plans.json");
    expect(pretty.code).toBe(1);
    expect(pretty.stderr).toContain("staging could not be planned:\nerror: ");
    expect(pretty.stderr).toContain("plans.json was not written: it would lack staging.");
    expect(() => readFileSync(join(cwd, "plans.json"))).toThrow("ENOENT");
    expect(pretty.stdout).toContain("+ revenue-overview");
    expect(pretty.stdout).toContain("staging: could not be planned.");
    const json = await run("plan", ...BOTH, "--json");
    expect(json.code).toBe(1);
    const document = JSON.parse(json.stdout) as Plans;
    expect(findings(validator("plan"), document)).toEqual([]);
    expect(document.plans.map(({ target }) => target.name)).toEqual(["production"]);
    expect(document.failed).toEqual([
      { target: "staging", error: expect.objectContaining({ code: "failed" }) },
    ]);
  });

  it("saves all of them, of which apply takes the one that is named", async () => {
    const { run, sandbox, cwd } = await open();
    const saved = await run("plan", ...BOTH, "--out", "plans.json");
    expect(saved.stderr).toContain("`boardwright apply plans.json --target NAME`");
    expect(readFileSync(join(cwd, "plans.json"), "utf8")).toBe((await run("plan", ...BOTH, "--json")).stdout);
    for (const flags of [[], ["--target", "elsewhere"]]) {
      const none = await run("apply", "plans.json", "--yes", ...flags);
      expect(none.code).toBe(64);
      expect(none.stderr).toContain("--target staging or --target production");
    }
    const one = await run("apply", "plans.json", "--yes", "--target", "production");
    expect(one.code, one.stdout + one.stderr).toBe(0);
    expect([12, 13].map((id) => sandbox.workbook("revenue-overview", id)?.name)).toEqual([
      "Revenue overview",
      undefined,
    ]);
    const other = await run("apply", "plans.json", "--yes", "--target", "staging");
    expect(other.code, other.stdout + other.stderr).toBe(0);
    expect((await run("plan", ...BOTH, "--detailed-exitcode")).code).toBe(0);
  });

  it("takes no deployment, which would be the same for all, and a command for one takes one", async () => {
    const { run, sandbox } = await open();
    const twice = await run("plan", ...BOTH, "--deployment", "12");
    expect(twice.code).toBe(64);
    expect(twice.stderr).toContain("--deployment gives one deployment, but several targets are named");
    expect((await run("pull", ...BOTH, "--all")).code).toBe(64);
    expect(sandbox.requests).toEqual([]);
  });
});
