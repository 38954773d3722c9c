// The hooks for pre-commit, run by prek, which reads the same files, in a real repository with the built command.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { readText } from "../support/documents.ts";
import { CLI } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers, resolveVerifier } from "../support/verifiers.ts";

const HOOKS = ".pre-commit-hooks.yaml";
const hooks = parse(readText(HOOKS)) as { id: string; language: string; entry: string; files: string }[];
const prek = findPrek();
if (prek === undefined) console.log("skipped: prek is not here, so the hooks are not run");

function findPrek(): string | undefined {
  if (!hasVerifiers || process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    const program = join(dirname(resolveVerifier("@j178/prek-linux-x64-gnu/package.json")), "prek");
    chmodSync(program, 0o755);
    return program;
  } catch {
    return undefined;
  }
}

const PROJECT = 'version: 1\nproject: a\ntargets: { t: { url: "sandbox:s.json", deployment: 1 } }\n';
const WIDGETS = "widgets:\n        - { id: a, type: TEXT, position: [0, 0, 4, 2] }";
const right = `workbooks:\n  a:\n    name: A\n    dashboard:\n      kind: CLASSIC\n      ${WIDGETS}\n`;

function git(cwd: string, ...args: string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd });
}

describe(HOOKS, () => {
  it("is installed by npm, for files that the command reads, and needs no list of them", () => {
    expect(hooks.map(({ id }) => id)).toEqual(["boardwright-lint", "boardwright-fmt"]);
    for (const hook of hooks) {
      expect(hook).toMatchObject({ language: "node", pass_filenames: false, require_serial: true });
      expect("dashboards/revenue.yaml").toMatch(new RegExp(hook.files));
      expect(readText("docs/pre-commit.md")).toContain(`- id: ${hook.id}\n`);
    }
    const { name, bin } = JSON.parse(readText("package.json"));
    expect(hooks.every(({ entry }) => entry.startsWith(`${name} `)) && name in bin).toBe(true);
  });

  it.skipIf(prek === undefined)("is a manifest, which a mistake in it is not", () => {
    const wrong = join(tempFolder({ [HOOKS]: readText(HOOKS).replace("language:", "langage:") }), HOOKS);
    const validate = (path: string) => spawnSync(prek!, ["validate-manifest", path]).status;
    expect([validate(HOOKS), validate(wrong)]).toEqual([0, 1]);
  });

  it.skipIf(prek === undefined)(
    "stops a commit with an error, rewrites a layout, and lets the rest pass",
    () => {
      // As it is, but for the installation from npm.
      const local = hooks.map((hook) => ({ ...hook, language: "system" }));
      const home = tempFolder({ bin: "" });
      const source = tempFolder({ [HOOKS]: stringify(local) });
      git(source, "init", "-q", "-b", "main");
      git(source, "add", "-A");
      git(source, "commit", "-qm", "Hooks");
      const program = join(
        tempFolder({ boardwright: `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n` }),
        "boardwright",
      );
      chmodSync(program, 0o755);
      const rev = execFileSync("git", ["rev-parse", "HEAD"], { cwd: source, encoding: "utf8" }).trim();
      const config = { repos: [{ repo: source, rev, hooks: hooks.map(({ id }) => ({ id })) }] };
      const folder = tempFolder({
        "boardwright.yaml": PROJECT,
        ".pre-commit-config.yaml": stringify(config),
        "dashboards/a.yaml": right,
      });
      const file = join(folder, "dashboards/a.yaml");
      git(folder, "init", "-q", "-b", "main");
      const run = (text: string) => {
        writeFileSync(file, text);
        git(folder, "add", "-A");
        const env = { PATH: `${dirname(program)}:${process.env.PATH}`, HOME: home, PREK_HOME: home };
        const ran = spawnSync(prek!, ["run"], { cwd: folder, env, encoding: "utf8" });
        return { code: ran.status, said: ran.stdout + ran.stderr };
      };
      expect(run(right)).toMatchObject({ code: 0 });
      const failed = run(right.replace("name: A", "nam: A"));
      expect(failed).toMatchObject({
        code: 1,
        said: expect.stringContaining("dashboards/a.yaml:3:5  error  unknown-field"),
      });
      expect(run(right.replace("name: A", "name:    A"))).toMatchObject({ code: 1 });
      expect(readFileSync(file, "utf8")).toBe(right);
      expect(run(right)).toMatchObject({ code: 0 });
    },
  );
});
