// plan --out FILE and apply FILE with the real command: exactly what was reviewed, or a refusal that says all that moved.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { prove } from "../../src/plan/index.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { begin, boardwright } from "../support/command.ts";
import { board, openWorld, PROJECT } from "../support/world.ts";

const chart = (title: string, report: string): JsonObject =>
  board(title, {
    widgets: [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: report } } }],
  });
const DECLARED = {
  workbooks: {
    a: { name: "A", folder: "Team/New", publish: true, dashboard: chart("A", "ra") },
    b: { name: "B", dashboard: board("B") },
    c: { name: "C", dashboard: chart("C", "rb") },
  },
  reports: {
    ra: { name: "RA", workbook: "a", query: { measures: ["orders.count"] } },
    rb: { name: "RB", publicId: "rbrbrbrbrbrb", query: { measures: ["orders.sum"] } },
  },
};

async function open(declared: object = DECLARED, options: SandboxOptions = {}, settings = "") {
  const clock = { at: Date.parse("2026-11-20T08:00:00Z") };
  const world = await openWorld({
    files: { "boardwright.yaml": PROJECT + settings, "dashboards/all.yaml": stringify(declared) },
    sandbox: { clock: () => new Date(clock.at), ...options },
  });
  const writes = () => world.writes().length;
  const replan = async () => (await world.planned()).changes;
  const rewrite = (file: string, change: (plan: Plan) => void) => {
    const plan = JSON.parse(world.read(file)) as Plan;
    change(plan);
    const { digest: _, ...content } = plan as Plan & { digest: string };
    world.write(file, JSON.stringify({ ...content, ...prove("saved plan", content, undefined) }));
  };
  return { ...world, clock, writes, replan, rewrite };
}

