// Warm is cold: whatever happened to a project between two runs, and to the cache, a command says the same with it as without.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { TEXTS, WRONG } from "./drawn-files.ts";

const NAMES = Object.keys(TEXTS);
type Change = { name: string; text?: string; to?: string };
const edit: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .constantFrom(...NAMES)
      .chain((name) => fc.constantFrom(...TEXTS[name]!).map((text): Change => ({ name, text }))),
  },
  { weight: 2, arbitrary: fc.constantFrom(...WRONG).map(([name, text]): Change => ({ name, text })) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES.slice(1)).map((name): Change => ({ name })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...NAMES.slice(1)).map((name): Change => ({ name, to: `x-${name}` })),
  },
);
const step = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  harm: fc.constantFrom(
    "none",
    "none",
    "none",
    "none",
    "none",
    "cut",
    "flip",
    "swap",
    "append",
    "key",
    "lost",
  ),
  release: fc.constantFrom("1", "1", "1", "2", undefined, "s3cret-Value-99"),
  secret: fc.constantFrom(undefined, undefined, "s3cret-Value-99"),
  applies: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  target: fc.constantFrom(undefined, undefined, "local", "other"),
  paths: fc.constantFrom([], [], [], ["a.yaml"], ["b"], ["c.json", "b2"]),
  format: fc.constantFrom("pretty", "sarif", "github", "junit", "codequality"),
});
const start = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...TEXTS[name]!)])));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ seed: { deployments: [{ id: 1 }, { id: 2 }] } });
});
afterAll(() => sandbox.close());

function write(cwd: string, name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

function change(cwd: string, { name, text, to }: Change): void {
  if (text !== undefined) write(cwd, name, text);
  else if (to === undefined) rmSync(join(cwd, name), { force: true });
  else if (existsSync(join(cwd, name))) {
    mkdirSync(dirname(join(cwd, to)), { recursive: true });
    renameSync(join(cwd, name), join(cwd, to));
  }
}

function damage(cwd: string, home: string, how: string): void {
  const folder = join(cwd, ".boardwright/cache");
  const packs = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  if (how === "key") rmSync(join(home, ".config/boardwright/cache-key"), { force: true });
  if (how === "swap" && packs.length > 1) writeFileSync(packs[0]!, readFileSync(packs[1]!));
  for (const pack of packs) {
    const bytes = readFileSync(pack);
    if (how === "cut") truncateSync(pack, bytes.length >> 1);
    if (how === "append") appendFileSync(pack, "more");
    if (how === "lost") rmSync(pack);
    if (how !== "flip") continue;
    bytes[bytes.length >> 2] = bytes[bytes.length >> 2]! ^ 1;
    writeFileSync(pack, bytes);
  }
}

describe("a run with a cache", () => {
  it("says what a run without one says", async () => {
    let planned = 0;
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { minLength: 2, maxLength: 6 }), async (files, steps) => {
        const [cwd, home] = [tempFolder(), tempFolder()];
        sandbox.reset();
        for (const [name, text] of Object.entries(files)) write(cwd, name, text);
        for (const { edits, harm, release, secret, applies, target, paths, format } of steps) {
          const env = {
            HOME: home,
            PLATFORM_API_URL: sandbox.url,
            PLATFORM_API_KEY: sandbox.apiKey,
            ...(release !== undefined && { RELEASE: release }),
            ...(secret !== undefined && { OTHER_TOKEN: secret }),
          };
          const run = (...args: string[]) => boardwright(args, { cwd, env });
          const chosen = target === undefined ? [] : ["--target", target];
          const commands = [
            ["lint", "--json", ...chosen, ...paths],
            ["lint", "--format", format],
            ["plan", "--json", ...chosen, ...paths],
            ["plan", ...chosen],
          ];
          // What this step's edits find is what was kept of the files as they were before them.
          for (const command of commands) await run(...command);
          for (const one of edits) change(cwd, one);
          for (const command of commands) {
            const cold = await run(...command, "--no-cache");
            if (command[0] === "plan" && cold.code === 0) planned += 1;
            expect(await run(...command), command.join(" ")).toEqual(cold);
            damage(cwd, home, harm);
            expect(await run(...command), `${command.join(" ")}, again`).toEqual(cold);
          }
          if (applies) await run("apply", "--yes", "--allow", "adopt,takeover,drift,conflict,mass-change");
        }
      }),
      { numRuns: 40 },
    );
    // Files that have errors are loaded each time, and are no proof: of each life one plan at least was made.
    expect(planned).toBeGreaterThan(40);
  });
});
