// boardwright init: from an empty folder to an empty plan, and never over what is there.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const FILES = [
  ".gitattributes",
  ".github/workflows/boardwright.yml",
  ".gitignore",
  "boardwright.yaml",
  "dashboards/example.yaml",
  "schemas/project.schema.json",
  "schemas/workbooks.schema.json",
];
const FOLDER = [".gitattributes", ".github", ".gitignore", "boardwright.yaml", "dashboards", "schemas"];

describe("boardwright init", () => {
  it("leaves the example out if asked to, and a pull of everything into what is there leaves nothing to create", async () => {
    const folder = tempFolder();
    const init = await run(folder, ["init", "--no-example"]);
    expect([init.code, init.stdout.includes("example")]).toEqual([0, false]);
    expect(readdirSync(folder).sort()).toEqual(FOLDER.filter((name) => name !== "dashboards"));
    expect((await run(folder, ["pull", "--all"])).code).toBe(0);
    expect((await run(folder, ["plan"])).stdout).not.toContain("to create");
  });

  it("writes an example that a pull of everything names, with the file to remove", async () => {
    const folder = tempFolder();
    const { stdout } = await run(folder, ["init"]);
    expect(stdout).toContain("remove dashboards/example.yaml before an apply to your own platform.\n");
    const pull = await run(folder, ["pull", "--all"]);
    expect(pull.stdout).toContain("example is declared and not live");
    expect(pull.stdout.replace(/\s+/g, " ")).toContain(
      "If it is not wanted, like the example of `boardwright init`, remove it from dashboards/example.yaml.",
    );
  });

  it("makes an example whose preview can be looked at in its own sandbox", async () => {
    const folder = tempFolder();
    await run(folder, ["init"]);
    const up = await run(folder, ["preview", "up", "--branch", "new-metrics", "--name", "try"]);
    expect(up.code).toBe(0);
    expect(up.stdout).toContain(
      "Preview try on the model of branch new-metrics: 1 workbook to look at, 2 findings.",
    );
    expect((await run(folder, ["preview", "down", "--name", "try"])).stdout).toContain("1 workbook removed");
  });

  it("makes a project that lints, plans, applies, and plans to nothing", async () => {
    const folder = tempFolder();
    const init = await run(folder, ["init"]);
    expect([init.code, init.stderr]).toEqual([0, ""]);
    for (const file of FILES) expect(init.stdout).toContain(`wrote  ${file}\n`);
    expect(readdirSync(folder).sort()).toEqual(FOLDER);

    expect(await run(folder, ["lint", "--max-warnings", "0"])).toMatchObject({ code: 0, stderr: "" });
    expect(await run(folder, ["fmt", "--check"])).toMatchObject({ code: 0, stdout: "" });
    const plan = await run(folder, ["plan", "--detailed-exitcode"]);
    expect([plan.code, plan.stderr]).toEqual([2, ""]);
    expect(plan.stdout).toContain("1 to create.");
    const apply = await run(folder, ["apply", "--yes"]);
    expect([apply.code, apply.stderr]).toEqual([0, ""]);
    expect(apply.stdout).toMatch(/\n\nApplied 1 of 1 in [\d.]+ s: 1 created\.\n/);
    expect(await run(folder, ["plan", "--detailed-exitcode"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Nothing to do"),
    });
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe(".boardwright/\n");
    expect(readFileSync(join(folder, ".gitattributes"), "utf8")).toBe(
      "boardwright.yaml text eol=lf\ndashboards/** text=auto eol=lf\n",
    );
  });

  it("never overwrites, and says what it kept", async () => {
    const mine = "# mine\n";
    const folder = tempFolder({
      "boardwright.yaml": mine,
      "dashboards/example.yaml": mine,
      ".gitignore": "node_modules/\ndist",
    });
    const { code, stdout } = await run(folder, ["init"]);
    expect(code).toBe(0);
    expect(stdout).toContain("kept   boardwright.yaml   (it was there already)\n");
    expect(readFileSync(join(folder, "boardwright.yaml"), "utf8")).toBe(mine);
    expect(readFileSync(join(folder, "dashboards/example.yaml"), "utf8")).toBe(mine);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("node_modules/\ndist\n.boardwright/\n");

    const before = FILES.map((file) => readFileSync(join(folder, file), "utf8"));
    const again = await run(folder, ["init", "--json"]);
    expect(JSON.parse(again.stdout)).toEqual({ written: [], kept: FILES });
    expect(FILES.map((file) => readFileSync(join(folder, file), "utf8"))).toEqual(before);
  });

  it.each([".boardwright/", "  .boardwright/  "])("adds no line that is there: %j", async (line) => {
    const folder = tempFolder({ ".gitignore": `node_modules/\r\n${line}\r\n` });
    await run(folder, ["init"]);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe(`node_modules/\r\n${line}\r\n`);
  });

  it("refuses to put a project into a project, unless its file is named", async () => {
    const outer = tempFolder();
    await run(outer, ["init"]);
    const inner = join(outer, "dashboards", "team");
    mkdirSync(inner);
    const { code, stderr } = await run(inner, ["init"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: a project is above: \S+\/boardwright\.yaml\n/);
    expect(stderr).toContain("boardwright init --config boardwright.yaml");
    expect(readdirSync(inner)).toEqual([]);

    const insisted = await run(inner, ["init", "--config", "boardwright.yaml"]);
    expect([insisted.code, insisted.stderr]).toEqual([0, ""]);
    expect(readdirSync(inner).sort()).toEqual(FOLDER);
    // The outer project takes its dashboards, and neither its project file nor its schemas.
    const lint = await run(outer, ["lint"]);
    expect(lint.stdout).not.toMatch(/team\/(boardwright\.yaml|schemas)/);
    expect((await run(inner, ["init"])).stdout).toContain("kept   boardwright.yaml");
  });

  it("makes no example beside workbook files, and says where the commands run", async () => {
    const folder = tempFolder({
      "boardwright.yaml":
        "version: 1\nproject: p\ndefaultTarget: production\ntargets:\n  production: { url: https://acme.example.com, deployment: 12 }\n",
      "dashboards/revenue.yaml": "workbooks: { revenue: { name: Revenue } }\n",
    });
    const { code, stdout } = await run(folder, ["init"]);
    expect(code).toBe(0);
    expect(readdirSync(join(folder, "dashboards"))).toEqual(["revenue.yaml"]);
    expect(stdout).toContain(
      "no example: there are workbook files already, such as dashboards/revenue.yaml\n",
    );
    expect(stdout).not.toContain("embedded sandbox");
    expect(stdout).toContain("They run on the target production, https://acme.example.com.");
  });

  it.each(["Ämter & Co", "true", "123", "..."])(
    "makes a right project in a folder called %s",
    async (name) => {
      const folder = join(tempFolder(), name);
      mkdirSync(folder);
      await run(folder, ["init"]);
      expect(await run(folder, ["lint"])).toMatchObject({
        code: 0,
        stdout: "0 errors, 0 warnings in 1 file.\n",
      });
    },
  );

  it("gives two folders of one name projects that are not the same", async () => {
    const nameIn = async (): Promise<string | undefined> => {
      const folder = join(tempFolder(), "dashboards");
      mkdirSync(folder);
      await run(folder, ["init"]);
      return /^project: (dashboards-[2-9a-z]{4})$/m.exec(
        readFileSync(join(folder, "boardwright.yaml"), "utf8"),
      )?.[1];
    };
    const [one, two] = [await nameIn(), await nameIn()];
    expect([one, two]).not.toContain(undefined);
    expect(one).not.toBe(two);
  });

  it("tells what stands in its way", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "dashboards"), "a file where a folder belongs");
    const { code, stderr } = await run(folder, ["init"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: the file system refused \S*\/dashboards: something else is there \(EEXIST\)\n {2}Move it away, or name another path\./,
    );
  });
});
