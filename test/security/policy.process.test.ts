// A branch decides neither where the key goes, nor what is read of the machine, nor what passes unasked (contract 11): every command
// under `--policy`, in real repositories.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { readMarkdown } from "../action/runner.ts";
import { tempFolder } from "../support/temp.ts";
import { openAttack, plain, project, run, UNDER } from "./repository.ts";

const HOSTILE = {
  base: (trusted: string) => project(trusted, "env: [RELEASE]\n"),
  branch: (_: string, elsewhere: string) => project(elsewhere, "env: [RELEASE]\n"),
};

describe("a branch that changes `url`", () => {
  it.each([
    ["plan"],
    ["plan", "--json"],
    ["apply", "--yes"],
    ["drift"],
    ["pull", "a"],
    ["lint", "--online"],
    ["preview", "up", "--branch", "b", "--name", "pr-1"],
    ["preview", "list"],
    ["rollback"],
    ["disown", "a", "--yes"],
    ["workbooks", "list"],
    ["api", "GET", "/api/v1/deployments"],
    ["call", "listDeployments"],
    ["whoami"],
  ])("gets nothing from %s %s %s", async (...args) => {
    const attack = await openAttack(HOSTILE);
    const before = attack.elsewhere.requests.length;
    await run(attack, [...args, ...UNDER]);
    expect(attack.elsewhere.requests.length).toBe(before);
    if (args[0] !== "rollback") expect(attack.sandbox.requests.length).toBeGreaterThan(0);
  });

  it("gets the key without a policy: the attack works where nobody minds", async () => {
    const attack = await openAttack(HOSTILE);
    await run(attack, ["plan"]);
    expect(attack.elsewhere.credentials).not.toEqual([]);
  });

  it("is told in the plan, in every format", async () => {
    const attack = await openAttack(HOSTILE);
    const { elsewhere, sandbox, base } = attack;
    const hosts = [sandbox.url, elsewhere.url].map((url) => new URL(url).host) as [string, string];
    for (const format of ["pretty", "markdown", "html"]) {
      const ran = await run(attack, ["plan", "--format", format, ...UNDER]);
      expect(ran.code, ran.stderr).toBe(0);
      const text = readMarkdown(ran.stdout);
      expect(text).toContain("In force after the merge");
      expect(text).toContain("targets.production.url");
      expect(text).toContain(hosts[1]);
      expect(text).toContain("deployment 1");
      if (format === "html") continue;
      const [first, second, third] = text.split("\n");
      expect([first, second, third].join("\n")).toContain(hosts[0]);
    }
    const { policy, target } = JSON.parse((await run(attack, ["plan", "--json", ...UNDER])).stdout) as Plan;
    expect(target.url).toBe(sandbox.url);
    expect(policy).toEqual({
      revision: "main",
      commit: base,
      changes: [
        { path: "targets.production.url", change: "changed", before: sandbox.url, after: elsewhere.url },
      ],
    });
  });

  it("is held off by BOARDWRIGHT_POLICY alone", async () => {
    const attack = await openAttack(HOSTILE);
    const ran = await run(attack, ["apply", "--yes"], { BOARDWRIGHT_POLICY: attack.base });
    expect(ran.code, ran.stderr).toBe(0);
    expect(attack.elsewhere.requests).toEqual([]);
    expect(attack.sandbox.workbook("a")?.name).toBe("A");
  });

  it("is held off in a subfolder and with --config", async () => {
    const attack = await openAttack({ ...HOSTILE, folder: "analytics/" });
    expect((await run(attack, ["plan", ...UNDER])).code).toBe(0);
    const config = join(attack.root, "analytics/boardwright.yaml");
    expect((await run({ ...attack, cwd: attack.root }, ["plan", "--config", config, ...UNDER])).code).toBe(0);
    expect(attack.elsewhere.requests).toEqual([]);
  });
});

