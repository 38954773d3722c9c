// boardwright apply asks on a terminal, and nothing but a yes lets it write.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox, type Seed } from "../../src/sandbox/index.ts";
import { start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { hasTerminal, onTerminal } from "./on-terminal.ts";
import { projectFile, run } from "./server.ts";

const WORKBOOK = "workbooks:\n  revenue: { name: Revenue }\n";
const local = (): string =>
  tempFolder({
    "boardwright.yaml":
      "version: 1\nproject: acme\ntargets: { local: { url: sandbox:s.json, deployment: 1 } }\n",
    "dashboards/a.yaml": WORKBOOK,
  });
const QUESTION = "Apply this to local? [y/N] ";

describe.skipIf(!hasTerminal)("the question", () => {
  it.each([
    ["y", "y\r", 0],
    ["Yes", "Yes\r", 0],
    ["n", "n\r", 1],
    ["nothing", "\r", 1],
    ["something else", "yesterday\r", 1],
    ["Ctrl-D", "\u0004", 1],
    ["Ctrl-C", "\u0003", 130],
  ])("answered with %s", async (_, keys, code) => {
    const cwd = local();
    const ran = await onTerminal(["apply"], { cwd, when: QUESTION, keys });
    expect(ran.screen).toContain("1 to create.");
    expect(ran.code).toBe(code);
    expect(existsSync(join(cwd, "s.json"))).toBe(code === 0);
    if (code === 0) {
      expect(ran.screen).toContain("applying 1/1");
      expect(ran.screen).toMatch(/Applied 1 of 1 in [\d.]+ s: 1 created\./);
    } else {
      expect(ran.screen).toMatch(/\nNothing was applied\.\r\n$/);
      expect(ran.screen).not.toContain("applying");
    }
  });

  it.each([
    ["y", "y\r", 0, null],
    ["n", "n\r", 1, "acme"],
    ["Ctrl-C", "\u0003", 130, "acme"],
  ])("of disown, answered with %s", async (_, keys, code, owner) => {
    const cwd = local();
    await run(cwd, ["apply", "--yes"]);
    writeFileSync(join(cwd, "dashboards/a.yaml"), "");
    const ran = await onTerminal(["disown", "revenue"], {
      cwd,
      when: "Disown this on local? [y/N] ",
      keys,
    });
    expect(ran.screen).toContain("1 stamp to take off");
    expect(ran.code).toBe(code);
    if (code !== 0) expect(ran.screen).toMatch(/\nNothing was written\.\r\n$/);
    const { workbooks } = JSON.parse(readFileSync(join(cwd, "s.json"), "utf8"));
    expect(workbooks[0].meta.boardwright?.project ?? null).toBe(owner);
  });

  it("of a pull is not wiped away by the progress while somebody reads it", async () => {
    const dashboard = { kind: "CLASSIC", layout: { cols: { lg: 24, sm: 6 }, rowHeight: 40 }, widgets: [] };
    const workbooks = [..."abcd"].map((slug, at) => ({
      id: at + 1,
      slug,
      name: slug,
      dashboardDraft: { title: slug, ...dashboard },
    }));
    const sandbox = await createSandbox({ seed: { workbooks } as unknown as Seed });
    onTestFinished(() => sandbox.close());
    const cwd = tempFolder({ "boardwright.yaml": projectFile(sandbox.url, 1) });
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const question = "include it? [y/N] ";
    // The progress begins after a second.
    const ran = await onTerminal(["pull", "--all"], { cwd, env, when: question, keys: "n\r", later: 1500 });
    expect(ran.code).toBe(0);
    expect(ran.screen.split(question)[1]).not.toContain("answered in");
  });

  it("is not asked where there is nothing to do, nor with --yes", async () => {
    const cwd = local();
    const yes = await onTerminal(["apply", "--yes"], { cwd, when: "never", keys: "" });
    expect([yes.code, yes.screen.includes("[y/N]")]).toEqual([0, false]);
    const nothing = await onTerminal(["apply"], { cwd, when: "never", keys: "" });
    expect([nothing.code, nothing.screen.includes("[y/N]")]).toEqual([0, false]);
    expect(nothing.screen).toContain("Nothing to do");
  });

  it("is not asked where a guard refuses", async () => {
    const cwd = local();
    await run(cwd, ["apply", "--yes"]);
    const sandbox = await createSandbox({ data: join(cwd, "s.json") });
    sandbox.edit("revenue", (workbook) => {
      workbook.name = "Edited in the UI";
    });
    await sandbox.close();
    const { code, screen } = await onTerminal(["apply"], { cwd, when: "never", keys: "" });
    expect(code).toBe(3);
    expect(screen).toContain("refused, nothing was written");
    expect(screen).not.toContain("[y/N]");
  });

  it("is drawn in colours unless somebody minds", async () => {
    const [plain, colored] = await Promise.all(
      [{ NO_COLOR: "1" }, { NO_COLOR: "" }].map((env) =>
        onTerminal(["plan"], { cwd: local(), when: "never", keys: "", env }),
      ),
    );
    expect(plain!.screen).not.toContain("\u001b[");
    expect(colored!.screen).toContain("\u001b[1mlocal\u001b[22m");
  });
});

describe("without a terminal", () => {
  it("no progress is drawn and nothing is asked", async () => {
    const { code, stdout, stderr } = await run(local(), ["apply", "--yes"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toMatch(/applying|\u001b|\r/);
  });

  it("and without --yes nothing is done, whatever stands in stdin", async () => {
    const cwd = local();
    const { ended } = start(["apply"], { cwd, input: "y\n" });
    const { code, stderr } = await ended;
    expect(code).toBe(64);
    expect(stderr).toBe(
      "error: there is no terminal to ask on\n  Pass --yes to apply without being asked.\n",
    );
    expect(existsSync(join(cwd, "s.json"))).toBe(false);
  });
});

describe("Ctrl-C while it writes", () => {
  it("finishes what is in flight and exits 130; the same apply again completes it", async () => {
    const sandbox = await createSandbox({ faults: "latency:20" });
    onTestFinished(() => sandbox.close());
    const boards = Array.from({ length: 60 }, (_, index) => `  board-${index}: { name: Board }\n`);
    const cwd = tempFolder({
      "boardwright.yaml": `${projectFile(sandbox.url, 1)}apply: { concurrency: 2 }\n`,
      "dashboards/a.yaml": `workbooks:\n${boards.join("")}`,
    });
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const puts = () => sandbox.requests.filter(({ method }) => method === "PUT").length;
    const { child, ended } = start(["apply", "--yes", "--json", "--quiet"], { cwd, env });
    const look = setInterval(() => {
      if (puts() < 5) return;
      clearInterval(look);
      child.kill("SIGINT");
    }, 5);
    const first = await ended;
    const { summary } = JSON.parse(first.stdout);
    expect(first.code).toBe(130);
    expect(summary.created).toBeGreaterThanOrEqual(3);
    expect(summary.skipped).toBeGreaterThan(0);
    expect(summary.created + summary.skipped).toBe(60);
    const live = sandbox.requests.filter(({ method, status }) => method === "PUT" && status < 300).length;
    expect(live).toBe(puts());
    const second = await run(cwd, ["apply", "--yes", "--json", "--quiet"], env);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout).summary).toMatchObject({ created: summary.skipped, failed: 0 });
  });
});
