// Each line and row of issue 11 has its attacks in this folder, each test belongs to one, and docs/tests.md counts them.
// BOARDWRIGHT_UPDATE=1 writes the table.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ATTACKS, type Attack } from "./attacks.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DOCUMENT = join(ROOT, "docs/tests.md");
const TABLE = /(?<=<!-- attacks -->\n\n)[\s\S]*?(?=<!-- \/attacks -->)/;
/** What other programs verify is not listed on a machine without them. */
const VERIFIED = /is what .+ accepts$|builds from what it copies/;

/** `file > full name` of every test of this folder, by the test runner's own word. */
let names: string[] = [];
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "attacks-"));
  const list = join(folder, "list.json");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  execFileSync(process.execPath, [vitest, "list", "--mode", "full", "test/security/", `--json=${list}`], {
    cwd: ROOT,
    env: { ...process.env, BOARDWRIGHT_SKIP_BUILD: "1" },
    stdio: "ignore",
  });
  const listed = JSON.parse(readFileSync(list, "utf8")) as { name: string; file: string }[];
  rmSync(folder, { recursive: true });
  names = listed
    .map(({ name, file }) => `${relative(join(ROOT, "test/security"), file)} > ${name}`)
    .filter((name) => !VERIFIED.test(name) && !name.startsWith("attacks.slow"));
});

const testsOf = ({ tests }: Attack) => names.filter((name) => tests.some((test) => name.startsWith(test)));

describe("the attacks", () => {
  it.each(ATTACKS.flatMap(({ tests }) => tests))("have tests that are called %s", (test) => {
    expect(names.filter((name) => name.startsWith(test))).not.toEqual([]);
  });

  it("leave no test of this folder without a line", () => {
    const claimed = new Set(ATTACKS.flatMap(testsOf));
    expect(names.filter((name) => !claimed.has(name))).toEqual([]);
  });

  it("are counted in docs/tests.md", () => {
    const rows = ATTACKS.map((each) => {
      const files = [...new Set(each.tests.map((test) => test.split(" > ")[0]!))];
      const links = files.map((file) => `[${file.replace(/\..*/, "")}](../test/security/${file})`);
      return `| ${each.row} | ${each.attack} | ${testsOf(each).length} | ${links.join(", ")} |`;
    });
    const total = `| | each test once | ${new Set(ATTACKS.flatMap(testsOf)).size} | |`;
    const table = ["| line | attack | tests | in |", "| --- | --- | --- | --- |", ...rows, total, ""].join(
      "\n",
    );
    const text = readFileSync(DOCUMENT, "utf8");
    if (process.env.BOARDWRIGHT_UPDATE)
      writeFileSync(
        DOCUMENT,
        text.replace(TABLE, () => table),
      );
    else expect(TABLE.exec(text)?.[0]).toBe(table);
  });
});
