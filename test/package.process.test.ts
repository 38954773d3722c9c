// What is published: packed, installed into an empty folder, used as a command, and as a library by the documented example.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "./support/temp.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = tempFolder();
const project = join(folder, "acme-dashboards");

function run(command: string, args: string[], cwd = project): string {
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
const boardwright = (...args: string[]) => run(join(project, "node_modules/.bin/boardwright"), args);

describe("the package", () => {
  beforeAll(() => {
    // dist/ is as the test run built it; building it here would take it away from the tests beside this one.
    run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], ROOT);
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) as string;
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball)]);
  });

  it("brings nothing along, and holds what it promises", () => {
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "boardwright",
    ]);
    const files = readdirSync(join(project, "node_modules/boardwright"));
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "CHANGELOG.md", "dist", "docs", "examples", "schemas"]),
    );
    expect(files).not.toContain("src");
    expect(readdirSync(join(project, "node_modules/boardwright/dist/studio"))).toContain("index.html");
    expect(
      readFileSync(join(project, "node_modules/boardwright/dist/THIRD-PARTY-NOTICES.txt"), "utf8"),
    ).toContain("MIT");
    const bill = join(project, "node_modules/boardwright/dist/sbom.cdx.json");
    expect(JSON.parse(readFileSync(bill, "utf8"))).toMatchObject({ bomFormat: "CycloneDX" });
  });

  it("takes a new user from nothing to an applied dashboard", () => {
    expect(boardwright("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
    boardwright("init");
    expect(boardwright("lint")).toContain("0 errors, 0 warnings");
    expect(boardwright("plan")).toContain("1 to create.");
    expect(boardwright("apply", "--yes")).toContain("1 created");
    expect(boardwright("plan", "--detailed-exitcode")).toContain("Nothing to do");
  });

  it("runs the documented library examples, and they type-check", () => {
    const doc = readFileSync(join(ROOT, "docs/library.md"), "utf8");
    const examples = [...doc.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code as string);
    expect(examples).toHaveLength(6);
    examples.forEach((code, index) => {
      writeFileSync(join(project, `example${index}.ts`), code);
      // What Node 20 runs of it: the examples hold no types of their own.
      writeFileSync(join(project, `example${index}.mjs`), code);
    });
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: "NodeNext",
          target: "ES2023",
          types: ["node"],
          typeRoots: [join(ROOT, "node_modules/@types")],
        },
        include: ["*.ts"],
      }),
    );
    run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."]);
    expect(run(process.execPath, ["example0.mjs"])).toContain("0 to create, 0 to update");
    expect(run(process.execPath, ["example1.mjs"])).toBe("0 pulled into 0 files\n");
    expect(run(process.execPath, ["example2.mjs"])).toMatch(/ 1 to delete\nexample: \w+\n$/);
    // The example of `init` draws no report, so there is no query to run.
    expect(run(process.execPath, ["example3.mjs"])).toBe("");
    // The embedded platform has no such branch.
    expect(() => run(process.execPath, ["example4.mjs"])).toThrow("feature-x");
    expect(run(process.execPath, ["example5.mjs"])).toMatch(/^http:\/\/127\.0\.0\.1:\d+ sandbox-key\n/);
  });
});
