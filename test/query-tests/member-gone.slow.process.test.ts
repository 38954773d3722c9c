// A member that a branch's model lacks: `test`, `uses --branch` and `lint --online` of the built command name exactly the dashboards that grep
// finds in the files, on a data API that shares no code with the sandbox.
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { asLinkedFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { TOKEN } from "../support/loopback.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { serveData } from "./data-api.ts";

const BRANCH = "feature/gone";
const PROJECT =
  "version: 1\nproject: acme\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n";

interface Cube {
  name: string;
  [list: string]: unknown;
}
const LISTS = ["measures", "dimensions", "segments"];
const listOf = (cube: Cube, list: string) => (cube[list] ?? []) as { name: string }[];
const membersOf = (cubes: readonly Cube[]) =>
  cubes.flatMap((cube) => LISTS.flatMap((list) => listOf(cube, list).map(({ name }) => name)));
const without = (cubes: readonly Cube[], member: string): Cube[] =>
  cubes.map((cube) => ({
    ...cube,
    ...Object.fromEntries(
      LISTS.map((list) => [list, listOf(cube, list).filter(({ name }) => name !== member)]),
    ),
  }));

/** The files in which grep finds the pattern, sorted; `files` narrows it to names. */
function grep(cwd: string, pattern: string, files = "*.yaml"): string[] {
  const args = ["-rlE", `--include=${files}`, "--exclude=boardwright.yaml", "-e", pattern, "."];
  const { stdout, status } = spawnSync("grep", args, { cwd, encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error(`grep ended with ${status}`);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/^\.\//, ""))
    .sort();
}
const escapePattern = (text: string) => text.replace(/[.+*?()[\]{}|^$\\]/g, "\\$&");
const wholeName = (name: string) => `(^|[^A-Za-z0-9_.])${escapePattern(name)}([^A-Za-z0-9_.]|$)`;

/** What the three commands say; each must end with its own exit code. */
async function ask(cubes: readonly Cube[], member: string, cwd: string) {
  const next = without(cubes, member);
  const api = await serveData({
    models: { main: membersOf(cubes), [BRANCH]: membersOf(next) },
    cubes: { main: cubes, [BRANCH]: next },
  });
  const env = { PLATFORM_API_URL: api.url, PLATFORM_API_KEY: TOKEN };
  const run = async (...args: string[]) => {
    const ran = await runBuilt([...args, "--branch", BRANCH, "--json"], { cwd, env });
    if (ran.stdout === "") throw new Error(ran.stderr);
    return { code: ran.code, said: JSON.parse(ran.stdout) };
  };
  const [test, uses, lint] = [await run("test"), await run("uses"), await run("lint", "--online")];
  const used = uses.said.differences.flatMap((one: { uses: { dashboard: { slug: string } | null }[] }) =>
    one.uses.flatMap(({ dashboard }) => dashboard?.slug ?? []),
  );
  const errors = lint.said.diagnostics.filter(({ severity }: { severity: string }) => severity === "error");
  const unique = (list: string[]) => [...new Set(list)].sort();
  return {
    codes: [test.code, uses.code, lint.code],
    test: test.said.broken as string[],
    failed: unique(
      test.said.reports.flatMap((one: { verdict: string; file: string }) =>
        one.verdict === "failed" ? one.file : [],
      ),
    ),
    before: test.said.summary["failed-before"] as number,
    changes: uses.said.differences.map(
      (one: { change: string; member: string }) => `${one.change} ${one.member}`,
    ),
    uses: unique(used),
    lint: unique(errors.map(({ file }: { file: string }) => file)),
  };
}

const CUBES: Cube[] = [
  {
    name: "orders",
    measures: [{ name: "orders.net" }, { name: "orders.net_total" }],
    dimensions: [{ name: "orders.status", type: "string" }],
  },
  { name: "shops", measures: [{ name: "shops.net" }], dimensions: [{ name: "shops.city", type: "string" }] },
];
const board = (slug: string, ...widgets: string[]) =>
  `workbooks:\n  ${slug}:\n    dashboard:\n      widgets:\n${widgets
    .map((widget, at) => `        - { id: w${at}, position: [0, ${at * 4}, 4, 4], ${widget} }\n`)
    .join("")}`;
const chart = (key: string) => `type: CHART, config: { reportId: { $report: ${key} } }`;
const report = (key: string, query: string) =>
  `reports:\n  ${key}: { name: ${key}, workbook: sales, query: ${query} }\n`;
/** A report is in the file of its key, a dashboard in the file of its slug; queries are shared by including them. */
const FILES = {
  "dashboards/sales.yaml": board("sales", chart("net"), chart("status")),
  "dashboards/finance.yaml": board("finance", chart("net")),
  "dashboards/included.yaml": board("included", chart("shared")),
  "dashboards/near.yaml": board("near", chart("near"), chart("shops")),
  "dashboards/control.yaml": board("control", "type: FILTER, config: { member: orders.status }"),
  "dashboards/inside.yaml": board("inside", "type: CHART, config: { measures: [orders.net_total] }"),
  "dashboards/net.report.yaml": report("net", "{ measures: [orders.net] }"),
  "dashboards/status.report.yaml": report("status", "{ dimensions: [orders.status], measures: [shops.net] }"),
  "dashboards/shared.report.yaml": report("shared", "{ $include: ../queries/by-status.yaml }"),
  "dashboards/near.report.yaml": report(
    "near",
    '{ measures: [orders.net_total], filters: [{ or: [{ member: shops.city, operator: equals, values: ["a"] }] }] }',
  ),
  "dashboards/shops.report.yaml": report("shops", "{ measures: [shops.net] }"),
  "dashboards/undrawn.report.yaml": report("undrawn", "{ measures: [orders.net], dimensions: [shops.city] }"),
  "queries/by-status.yaml": "measures: [orders.net]\ndimensions: [orders.status]\n",
};

const slugsOf = (files: string[]) =>
  files
    .filter((file) => /^dashboards\/[^.]+\.yaml$/.test(file))
    .map((file) => basename(file, ".yaml"))
    .sort();
const union = (...lists: string[][]) => [...new Set(lists.flat())].sort();

/** The dashboards that draw a report whose file names the member, itself or through a file that it includes. */
function drawersOf(cwd: string, member: string): string[] {
  const named = grep(cwd, wholeName(member)).filter((file) => !slugsOf([file]).length);
  const including = named.flatMap((file) => grep(cwd, `\\$include: .*${escapePattern(basename(file))}`));
  const keys = union(named, including).flatMap((file) => /([^/]+)\.report\.yaml$/.exec(file)?.[1] ?? []);
  return union(
    ...keys.map((key) => slugsOf(grep(cwd, `\\$report: ${escapePattern(key)}([^A-Za-z0-9_-]|$)`))),
  );
}

describe("a member that the branch's model lacks", () => {
  it.each(membersOf(CUBES))("%s: the dashboards that grep finds, and no other", async (member) => {
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...FILES });
    const drawn = drawersOf(cwd, member);
    const named = slugsOf(grep(cwd, wholeName(member)));
    const found = await ask(CUBES, member, cwd);
    expect(union(drawn, named).length).toBeGreaterThan(0);
    expect(found.changes).toEqual([expect.stringContaining(` ${member}`)]);
    // What a dashboard names itself is no report's query: the platform runs it, and `test` does not.
    expect({ test: found.test, uses: found.uses, lint: found.lint }).toEqual({
      test: drawn,
      uses: union(drawn, named),
      lint: grep(cwd, wholeName(member)),
    });
    expect([found.codes, found.before]).toEqual([[drawn.length > 0 ? 1 : 0, 0, 1], 0]);
  });
});

describe.skipIf(!hasCorpus)("a member of the corpus that the branch's model lacks", () => {
  it.each(["leads_capture_conversion.lead_country", "materials_md.material_text_maktx"])(
    "%s: the dashboards that grep finds, and no other",
    async (member) => {
      const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...asLinkedFiles() });
      const cubes = readCorpus().cubes as unknown as Cube[];
      const files = grep(cwd, wholeName(member));
      const slugOf = (file: string) => file.replace(/^dashboards\/(.+?)(?:\.reports)?\.yaml$/, "$1");
      const queried = union(grep(cwd, wholeName(member), "*.reports.yaml").map(slugOf));
      const found = await ask(cubes, member, cwd);
      expect(queried.length).toBeGreaterThan(0);
      expect({ test: found.test, uses: found.uses, lint: found.lint, before: found.before }).toEqual({
        test: queried,
        uses: union(files.map(slugOf)),
        lint: files,
        before: 0,
      });
      expect(found.codes).toEqual([1, 0, 1]);
    },
  );
});
