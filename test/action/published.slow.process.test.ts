// Where a step tells its outcome, and where it does not: outputs, lines of files, comment, issue, summary.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { board, chart, openPlace, type Place } from "./place.ts";
import { byHand, type Event, pullRequest, push, type Step, schedule } from "./runner.ts";

const OVERLAPPING = { revenue: board("Revenue", chart("a"), chart("b")) };
const marks = ({ commands }: Step) => commands.filter(({ properties }) => properties.file !== undefined);
const warnings = (step: Step) =>
  step.commands.filter(({ name, properties }) => name === "warning" && properties.file === undefined);
const askedFiles = ({ github }: Place) =>
  github.requests.filter((request) => request.endsWith("/files")).length;

describe("outputs", () => {
  const NAMES = ["exit-code", "changes", "create", "update", "delete", "errors"];
  it.each<[string, Event, string[]]>([
    ["lint", push, []],
    ["plan", push, ["plan-file", "plan-hash", "report-file"]],
    ["apply", push, ["plan-hash", "report-file"]],
    // What was never applied is not live, which the schedule of main has to tell.
    ["drift", schedule, ["plan-hash", "comment-id"]],
  ])("of %s are those that it has", async (command, event, more) => {
    const place = await openPlace();
    const { outputs } = await place.run(command, event);
    expect(Object.keys(outputs).sort()).toEqual([...NAMES, ...more].sort());
  });

  it("are of the platform whose address stands in the job's variables, where no input gives one", async () => {
    const place = await openPlace();
    const url = place.given["api-url"] ?? "";
    const env = { PLATFORM_API_URL: url };
    const step = await place.run("plan", push, { inputs: { "api-url": undefined }, env });
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    expect(step.log).toContain(new URL(url).host);
  });

  it("name files after command, target and part", async () => {
    const place = await openPlace();
    const nameOf = (path: string | undefined) => path?.split("/").at(-1);
    const { outputs } = await place.run("plan", push, { inputs: { shard: "1/2", target: "staging" } });
    expect(nameOf(outputs["plan-file"])).toBe("plan-staging-1-of-2.json");
    expect(nameOf(outputs["report-file"])).toBe("plan-staging-1-of-2.html");
    expect(outputs["report-file"]).toMatch(/\/temp\/boardwright-[^/]+\/[^/]+$/);
    const whole = await place.run("apply", push);
    expect(nameOf(whole.outputs["report-file"])).toBe("apply-production.html");
    const report = readFileSync(whole.outputs["report-file"] ?? "", "utf8");
    expect(report).toContain("0123456789ab");
  });
});

describe("the lines of a pull request", () => {
  it("are asked for where there are findings to show at them, and are not where there are none", async () => {
    const place = await openPlace();
    await place.run("lint", pullRequest(5));
    place.rewrite(OVERLAPPING);
    await place.run("lint", push);
    await place.run("lint", pullRequest(5), { inputs: { "github-token": undefined } });
    expect(askedFiles(place)).toBe(0);
    const elsewhere = await place.run("lint", pullRequest(5));
    expect(askedFiles(place)).toBe(1);
    // The pull request changes another line: a warning is nothing for its reviewers.
    expect(marks(elsewhere)).toEqual([]);
    expect(elsewhere.summary).toContain("widget-overlap");
    const text = stringify({ workbooks: OVERLAPPING });
    const patch = `@@ -0,0 +1,99 @@\n${text.replaceAll(/^/gm, "+")}`;
    place.github.files.set(5, [{ filename: "dashboards/all.yaml", patch }]);
    const [mark, ...others] = marks(await place.run("lint", pullRequest(5)));
    expect(mark).toMatchObject({
      name: "warning",
      properties: { file: "dashboards/all.yaml", title: "widget-overlap" },
    });
    expect(others).toEqual([]);
  });

  it("all count where GitHub does not tell them, which is said in the log alone", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    place.github.refuse = (_, path) => (path.endsWith("/files") ? 403 : undefined);
    const step = await place.run("lint", pullRequest(5));
    expect(step.outputs["exit-code"]).toBe("0");
    expect(marks(step)).toHaveLength(1);
    expect(step.log).toContain("could not read what #5 changes");
    expect(step.summary).not.toContain("could not read");
    expect(warnings(step)).toEqual([]);
    expect(step.log).not.toContain("more findings");
  });
});

