// The formats of boardwright test, of one run with every verdict; and --against on a real repository.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { ROW, serveData } from "./data-api.ts";
import { boards, PROJECT, reports, runTest, verdicts, writeProject } from "./place.ts";

const XSD = fileURLToPath(new URL("../../../shared/verify/junit-10.xsd", import.meta.url));
const canValidate = existsSync(XSD) && spawnSync("xmllint", ["--version"]).status === 0;
if (!canValidate) console.log("JUnit is not validated: xmllint or ../shared/verify/junit-10.xsd is missing");

const FILES = {
  "dashboards/boards.yaml": boards({
    sales: ["ok", "failed", "before", "slow", "empty", "sql"],
    finance: ["failed"],
  }),
  "dashboards/reports.yaml": reports({
    ok: { measures: ["o.a"] },
    failed: { measures: ["o.b"] },
    before: { measures: ["o.gone"], dimensions: ["o.a"] },
    slow: { measures: ["o.c"] },
    empty: { measures: ["o.d"] },
    sql: { sqlQuery: "SELECT 1" },
  }),
};
const SLOW_MS = 400;

/** `words`: what the platform says of the query that fails. */
async function open(words = "'b' not found for path 'o.b'") {
  const api = await serveData({
    models: { main: ["o.a", "o.b", "o.c", "o.d"], next: ["o.a", "o.c", "o.d"] },
    load({ query, branch }) {
      const text = JSON.stringify(query);
      const wait = new Promise((done) => setTimeout(done, SLOW_MS + 50));
      if (text.includes("o.c")) return { body: { data: [{ "o.c": ROW }] }, wait };
      if (text.includes("o.d")) return { body: { data: [] } };
      const isGone = text.includes("o.b") && branch === "next";
      return isGone ? { status: 400, body: { error: words } } : undefined;
    },
  });
  const cwd = writeProject(FILES);
  const args = ["--branch", "next", "--slow", `${SLOW_MS}ms`];
  // The first query of a process also pays for its start.
  await runTest(api, cwd, ["--only", "finance"]);
  return (format: string) => runTest(api, cwd, [...args, "--format", format]);
}

const timeless = (text: string) => text.replace(/\d+(?:\.\d+)? m?s\b/g, "T");

