// What is no regular file is never opened in a way that waits: each command is a process, ended if it hangs.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { prove } from "../../src/plan/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import type { Ran } from "../support/command.ts";
import { start } from "../support/process.ts";
import { IS_FULL } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT =
  "version: 1\nproject: acme\ntargets: { local: { url: 'sandbox:sandbox.json', deployment: 1 } }\n";
const page = (html: string) =>
  `workbooks:\n  w:\n    dashboard:\n      kind: APP\n      app:\n        html: ${html}\n`;
const folder = (files: Record<string, string> = {}) => tempFolder({ "boardwright.yaml": PROJECT, ...files });
const makePipe = (cwd: string, name: string) => {
  expect(spawnSync("mkfifo", [join(cwd, name)]).status).toBe(0);
};

/** How the command ends; one that waits is killed, and its code is null. */
async function run(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const { child, ended } = start(args, { cwd, env });
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  try {
    return await ended;
  } finally {
    clearTimeout(timer);
  }
}

interface Found {
  diagnostics: { rule: string; file: string; line: number; message: string }[];
}

async function lint(cwd: string): Promise<string[]> {
  const { code, stdout } = await run(cwd, ["lint", "--json"]);
  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(stdout) as Found;
  return diagnostics.map(({ rule, file, line, message }) => `${file}:${line} ${rule}: ${message}`);
}

describe.skipIf(process.platform === "win32")("what is no regular file", () => {
  it("is refused behind $file and $include: a pipe, a folder, a device, a socket", async () => {
    const cwd = folder({
      "dashboards/a.yaml": page("{ $file: ../pipe }"),
      "dashboards/b.yaml": page("{ $include: ../pipe.yaml }").replace("w:", "b:"),
      "dashboards/c.yaml": page("{ $file: ../shared }").replace("w:", "c:"),
      "dashboards/d.yaml": page("{ $file: ../socket }").replace("w:", "d:"),
      "dashboards/e.yaml": page("{ $file: /dev/zero }").replace("w:", "e:"),
      "shared/x.txt": "",
    });
    makePipe(cwd, "pipe");
    makePipe(cwd, "pipe.yaml");
    const server = createServer().listen(join(cwd, "socket"));
    onTestFinished(() => void server.close());
    expect(await lint(cwd)).toEqual([
      "dashboards/a.yaml:6 include-invalid: `pipe` is not usable. The file cannot be read (it is a named pipe).",
      "dashboards/b.yaml:6 include-invalid: `pipe.yaml` is not usable. The file cannot be read (it is a named pipe).",
      "dashboards/c.yaml:6 include-invalid: `shared` is not usable. The file cannot be read (it is a folder).",
      "dashboards/d.yaml:6 include-invalid: `socket` is not usable. The file cannot be read (it is a socket).",
      "dashboards/e.yaml:6 include-outside-project: `/dev/zero` is outside the project.",
    ]);
  });

  it("is refused in a folder that $dir names, also behind a link", async () => {
    const cwd = folder({
      "dashboards/a.yaml": page("x\n        files: { $dir: ../pages }"),
      "dashboards/b.yaml": page("x\n        files: { $dir: ../linked }").replace("w:", "b:"),
      "pages/index.html": "",
      "linked/index.html": "",
    });
    makePipe(cwd, "pages/pipe");
    symlinkSync("../pages/pipe", join(cwd, "linked/link"));
    expect(await lint(cwd)).toEqual([
      "dashboards/a.yaml:7 include-invalid: `pipe` in this folder is not usable. The file cannot be read (it is a named pipe).",
      "dashboards/b.yaml:7 include-invalid: `link` in this folder is not usable. The file cannot be read (it is a named pipe).",
    ]);
  });

  it("is refused as a workbook file, and links in a circle end", async () => {
    const cwd = folder({ "dashboards/a.yaml": "" });
    makePipe(cwd, "dashboards/pipe.yaml");
    symlinkSync("pipe.yaml", join(cwd, "dashboards/link.yaml"));
    symlinkSync("loop.yaml", join(cwd, "dashboards/loop.yaml"));
    mkdirSync(join(cwd, "dashboards/deep"));
    symlinkSync("..", join(cwd, "dashboards/deep/up"));
    expect(await lint(cwd)).toEqual([
      "dashboards/link.yaml:1 file-unreadable: The file cannot be read (it is a named pipe).",
      "dashboards/loop.yaml:1 file-unreadable: This symbolic link points to nothing.",
      "dashboards/pipe.yaml:1 file-unreadable: The file cannot be read (it is a named pipe).",
    ]);
    const fmt = await run(cwd, ["fmt", "dashboards/pipe.yaml"]);
    expect([fmt.code, fmt.stdout + fmt.stderr]).toEqual([1, expect.stringContaining("it is a named pipe")]);
  });

  it("is refused as the project file", async () => {
    const cwd = tempFolder({});
    makePipe(cwd, "boardwright.yaml");
    const { code, stderr } = await run(cwd, ["lint"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The file cannot be read (it is a named pipe)."),
    ]);
  });

  it("is taken over as the lock of a sandbox that was left behind", async () => {
    const cwd = folder({ "dashboards/a.yaml": "workbooks: { w: { name: W } }\n" });
    makePipe(cwd, "sandbox.json.lock");
    const { code, stdout, stderr } = await run(cwd, ["plan"]);
    expect(code, stdout + stderr).toBe(0);
  });

  it("is refused as the data of a sandbox", async () => {
    const cwd = folder({ "dashboards/a.yaml": "workbooks: { w: { name: W } }\n" });
    makePipe(cwd, "sandbox.json");
    const { code, stderr } = await run(cwd, ["plan"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("sandbox.json is not a file")]);
  });

  it("is refused as a saved plan", async () => {
    const cwd = folder();
    makePipe(cwd, "plan.json");
    for (const file of ["plan.json", "."]) {
      const { code, stderr } = await run(cwd, ["apply", file, "--yes"]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`the plan file ${file} cannot be read\n  It is not a regular file.`),
      ]);
    }
  });

  it("is refused where a schema would be written, and stays", async () => {
    const cwd = folder();
    mkdirSync(join(cwd, "schemas"));
    makePipe(cwd, "schemas/workbooks.schema.json");
    const { code, stderr } = await run(cwd, ["schema", "--write"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("schemas/workbooks.schema.json is not a ")]);
    expect(readdirSync(join(cwd, "schemas"))).toEqual(["workbooks.schema.json"]);
  });

  it("is refused as the saved contexts, and as the .gitignore of a new project", async () => {
    const cwd = tempFolder({});
    makePipe(cwd, ".gitignore");
    expect(await run(cwd, ["init"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(".gitignore"),
    });
    mkdirSync(join(cwd, "config/boardwright"), { recursive: true });
    makePipe(cwd, "config/boardwright/config.toml");
    const env = { XDG_CONFIG_HOME: join(cwd, "config") };
    const { code, stderr } = await run(cwd, ["context", "list"], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("It is not a regular file")]);
  });
});

