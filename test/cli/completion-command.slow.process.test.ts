// Completion scripts, in the shells that they are for.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { CLI } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";

function hasShell(shell: string): boolean {
  try {
    execFileSync(shell, ["-c", "true"], { stdio: "ignore" });
    return true;
  } catch {
    console.log(`There is no ${shell} on this machine: its completion is not tried.`);
    return false;
  }
}
const [hasBash, hasZsh, hasFish] = ["bash", "zsh", "fish"].map(hasShell);

async function prepare(shell: string): Promise<{ cwd: string; script: string }> {
  const cwd = tempFolder({ "plan.json": "{}", "dashboards/a.yaml": "" });
  const { code, stdout, stderr } = await boardwright(["completion", shell], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  writeFileSync(join(cwd, "completion"), stdout);
  chmodSync(CLI, 0o755);
  symlinkSync(CLI, join(cwd, "boardwright"));
  return { cwd, script: join(cwd, "completion") };
}

const sh = (shell: string, cwd: string, script: string): string[] =>
  execFileSync(shell, [...(shell === "zsh" ? ["-f"] : []), "-c", script], {
    cwd,
    env: { PATH: `${cwd}:${process.env.PATH}`, HOME: cwd, TERM: "dumb" },
    encoding: "utf8",
  })
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What is typed → what must be offered, and what must not. */
const CASES: [typed: string, offers: string[], not: string[]][] = [
  ["boardwright dep", ["deployments"], ["plan", "list"]],
  ["boardwright deployments ", ["list", "token", "versions"], ["plan", "deployments"]],
  ["boardwright deployments --json upd", ["update"], ["list"]],
  ["boardwright data-model en", ["enable-branch"], ["disable-branch"]],
  ["boardwright deployments update --rel", ["--release-channel", "--release-channel-version"], ["--json"]],
  ["boardwright plan --det", ["--detailed-exitcode"], ["--fix"]],
];

/** The same for values: of a project whose platform is not there, so that nobody asks it. */
const VALUES: typeof CASES = [
  ["boardwright plan --target ", ["live", "production"], ["revenue"]],
  ["boardwright deployments list --target pro", ["production"], ["live"]],
  ["boardwright apply --only re", ["returns", "revenue"], ["orders"]],
  ["boardwright apply --allow dr", ["drift"], ["delete"]],
  ["boardwright apply --allow drift,co", ["drift,conflict"], ["conflict", "drift,drift"]],
  ["boardwright plan --format ", ["pretty", "json", "markdown", "html"], ["sarif"]],
  ["boardwright lint --format s", ["sarif"], ["html"]],
  ["boardwright uses --format m", ["markdown", "mermaid"], ["table"]],
  ["boardwright rollback ", ["2026-11-20T08-10-04Z", "2026-11-18T08-10-04Z"], ["revenue"]],
  ["boardwright preview up --branch fea", ["feature-x"], ["main"]],
  ["boardwright logout --context w", ["work"], ["revenue"]],
  ["boardwright plan re", ["returns", "revenue", "reports.json"], ["orders"]],
  ["boardwright pull o", ["orders", "old-orders"], ["revenue", "old-deleted"]],
  ["boardwright workbooks get r", ["returns", "revenue"], ["orders"]],
  ["boardwright workbooks get 1 o", ["orders", "old-orders"], ["revenue"]],
  ["boardwright disown o", ["old-orders"], ["orders", "old-deleted", "old-let-go", "old-report"]],
  ["boardwright disown old-orders --report ", ["old-report"], ["old-orders", "late"]],
  ["boardwright completion ", ["bash", "zsh", "fish"], ["values"]],
  ["boardwright test --format j", ["json", "junit"], ["sarif"]],
  ["boardwright sandbox --quirks mixed-lists,drops", ["mixed-lists,drops-nulls"], ["drops-nulls"]],
  ["boardwright sandbox edit re", ["returns", "revenue"], ["orders"]],
  ["boardwright rename workbook ord", ["orders"], ["revenue"]],
  ["boardwright plan ", ["revenue", "reports.json"], [".boardwright", ".git"]],
];

async function prepareProject(shell: string): Promise<{ cwd: string; script: string }> {
  const { cwd, script } = await prepare(shell);
  const target = (port: number) => `{ url: "http://127.0.0.1:${port}", deployment: 1 }`;
  const change = (key: string, action = "create", kind = "workbook") => ({
    kind,
    key,
    action,
    id: 1,
    name: key,
  });
  const older = ["revenue", "old-orders", "old-deleted", "old-let-go"].map((key) => change(key));
  const runs = {
    "2026-11-20T08-10-04Z": {
      changes: [change("old-deleted", "delete"), change("old-report", "create", "report")],
    },
    "2026-11-19T08-10-04Z": { changes: [change("old-let-go", "update")], disowns: true },
    "2026-11-18T08-10-04Z": { changes: [...older, change("late", "create", "report")] },
  };
  mkdirSync(join(cwd, ".config/boardwright"), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write(
    "boardwright.yaml",
    `version: 1\nproject: acme\ntargets:\n  live: ${target(9)}\n  production: ${target(8)}\n`,
  );
  write("dashboards/a.yaml", "workbooks: { revenue: { name: R }, Returns: { name: T } }\n");
  write("dashboards/b.yaml", "workbooks: { orders: { nme: broken } }\nreports: { late: {} }\n");
  write("reports.json", "{}");
  for (const [name, about] of Object.entries(runs)) {
    const record = {
      ...{ formatVersion: 1, tool: { name: "boardwright", version: "0.1.0" }, project: "acme" },
      ...{ startedAt: name.replace(/T(\d+)-(\d+)-/, "T$1:$2:"), ...about },
      target: { name: "live", url: "http://127.0.0.1:9", deploymentId: 1 },
    };
    mkdirSync(join(cwd, ".boardwright/backups", name), { recursive: true });
    write(`.boardwright/backups/${name}/run.json`, JSON.stringify(record));
  }
  const git = (...args: string[]) => execFileSync("git", args, { cwd, stdio: "ignore" });
  git("init", "-b", "main");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--allow-empty", "-m", "first");
  git("branch", "feature-x");
  write(
    ".config/boardwright/config.toml",
    '[contexts.work]\nurl = "http://127.0.0.1:9"\napi_key = "key-of-a-test"\n',
  );
  return { cwd, script };
}

describe("completion", () => {
  it.skipIf(!hasBash).each(CASES)("bash: %s", async (typed, offers, not) => {
    const { cwd, script } = await prepare("bash");
    const given = typed.split(" ");
    const list = given.map((word) => `'${word}'`).join(" ");
    const found = sh(
      "bash",
      cwd,
      `set -eu; source ${script}; COMP_WORDS=(${list}); COMP_CWORD=${given.length - 1}; _boardwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    expect(found).toEqual(expect.arrayContaining(offers));
    expect(found.filter((word) => not.includes(word))).toEqual([]);
  });

  it.skipIf(!hasBash)("bash: the value of an option is a file, which the shell completes", async () => {
    const { cwd, script } = await prepare("bash");
    const words = "COMP_WORDS=(boardwright plan --config ''); COMP_CWORD=3";
    const tried = `source ${script}; ${words}; _boardwright; echo "\${#COMPREPLY[@]}"; complete -p boardwright`;
    expect(sh("bash", cwd, tried)).toEqual(["0", "complete -o default -F _boardwright boardwright"]);
  });

  it.skipIf(!hasFish).each(CASES)("fish: %s", async (typed, offers, not) => {
    const { cwd, script } = await prepare("fish");
    const found = sh("fish", cwd, `source ${script}; complete -C '${typed}'`).map(
      (line) => line.split("\t")[0]!,
    );
    expect(found).toEqual(expect.arrayContaining(offers));
    expect(found.filter((word) => not.includes(word))).toEqual([]);
  });

  it.skipIf(!hasZsh).each(CASES)("zsh: %s", async (typed, offers, not) => {
    const { cwd, script } = await prepare("zsh");
    // The script is called as zsh's completion calls it; what it would add is printed.
    const given = typed.split(" ").map((word) => `'${word}'`);
    const found = sh(
      "zsh",
      cwd,
      [
        "setopt no_unset err_exit",
        "compdef() { : }",
        "_files() { print -l FILES }",
        "_describe() { local from=${@[-1]}; print -l -- ${${(P)from}%%:*} }",
        `source ${script}`,
        `words=(${given.join(" ")}) CURRENT=${given.length}; _boardwright`,
      ].join("\n"),
    );
    // Narrowing to what is typed is zsh's own part.
    const narrowed = found.filter((word) => word.startsWith(typed.split(" ").at(-1)!));
    expect(narrowed).toEqual(expect.arrayContaining(offers));
    expect(narrowed.filter((word) => not.includes(word))).toEqual([]);
  });

  it.skipIf(!hasBash).each(VALUES)("bash, values: %s", async (typed, offers, not) => {
    const { cwd, script } = await prepareProject("bash");
    const given = typed.split(" ");
    const list = given.map((word) => `'${word}'`).join(" ");
    const found = sh(
      "bash",
      cwd,
      `set -eu; source ${script}; COMP_WORDS=(${list}); COMP_CWORD=${given.length - 1}; _boardwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    expect(found).toEqual(expect.arrayContaining(offers));
    expect(found.filter((word) => not.includes(word))).toEqual([]);
  });

  it.skipIf(!hasFish).each(VALUES)("fish, values: %s", async (typed, offers, not) => {
    const { cwd, script } = await prepareProject("fish");
    const found = sh("fish", cwd, `source ${script}; complete -C '${typed}'`).map(
      (line) => line.split("\t")[0]!,
    );
    expect(found).toEqual(expect.arrayContaining(offers));
    expect(found.filter((word) => not.includes(word))).toEqual([]);
  });

  it.skipIf(!hasZsh).each(VALUES)("zsh, values: %s", async (typed, offers, not) => {
    const { cwd, script } = await prepareProject("zsh");
    const given = typed.split(" ").map((word) => `'${word}'`);
    const found = sh(
      "zsh",
      cwd,
      [
        "setopt no_unset",
        "compdef() { : }",
        "_files() { print -l -- *(N) }",
        "_describe() { : }",
        "compadd() { print -l -- ${(P)@[-1]} }",
        `source ${script}`,
        `words=(${given.join(" ")}) CURRENT=${given.length}; _boardwright`,
      ].join("\n"),
    );
    const narrowed = found.filter((word) => word.startsWith(typed.split(" ").at(-1)!));
    expect(narrowed).toEqual(expect.arrayContaining(offers));
    expect(narrowed.filter((word) => not.includes(word))).toEqual([]);
  });

  it("offers nothing, and says nothing, outside a project", async () => {
    for (const kind of ["targets", "slugs", "runs", "branches", "contexts", "nonsense"]) {
      const ran = await boardwright(["completion", "values", kind, "--", "--x"], { cwd: tempFolder() });
      expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
    }
  });

  it("is for three shells", async () => {
    const ran = await boardwright(["completion", "tcsh"], { cwd: tempFolder() });
    expect(ran).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining("bash, zsh or fish") });
  });
});
