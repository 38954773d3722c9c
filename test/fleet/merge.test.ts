// report merge (contract 15): one report of what the jobs of a matrix printed, each of which works on one target.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFleet } from "./front.ts";

type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Runs a job for each target, and keeps what it prints as its workflow would; the exit codes. */
async function jobs({ run, cwd }: Fleet, kind: "plan" | "run", targets: string[], ...more: string[]) {
  const codes: (number | null)[] = [];
  for (const target of targets) {
    const args = kind === "plan" ? ["plan"] : ["apply", "--yes"];
    const { code, stdout } = await run(...args, "--target", target, "--json", ...more);
    writeFileSync(join(cwd, `${kind}-${target}.json`), stdout);
    codes.push(code);
  }
  return codes;
}

const filesOf = (kind: string, targets: string[]) => targets.map((target) => `${kind}-${target}.json`);
const FOUR = ["t-001", "t-002", "t-003", "t-004"];

describe("report merge", () => {
  it("puts plans side by side, equal ones once, as one plan of them all does", async () => {
    const fleet = await openFleet(4);
    await fleet.ok("apply", "--target", "t-001", "--yes");
    await jobs(fleet, "plan", FOUR);
    fleet.front.requests.length = 0;
    const files = filesOf("plan", FOUR);
    const pretty = await fleet.ok("report", "merge", ...files);
    expect(pretty.stdout).toMatch(/^workbook +t-001 +t-002, t-003, t-004$/m);
    expect(pretty.stdout).toMatch(/^a +unchanged +create$/m);
    expect(pretty.stdout).toContain("The same for 2 more: t-003, t-004.");
    const merged = JSON.parse((await fleet.run("report", "merge", ...files, "--json")).stdout);
    expect(fleet.front.requests).toEqual([]);
    const planned = await fleet.run("plan", "--target", "t-*", "--json");
    expect(merged).toEqual({ plans: JSON.parse(planned.stdout), unread: [] });
    const markdown = await fleet.run("report", "merge", ...files, "--format", "markdown");
    expect(markdown.stdout).toContain("| workbook | t-001 | t-002, t-003, t-004 |");
    const html = await fleet.run("report", "merge", ...files, "--format", "html");
    expect(html.stdout).toMatch(/^<!doctype html>[\s\S]*t-004/);
  });

  it("says where each target is after an apply of one job each, and why", async () => {
    const fleet = await openFleet(4);
    fleet.front.broken.add("3");
    await fleet.ok("apply", "--target", "t-002", "--yes");
    const edited = JSON.stringify({ name: "Edited" });
    const path = "/api/v1/deployments/4/workbooks/by-slug/a";
    await fleet.ok("apply", "--target", "t-004", "--yes");
    await fleet.ok("api", "PUT", path, "-d", edited, "--target", "t-004");
    expect(await jobs(fleet, "run", FOUR)).toEqual([0, 0, 1, 3]);
    const files = filesOf("run", FOUR);
    const { code, stdout } = await fleet.run("report", "merge", ...files, "--json");
    expect(code).toBe(1);
    const { run, unread } = JSON.parse(stdout);
    expect(unread).toEqual([]);
    expect(run.project).toBe("acme");
    expect(run.summary).toMatchObject({ applied: 1, unchanged: 1, failed: 1, refused: 1 });
    const states = run.targets.map((one: { target: string; state: string }) => [one.target, one.state]);
    expect(Object.fromEntries(states)).toEqual({
      ...{ "t-001": "applied", "t-002": "unchanged", "t-003": "failed", "t-004": "refused" },
    });
    const pretty = await fleet.run("report", "merge", ...files);
    expect(pretty.stdout).toMatch(/^1 +1 +applied +2 created +t-001$/m);
    expect(pretty.stdout).toContain("t-003: workbook a: ");
    const markdown = await fleet.run("report", "merge", ...files, "--format", "markdown");
    expect(markdown.stdout).toContain("| 1 | 1 | applied | 2 created | t-001 |");
    // Refused alone wrote nothing anywhere.
    expect((await fleet.run("report", "merge", "run-t-002.json", "run-t-004.json")).code).toBe(3);
    expect((await fleet.run("report", "merge", ...files, "--format", "html")).code).toBe(64);
    // What was never begun has no file.
    const asked = await fleet.run("report", "merge", "run-t-001.json", "--target", "t-*", "--json");
    expect(JSON.parse(asked.stdout).run.summary).toMatchObject({ applied: 1, "not-begun": 3 });
    expect(asked.code).toBe(1);
  });

  it("reads the end of an apply in waves", async () => {
    const fleet = await openFleet(3);
    fleet.front.broken.add("2");
    const ran = await fleet.run("apply", "--target", "t-*", "--waves", "1,1,rest", "--yes", "--json");
    writeFileSync(join(fleet.cwd, "run.json"), ran.stdout);
    const merged = await fleet.run("report", "merge", "run.json", "--json");
    expect(merged.code).toBe(1);
    const { run } = JSON.parse(merged.stdout);
    const before = JSON.parse(ran.stdout);
    expect(run).toMatchObject({ waves: 3, summary: before.summary });
    expect(run.targets.map((one: { wave: number }) => one.wave)).toEqual([1, 2, 3]);
  });

  it("names each file that does not belong, and shows the rest", async () => {
    const fleet = await openFleet(2);
    await jobs(fleet, "plan", ["t-001", "t-002"]);
    const plan = readFileSync(join(fleet.cwd, "plan-t-001.json"), "utf8");
    const write = (name: string, text: string) => writeFileSync(join(fleet.cwd, name), text);
    write("again.json", plan);
    write("cut.json", plan.slice(0, plan.length / 2));
    write("empty.json", "");
    write("strange.json", '{"hello":"\\u001b[31m<b>@all</b>"}');
    write("changed.json", plan.replace('"First"', '"Second"'));
    write("list.json", "[1]");
    write("deep.json", `{"formatVersion":1,"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    write("run.json", '{"target":"t","summary":{},"results":[{"status":"maybe"}]}');
    write(
      "other.json",
      '{"project":"<b>@all","target":"t-9","summary":{"created":0,"updated":0,"published":0,"stamped":0,"deleted":0,"unchanged":1,"failed":0,"skipped":0},"results":[]}',
    );
    const wrong = {
      "again.json": "has t-001 again, as plan-t-001.json does",
      "cut.json": "is not JSON, or was cut off",
      "empty.json": "is empty",
      "strange.json": "is none of ours",
      "changed.json": "is no whole plan: it was changed since it was written",
      "list.json": "is none of ours",
      "deep.json": "",
      "run.json": "is none of ours",
      "other.json": "is of the project <b>@all; plan-t-001.json is of acme",
      "gone.json": "is not there",
      ".": "is not a regular file",
    };
    const files = ["plan-t-001.json", ...Object.keys(wrong), "plan-t-002.json"];
    const pretty = await fleet.run("report", "merge", ...files);
    expect(pretty.code, pretty.stderr).toBe(2);
    for (const [file, why] of Object.entries(wrong)) expect(pretty.stderr).toContain(`${file} ${why}`);
    expect(pretty.stderr).not.toMatch(/\n +at |\u001b\[31m/);
    expect(pretty.stdout).toMatch(/^workbook +t-001, t-002$/m);
    const json = await fleet.run("report", "merge", ...files, "--json");
    const { unread, plans } = JSON.parse(json.stdout);
    expect(unread.map(({ file }: { file: string }) => file)).toEqual(Object.keys(wrong));
    expect(plans.plans.length).toBe(2);
    const markdown = await fleet.run("report", "merge", ...files, "--format", "markdown");
    expect(markdown.stdout).toContain("<code>other.json</code> is of the project");
    expect(markdown.stdout).not.toMatch(/<b>@|\u001b/);
    const none = await fleet.run("report", "merge", "strange.json");
    expect(none.code).toBe(2);
    expect((await fleet.run("report", "merge")).code).toBe(64);
    expect((await fleet.run("report")).code).toBe(64);
  });
});
