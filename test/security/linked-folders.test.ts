// A folder of the checkout that is a link: no dashboard is read behind one that leads out of the project, and nothing is written there.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject, plan } from "../../src/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = "version: 1\nproject: p\ntargets: { s: { url: 'sandbox:data.json', deployment: 1 } }\n";
const UNFORMED = "workbooks:\n   r:   { name:   PRIVATE, dashboard: { title:  T, widgets: [] } }\n";

/** A project, beside a folder that is none of its business. */
function open(links: Record<string, string> = {}, include?: string) {
  const outer = tempFolder({
    "out/a.yaml": UNFORMED,
    "out/bashrc": "alias x=y\n",
    "out/deep/b.yaml": UNFORMED.replace("r:", "s:"),
    "work/boardwright.yaml": include === undefined ? PROJECT : `${PROJECT}include: ["${include}"]\n`,
    "work/.git/HEAD": "ref: refs/heads/main\n",
    "work/.git/hooks/kept": "kept",
  });
  const cwd = join(outer, "work");
  for (const [name, to] of Object.entries(links)) {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    symlinkSync(to.replace("OUTER", outer), join(cwd, name));
  }
  const snapshot = () =>
    ["out", "work/.git"].flatMap((folder) =>
      readdirSync(join(outer, folder), { recursive: true, withFileTypes: true, encoding: "utf8" })
        .filter((entry) => entry.isFile())
        .map(
          ({ parentPath, name }) =>
            `${join(parentPath, name)} ${readFileSync(join(parentPath, name), "utf8")}`,
        )
        .sort(),
    );
  const run = (...args: string[]) => boardwright(args, { cwd });
  return { cwd, outer, run, snapshot, before: snapshot() };
}

describe("a linked folder at the fixed start of `include`", () => {
  it.each([
    ["dashboards", "../out", undefined],
    ["dashboards", "OUTER/out", undefined],
    ["dashboards", "..", undefined],
    ["dashboards", "/", undefined],
    ["dashboards/sub", "../../out", "dashboards/sub/*.yaml"],
    ["x", "../out", "x/a.yaml"],
    ["x", "../out", "{x,y}/**"],
    ["x", "../out", "x/deep/*"],
  ])("%s -> %s (%s) is refused by name: not read, not formatted, not mended", async (name, to, include) => {
    const { run, snapshot, before } = open({ [name]: to }, include);
    for (const args of [["lint"], ["plan"], ["plan", "--json"], ["apply", "--yes"]]) {
      const { code, stdout, stderr } = await run(...args);
      expect(code, stdout + stderr).toBe(1);
      expect(stdout + stderr).toContain("points outside the project");
      expect(stdout + stderr).toContain(name);
      expect(stdout + stderr).not.toContain("PRIVATE");
    }
    for (const args of [["fmt"], ["lint", "--fix"], ["pull", "--all"], ["schema", "--write"]])
      await run(...args);
    expect(snapshot()).toEqual(before);
  });

  it("is refused by the library, too", async () => {
    const { cwd } = open({ dashboards: "../out" });
    const project = await loadProject({ cwd, env: {} });
    await expect(plan(project, { env: {} })).rejects.toThrow();
  });

  it("within the project is one, and each file counts once", async () => {
    const { cwd, run } = open({ dashboards: "boards" }, "{dashboards,boards}/*.yaml");
    mkdirSync(join(cwd, "boards"));
    writeFileSync(join(cwd, "boards/a.yaml"), UNFORMED);
    expect((await run("lint")).stderr + (await run("lint")).stdout).toMatch(/0 errors.* 1 file/);
    writeFileSync(join(cwd, "boardwright.yaml"), PROJECT);
    expect(JSON.parse((await run("plan", "--json")).stdout)).toHaveProperty("changes.0.key", "r");
    expect((await run("fmt")).code).toBe(0);
    expect(readFileSync(join(cwd, "boards/a.yaml"), "utf8")).not.toBe(UNFORMED);
  });

  it("that leads among Git's own files has no dashboards", async () => {
    const { cwd, run, snapshot } = open({ dashboards: ".git/hooks" });
    writeFileSync(join(cwd, ".git/hooks/a.yaml"), UNFORMED);
    const before = snapshot();
    for (const args of [["lint"], ["fmt"], ["fmt", "dashboards/a.yaml"], ["lint", "--fix"]])
      await run(...args);
    expect(snapshot()).toEqual(before);
    expect((await run("fmt", "dashboards/a.yaml")).stderr).toContain("among Git's own files");
  });
});

describe("init", () => {
  it.each([
    [".gitignore", "../out/bashrc"],
    [".gitignore", "../out/new"],
    [".gitignore", ".git/hooks/kept"],
    [".github", "../out"],
    [".github/workflows", "../../out"],
    [".github/workflows", "../.git/hooks"],
    ["dashboards", "../out"],
    ["schemas", "../out"],
    ["schemas", "OUTER/out/nowhere"],
  ])("writes nothing through the link %s -> %s, and nothing else", async (name, to) => {
    const { cwd, run, snapshot, before } = open({ [name]: to });
    rmSync(join(cwd, "boardwright.yaml"));
    const { code, stderr } = await run("init");
    expect(code).toBe(1);
    expect(stderr).toMatch(/what init writes would be (?:outside the project|among Git's own files)/);
    expect(snapshot()).toEqual(before);
    expect(existsSync(join(cwd, "boardwright.yaml"))).toBe(false);
  });

  it("adds to a .gitignore that is there, and makes the folder that it is given", async () => {
    const { cwd, run } = open();
    writeFileSync(join(cwd, ".gitignore"), "dist/\n");
    expect((await run("init")).code).toBe(0);
    expect(readFileSync(join(cwd, ".gitignore"), "utf8")).toContain("dist/\n.boardwright/");
    expect((await run("init", "--config", "new/deep/boardwright.yaml")).code).toBe(0);
    expect(existsSync(join(cwd, "new/deep/boardwright.yaml"))).toBe(true);
  });
});
