// How a command line names commands and workbooks, and what comes first if several things are wrong with it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run, type StandingBy, standBy } from "./server.ts";

let server: StandingBy;
beforeAll(async () => {
  server = await standBy((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><html></html>");
  });
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const FILES = {
  "dashboards/a.yaml": "workbooks: { revenue: { name: Revenue }, churn: { name:   Churn, nme: x } }\n",
  "dashboards/b.yaml": "workbooks:\n  orders: { name: Orders }\n",
};

function project(url = server.url, files: Record<string, string> = FILES): string {
  return tempFolder({ "boardwright.yaml": projectFile(url, 1), ...files });
}

describe("help", () => {
  it("COMMAND is COMMAND --help, also of a group", async () => {
    for (const words of [["plan"], ["deployments"], ["deployments", "list"], []]) {
      const [asked, usual] = [
        await run(project(), ["help", ...words]),
        await run(project(), [...words, "--help"]),
      ];
      expect([asked.code, asked.stderr]).toEqual([0, ""]);
      expect(asked.stdout).toBe(usual.stdout);
      expect(asked.stdout).toMatch(/^Usage: boardwright/);
    }
  });

  it.each([
    ["help", "nonsense"],
    ["nonsense", "--help"],
    ["deployments", "lst", "--help"],
    ["help", "pln"],
  ])("%s %s is a mistake, not the help of something else", async (...args) => {
    const { code, stdout, stderr } = await run(project(), args);
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(/^error: there is no command "(nonsense|lst|pln)"[.\n]/);
    if (args.includes("pln")) expect(stderr).toContain('"pln". Did you mean `plan`?\n');
  });
});

describe("a slug instead of a path", () => {
  it("lints what is about that workbook", async () => {
    const folder = project();
    const [all, churn, revenue, both] = await Promise.all(
      [[], ["churn"], ["revenue"], ["Revenue", "dashboards/a.yaml"]].map((paths) =>
        run(folder, ["lint", ...paths]),
      ),
    );
    for (const found of [all, churn, both]) {
      expect(found?.stdout).toContain("`nme` is not");
      expect(found?.code).toBe(1);
    }
    expect(revenue?.stdout).toContain("0 errors");
    expect(revenue?.code).toBe(0);
  });

  it("formats the file that declares it", async () => {
    const folder = project();
    const checked = await run(folder, ["fmt", "churn", "--check"]);
    expect([checked.code, checked.stdout]).toEqual([2, "dashboards/a.yaml\n"]);
    await run(folder, ["fmt", "orders"]);
    expect(readFileSync(join(folder, "dashboards/a.yaml"), "utf8")).toBe(FILES["dashboards/a.yaml"]);
  });

  it("plans that one alone, beside the files that are named", async () => {
    const sandbox: Sandbox = await createSandbox({});
    try {
      const files = {
        "dashboards/a.yaml": "workbooks: { revenue: { name: Revenue }, churn: { name: Churn } }\n",
        "dashboards/b.yaml": "workbooks: { orders: { name: Orders }, returns: { name: Returns } }\n",
      };
      const folder = project(sandbox.url, files);
      const plan = async (...paths: string[]) => {
        const ran = await run(folder, ["plan", ...paths, "--json"], { PLATFORM_API_KEY: sandbox.apiKey });
        return (JSON.parse(ran.stdout).changes as { key: string }[]).map(({ key }) => key);
      };
      expect(await plan("churn")).toEqual(["churn"]);
      expect(await plan("churn", "dashboards/b.yaml")).toEqual(["churn", "orders", "returns"]);
      expect(await plan("churn", "orders")).toEqual(["churn", "orders"]);
      const drift = await run(folder, ["drift", "churn"], { PLATFORM_API_KEY: sandbox.apiKey });
      expect(drift.code, drift.stderr).toBe(0);
    } finally {
      await sandbox.close();
    }
  });

  it("is told if there is none, with the one that was meant", async () => {
    const folder = project();
    for (const command of ["lint", "fmt", "plan", "drift"]) {
      const { code, stderr } = await run(folder, [command, "revenu"]);
      expect(stderr).toContain(
        'there is no file or folder "revenu", and no workbook with that slug. Did you mean `revenue`?',
      );
      expect(code).toBe(64);
    }
    expect(server.requests).toEqual([]);
  });
});

const FINE = { "dashboards/a.yaml": "workbooks: { revenue: { name: Revenue } }\n" };

describe("--only that matches nothing", () => {
  it.each([["plan"], ["drift"], ["apply", "--yes"], ["apply"]])(
    "is an error of %s %s",
    async (...command) => {
      for (const [only, message] of [
        ["zzz-*", 'no file declares a workbook that --only "zzz-*" matches'],
        ["revenu", 'no file declares the workbook "revenu" that --only names. Did you mean `revenue`?'],
      ]) {
        const args = [...command, "--only", "rev*", "--only", String(only)];
        const { code, stderr } = await run(project(server.url, FINE), args);
        expect(stderr).toContain(message);
        expect(code).toBe(64);
      }
      expect(server.requests).toEqual([]);
    },
  );
});

describe("what is wrong besides that nobody can be asked comes first", () => {
  it.each<[string[], string, number]>([
    [["rollback", "1999"], 'there is no run "1999"', 64],
    [["apply", "--allow", "nonsense"], 'there is no hazard "nonsense"', 64],
    [["apply", "nofile.json"], "nofile.json", 64],
    [["apply", "--target", "nope"], 'there is no target "nope"', 64],
    [
      ["apply", "--target", "lvie"],
      'there is no target "lvie" in boardwright.yaml. Did you mean `live`?\n',
      64,
    ],
    [["apply", "--prune", "--only", "x"], "--prune covers the whole project", 64],
  ])("%j", async (args, message, code) => {
    const ran = await run(project(server.url, FINE), args);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toContain("no terminal");
    expect(ran.code).toBe(code);
    expect(server.requests).toEqual([]);
  });

  it("and files with errors, which --yes would not help", async () => {
    const { stderr, code } = await run(project(), ["apply"]);
    expect(stderr).toContain("the files have an error; nothing was sent");
    expect(code).toBe(1);
  });
});

describe("a place that is not there", () => {
  it("is told before anything is planned", async () => {
    const { stderr, code } = await run(project(server.url, FINE), ["plan", "--out", "nowhere/plan.json"]);
    expect(stderr).toMatch(
      /^error: the plan cannot be saved in nowhere\/plan\.json: there is no folder .*nowhere\n/,
    );
    expect(code).toBe(1);
    expect(server.requests).toEqual([]);
  });

  it("of a saved plan is named as a place, not as a system call", async () => {
    const { stderr } = await run(project(server.url, FINE), ["apply", "nofile.json"]);
    expect(stderr).toMatch(/^error: there is no plan file nofile\.json\n {2}Looked for .*nofile\.json\.\n/);
  });
});

describe("a raw request", () => {
  it("without its file says which file, and nothing of free space", async () => {
    const folder = project();
    for (const command of [
      ["api", "POST", "/x"],
      ["call", "x"],
    ]) {
      const { code, stderr } = await run(folder, [...command, "-d", "@nofile"]);
      expect(stderr).toMatch(
        /^error: there is no file for the body: -d @nofile\n {2}Looked for .*nofile\.\n {2}Nothing was sent\.\n$/,
      );
      expect(code).toBe(64);
    }
    expect(server.requests).toEqual([]);
  });

  it("that was sent and answered is not said to be unsent", async () => {
    const { code, stderr } = await run(project(), ["api", "GET", "/nope"]);
    expect(stderr).toMatch(/^error: GET \/nope was sent, but the platform answered with a web page\n/);
    expect(code).toBe(1);
    expect(server.requests).toEqual(["GET /nope"]);
  });
});
