// What multiplies ends in an error, not in a machine that is busy for ever. Each command is a process that is ended if it hangs.
import { describe, expect, it } from "vitest";
import { start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT =
  "version: 1\nproject: p\ntargets: { s: { url: 'sandbox:data.json', deployment: 1, vars: { long: LONG } } }\n";
const config = (value: string) =>
  `workbooks:\n  w: { dashboard: { widgets: [{ id: t, type: TEXT, position: [0, 0, 4, 4], config: { x: ${value} } }] } }\n`;

async function lint(files: Record<string, string>, ...args: string[]) {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/w.yaml": config("1"), ...files });
  const { child, ended } = start(args.length > 0 ? args : ["lint"], { cwd });
  const timer = setTimeout(() => child.kill("SIGKILL"), 50_000);
  const { code, stdout, stderr } = await ended;
  clearTimeout(timer);
  return { code, said: stdout + stderr };
}

/** Ten times ten times ten… of `leaf`: `levels` files, each of which includes the next one ten times. */
function fan(levels: number, leaf: string): Record<string, string> {
  const files: Record<string, string> = { [`f/${levels}.yaml`]: leaf };
  for (let level = 0; level < levels; level++) {
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}: { $include: ${level + 1}.yaml }\n`);
    files[`f/${level}.yaml`] = keys.join("");
  }
  return files;
}

describe("includes", () => {
  it("that fan out to 10^11 values are one error", async () => {
    const { code, said } = await lint({
      ...fan(11, "a: 1\n"),
      "dashboards/w.yaml": config("{ $include: ../f/0.yaml }"),
    });
    expect(code).toBe(1);
    expect(said.match(/The files include and repeat too much/g)).toHaveLength(1);
  });

  it("that fan out and are no longer kept are one error as well", async () => {
    const others = Array.from({ length: 5 }, (_, index) => [
      `f/o${index}.yaml`,
      `# ${"x".repeat(5_000_000)}\na: 1\n`,
    ]);
    const all = others.map(([,], index) => `o${index}: { $include: ../f/o${index}.yaml }`).join(", ");
    const { code, said } = await lint({
      ...Object.fromEntries(others),
      ...fan(11, `a: "${"x".repeat(2000)}"\n`),
      "dashboards/a.yaml": `workbooks:\n  a: { meta: { ${all} } }\n`,
      "dashboards/w.yaml": config("{ $include: ../f/0.yaml }"),
    });
    expect(code).toBe(1);
    expect(said.match(/The files include and repeat too much/g)).toHaveLength(1);
  });

  it("of one long text in very many places are one error", async () => {
    const items = Array.from({ length: 2000 }, () => "{ $file: ../long.txt }").join(", ");
    const { code, said } = await lint({
      "long.txt": "x".repeat(1_000_000),
      "dashboards/w.yaml": config(`[${items}]`),
    });
    expect(code).toBe(1);
    expect(said).toContain("The files include and repeat too much");
  });

  it("and variables with a long value in very many places, too", async () => {
    const items = Array.from({ length: 2000 }, () => '"${var.long}"').join(", ");
    const { code, said } = await lint(
      {
        "boardwright.yaml": PROJECT.replace("LONG", "x".repeat(1_000_000)),
        "dashboards/w.yaml": config(`[${items}]`),
      },
      "lint",
      "--target",
      "s",
    );
    expect(code).toBe(1);
    expect(said).toContain("The files include and repeat too much");
  });
});

describe("variables", () => {
  it.each([1, 3])("of a long value very many times in one text (%s of them) are an error", async (texts) => {
    const text = `"${"${var.long}".repeat(20_000)}"`;
    const { code, said } = await lint(
      {
        "boardwright.yaml": PROJECT.replace("LONG", "x".repeat(100_000)),
        "dashboards/w.yaml": config(`[${Array.from({ length: texts }, () => text).join(", ")}]`),
      },
      "plan",
      "--target",
      "s",
    );
    expect(code).toBe(1);
    expect(said.match(/The variables of this text repeat too much: over 50 MB/g)).toHaveLength(texts);
    expect(said).toContain("include-invalid");
    expect(said).not.toMatch(/bug|RangeError/);
  });
});

describe("globs", () => {
  it.each(["{a,b}".repeat(24), "{1..100000000}", "**/@(a|a|a|aa)*", `${"*a".repeat(25)}b`, "**/".repeat(30)])(
    "include: %s is an error",
    async (glob) => {
      const project = PROJECT.replace("targets", `include: ["${glob}"]\ntargets`);
      const { code, said } = await lint({ "boardwright.yaml": project, [`${"a".repeat(200)}.yaml`]: "" });
      expect(code).toBe(1);
      expect(said).toContain("invalid-value");
    },
  );

  it.each([`${"*a".repeat(25)}b`, "@(a|a|a|aa)*b", "{a,b}".repeat(24)])(
    "--only %s is a usage error",
    async (glob) => {
      const long = `workbooks:\n  ${"a".repeat(200)}: { name: A }\n`;
      const { code, said } = await lint(
        { "dashboards/a.yaml": long },
        "plan",
        "--target",
        "s",
        "--only",
        glob,
      );
      expect(code).toBe(64);
      expect(said).toContain("the glob of --only");
    },
  );
});
