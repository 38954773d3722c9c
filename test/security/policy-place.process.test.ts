// A branch that puts something else in the place of the project: a symbolic link, a submodule, nothing at all. The policy is that of the place
// as it was named, or there is none; and no other project's file decides where the key goes.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/index.ts";
import { tempFolder } from "../support/temp.ts";
import { type Attacked, git, openAttack, project, run, UNDER } from "./repository.ts";

/** `dash` on main, and beside it another project of the repository, whose host is not for the key. */
function open(change: (root: string) => void, folder = "dash/"): Promise<Attacked> {
  return openAttack({
    base: (trusted) => project(trusted),
    branch: (trusted) => project(trusted),
    folder,
    change,
    others: (elsewhere) => ({
      "fixtures/other/boardwright.yaml": project(elsewhere, "env: [HOME]\n", 2).replace("acme", "other"),
      "fixtures/other/dashboards/b.yaml": "workbooks: { b: { name: B, dashboard: { title: T } } }\n",
    }),
  });
}

const link = (from: string, to: string) => (root: string) => {
  rmSync(join(root, from), { recursive: true, force: true });
  symlinkSync(to, join(root, from));
};

async function expectRefused(attack: Attacked, why: string, args: string[] = [], { PWD = attack.cwd } = {}) {
  // Whoever pins the address gives the key to no other deployment either.
  for (const pinned of [undefined, attack.sandbox.url]) {
    // The system calls a folder by its real name, the shell as it was named.
    const env = { PWD, ...(pinned !== undefined && { PLATFORM_API_URL: pinned }) };
    const ran = await run(attack, ["plan", ...args, ...UNDER], env);
    expect([ran.code, ran.stderr]).toEqual([3, expect.stringContaining(why)]);
    expect(ran.stderr).toContain("nothing was sent");
  }
  expect(attack.elsewhere.requests).toEqual([]);
  expect(attack.sandbox.requests).toEqual([]);
}

describe("a link that a branch puts in the place of the project's folder", () => {
  it.each([
    ["the folder itself", "dash/", "dash", "fixtures/other"],
    ["a folder above it", "top/dash/", "top", "fixtures"],
    ["itself, by way of another link", "dash/", "dash", "./fixtures/../fixtures/other"],
  ])("is refused: %s", async (_, folder, from, to) => {
    const attack = await open((root) => {
      link(from, to)(root);
      // A folder of that name, so that the longer way leads somewhere as well.
      if (from === "top") renameSync(join(root, "fixtures/other"), join(root, "fixtures/dash"));
    }, folder);
    const why = `${from} is a symbolic link to ${to}, and at main it is a folder`;
    await expectRefused(attack, why);
    const above = { ...attack, cwd: attack.root };
    await expectRefused(above, why, ["--config", `${folder}boardwright.yaml`]);
    await expectRefused(above, why, ["--config", join(attack.root, folder, "boardwright.yaml")]);
    const options = { cwd: join(attack.root, folder), policy: "main", env: {} };
    await expect(loadProject(options)).rejects.toThrow(why);
  });

  it("is seen from the folder that it leads to, if the shell calls that by its name", async () => {
    const attack = await open(link("dash", "fixtures/other"));
    const within = { ...attack, cwd: join(attack.root, "fixtures/other") };
    const PWD = join(attack.root, "dash");
    await expectRefused(within, "dash is a symbolic link", [], { PWD });
    await expectRefused(within, "dash is a symbolic link", ["--config", "boardwright.yaml"], { PWD });
    // What the shell says of another folder is no place of this one.
    const ran = await run(within, ["plan", "--target", "production", ...UNDER], { PWD: attack.root });
    expect(ran.stderr).toContain("deployment 2");
  });

  it("out of the checkout, or into another one, is refused", async () => {
    const outside = tempFolder({ "dash/boardwright.yaml": project("https://elsewhere.example") });
    git(outside, "init", "-q");
    git(outside, "add", ".");
    git(outside, "commit", "-qm", "main");
    git(outside, "branch", "-M", "main");
    const attack = await open(link("dash", join(outside, "dash")));
    const ran = await run(attack, ["plan", ...UNDER], { PWD: attack.cwd });
    expect([ran.code, ran.stderr]).toEqual([
      3,
      expect.stringContaining("dash is a symbolic link that leads out of the checkout"),
    ]);
  });

  it("is followed if the base has the same one", async () => {
    const attack = await open(link("dash", "fixtures/other"));
    git(attack.root, "branch", "-f", "main", "HEAD");
    const ran = await run(attack, ["plan", ...UNDER], { PWD: attack.cwd });
    expect(ran.stderr).toContain(new URL(attack.elsewhere.url).host);
  });

  it("is missed where the base has one: a folder in its place is no project of the base", async () => {
    const attack = await open(link("dash", "fixtures/other"));
    git(attack.root, "branch", "-f", "main", "HEAD");
    rmSync(join(attack.root, "dash"));
    mkdirSync(join(attack.root, "dash"));
    writeFileSync(join(attack.root, "dash/boardwright.yaml"), project(attack.sandbox.url, "", 99));
    await expectRefused(attack, "dash is no symbolic link, and at main it is a link to fixtures/other");
    rmSync(join(attack.root, "dash/boardwright.yaml"));
    writeFileSync(join(attack.root, "boardwright.yaml"), project(attack.sandbox.url, "", 99));
    await expectRefused(attack, "dash is no symbolic link, and at main it is a link to fixtures/other");
  });
});

describe("a project file that a branch takes away", () => {
  it("leaves the key to no file of a folder above", async () => {
    const attack = await open((root) => {
      rmSync(join(root, "dash/boardwright.yaml"));
      renameSync(join(root, "fixtures/other/boardwright.yaml"), join(root, "boardwright.yaml"));
    });
    const why = "dash/boardwright.yaml is gone, and boardwright.yaml of a folder above would take its place";
    await expectRefused(attack, why);
    await expectRefused({ ...attack, cwd: join(attack.root, "dash/dashboards") }, why);
    const named = await run(attack, ["plan", "--config", "../boardwright.yaml", ...UNDER]);
    expect(named.stderr).toContain("At main");
    expect(named.stderr).toContain("there is no such project file");
    rmSync(join(attack.root, "dash"), { recursive: true });
    writeFileSync(join(attack.root, "dash"), "");
    await expect(loadProject({ cwd: join(attack.root, "dash"), policy: "main", env: {} })).rejects.toThrow(
      why,
    );
  });
});

describe("a submodule in the place of the project's folder", () => {
  it("has no revision that is trusted, whatever its own repository calls main", async () => {
    const attack = await open((root) => {
      const own = tempFolder({ "boardwright.yaml": project("https://elsewhere.example") });
      git(own, "init", "-q");
      git(own, "add", ".");
      git(own, "commit", "-qm", "main");
      git(own, "branch", "-M", "main");
      rmSync(join(root, "dash"), { recursive: true });
      git(root, "add", "-A");
      git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", `file://${own}`, "dash");
    });
    await expectRefused(attack, "dash is a submodule: its revisions are those of another repository");
    const head = await run(attack, ["plan", "--policy", "HEAD"], { PLATFORM_API_KEY: "" });
    expect(head.stderr).toContain("elsewhere.example");
    git(attack.root, "branch", "-f", "main", "HEAD");
    git(attack.root, "rm", "-qrf", "dash");
    mkdirSync(join(attack.root, "dash"));
    writeFileSync(join(attack.root, "dash/boardwright.yaml"), project(attack.sandbox.url, "", 99));
    await expectRefused(attack, "dash is a submodule at main");
  });
});
