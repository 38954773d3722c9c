// plan --format markdown --limit N: cut as a comment is, for forges that take less.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = "version: 1\nproject: acme\ntargets:\n  local: { url: sandbox:data.json, deployment: 1 }\n";

/** Dashboards that are new, each with a layout to draw. */
function place(many: number): string {
  const workbooks = Object.fromEntries(
    Array.from({ length: many }, (_, at) => {
      const widgets = Array.from({ length: 6 }, (_, w) => ({
        id: `w${w}`,
        type: "TEXT",
        position: [w * 2, 0, 2, 2],
        config: { markdown: `Widget ${w} of ${at}` },
      }));
      return [`board-${at}`, { name: `Board number ${at}`, dashboard: { kind: "CLASSIC", widgets } }];
    }),
  );
  return tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify({ workbooks }) });
}

const plan = (cwd: string, ...args: string[]) =>
  boardwright(["plan", "--format", "markdown", ...args], { cwd });
const rows = (text: string) => text.match(/\| <b>Board number \d+<\/b> \|/g)?.length ?? 0;

describe("plan --format markdown --limit", () => {
  it("takes drawings first, then details, and never a row", async () => {
    const cwd = place(12);
    const whole = (await plan(cwd)).stdout;
    expect((await plan(cwd, "--limit", String(whole.length))).stdout).toBe(whole);
    const undrawn = await plan(cwd, "--limit", String(whole.length - 1));
    expect(undrawn.stdout.length).toBeLessThan(whole.length);
    expect(undrawn.stdout).toContain("not drawn here**");
    expect(undrawn.stdout.match(/<details>/g)).toHaveLength(12);
    const short = await plan(cwd, "--limit", "2000");
    expect(short.stdout.length).toBeLessThanOrEqual(2000);
    expect(short.stdout).toContain("did not fit here**");
    for (const { stdout, stderr } of [undrawn, short]) {
      expect(rows(stdout)).toBe(12);
      expect(stdout).toContain("<code>boardwright plan --format html</code>");
      expect(stderr).toBe("");
    }
  });

  it("is for markdown of one target, and for a number that says anything", async () => {
    const cwd = place(1);
    const refused = async (...args: string[]) => {
      const { code, stderr } = await boardwright(["plan", ...args], { cwd });
      expect(code).toBe(64);
      return stderr;
    };
    expect(await refused("--limit", "5000")).toContain("--limit is for --format markdown");
    expect(await refused("--limit", "5000", "--format", "markdown", "--json")).toContain("--limit is for");
    expect(await refused("--limit", "999", "--format", "markdown")).toContain("1000 or more");
    expect(await refused("--limit", "many", "--format", "markdown")).toContain("a whole number");
    const two = ["--target", "local", "--target", "other"];
    expect(await refused("--limit", "5000", "--format", "markdown", ...two)).toContain("one target");
  });
});
