// Threads that load files say nothing of their own: whoever loads a file, a command says the same, and so it does when threads fail.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { TEXTS, WRONG } from "./drawn-files.ts";

const PRELOADED = fileURLToPath(new URL("../support/helpers.cjs", import.meta.url));
/** So many groups of files that helpers are started for them. */
const GROUPS = 40;

const NAMES = Object.keys(TEXTS).filter((name) => name !== "boardwright.yaml");
const group = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...(TEXTS[name] ?? []))])),
);
const slip = fc.record({ to: fc.nat(GROUPS - 1), slip: fc.constantFrom(...WRONG) });
/** What lint has to say about it when all is well. */
const calm = (text: string) =>
  text.replace("lg: 12", "lg: 40").replace("widget-overlap: error", "widget-overlap: off");
const drawn = fc.record({
  failing: fc.constantFrom("crash", "missing", "start"),
  settings: fc.constantFrom(...(TEXTS["boardwright.yaml"] ?? [])),
  groups: fc.array(group, { minLength: GROUPS, maxLength: GROUPS }),
  slips: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, fc.array(slip, { minLength: 1, maxLength: 6 })),
});

/** The same text with slugs and keys of its own, so that groups go together. */
function rename(text: string, number: number): string {
  const own = (_: string, before: string, name: string) => `${before}${name}-${number}`;
  return text
    .replaceAll("t-${row.key}", `t-\${row.key}-${number}`)
    .replace(/^( {2})([a-d]\d?|r\d?|A|unused)(?=:)/gm, own)
    .replace(
      "abcdefghijkl",
      `abcdefghij${String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26))}`,
    )
    .replace(/(layouts: \{ |"workbooks": \{ "|\$report: | workbook: )(d|c|r|a)\b/g, own);
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({});
});
afterAll(() => sandbox.close());

function writeAll(cwd: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

describe("a run with helpers", () => {
  it("says what a run of one thread says", async () => {
    const done = { helped: 0, planned: 0 };
    await fc.assert(
      fc.asyncProperty(drawn, async ({ failing, settings, groups, slips }) => {
        const written = slips.length === 0 ? calm : (text: string) => text;
        const [cwd, home] = [tempFolder(), tempFolder()];
        sandbox.reset();
        writeAll(cwd, { "boardwright.yaml": written(settings).replace("parts/", "**/parts/") });
        for (const [number, files] of groups.entries())
          for (const [name, text] of Object.entries(files))
            writeAll(cwd, { [`g${number}/${name}`]: rename(written(text), number) });
        for (const { to, slip } of slips) {
          const [name, text] = slip;
          if (name !== "boardwright.yaml") writeAll(cwd, { [`g${to}/${name}`]: rename(text, to) });
        }
        const env = {
          HOME: home,
          PLATFORM_API_URL: sandbox.url,
          PLATFORM_API_KEY: sandbox.apiKey,
          RELEASE: "1",
        };
        const helped = join(home, "helped");
        const runs: [how: string, ...more: string[]][] = [["", "--no-cache"], [failing], [""]];
        for (const command of [
          ["lint", "--json"],
          ["plan", "--json"],
        ]) {
          const alone = await boardwright([...command, "--no-cache"], { cwd, env });
          if (command[0] === "plan" && alone.code === 0) done.planned += 1;
          for (const [how, ...more] of runs) {
            writeFileSync(helped, "");
            const watched = { NODE_OPTIONS: `--require ${PRELOADED}`, HELPED: helped, FAILING: how };
            const built = await runBuilt([...command, ...more], { cwd, env: { ...env, ...watched } });
            expect(built, `${command[0]} ${how} ${more}`).toEqual(alone);
            if (how === "") done.helped += Number(readFileSync(helped, "utf8"));
          }
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
    expect(done.helped).toBeGreaterThan(0);
    expect(done.planned).toBeGreaterThan(0);
  });

  it("does not believe what a helper made of a file without knowing the others", async () => {
    // Long enough that a helper is ready before all is done.
    const more = Array.from(
      { length: 80 },
      (_, at) => `        - { id: x${at}, type: CHART, position: [0, ${4 * at + 4}, 4, 4] }\n`,
    ).join("");
    const files = Array.from({ length: 260 }, (_, number) => {
      const slug = number === 0 || number === 258 ? "same" : `s${number}`;
      // Its only position is in the second file.
      const position = number === 257 ? "" : ", position: [0, 0, 4, 4]";
      const widgets = `        - { id: w1, type: CHART${position}, config: { title: a } }\n${more}`;
      const layouts =
        "layouts:\n  s257: { default: { w1: [0, 0, 4, 4] } }\n  s256: { lg: { w1: [10, 0, 4, 4] } }\n";
      const text = `workbooks:\n  ${slug}:\n    name: N\n    dashboard:\n      title: T\n      layout: { cols: { lg: 12 } }\n      widgets:\n${widgets}`;
      return [`f${String(number).padStart(3, "0")}.yaml`, number === 1 ? text + layouts : text];
    });
    const [cwd, home] = [tempFolder(Object.fromEntries(files)), tempFolder({ helped: "" })];
    const settings = 'targets: { local: { url: "http://127.0.0.1:1", deployment: 1 } }';
    writeAll(cwd, { "boardwright.yaml": `version: 1\nproject: p\ninclude: ["*.yaml"]\n${settings}\n` });
    const alone = await boardwright(["lint", "--json", "--no-cache"], { cwd, env: { HOME: home } });
    expect(alone.stdout.match(/"rule": ".*"/g)).toEqual([
      '"rule": "widget-outside-grid"',
      '"rule": "duplicate-slug"',
    ]);
    const watched = { NODE_OPTIONS: `--require ${PRELOADED}`, HELPED: join(home, "helped"), FAILING: "" };
    const built = await runBuilt(["lint", "--json", "--no-cache"], { cwd, env: { HOME: home, ...watched } });
    expect(built).toEqual(alone);
  });
});
