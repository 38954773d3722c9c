// Nothing outside the project is written, and nothing of it told: paths of the project file, and links in the checkout.
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
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const WORKBOOK = "workbooks:\n  a: { name: A, dashboard: { title: T } }\n";

function open(url = "sandbox:data.json", settings = "") {
  const outer = tempFolder({ "secret.json": "SECRET-of-another-project\n", "place/kept.txt": "kept" });
  const cwd = join(outer, "project");
  mkdirSync(join(cwd, "dashboards"), { recursive: true });
  const project = `version: 1\nproject: p\ntargets: { s: { url: "${url.replace("OUTER", outer)}", deployment: 1 } }\n`;
  writeFileSync(join(cwd, "boardwright.yaml"), project + settings.replace("OUTER", outer));
  writeFileSync(join(cwd, "dashboards/a.yaml"), WORKBOOK);
  const run = (...args: string[]) => boardwright(args, { cwd });
  /** Everything around the project. */
  const around = () =>
    readdirSync(outer, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith("project"))
      .sort()
      .map((name) => (name.includes(".") ? `${name} ${readFileSync(join(outer, name), "utf8")}` : name));
  return { outer, cwd, run, around, before: around() };
}

const apply = ["apply", "--target", "s", "--yes"];

describe("the data of a sandbox", () => {
  it.each([
    "sandbox:../secret.json",
    "sandbox:OUTER/secret.json",
    "sandbox:../place/new.json",
    "sandbox:x/../../new",
  ])("at %s is neither written nor quoted", async (url) => {
    const { run, around, before } = open(url);
    for (const args of [apply, ["plan", "--target", "s"], ["pull", "--all", "--target", "s"]]) {
      const { code, stdout, stderr } = await run(...args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/the sandbox data would be outside the project/);
      expect(stdout + stderr).not.toContain("SECRET");
    }
    expect(around()).toEqual(before);
  });

  it.each(["../secret.json", "../place", "../new.json"])("behind a link to %s neither", async (to) => {
    const { run, cwd, around, before } = open("sandbox:data/data.json");
    mkdirSync(join(cwd, "data"));
    symlinkSync(to === "../place" ? "../../place/new.json" : join("..", to), join(cwd, "data/data.json"));
    expect((await run(...apply)).code).toBe(1);
    expect(around()).toEqual(before);
  });

  it("in a file that is none is not quoted either", async () => {
    const { run, cwd } = open("sandbox:boardwright.yaml");
    const { code, stderr } = await run(...apply);
    expect(code).toBe(1);
    expect(stderr).toContain("is not valid JSON");
    expect(stderr).not.toContain("version");
    expect(existsSync(join(cwd, "boardwright.yaml.tmp"))).toBe(false);
  });

  it.each(['{ "x": 1 }', '{ "workbooks": [], "name": "acme", "version": "1.0.0" }', "[]", '"text"'])(
    "in a file of another kind is not written over it: %s",
    async (text) => {
      const { run, cwd } = open("sandbox:package.json");
      writeFileSync(join(cwd, "package.json"), text);
      const { code, stderr } = await run(...apply);
      expect([code, readFileSync(join(cwd, "package.json"), "utf8")]).toEqual([1, text]);
      expect(stderr).not.toContain("acme");
      writeFileSync(join(cwd, "package.json"), "{}");
      expect((await run(...apply)).code).toBe(0);
      expect((await run(...apply)).code).toBe(0);
    },
  );

  it("is written through no link at the name that it uses meanwhile", async () => {
    const { run, cwd, outer } = open();
    symlinkSync(join(outer, "secret.json"), join(cwd, "data.json.tmp"));
    expect((await run(...apply)).code).toBe(0);
    expect(readFileSync(join(outer, "secret.json"), "utf8")).toContain("SECRET");
  });
});

describe("backups", () => {
  it.each(["..", "../place", "OUTER/place", "/tmp"])(
    "at %s are refused before anything is sent",
    async (place) => {
      const { run, cwd, around, before } = open(undefined, `apply: { backups: "${place}" }\n`);
      const { code, stderr } = await run(...apply);
      expect(code).toBe(1);
      expect(stderr).toMatch(/the folder of `apply.backups` would be outside the project/);
      expect(around()).toEqual(before);
      expect(existsSync(join(cwd, "data.json"))).toBe(false);
    },
  );

  it("behind a link are refused, too", async () => {
    const { run, cwd, around, before } = open();
    symlinkSync("../place", join(cwd, ".boardwright"));
    expect((await run(...apply)).code).toBe(1);
    expect(around()).toEqual(before);
  });
});

