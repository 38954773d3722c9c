// The container image, as far as it can be tried without pulling its base: what the Dockerfile says, and its steps with the same files.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readText } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers, loadVerifier } from "../support/verifiers.ts";

const text = readText("Dockerfile");
const [, first = "", last = ""] = text.split(/^(?=FROM )/m);
const named = (stage: string, name: string) =>
  [...stage.matchAll(new RegExp(`^${name} (.+)$`, "gm"))].map(([, words = ""]) => words);

/** Copies what the COPY lines of a stage name from the context, to the places that they name. */
function copy(stage: string, workdir: string, root: string): void {
  for (const line of named(stage, "COPY").filter((words) => !words.startsWith("--from"))) {
    const words = line.split(" ");
    const to = words.pop() as string;
    const target = to.startsWith("/") ? join(root, to) : join(workdir, to);
    for (const from of words) {
      const isInto = to.endsWith("/");
      mkdirSync(isInto ? target : join(target, ".."), { recursive: true });
      cpSync(join(ROOT, from), isInto ? join(target, from) : target, {
        recursive: true,
        filter: (path) => !/[\\/]generated([\\/]|$)/.test(path),
      });
    }
  }
}

describe("the Dockerfile", () => {
  it.skipIf(!hasVerifiers)("is what a linter of Dockerfiles accepts", () => {
    interface Linter {
      validate(text: string, settings?: object): { message: string }[];
    }
    const { validate } = loadVerifier<Linter>("dockerfile-utils");
    expect(validate(text)).toEqual([]);
    expect(validate("FROM node\nCOPPY a b\n")).not.toEqual([]);
  });

  it("builds on digests, the same in both stages, and never on what a tag says today", () => {
    const bases = named(text, "FROM").map((words) => words.replace(/ AS .*/, ""));
    expect(bases).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
    for (const base of bases) expect(base).toMatch(/^node:24-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(text).not.toMatch(/^(ADD|# syntax)/m);
  });

  it("runs as nobody of importance, by number, and installs without scripts", () => {
    expect(named(last, "USER")).toEqual(["1000:1000"]);
    expect(text).toContain("npm ci --ignore-scripts");
    expect(text).toMatch(/apt-get install .*\bgit\b/);
  });

  it("takes no secret, and nothing of the context that it does not name", () => {
    expect(named(text, "ARG")).toEqual([`BOARDWRIGHT_COMMIT=${"0".repeat(40)}`]);
    expect(named(text, "ENV")).toEqual([]);
    const rules = readText(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(rules[0]).toBe("*");
    const allowed = rules.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const copied = [first, last].flatMap((stage) =>
      named(stage, "COPY")
        .filter((words) => !words.startsWith("--from"))
        .flatMap((words) => words.split(" ").slice(0, -1)),
    );
    expect(allowed.sort()).toEqual([...new Set(copied)].sort());
  });

  it("builds from what it copies, and the result works for a user without rights in a folder that it may only read", () => {
    const root = tempFolder();
    const workdir = join(root, "src");
    mkdirSync(workdir);
    copy(first, workdir, root);
    symlinkSync(join(ROOT, "node_modules"), join(workdir, "node_modules"));
    const env = { PATH: process.env.PATH, BOARDWRIGHT_COMMIT: "b".repeat(40) };
    const built = spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], {
      cwd: workdir,
      env,
      encoding: "utf8",
    });
    expect(built.status, built.stderr).toBe(0);
    copy(last, root, root);
    cpSync(join(workdir, "dist"), join(root, "opt/boardwright/dist"), { recursive: true });

    const project = tempFolder({
      "boardwright.yaml":
        "version: 1\nproject: acme\ntargets:\n  production: { url: 'https://acme.example.com', deployment: 1 }\n",
      "dashboards/a.yaml": "workbooks: { a: { name: A } }\n",
    });
    for (const folder of [root, project]) chmodSync(folder, 0o755);
    const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, "opt/boardwright/dist/cli.cjs"), ...args], {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: "/home/node" },
        encoding: "utf8",
        ...user,
      });
    expect(run("--version").stdout).toBe(`${JSON.parse(readText("package.json")).version}\n`);
    const lint = run("lint");
    expect([lint.status, lint.stdout]).toEqual([0, "0 errors, 0 warnings in 1 file.\n"]);
    // Whoever may not write here is told so, and which commit the image is of is known to it.
    const init = run("init");
    if (user.uid !== undefined)
      expect([init.status, init.stderr]).toEqual([1, expect.stringContaining("refused")]);
    const mine = tempFolder();
    chmodSync(mine, 0o777);
    const made = spawnSync(process.execPath, [join(root, "opt/boardwright/dist/cli.cjs"), "init"], {
      cwd: mine,
      env,
      encoding: "utf8",
    });
    expect(made.stderr).toBe("");
    expect(spawnSync("grep", ["-r", `acme/boardwright@${"b".repeat(40)}`, mine]).status).toBe(0);
  });
});