describe("a branch that changes the rest of the policy", () => {
  it("reaches no other deployment", async () => {
    const attack = await openAttack({ base: plain, branch: (trusted) => project(trusted, "", 99) });
    const ran = await run(attack, ["plan", ...UNDER]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain("targets.production.deployment: 1 → 99");
    expect(attack.sandbox.requests.filter(({ path }) => path.includes("/99"))).toEqual([]);
  });

  it("reads no variable that the base does not open, and is told why", async () => {
    const attack = await openAttack({
      base: plain,
      branch: (trusted) => project(trusted, "env: [CI_HOST]\n"),
      files: { "dashboards/b.yaml": 'workbooks:\n  b: { name: "x ${env.CI_HOST}" }\n' },
    });
    for (const command of ["lint", "plan", "apply"]) {
      const ran = await run(attack, [command, ...(command === "apply" ? ["--yes"] : []), ...UNDER], {
        CI_HOST: "runner-of-acme-4711",
      });
      expect(ran.code).toBe(1);
      const said = ran.stdout + ran.stderr;
      expect(said).not.toContain("runner-of-acme");
      expect(said).toContain("undeclared-environment-variable");
      expect(said).toContain(`The policy of main (${attack.base.slice(0, 12)}) counts`);
    }
    expect(attack.sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("waives none of its own hazards: not by allow, not by limits, not by ignore", async () => {
    const more =
      "apply: { allow: [drift, mass-change], limits: { change: 100%, delete: 100% } }\nignore: [name]\n";
    const attack = await openAttack({ base: plain, branch: (trusted) => project(trusted, more) });
    expect((await run(attack, ["apply", "--yes", ...UNDER])).code).toBe(0);
    attack.sandbox.edit("a", (workbook) => {
      workbook.name = "By hand";
    });
    expect(attack.sandbox.workbook("a")?.name).toBe("By hand");
    const ran = await run(attack, ["apply", "--yes", ...UNDER]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("drift: a");
    expect(attack.sandbox.workbook("a")?.name).toBe("By hand");
    for (const path of ["+ apply.allow: drift", "~ apply.limits.change: 50% → 100%", "+ ignore: name"])
      expect((await run(attack, ["plan", ...UNDER])).stdout).toContain(path);
  });

  it("is told of what changes for a known target before all that is added", async () => {
    const linked = (url: string, link: string, more = "") =>
      `version: 1\nproject: acme\ndefaultTarget: production\ntargets:\n  production: { url: "${url}", deployment: 1${link} }\n${more}`;
    const attack = await openAttack({
      base: (trusted) => linked(trusted, ', link: "https://acme.example.com/d/{id}"'),
      branch: (trusted, elsewhere) =>
        linked(trusted, "", `  mine: { url: "${elsewhere}", deployment: 2 }\nenv: [RELEASE]\n`),
    });
    const { policy } = JSON.parse((await run(attack, ["plan", "--json", ...UNDER])).stdout) as Plan;
    expect(policy?.changes.map(({ path }) => path)).toEqual([
      ...["targets.production.link", "targets.mine.url", "targets.mine.deployment", "env"],
    ]);
  });

  it("takes no other project's name, and no other default target", async () => {
    const attack = await openAttack({
      base: (trusted) =>
        `${project(trusted, "", 2)}  staging: { url: "${trusted}", deployment: 1 }\ndefaultTarget: staging\n`,
      branch: (trusted) =>
        `${project(trusted, "", 2)}  staging: { url: "${trusted}", deployment: 1 }\ndefaultTarget: production\n`.replace(
          "acme",
          "theirs",
        ),
    });
    const { project: name, target } = JSON.parse(
      (await run(attack, ["plan", "--json", ...UNDER])).stdout,
    ) as Plan;
    expect([name, target.name]).toEqual(["acme", "staging"]);
  });

  it("keeps what is not policy: vars, folders, rules and what is included", async () => {
    const attack = await openAttack({
      base: plain,
      branch: (trusted) =>
        `version: 1\nproject: acme\ninclude: ["dashboards/*.yaml", "more/*.yaml"]\ntargets:\n  production: { url: "${trusted}", deployment: 1, vars: { who: us } }\n`,
      files: { "more/b.yaml": 'workbooks:\n  b: { name: "for ${var.who}" }\n' },
    });
    expect((await run(attack, ["apply", "--yes", ...UNDER])).code).toBe(0);
    expect(attack.sandbox.workbook("b")?.name).toBe("for us");
  });
});

describe("a target that only the branch names", () => {
  const ADDED = {
    base: plain,
    branch: (trusted: string, elsewhere: string) =>
      `${project(trusted)}  mine: { url: "${elsewhere}", deployment: 1 }\n`,
  };

  it.each([
    [["plan", "--target", "mine"]],
    [["apply", "--yes", "--target", "mine"]],
    [["workbooks", "list", "--target", "mine"]],
    [["api", "GET", "/api/v1/deployments", "--target", "mine"]],
  ])("gets no credential: %s", async (args) => {
    const attack = await openAttack(ADDED);
    const ran = await run(attack, [...args, ...UNDER]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("only the change under review names the target mine");
    expect(ran.stderr).toContain("PLATFORM_API_URL");
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("is reached where PLATFORM_API_URL or a saved login names its address", async () => {
    const attack = await openAttack({
      base: (_, elsewhere) => project(elsewhere),
      branch: (trusted, elsewhere) => `${project(elsewhere)}  mine: { url: "${trusted}", deployment: 1 }\n`,
    });
    const { sandbox, elsewhere } = attack;
    const plan = ["plan", "--target", "mine", ...UNDER];
    const HOME = tempFolder();
    expect((await run(attack, plan, { HOME })).code).toBe(3);
    expect(sandbox.requests).toEqual([]);
    expect((await run(attack, plan, { HOME, PLATFORM_API_URL: sandbox.url })).code).toBe(0);
    await run(attack, ["login", "--url", sandbox.url, "--api-key", sandbox.apiKey, "--name", "e"], { HOME });
    const saved = await run(attack, plan, { HOME });
    expect(saved.code, saved.stderr).toBe(0);
    expect(elsewhere.requests).toEqual([]);
  });

  it("reaches no deployment that only the branch names, at an address that is trusted", async () => {
    const attack = await openAttack({
      base: plain,
      branch: (trusted) => `${project(trusted)}  mine: { url: "${trusted}", deployment: 99 }\n`,
    });
    const env = { PLATFORM_API_URL: attack.sandbox.url };
    for (const args of [["plan"], ["workbooks", "list"]]) {
      const ran = await run(attack, [...args, "--target", "mine", ...UNDER], env);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain("only the change under review names deployment 99");
      expect(attack.sandbox.requests.filter(({ path }) => path.includes("/99"))).toEqual([]);
    }
    const given = await run(attack, ["plan", "--target", "mine", "--deployment", "1", ...UNDER], env);
    expect(given.code, given.stderr).toBe(0);
  });

  it("and a project file that is not there on the base: no credential, unless the address is given", async () => {
    const attack = await openAttack({ base: () => undefined, branch: (_, elsewhere) => project(elsewhere) });
    const ran = await run(attack, ["plan", ...UNDER]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain(`At main (${attack.base.slice(0, 12)}) there is no such project file`);
    const pinned = await run(attack, ["plan", ...UNDER], { PLATFORM_API_URL: attack.sandbox.url });
    expect(pinned.code, pinned.stderr).toBe(0);
    expect(pinned.stdout).toContain(`+ targets.production.url: ${attack.elsewhere.url}`);
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("and a nearer project file: no deployment, at whatever address is given", async () => {
    const attack = await openAttack({
      base: plain,
      branch: plain,
      files: {
        "team/a/boardwright.yaml":
          "version: 1\nproject: acme\ntargets: { near: { url: 'https://x.example', deployment: 99 } }\n",
      },
    });
    const near = { ...attack, cwd: join(attack.cwd, "team/a") };
    const env = { PLATFORM_API_URL: attack.sandbox.url };
    const ran = await run(near, ["plan", ...UNDER], env);
    expect([ran.code, ran.stderr]).toEqual([
      3,
      expect.stringContaining("only the change under review names deployment 99"),
    ]);
    expect(ran.stderr).toContain("The one that it comes before is in a folder above it.");
    expect(attack.sandbox.requests.filter(({ path }) => path.includes("/99"))).toEqual([]);
    const given = await run(near, ["plan", "--deployment", "1", ...UNDER], env);
    expect(given.code, given.stderr).toBe(0);
  });

  it("and is the embedded sandbox needs no credential", async () => {
    const attack = await openAttack({
      base: plain,
      branch: (trusted) => `${project(trusted)}  local: { url: "sandbox:data.json", deployment: 1 }\n`,
    });
    expect((await run(attack, ["plan", "--target", "local", ...UNDER])).code).toBe(0);
  });
});