/** What xmllint says about a document; empty where it is valid. */
function validate(xml: string): string {
  const file = join(tempFolder({ "queries.xml": xml }), "queries.xml");
  const { status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", "--schema", XSD, file], {
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

describe("the formats of test", () => {
  it("pretty: each query that is not ok at its place, and the totals", async () => {
    const { code, stdout } = await (await open())("pretty");
    expect(code).toBe(1);
    expect(timeless(stdout)).toBe(`dashboards/reports.yaml:3:68  error  failed
  The query of failed fails on branch next: 'b' not found for path 'o.b'.
  Drawn by finance, sales.
dashboards/reports.yaml:4:68  warning  failed-before
  The query of before fails on branch next, and fails in production, too: 'gone' not found for path 'o.gone'.
  Drawn by sales.
dashboards/reports.yaml:5:43  warning  slow
  The query of slow took T on branch next, longer than T.
  Drawn by sales.
dashboards/reports.yaml:6:45  warning  empty
  The query of empty has no rows on branch next.
  Drawn by sales.

Of 5 reports on branch next, 1 fails, 1 failed before, 1 is slow, 1 has no rows, 1 is ok: 5 queries in T.
Dashboards with a failing query: finance, sales.
Not asked, being SQL and no query of the model: sql.
`);
  });

  it("github: an annotation at the member that the platform names, or at the query", async () => {
    const { stdout } = await (await open())("github");
    const [failed, before, slow, empty] = stdout.split("\n");
    expect(failed).toBe(
      "::error file=dashboards/reports.yaml,line=3,col=68,endLine=3,endColumn=73,title=failed::The query of failed fails on branch next: 'b' not found for path 'o.b'.%0ADrawn by finance, sales.",
    );
    expect(before).toMatch(/^::warning file=dashboards\/reports.yaml,line=4,.*title=failed-before::/);
    expect(slow).toMatch(/^::warning .*line=5,.*title=slow::The query of slow took /);
    expect(empty).toMatch(/^::warning .*line=6,.*title=empty::/);
  });

  it.skipIf(!canValidate)("junit: a test for each report, valid by the schema of Jenkins", async () => {
    const { stdout } = await (await open())("junit");
    expect(validate(stdout)).toBe("");
    expect(stdout).toContain('tests="6" failures="1" errors="0"');
    expect(stdout.match(/<failure /g)).toHaveLength(1);
    expect(stdout).toContain('<testcase name="sql" classname="dashboards/reports.yaml">\n      <skipped ');
    expect(stdout).toMatch(/<testcase name="ok" classname="dashboards\/reports.yaml" time="\d+\.\d{3}"\/>/);
  });

  it("markdown: the verdict, the dashboards, each query", async () => {
    const { stdout } = await (await open())("markdown");
    expect(stdout).toMatch(/^### 🔴 Boardwright · live: of 5 reports on branch next, 1 fails, /);
    expect(stdout).toContain(
      "Dashboards with a failing query&#58; <code>finance</code>, <code>sales</code>.",
    );
    expect(stdout).toContain("<code>dashboards/reports.yaml:3:68</code> error failed: The query of failed");
  });

  it("escape what the platform says for each medium", async () => {
    const run = await open("]]>&<b> ::error::x ##[group] \u001b[31m @team [a](http://b)");
    for (const format of ["pretty", "github", "junit", "markdown"]) {
      const { stdout } = await run(format);
      expect(stdout).not.toContain("\u001b");
      expect(stdout).not.toContain("##[");
      if (format === "junit" && canValidate) expect(validate(stdout)).toBe("");
      if (format === "markdown") expect(stdout).not.toMatch(/<b>|@team|\]\(/);
    }
    expect(
      (await runTest(await serveData({ models: { main: [] } }), writeProject(FILES), ["--format", "sarif"]))
        .code,
    ).toBe(64);
  });
});

describe("test --against", () => {
  const GIT_ENV = { PATH: process.env.PATH ?? "", HOME: "/nonexistent" };
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd,
      env: GIT_ENV,
      encoding: "utf8",
    });

  const QUERY = "measures: [o.a]\n";
  const BASE = {
    "boardwright.yaml": PROJECT,
    "dashboards/boards.yaml": boards({ sales: ["kept", "included", "moved"], finance: ["kept", 41] }),
    "dashboards/reports.yaml": `${reports({ kept: { measures: ["o.a"] }, moved: { measures: ["o.b"] } })}  included: { name: i, workbook: sales, query: { $include: ../shared/query.yaml } }\n`,
    "shared/query.yaml": QUERY,
  };

  /** The project in a folder of the repository, whose branch `main` has gone on since. */
  function repository(): string {
    const root = tempFolder();
    const cwd = join(root, "analytics");
    for (const folder of ["dashboards", "shared"]) mkdirSync(join(cwd, folder), { recursive: true });
    for (const [file, text] of Object.entries(BASE)) writeFileSync(join(cwd, file), text);
    git(root, "init", "--quiet", "--initial-branch=main");
    git(root, "add", ".");
    git(root, "commit", "--quiet", "-m", "base");
    git(root, "checkout", "--quiet", "-b", "work");
    return cwd;
  }

  it("asks the reports whose query changed by a variable of the project file, and no others", async () => {
    const api = await serveData({ models: { main: ["o.a", "o.b", "o.c"] } });
    const cwd = repository();
    const project = (name: string) => PROJECT.replace("deployment: 1", `deployment: 1, vars: { m: ${name} }`);
    writeFileSync(join(cwd, "boardwright.yaml"), project("b"));
    const entries = reports({ moved: { measures: [`o.\${var.m}`] }, kept: { measures: ["o.a"] } });
    writeFileSync(join(cwd, "dashboards/reports.yaml"), entries);
    writeFileSync(join(cwd, "dashboards/boards.yaml"), boards({ sales: ["moved", "kept"] }));
    git(cwd, "add", ".");
    git(cwd, "commit", "--quiet", "-m", "variable");
    writeFileSync(join(cwd, "boardwright.yaml"), project("gone"));
    const ran = await runTest(api, cwd, ["--against", "HEAD", "--json"]);
    expect([ran.code, verdicts(ran)]).toEqual([1, ["moved failed"]]);
    expect(JSON.parse(ran.stdout).summary.unchanged).toBe(1);
    // A project file that says something else of other things changes no query.
    writeFileSync(join(cwd, "boardwright.yaml"), `${project("b")}test: { slow: 5s }\n`);
    expect(verdicts(await runTest(api, cwd, ["--against", "HEAD", "--json"]))).toEqual([]);
    // Without a project file there, nothing is known to be the same.
    git(cwd, "rm", "--quiet", "--cached", "boardwright.yaml");
    git(cwd, "commit", "--quiet", "-m", "no project");
    const all = await runTest(api, cwd, ["--against", "HEAD", "--json"]);
    expect(verdicts(all)).toEqual(["moved ok", "kept ok"]);
  });

  it("asks the reports whose query changed, through includes, and those that are new", async () => {
    const api = await serveData({ models: { main: ["o.a", "o.b", "o.c"] } });
    const cwd = repository();
    const run = (ref = "main") => runTest(api, cwd, ["--against", ref, "--json"]);
    const same = await run();
    expect([same.code, verdicts(same), api.seen]).toEqual([0, [], []]);
    expect(JSON.parse(same.stdout).summary.unchanged).toBe(4);

    writeFileSync(join(cwd, "shared/query.yaml"), "measures: [o.c]\n");
    writeFileSync(join(cwd, "dashboards/new.yaml"), reports({ new: { measures: ["o.a"] } }));
    // In another file and in another order: still the same query.
    writeFileSync(
      join(cwd, "dashboards/moved.yaml"),
      reports({ moved: { limit: 10, measures: ["o.b"] } }).replace('"limit":10,', ""),
    );
    writeFileSync(
      join(cwd, "dashboards/reports.yaml"),
      BASE["dashboards/reports.yaml"].replace(/ {2}moved.*\n/, ""),
    );
    writeFileSync(
      join(cwd, "dashboards/boards.yaml"),
      boards({ sales: ["kept", "included", "moved", "new"], finance: ["kept", 41] }),
    );
    const changed = await run();
    expect(verdicts(changed)).toEqual(["new ok", "included ok"]);
    expect(changed.stdout).toContain('"against": "main"');

    git(cwd, "add", ".");
    git(cwd, "commit", "--quiet", "-m", "work");
    expect(verdicts(await run())).toEqual(["new ok", "included ok"]);
    // What others change on main since is no change of this branch.
    git(cwd, "checkout", "--quiet", "main");
    writeFileSync(
      join(cwd, "dashboards/reports.yaml"),
      BASE["dashboards/reports.yaml"].replace("o.a", "o.c"),
    );
    git(cwd, "commit", "--quiet", "-am", "others");
    git(cwd, "checkout", "--quiet", "work");
    expect(verdicts(await run())).toEqual(["new ok", "included ok"]);
    expect(verdicts(await run("HEAD"))).toEqual([]);
  });

  it("asks the reports of files that are new, committed or not", async () => {
    const api = await serveData({ models: { main: ["o.a", "o.b"] } });
    const cwd = repository();
    const file = boards({ hr: ["people"] }) + reports({ people: { measures: ["o.b"] } }, "hr");
    writeFileSync(join(cwd, "dashboards/hr.yaml"), file);
    const run = () => runTest(api, cwd, ["--against", "main", "--json"]);
    expect(verdicts(await run())).toEqual(["people ok"]);
    git(cwd, "add", ".");
    git(cwd, "commit", "--quiet", "-m", "work");
    expect(verdicts(await run())).toEqual(["people ok"]);
  });

  it("takes what `test` in the project file says from the policy, not from the branch", async () => {
    const api = await serveData({ models: { main: ["o.a"] } });
    const cwd = repository();
    const own = "test: { skip: [moved], securityContext: { tenant: theirs } }\n";
    writeFileSync(join(cwd, "boardwright.yaml"), `${PROJECT}${own}`);
    const args = ["--json", "--only", "sales"];
    expect(verdicts(await runTest(api, cwd, args))).toEqual(["kept ok", "included ok"]);
    expect(verdicts(await runTest(api, cwd, [...args, "--policy", "main"]))).toContain("moved failed");
    const contexts = api.seen.flatMap(({ path, body }) =>
      path.endsWith("/tokens") ? [JSON.parse(body).security_context] : [],
    );
    expect(contexts).toEqual([{ tenant: "theirs" }, {}]);
  });

  it.each([
    ["a revision that is not there", "nope", "there is no revision nope in this clone"],
    ["an option", "--output=x", "--against takes a Git revision"],
  ])("refuses %s", async (_, ref, words) => {
    const api = await serveData({ models: { main: [] } });
    const { code, stderr } = await runTest(api, repository(), [`--against=${ref}`]);
    expect([code, api.seen]).toEqual([64, []]);
    expect(stderr).toContain(words);
  });

  it("says so where there is no Git", async () => {
    const api = await serveData({ models: { main: [] } });
    const { code, stderr } = await runTest(api, writeProject(FILES), ["--against", "main"]);
    expect([code, stderr]).toEqual([64, expect.stringContaining("--against needs Git")]);
  });
});