/** A request to the sandbox as anybody may send it. */
async function send(sandbox: Sandbox, method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/api/v1/deployments/1/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

describe("plan --out", () => {
  it("saves the bytes of plan --json, and still shows what was asked for", async () => {
    const { run, ok, cwd, writes } = await open();
    const json = await run("plan", "--json");
    const saved = await ok("plan", "--out", "plan.json");
    expect(saved.stdout).toContain("+ a ");
    expect(saved.stderr).toContain("`boardwright apply plan.json`");
    expect(readFileSync(join(cwd, "plan.json"), "utf8")).toBe(json.stdout);
    expect((await run("plan", "--out", "plan.json", "--json")).stdout).toBe(json.stdout);
    expect(writes()).toBe(0);
  });

  it("refuses to show or save a plan that holds the credential, whichever way it got in", async () => {
    const { run, cwd, env, declare } = await open();
    declare({ workbooks: { a: { name: "A", dashboard: board(`key: ${env.PLATFORM_API_KEY}`) } } });
    for (const flags of [["--out", "plan.json"], ["--json"], ["--format", "markdown"]]) {
      const { code, stdout, stderr } = await run("plan", ...flags);
      expect(code).toBe(1);
      expect(stderr).toContain("the plan holds the text of a credential");
      expect(stdout + stderr).not.toContain(env.PLATFORM_API_KEY);
    }
    expect(() => readFileSync(join(cwd, "plan.json"))).toThrow("ENOENT");
  });

  it("says where it cannot write", async () => {
    const { run } = await open();
    const { code, stderr } = await run("plan", "--out", "missing/plan.json");
    expect(code).toBe(1);
    expect(stderr).toContain("the plan cannot be saved in missing/plan.json: there is no folder");
    expect(stderr).toContain("Nothing was sent.");
  });
});

describe("apply PLAN_FILE", () => {
  it("applies exactly the plan, whatever the files say by now", async () => {
    const { run, ok, declare, replan, sandbox, cwd } = await open();
    await run("plan", "--out", "plan.json");
    declare({ workbooks: { b: { name: "Another B", dashboard: board("Another") } } });
    writeFileSync(join(cwd, "dashboards/broken.yaml"), "workbooks: [");
    const applied = await ok("apply", "plan.json", "--yes");
    expect(applied.stdout).toContain("as saved in plan.json");
    expect(sandbox.workbook("b")?.name).toBe("B");
    writeFileSync(join(cwd, "dashboards/broken.yaml"), "");
    declare(DECLARED);
    expect(await replan()).toEqual([]);
  });

  it("works for the embedded platform too", async () => {
    const { cwd } = await open();
    const target = "targets:\n  local: { url: 'sandbox:.boardwright/sandbox.json', deployment: 1 }\n";
    writeFileSync(join(cwd, "boardwright.yaml"), `version: 1\nproject: acme\n${target}`);
    const local = (...args: string[]) => boardwright(args, { cwd });
    expect((await local("plan", "--out", "plan.json")).code).toBe(0);
    const applied = await local("apply", "plan.json", "--yes");
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect((await local("plan", "--detailed-exitcode")).code).toBe(0);
  });

  it.each<[string, string | ((text: string) => string), string]>([
    ["is empty", "", "it is empty"],
    ["is no JSON", "plan: no", "it is not JSON, or was cut off"],
    ["is cut off", (text) => text.slice(0, text.length / 2), "it is not JSON, or was cut off"],
    [
      "is of another format",
      (text) => text.replace('"formatVersion": 1', '"formatVersion": 2'),
      "format version 2",
    ],
    ["is another document", '{ "summary": {}, "diagnostics": [] }', "it lacks the `formatVersion`"],
    ["lacks a field", (text) => text.replace('"origin": "git",', ""), "must have required property 'origin'"],
    ["has one too many", (text) => text.replace('"kind"', '"token": "x", "kind"'), "(token)"],
    [
      "has a stamp of something else",
      (text) => text.replace('"of": "1/b"', '"of": "1/x"'),
      "the workbook b carries no stamp",
    ],
  ])("refuses a file that %s, and sends nothing", async (_, change, said) => {
    const { run, cwd, sandbox } = await open();
    await run("plan", "--out", "plan.json");
    const text = readFileSync(join(cwd, "plan.json"), "utf8");
    const next = typeof change === "string" ? change : change(text);
    expect(next).not.toBe(text);
    writeFileSync(join(cwd, "plan.json"), next);
    sandbox.requests.length = 0;
    const { code, stderr } = await run("apply", "plan.json", "--yes");
    expect(code).toBe(1);
    expect(stderr).toContain(`plan.json is not a plan that can be applied:`);
    expect(stderr).toContain(said);
    expect(sandbox.requests).toEqual([]);
  });

  it("says so where there is no such file, and where it goes with what would change the plan", async () => {
    const { run, sandbox } = await open();
    const none = await run("apply", "none.json", "--yes");
    expect(none.code).toBe(64);
    expect(none.stderr).toContain("there is no plan file none.json");
    for (const flags of [
      ["--only", "a"],
      ["--shard", "1/2"],
    ]) {
      const { code, stderr } = await run("apply", "none.json", "--yes", ...flags);
      expect(code).toBe(64);
      expect(stderr).toContain(`takes no ${flags[0]}`);
    }
    expect(sandbox.requests).toEqual([]);
  });

  it("checks hazards as they stand in the plan", async () => {
    const live = { slug: "b", name: "Somebody's", dashboardDraft: { title: "Theirs", widgets: [] } };
    const { run, ok, writes } = await open(DECLARED, { seed: { workbooks: [live] } });
    await run("plan", "--out", "plan.json");
    const refused = await run("apply", "plan.json", "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("--allow adopt");
    // Without the file's name the command would plan anew.
    expect(refused.stdout).toContain("`boardwright apply plan.json --allow adopt`");
    expect(writes()).toBe(0);
    await ok("apply", "plan.json", "--yes", "--allow", "adopt");
  });

  it("needs --yes where nobody can be asked", async () => {
    const { run, writes } = await open();
    await run("plan", "--out", "plan.json");
    expect((await run("apply", "plan.json")).code).toBe(64);
    expect(writes()).toBe(0);
  });
});

describe("a stale plan", () => {
  it("is refused with everything that moved, and when, before anything is written", async () => {
    const { run, ok, declare, sandbox, clock, writes } = await open();
    await ok("apply", "--yes");
    const moved = structuredClone(DECLARED) as { workbooks: Record<string, JsonObject>; reports: JsonObject };
    for (const slug of ["a", "b", "c"]) moved.workbooks[slug]!.name = `${slug} by Git`;
    moved.workbooks.d = { name: "D", dashboard: board("D") };
    moved.reports.ra = { ...DECLARED.reports.ra, name: "RA by Git" };
    moved.reports.rc = { name: "RC", publicId: "rcrcrcrcrcrc" };
    declare(moved);
    await ok("plan", "--out", "plan.json");

    clock.at = Date.parse("2026-11-20T09:30:00Z");
    sandbox.edit("a", (workbook) => {
      workbook.name = "A by hand";
    });
    const [b, c] = [sandbox.workbook("b")!.id, sandbox.workbook("c")!.id];
    sandbox.edit("b", (workbook) => {
      workbook.slug = "elsewhere";
    });
    await send(sandbox, "DELETE", `workbooks/${c}`);
    await send(sandbox, "PUT", "workbooks/by-slug/d", { name: "Theirs" });
    const { id } = await reportOf(sandbox, "RA");
    await send(sandbox, "PUT", `reports/by-public-id/${(await reportOf(sandbox, "RA")).publicId}`, {
      name: "RA by hand",
    });
    await send(sandbox, "PUT", "reports/by-public-id/rcrcrcrcrcrc", { name: "Theirs" });

    const before = writes();
    const { code, stderr } = await run("apply", "plan.json", "--yes");
    expect(code).toBe(3);
    const lines = stderr.split("\n").map((line) => line.trim());
    const at = "at 2026-11-20T09:30:00.000Z";
    expect(lines).toContain(`report ra: the report was changed ${at}`);
    expect(stderr).toMatch(
      /report rc: the publicId rcrcrcrcrcrc was free and is now taken by the report \d+, created at 2026-11-20T09:30:00\.000Z by \S+@\S+/,
    );
    expect(lines).toContain(`a: the workbook was changed ${at}`);
    expect(lines).toContain(`b: the workbook ${b} now has the slug elsewhere, changed ${at}`);
    expect(lines).toContain(`c: the workbook ${c} is gone; the platform does not say since when`);
    expect(stderr).toMatch(
      /d: the slug was free and is now taken by the workbook \d+, created at 2026-11-20T09:30/,
    );
    expect(stderr).toContain("boardwright plan --target test --out FILE");
    expect(id).toBeGreaterThan(0);
    expect(writes()).toBe(before);
  });

  it("is one for another target, address, deployment, project or major version", async () => {
    const { run, sandbox, cwd, env, rewrite, writes } = await open(DECLARED, {
      seed: {
        deployments: [
          { id: 1, name: "one" },
          { id: 2, name: "two" },
        ],
      },
    });
    await run("plan", "--out", "plan.json");
    writeFileSync(
      join(cwd, "boardwright.yaml"),
      `${PROJECT.replace("project: acme", "project: other")}  second: { url: https://platform.test, deployment: 2 }\n`,
    );
    rewrite("plan.json", (plan) => {
      plan.tool.version = "0.0.9";
    });
    sandbox.requests.length = 0;
    const other = await run("apply", "plan.json", "--yes", "--target", "second");
    expect(other.code).toBe(3);
    expect(other.stderr).toContain("target: the plan is for test, this run is for second");
    expect(other.stderr).toContain("deployment: the plan is for 1, this run is for 2");
    expect(other.stderr).toContain('project: the plan is for "acme", this is "other"');
    expect(other.stderr).toMatch(/tool: the plan was made by boardwright 0\.0\.9, this is \d/);
    const elsewhere = { ...env, PLATFORM_API_URL: "http://127.0.0.1:9" };
    const address = await boardwright(["apply", "plan.json", "--yes"], { cwd, env: elsewhere });
    expect(address.code).toBe(3);
    expect(address.stderr).toContain(`address: the plan is for ${sandbox.url}`);
    expect(sandbox.requests).toEqual([]);
    expect((await run("apply", "plan.json", "--yes", "--deployment", "2")).code).toBe(3);
    const project = await run("apply", "plan.json", "--yes");
    expect(project.code).toBe(3);
    expect(project.stderr).not.toContain("target:");

    writeFileSync(join(cwd, "boardwright.yaml"), PROJECT.replace("  test:", "  renamed:"));
    const gone = await run("apply", "plan.json", "--yes");
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain("target: the plan is for test, which boardwright.yaml does not declare");
    expect(writes()).toBe(0);
  });
});

describe("a saved plan whose apply was interrupted", () => {
  it("is completed by the same command, and doing it once more changes nothing", async () => {
    const workbooks = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => {
        const slug = `w${String(index).padStart(2, "0")}`;
        return [
          slug,
          { name: slug, folder: "Team/Many", publish: index % 2 === 0, dashboard: chart(slug, slug) },
        ];
      }),
    );
    const reports = Object.fromEntries(
      Object.keys(workbooks).map((slug) => [
        slug,
        { name: slug, workbook: slug, query: { measures: ["a.b"] } },
      ]),
    );
    const { sandbox, cwd, env, run, ok, replan, writes } = await open(
      { workbooks, reports },
      { faults: "latency:10" },
    );
    await run("plan", "--out", "plan.json");
    const { interrupt, ended } = begin(["apply", "plan.json", "--yes"], { cwd, env });
    // Two folders, thirty shells, thirty reports, and then some of the dashboards.
    while (writes() < 70) await new Promise((next) => setImmediate(next));
    interrupt();
    expect((await ended).code).toBe(130);
    const changed = await replan();
    expect(changed.length).toBeGreaterThan(0);

    await ok("apply", "plan.json", "--yes", "--json");
    expect(await replan()).toEqual([]);
    sandbox.requests.length = 0;
    await ok("apply", "plan.json", "--yes");
    expect(writes()).toBe(0);
  });
});

async function reportOf(sandbox: Sandbox, name: string): Promise<{ id: number; publicId: string }> {
  const answer = await fetch(`${sandbox.url}/api/v1/deployments/1/reports?first=100`, {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  });
  const { data } = (await answer.json()) as { data: { id: number; name: string; publicId: string }[] };
  return data.find((report) => report.name === name)!;
}
