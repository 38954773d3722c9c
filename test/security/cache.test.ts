// A cache that a branch brings along: whoever may push `.boardwright/cache` must not be able to say what lint finds and what a plan changes.
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Cache, openCache } from "../../src/cache/index.ts";
import { loadProject } from "../../src/desired/index.ts";
import { lintProject } from "../../src/project/lint-project.ts";
import { readDeclared } from "../../src/project/read-declared.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { chooseDestination } from "../../src/target/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const FILE = "dashboards/a.yaml";
const PROJECT =
  'version: 1\nproject: p\ntargets: { s: { url: "http://127.0.0.1:1", deployment: 1 } }\nlint: { rules: { widget-overlap: error } }\n';
const workbook = (title: string, x: number) =>
  `workbooks:\n  a:\n    name: A\n    dashboard:\n      title: ${title}\n      widgets:\n${[0, x].map((at, index) => `        - { id: w${index}, type: CHART, position: [${at}, 0, 4, 4] }\n`).join("")}`;
const INNOCENT = workbook("Sales", 4);
const WRONG = workbook("Stolen", 1);
const CHANGED = workbook("Stolen", 4);

/** What runs on the innocent file keep, under the key that the other file has. */
async function forge(
  folder: string,
  { cwd, text, secret, env }: { cwd: string; text: string; secret: Buffer; env: Record<string, string> },
) {
  const attacker = tempFolder({ "boardwright.yaml": PROJECT, [FILE]: INNOCENT });
  const project = await loadProject({ cwd: attacker });
  const keys = new Map([[keyOf(INNOCENT), keyOf(text)]]);
  const cache: Cache = {
    open(settings) {
      const real = openCache({ folder, secret, tool: `${BOARDWRIGHT_BUILD} ${process.version}` }).open(
        settings,
      );
      return { ...real, recall: () => undefined, keep: (key, kept) => real.keep(keys.get(key) ?? key, kept) };
    },
  };
  await lintProject({ project, env, cwd: attacker, cache });
  const target = chooseDestination(project, {}, env);
  await readDeclared({ project, target, env, cwd: attacker, cache });
  expect(cwd).not.toBe(attacker);
}

const keyOf = (text: string) => hash("sha256", `${FILE}\n${hash("sha256", text)}`);

async function open(text: string) {
  const [cwd, home] = [tempFolder({ "boardwright.yaml": PROJECT, [FILE]: text }), tempFolder()];
  mkdirSync(join(cwd, ".git"));
  const sandbox = await createSandbox({});
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey, HOME: home };
  const run = async (...args: string[]) => {
    const { code, stdout } = await boardwright(args, { cwd, env });
    return { code, stdout };
  };
  const folder = join(cwd, ".boardwright/cache");
  return { cwd, home, env, run, folder, close: () => sandbox.close() };
}

const COMMANDS = [
  ["lint", "--json"],
  ["plan", "--json"],
];
const packsIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

describe("a cache that a branch brings along", () => {
  it("would say what its maker wants, if it were made with the key of this machine", async () => {
    for (const [text, [first, ...rest]] of [
      [WRONG, COMMANDS[0]!],
      [CHANGED, COMMANDS[1]!],
    ] as const) {
      const { run, folder, home, close, ...place } = await open(text);
      await run("lint");
      const secret = Buffer.from(
        readFileSync(join(home, ".config/boardwright/cache-key"), "utf8").trim(),
        "hex",
      );
      const args = [first!, ...rest];
      const right = await run(...args, "--no-cache");
      expect(await run(...args)).toEqual(right);
      for (const pack of packsIn(folder)) renameSync(pack, `${pack}.old`);
      await forge(folder, { ...place, text, secret });
      const wrong = await run(...args);
      expect(wrong.stdout).not.toBe(right.stdout);
      await close();
    }
  });

  it("is not read: it was made with another key, whatever name it has", async () => {
    for (const text of [WRONG, CHANGED]) {
      const { run, folder, home: _, close, ...place } = await open(text);
      for (const isNamed of [false, true]) {
        const right = await Promise.all(COMMANDS.map((args) => run(...args, "--no-cache")));
        const own = existsSync(folder) ? packsIn(folder) : [];
        await forge(folder, { ...place, text, secret: Buffer.alloc(32, isNamed ? 3 : 1) });
        const forged = packsIn(folder).filter((pack) => !own.includes(pack));
        expect(forged).not.toEqual([]);
        if (isNamed)
          for (const pack of own) for (const made of forged) writeFileSync(pack, readFileSync(made));
        for (const [index, args] of COMMANDS.entries()) expect(await run(...args)).toEqual(right[index]);
        for (const [index, args] of COMMANDS.entries()) expect(await run(...args)).toEqual(right[index]);
      }
      await close();
    }
  });

  it("is not read with a key that the branch brings along, too", async () => {
    const { cwd, env, run: _, folder, home: __, close } = await open(WRONG);
    const secret = Buffer.alloc(32, 2);
    mkdirSync(join(cwd, ".config/boardwright"), { recursive: true });
    writeFileSync(join(cwd, ".config/boardwright/cache-key"), `${secret.toString("hex")}\n`, { mode: 0o600 });
    await forge(folder, { cwd, env, text: WRONG, secret });
    const own = { cwd, env: { ...env, HOME: cwd } };
    const right = await boardwright(["lint", "--json", "--no-cache"], own);
    expect(right.code).toBe(1);
    expect(await boardwright(["lint", "--json"], own)).toEqual(right);
    await close();
  });

  it("is nowhere else than in the project: behind a link that leads out nothing is read or written", async () => {
    for (const link of [".boardwright", ".boardwright/cache"]) {
      const { cwd, run, close } = await open(INNOCENT);
      const outside = tempFolder();
      mkdirSync(join(cwd, link, ".."), { recursive: true });
      symlinkSync(outside, join(cwd, link));
      for (const args of COMMANDS) await run(...args);
      expect(readdirSync(outside)).toEqual([]);
      await close();
    }
  });
});