describe.skipIf(process.platform === "win32")("what is no regular file among the records of runs", () => {
  const RUNS = ".boardwright/backups";
  const record = {
    formatVersion: 1,
    project: "acme",
    target: { name: "local", url: "sandbox:sandbox.json", deploymentId: 1 },
    startedAt: "2026-11-21T08:10:04.000Z",
    changes: [{ kind: "workbook", key: "w", action: "update", id: 1, status: "applied", backup: "w.json" }],
  };

  it.runIf(IS_FULL).each(["run.json", "outcomes.jsonl"])("makes a record incomplete: %s", async (name) => {
    const cwd = folder({
      "dashboards/a.yaml": "workbooks: { w: { name: W } }\n",
      [`${RUNS}/2026-11-21T08-10-04Z/keep`]: "",
      ...(name === "outcomes.jsonl" && {
        [`${RUNS}/2026-11-21T08-10-04Z/run.json`]: JSON.stringify(record),
      }),
    });
    makePipe(cwd, `${RUNS}/2026-11-21T08-10-04Z/${name}`);
    expect((await run(cwd, ["plan"])).code).toBe(0);
    expect((await run(cwd, ["drift"])).code).toBe(0);
    const { code, stdout, stderr } = await run(cwd, ["rollback"]);
    expect([code, stdout + stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining("2026-11-21T08-10-04Z (its record is incomplete)"),
    ]);
  });

  it("is refused as a backup", async () => {
    const at = `${RUNS}/2026-11-21T08-10-04Z`;
    const finished = { ...record, finishedAt: record.startedAt };
    const cwd = folder({ [`${at}/run.json`]: JSON.stringify(proven(finished)) });
    makePipe(cwd, `${at}/w.json`);
    const { code, stderr } = await run(cwd, ["rollback", "2026-11-21T08-10-04Z", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("it is not a regular file")]);
  });
});

/** The record as a run writes it. */
const proven = (record: object) => ({ ...record, ...prove("run record", record, undefined) });

describe("a folder of backups that cannot be made", () => {
  const cases = ["dashboards/a.yaml/x", "dashboards/a.yaml/x/deeper"];
  it.each(cases)("ends an apply before anything is written: %s", async (backups) => {
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const cwd = folder({
      "boardwright.yaml": `${PROJECT}apply: { backups: ${backups} }\n`,
      "dashboards/a.yaml": "workbooks: { w: { name: W } }\n",
    });
    const { code, stdout, stderr } = await run(cwd, ["apply", "--yes"], env);
    expect(code, stdout + stderr).toBe(1);
    expect(stderr).toMatch(/nothing was applied: the folder of backups \S*dashboards\/a\.yaml\/x/);
    expect(stderr).toContain("apply.backups");
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(readdirSync(cwd).sort()).toEqual(["boardwright.yaml", "dashboards"]);
  });
});