describe("Git's own files", () => {
  const GIT = ["HEAD", "hooks/kept", "objects/kept", "refs/kept"];

  function openGit(folder: string, url?: string, settings?: string) {
    const place = open(url, settings);
    for (const name of GIT) {
      mkdirSync(join(place.cwd, folder, name, ".."), { recursive: true });
      writeFileSync(join(place.cwd, folder, name), "kept");
    }
    const within = () => readdirSync(join(place.cwd, folder), { recursive: true, encoding: "utf8" }).sort();
    return { ...place, within, kept: within() };
  }

  it.each([
    ["the data of a sandbox", ".git", "sandbox:.git/hooks/post-checkout", ""],
    ["the data of a sandbox, by another spelling,", ".git", "sandbox:x/../.GIT /hooks/post-checkout", ""],
    ["the data of a sandbox, in a submodule,", "sub/.git", "sandbox:sub/.git/hooks/post-checkout", ""],
    ["the data of a sandbox, in a folder of another name,", "store", "sandbox:store/hooks/post-checkout", ""],
    ["backups", ".git", undefined, 'apply: { backups: ".git/hooks" }\n'],
    ["backups, in a folder that is not there yet,", ".git", undefined, 'apply: { backups: ".git/a/b" }\n'],
  ])("never take %s: %s", async (_, folder, url, settings) => {
    const { run, within, kept, cwd } = openGit(folder, url, settings);
    const { code, stderr } = await run(...apply);
    expect(code).toBe(1);
    expect(stderr).toMatch(/would be among Git's own files/);
    expect(within()).toEqual(kept);
    expect(existsSync(join(cwd, ".GIT "))).toBe(false);
    expect(existsSync(join(cwd, "data.json"))).toBe(false);
  });

  it.each([
    [".boardwright", apply],
    ["data", apply],
    ["schemas", ["schema", "--write"]],
    ["dashboards", ["pull", "--all", "--target", "s"]],
  ])("take nothing behind the link %s", async (link, args) => {
    const { run, within, kept, cwd } = openGit(".git", link === "data" ? "sandbox:data/x" : undefined);
    if (link === "dashboards") expect((await run(...apply)).code).toBe(0);
    rmSync(join(cwd, link), { recursive: true, force: true });
    symlinkSync(".git/hooks", join(cwd, link));
    await run(...args);
    expect(within()).toEqual(kept);
  });

  it("are told from folders with alike names", async () => {
    const { run } = openGit("store", "sandbox:github/digit/git.git/data.json");
    expect((await run(...apply)).code).toBe(0);
  });
});

describe("places that other tools obey", () => {
  const PLACES = [".github/workflows", ".husky", ".vscode/x", "app/.husky", ".env", ".boardwright/.ssh"];

  it.each(PLACES)("hold neither data nor backups: %s", async (place) => {
    for (const [url, settings] of [
      [`sandbox:${place}`, ""],
      [`sandbox:${place}/data.json`, ""],
      ["sandbox:data.json", `apply: { backups: ${place} }\n`],
    ] as const) {
      const { run, cwd } = open(url, settings);
      const { code, stderr } = await run(...apply);
      expect([code, stderr]).toEqual([1, expect.stringContaining("would be in a hidden place")]);
      expect(existsSync(join(cwd, place))).toBe(false);
    }
  });

  it("are not reached by a link", async () => {
    for (const settings of ["", "apply: { backups: data }\n"]) {
      const { run, cwd } = open(settings === "" ? "sandbox:data/pre-commit" : undefined, settings);
      mkdirSync(join(cwd, ".husky"));
      symlinkSync(".husky", join(cwd, "data"));
      expect((await run(...apply)).stderr).toContain("would be in a hidden place");
      expect(readdirSync(join(cwd, ".husky"))).toEqual([]);
    }
  });
});

describe("a link in the checkout", () => {
  it.each(["../secret.json", "../new.json"])(
    "named as the file of a plan (to %s) is not followed",
    async (to) => {
      const { run, cwd, around, before } = open();
      symlinkSync(to, join(cwd, "plan.json"));
      const { code, stderr } = await run("plan", "--target", "s", "--out", "plan.json");
      expect(code).toBe(1);
      expect(stderr).toMatch(/the plan would be outside the project/);
      expect(around()).toEqual(before);
    },
  );

  it("as the folder of workbook files or schemas takes nothing that pull writes", async () => {
    const { run, cwd, around, before } = open();
    expect((await run(...apply)).code).toBe(0);
    rmSync(join(cwd, "dashboards"), { recursive: true });
    symlinkSync("../place", join(cwd, "dashboards"));
    symlinkSync("../place", join(cwd, "schemas"));
    const pulled = await run("pull", "--all", "--target", "s");
    expect(around()).toEqual(before);
    expect(pulled.code, pulled.stdout + pulled.stderr).toBe(1);
    await run("schema", "--write");
    expect(around()).toEqual(before);
  });

  it("in place of a workbook file is not formatted or mended", async () => {
    const { run, cwd, outer } = open();
    const broken = 'workbooks:\n  b: {    name: "B" }\n';
    writeFileSync(join(outer, "place/b.yaml"), broken);
    symlinkSync("../../place/b.yaml", join(cwd, "dashboards/b.yaml"));
    await run("fmt");
    await run("lint", "--fix");
    expect(readFileSync(join(outer, "place/b.yaml"), "utf8")).toBe(broken);
  });
});
