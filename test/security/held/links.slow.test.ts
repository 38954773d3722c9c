// Links in a checkout that lead out of the project: nothing of what is there is read, told or written, by whatever way they are named.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { boardwright } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";

const SECRET = "hunter2-of-another-place";
const PROJECT = "version: 1\nproject: p\ntargets: { s: { url: 'sandbox:data.json', deployment: 1 } }\n";
const content = (value: string) =>
  `workbooks:\n  w:\n    dashboard:\n      widgets: [{ id: t, type: TEXT, position: [0, 0, 4, 4], config: { markdown: ${value} } }]\n`;

describe("a link out of the project", () => {
  it.each([
    ["as a workbook file", { "dashboards/x.yaml": "../../out/secret.yaml" }, ""],
    ["as a folder of workbook files", { "dashboards/more": "../../out" }, ""],
    ["as the folder of workbook files", { dashboards: "../out" }, ""],
    ["that $include names", { "dashboards/x.txt": "../../out/secret.yaml" }, "{ $include: ./x.txt }"],
    [
      "that $include names as YAML",
      { "shared/x.yaml": "../../out/secret.yaml" },
      "{ $include: ../shared/x.yaml }",
    ],
    ["that $file names", { "dashboards/x.md": "../../out/secret.yaml" }, "{ $file: ./x.md }"],
    ["that $file goes through", { "dashboards/more": "../../out" }, "{ $file: ./more/secret.yaml }"],
    ["that $dir names", { app: "../out" }, "{ $dir: ../app }"],
    ["within a folder that $dir names", { "app/x.js": "../../out/secret.yaml" }, "{ $dir: ../app }"],
    [
      "behind another link",
      { "shared/a": "b", "shared/b": "../../out/secret.yaml" },
      "{ $file: ../shared/a }",
    ],
    ["with an absolute path", { "dashboards/x.md": "OUTER/out/secret.yaml" }, "{ $file: ./x.md }"],
    ["of the machine", { "dashboards/x.md": "/etc/passwd" }, "{ $file: ./x.md }"],
  ])("%s brings nothing in", async (_, links, value) => {
    const outer = tempFolder({ "out/secret.yaml": `password: ${SECRET}\n` });
    const cwd = join(outer, "project");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "boardwright.yaml"), PROJECT);
    if (value !== "") {
      mkdirSync(join(cwd, "dashboards"));
      writeFileSync(join(cwd, "dashboards/a.yaml"), content(value));
    }
    for (const [name, to] of Object.entries(links)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      symlinkSync(to.replace("OUTER", outer), join(cwd, name));
    }
    for (const args of COMMANDS) {
      const { stdout, stderr, code } = await boardwright(args, { cwd });
      expect(stdout + stderr, args.join(" ")).not.toMatch(new RegExp(`${SECRET}|root:`));
      if (value !== "" && args[0] !== "fmt") expect(code, args.join(" ")).toBe(1);
    }
    expect(readFileSync(join(outer, "out/secret.yaml"), "utf8")).toBe(`password: ${SECRET}\n`);
    expect(readdirSync(join(outer, "out"))).toEqual(["secret.yaml"]);
  });
});

const COMMANDS = [
  ["lint"],
  ["lint", "--format", "json"],
  ["lint", "--format", "sarif"],
  ["lint", "--fix"],
  ["fmt"],
  ["plan", "--target", "s"],
  ["plan", "--target", "s", "--format", "html"],
  ["apply", "--target", "s", "--yes"],
];
