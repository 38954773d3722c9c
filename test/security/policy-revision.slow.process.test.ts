// The revision that a policy is read at: whatever a branch or its author does to it, the policy is the trusted one or there is none.
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { tempFolder } from "../support/temp.ts";
import { git, openAttack, plain, project, REDIRECTED, run, UNDER } from "./repository.ts";

describe("a revision", () => {
  it.each(["--help", "-x", "", "main oops", "main\u0000", `x${"y".repeat(300)}`])(
    "cannot be %j",
    async (ref) => {
      const attack = await openAttack(REDIRECTED);
      const ran = await run(attack, ["plan", `--policy=${ref}`]);
      expect(ran.code).toBe(64);
      expect(attack.elsewhere.requests).toEqual([]);
    },
  );

  it("cannot be empty in the environment either: a variable that one event leaves empty opens nothing", async () => {
    const attack = await openAttack(REDIRECTED);
    const ran = await run(attack, ["plan"], { BOARDWRIGHT_POLICY: "" });
    expect(ran.code).toBe(64);
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that is not there is refused, with what to fetch", async () => {
    const attack = await openAttack(REDIRECTED);
    const ran = await run(attack, ["plan", "--policy", "origin/main"]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("git fetch origin main:refs/remotes/origin/main");
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that a shallow clone lacks is refused, and says so", async () => {
    const attack = await openAttack(REDIRECTED);
    const cwd = join(tempFolder(), "clone");
    git(attack.root, "clone", "-q", "--depth", "1", "--branch", "feature", `file://${attack.root}`, cwd);
    const ran = await run({ ...attack, cwd }, ["plan", "--policy", attack.base]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("The clone is shallow");
    expect(ran.stderr).toContain(`git fetch --depth 1 origin ${attack.base}`);
    git(cwd, "fetch", "-q", "--depth", "1", "origin", attack.base);
    expect((await run({ ...attack, cwd }, ["plan", "--policy", attack.base])).code).toBe(0);
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that is also the name of a tag, which the branch's author pushed, is refused", async () => {
    const attack = await openAttack(REDIRECTED);
    git(attack.root, "tag", "main", "feature");
    for (const ref of ["main", "main~0"]) {
      const ran = await run(attack, ["plan", "--policy", ref]);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain("refs/heads/main");
    }
    expect((await run(attack, ["plan", "--policy", "refs/heads/main"])).code).toBe(0);
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that is a commit's short id is that commit, and is refused where a branch's author pushed a tag of that name", async () => {
    const attack = await openAttack(REDIRECTED);
    const described = `v1-0-g${attack.base.slice(0, 9)}`;
    for (const ref of [
      attack.base.slice(0, 12),
      attack.base.slice(0, 7).toUpperCase(),
      `${attack.base.slice(0, 12)}~0`,
      described,
    ])
      expect((await run(attack, ["plan", "--policy", ref])).code, ref).toBe(0);
    for (const place of ["tags", "heads", "remotes"]) {
      for (const name of [attack.base.slice(0, 12), attack.base.slice(0, 7), described]) {
        git(attack.root, "update-ref", `refs/${place}/${name}`, "feature");
        for (const ref of [name, `${name}~0`, `${name}^{commit}`]) {
          const ran = await run(attack, ["plan", "--policy", ref]);
          expect(ran.code, ref).toBe(3);
          expect(ran.stderr).toContain(`refs/${place}/${name}`);
          expect(ran.stderr).toContain(`--policy ${attack.base}`);
        }
        git(attack.root, "update-ref", "-d", `refs/${place}/${name}`);
      }
    }
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that looks like the id of a commit which is not here is no tag of that name, either", async () => {
    const attack = await openAttack(REDIRECTED);
    for (const name of ["facade0", "0".repeat(12)]) {
      expect((await run(attack, ["plan", "--policy", name])).stderr).toContain("there is no revision");
      git(attack.root, "update-ref", `refs/tags/${name}`, "feature");
      const ran = await run(attack, ["plan", "--policy", name]);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain(`refs/tags/${name}`);
    }
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that is a full id is that commit, whatever else has the name: no tag can keep a plan from being made", async () => {
    const attack = await openAttack(REDIRECTED);
    git(attack.root, "update-ref", `refs/tags/${attack.base}`, "feature");
    expect((await run(attack, ["plan", "--policy", attack.base])).code).toBe(0);
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("that is a remote is refused where a tag has its name", async () => {
    const attack = await openAttack(REDIRECTED);
    git(attack.root, "update-ref", "refs/remotes/origin/main", "main");
    git(attack.root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    expect((await run(attack, ["plan", "--policy", "origin"])).code).toBe(0);
    git(attack.root, "tag", "origin", "feature");
    expect((await run(attack, ["plan", "--policy", "origin"])).code).toBe(3);
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("is not looked for without a repository or without git", async () => {
    const attack = await openAttack(REDIRECTED);
    const cwd = tempFolder({ "boardwright.yaml": project(attack.elsewhere.url) });
    const none = await run({ ...attack, cwd }, ["plan", ...UNDER]);
    expect(none).toMatchObject({ code: 3 });
    expect(none.stderr).toContain("no Git repository");
    const gone = await run(attack, ["plan", ...UNDER], { PATH: tempFolder() });
    expect(gone).toMatchObject({ code: 3 });
    expect(gone.stderr).toContain("git is not there");
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("whose project file is a link is refused: it may lead anywhere", async () => {
    const attack = await openAttack(REDIRECTED);
    const file = join(attack.cwd, "boardwright.yaml");
    const text = readFileSync(file, "utf8");
    unlinkSync(file);
    symlinkSync("other.yaml", file);
    git(attack.root, "commit", "-qam", "link");
    unlinkSync(file);
    writeFileSync(file, text);
    const ran = await run(attack, ["plan", "--policy", "feature"]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("no regular file");
  });

  it("whose project file has errors is told with the places in it", async () => {
    const attack = await openAttack({
      ...REDIRECTED,
      base: (trusted) => project(trusted, "env: [PLATFORM_API_KEY]\n"),
    });
    const ran = await run(attack, ["plan", ...UNDER]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("main:boardwright.yaml:5");
    expect(attack.elsewhere.requests).toEqual([]);
  });

  it("is read without running anything that the checkout's configuration names", async () => {
    const attack = await openAttack(REDIRECTED);
    const left = join(tempFolder(), "left");
    const program = join(tempFolder({ spy: `#!/bin/sh\nenv > ${left}\ncat\n` }), "spy");
    execFileSync("chmod", ["755", program]);
    writeFileSync(join(attack.root, ".gitattributes"), "*.yaml diff=spy filter=spy\n");
    for (const [key, value] of [
      ["diff.spy.textconv", program],
      ["filter.spy.smudge", program],
      ["core.fsmonitor", program],
      ["core.pager", program],
      ["core.sshCommand", program],
    ] as const)
      git(attack.root, "config", key, value);
    const ran = await run(attack, ["plan", ...UNDER]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(() => readFileSync(left)).toThrow();
    expect(attack.elsewhere.requests).toEqual([]);
  });
});

describe("what was planned under a policy", () => {
  it("is saved with it, and applied under it", async () => {
    const attack = await openAttack(REDIRECTED);
    expect((await run(attack, ["plan", "--out", "plan.json", ...UNDER])).code).toBe(0);
    expect(parse(readFileSync(join(attack.cwd, "plan.json"), "utf8"))).toHaveProperty(
      "policy.revision",
      "main",
    );
    const without = await run(attack, ["apply", "plan.json", "--yes"]);
    expect(without.code).toBe(3);
    expect(attack.elsewhere.requests).toEqual([]);
    const under = await run(attack, ["apply", "plan.json", "--yes", ...UNDER]);
    expect(under.code, under.stderr).toBe(0);
    expect(attack.sandbox.workbook("a")?.name).toBe("A");
  });

  it("is applied under none but a trusted one: a branch waives nothing by its own `allow`", async () => {
    const waiving = "apply: { allow: [drift, conflict], limits: { change: 100% } }\n";
    const attack = await openAttack({ base: plain, branch: (trusted) => project(trusted, waiving) });
    await run(attack, ["apply", "--yes"]);
    attack.sandbox.edit("a", (workbook) => {
      workbook.name = "By hand";
    });
    await run(attack, ["plan", "--out", "plan.json", ...UNDER]);
    const before = attack.sandbox.requests.filter(({ method }) => method === "PUT").length;
    const without = await run(attack, ["apply", "plan.json", "--yes"]);
    expect([without.code, without.stderr]).toEqual([
      3,
      expect.stringContaining("plan.json was planned under the policy of main"),
    ]);
    const under = await run(attack, ["apply", "plan.json", "--yes", ...UNDER]);
    expect([under.code, under.stderr]).toEqual([3, expect.stringContaining("drift")]);
    expect(attack.sandbox.requests.filter(({ method }) => method === "PUT")).toHaveLength(before);
    const head = await run(attack, ["apply", "plan.json", "--yes", "--policy", "HEAD"]);
    expect(head.code, head.stderr).toBe(0);
  });

  it("shows commands that name it again", async () => {
    const attack = await openAttack({ base: plain, branch: plain });
    await run(attack, ["apply", "--yes"]);
    attack.sandbox.edit("a", (workbook) => {
      workbook.name = "By hand";
    });
    expect((await run(attack, ["plan", ...UNDER])).stdout).toContain("--allow drift --policy main`");
  });
});