describe("the comment", () => {
  it("is left to others on a pull request from a fork, whose token may only read", async () => {
    const place = await openPlace();
    const step = await place.run("plan", pullRequest(5, { fork: true }));
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "0" });
    expect(step.outputs["comment-id"]).toBeUndefined();
    expect(place.github.requests).toEqual([]);
    expect(warnings(step)).toEqual([]);
  });

  it("has a section for each lint and plan, in the order of what matters", async () => {
    const place = await openPlace({ workbooks: OVERLAPPING });
    for (const inputs of [{}, {}, { target: "staging" }, { target: "staging" }])
      await place.run("lint", pullRequest(5), { inputs });
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)).toHaveLength(1);
    expect([...place.sections(5).keys()]).toEqual(["plan production", "lint", "lint staging"]);
  });

  it("of a command that failed takes the place of its earlier one, and a better one takes its", async () => {
    const place = await openPlace();
    await place.run("plan", pullRequest(5));
    await place.run("plan", pullRequest(5), { inputs: { "api-key": "wrong-key" } });
    expect(place.comments(5).map(({ body }) => body.includes("plan failed"))).toEqual([true]);
    await place.run("plan", pullRequest(5));
    expect(place.comments(5).map(({ body }) => body.includes("plan failed"))).toEqual([false]);
  });

  it("of a command whose target nobody can tell is there all the same", async () => {
    const place = await openPlace({
      project:
        "version: 1\nproject: acme\ntargets:\n  a: { url: https://a.test, deployment: 1 }\n  b: { url: https://b.test, deployment: 1 }\n",
    });
    for (const _ of [1, 2]) {
      const step = await place.run("plan", pullRequest(5));
      expect(step.outputs["exit-code"]).toBe("64");
    }
    expect(place.comments(5)).toHaveLength(1);
    expect(place.comments(5)[0]?.body).toContain("plan failed");
  });
});

describe("the issue about drift", () => {
  it("is named in the outputs as long as it is known, and a failed run leaves it open", async () => {
    const place = await openPlace();
    await place.run("apply", push);
    const edit = (title: string) =>
      place.call("PUT", "/deployments/1/workbooks/by-slug/revenue", {
        meta: { dashboardDraft: { title, widgets: [] } },
      });
    const calm = await place.run("drift", schedule);
    expect([calm.outputs["comment-id"], warnings(calm)]).toEqual([undefined, []]);
    await edit("Edited");
    const { outputs } = await place.run("drift", schedule);
    const [number] = [...place.github.issues.keys()].map(String);
    expect(outputs["comment-id"]).toBe(number);
    const failed = await place.run("drift", schedule, { inputs: { "api-key": "wrong-key" } });
    expect(failed.outputs["comment-id"]).toBe(number);
    expect(place.github.issues.get(Number(number))).toMatchObject({ state: "open", comments: [] });
    await edit("Edited again");
    await place.run("drift", pullRequest(9));
    expect(place.comments(9)).toEqual([]);
  });
});

describe("the summary", () => {
  it("that cannot be written is a warning, and the result stands", async () => {
    const place = await openPlace();
    const env = { GITHUB_STEP_SUMMARY: `${place.workspace}/none/summary` };
    const step = await place.run("plan", push, { env });
    expect([step.code, step.outputs["exit-code"]]).toEqual([0, "0"]);
    expect(warnings(step)).toHaveLength(1);
    expect(warnings(step)[0]?.text).toContain(`${place.workspace}/none/summary`);
  });

  it("and the comment that are cut say where all of it is", async () => {
    const names = Array.from({ length: 700 }, (_, at) => `${"finance-".repeat(7)}${at}`);
    const place = await openPlace({
      workbooks: Object.fromEntries(
        names.map((name, at) => [name, { ...board(name), folder: `Folder ${at}` }]),
      ),
    });
    await place.run("plan", pullRequest(5));
    expect(place.comments(5)[0]?.body).toContain("https://github.test/acme/dashboards/actions/runs/77");
  });
});

describe("a project of a sandbox", () => {
  it("needs no key, also on a pull request from a fork", async () => {
    const place = await openPlace({
      project:
        "version: 1\nproject: acme\ntargets:\n  local: { url: sandbox:.boardwright/data.json, deployment: 1 }\n",
    });
    writeFileSync(`${place.workspace}/.gitignore`, ".boardwright\n");
    for (const event of [pullRequest(5, { fork: true }), byHand]) {
      const inputs = { "api-key": undefined, "api-url": undefined };
      const step = await place.run("plan", event, { inputs });
      expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    }
  });
});
