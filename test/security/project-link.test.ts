// The project file, and every other file that a command opens by its name, may be a link that a branch put there: to what a job left on the
// runner. It is not read, and no line of what is no project file is said.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const SECRET = "SEKRETq7w8e9r0t1y2";
const PROJECT = "version: 1\nproject: p\ntargets: { s: { url: 'sandbox:data.json', deployment: 1 } }\n";
const CONFIG = `[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${SECRET}\n`;
const COMMANDS = [
  ["lint"],
  ["lint", "--json"],
  ...["github", "sarif", "junit", "codequality"].map((format) => ["lint", "--format", format]),
  ["plan"],
  ["plan", "--json"],
  ["apply", "--yes"],
  ["fmt", "--check"],
  ["rollback"],
  ["pull", "--all"],
];

/** A checkout with what a runner's holds, in a folder beside other things. */
function open(link?: string) {
  const outer = tempFolder({
    "secret.yaml": `machine h login u password ${SECRET}\n`,
    "project.yaml": `${PROJECT}env: [${SECRET}]\nodd: ${SECRET}\n`,
    "work/.env": `DEPLOY=${SECRET}\n`,
    "work/.npmrc": `//registry.example.org/:_authToken=${SECRET}\n`,
    "work/.hidden/boardwright.yaml": `${PROJECT}odd: ${SECRET}\n`,
    "work/gha-creds-0123.json": JSON.stringify({ type: "external_account", project: "p", SECRET }, null, 1),
    "work/.git/config": CONFIG,
    "work/dashboards/a.yaml": "workbooks:\n  a: { name: A, dashboard: { title: T } }\n",
  });
  const cwd = join(outer, "work");
  if (link !== undefined) symlinkSync(link, join(cwd, "boardwright.yaml"));
  return { outer, cwd };
}

async function sayAll(cwd: string, more: string[] = []) {
  const ran = await Promise.all(COMMANDS.map((args) => boardwright([...args, ...more], { cwd })));
  return {
    codes: [...new Set(ran.map(({ code }) => code))],
    said: ran.map(({ stdout, stderr }) => stdout + stderr),
  };
}

describe("boardwright.yaml as a link", () => {
  it.each([
    ...[".git/config", ".env", ".npmrc", "gha-creds-0123.json", ".hidden/boardwright.yaml"],
    ...["../secret.yaml", "../project.yaml", "/proc/self/environ", "/etc/passwd"],
  ])("to %s is refused by its name, in every command and format", async (to) => {
    const { cwd } = open(to);
    for (const more of [[], ["--config", "boardwright.yaml"]]) {
      const { said, codes } = await sayAll(cwd, more);
      expect(codes).toEqual([1]);
      for (const text of said) {
        expect(text).toContain("boardwright.yaml is a symbolic link");
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain("root:");
      }
    }
    await expect(loadProject({ cwd, env: {} })).rejects.toThrow("is a symbolic link");
  });

  it("within a link to a folder, or of a project further down, is refused as well", async () => {
    const { cwd, outer } = open();
    mkdirSync(join(cwd, "sub"));
    symlinkSync("../.env", join(cwd, "sub/boardwright.yaml"));
    mkdirSync(join(outer, "other"));
    writeFileSync(join(outer, "other/boardwright.yaml"), CONFIG);
    symlinkSync("../other", join(cwd, "linked"));
    for (const { said } of [
      await sayAll(join(cwd, "sub")),
      await sayAll(cwd, ["--config", "linked/boardwright.yaml"]),
    ])
      for (const text of said) expect(text).not.toContain(SECRET);
  });

  it("to another file of the repository is a project file like any other", async () => {
    const { cwd } = open("shared/project.yaml");
    mkdirSync(join(cwd, "shared"));
    writeFileSync(join(cwd, "shared/project.yaml"), PROJECT);
    expect((await boardwright(["lint"], { cwd })).code).toBe(0);
  });

  it("is followed where the user names one elsewhere", async () => {
    const { cwd, outer } = open();
    mkdirSync(join(outer, "mine"));
    symlinkSync("../project.yaml", join(outer, "mine/boardwright.yaml"));
    writeFileSync(join(outer, "project.yaml"), PROJECT);
    expect((await boardwright(["lint", "--config", "../mine/boardwright.yaml"], { cwd })).code).toBe(0);
  });
});

describe("a file that is no project file", () => {
  it.each([
    ["ini", CONFIG],
    ["a line", `DEPLOY=${SECRET}\n`],
    ["a list", `- token: ${SECRET}\n`],
    ["a map", `token: ${SECRET}\nversion: "3.8"\n`],
    ["a map whose key it is", `${SECRET}: 1\n`],
    ["JSON", JSON.stringify({ private_key: SECRET, project_id: "p" }, null, 1)],
    ["broken YAML", `token: [\n  ${SECRET}\n`],
    ["a duplicate", `a: ${SECRET}\na: ${SECRET}\n`],
    ["a tag", `a: !!js/function ${SECRET}\n`],
    ["an alias", `a: *${SECRET}\n`],
  ])("is not quoted, whoever names it: %s", async (_, text) => {
    const { cwd, outer } = open();
    writeFileSync(join(outer, "named"), text);
    for (const { said, codes } of [await sayAll(cwd, ["--config", "../named"])]) {
      expect(codes).toEqual([1]);
      for (const one of said) {
        expect(one).not.toContain(SECRET);
        expect(one).toContain("is no project file");
      }
    }
  });

  it("is told from one with a slip in it, whose line is shown", async () => {
    const { cwd } = open();
    for (const text of [
      `${PROJECT}excldue: [quoted]\n`,
      '{ "project": "p", "quoted": 1 }',
      "version: 1\nquoted: [\n",
    ]) {
      writeFileSync(join(cwd, "boardwright.yaml"), text);
      expect((await boardwright(["lint"], { cwd })).stderr).toContain("quoted");
    }
  });
});

describe("a file that is opened by its name", () => {
  it.each([".env", ".git/config"])("is not quoted: %s", async (to) => {
    const { cwd } = open();
    writeFileSync(join(cwd, "boardwright.yaml"), PROJECT);
    symlinkSync(to, join(cwd, "plan.json"));
    for (const args of [
      ["apply", "plan.json", "--yes", "--target", "s"],
      ["api", "POST", "/x", "-d", "@plan.json", "--target", "s"],
      ["sandbox", "--seed", "plan.json"],
    ]) {
      const { code, stdout, stderr } = await boardwright(args, { cwd });
      expect(code).not.toBe(0);
      expect(stdout + stderr).not.toMatch(/SEKRET|DEPL|\[http/);
    }
  });
});
