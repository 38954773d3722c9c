// --target takes a name, a group or a glob (contract 15): what each means, and what a command for one target says to several.
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  local: { url: "sandbox:.boardwright/local.json", deployment: 1 }
  eu-1: { like: local, url: "sandbox:.boardwright/eu-1.json" }
  eu-2: { like: eu-1, url: "sandbox:.boardwright/eu-2.json" }
groups: { eu: ["eu-*"], one: [eu-2] }
defaultTarget: local
`;
const open = () =>
  tempFolder({
    "boardwright.yaml": PROJECT,
    "dashboards/a.yaml": "workbooks:\n  a: { name: A, dashboard: { title: A } }\n",
  });
const planned = (stdout: string) =>
  (JSON.parse(stdout) as { plans: { target: { name: string } }[] }).plans.map(({ target }) => target.name);

describe("--target", () => {
  it("takes a name, a group or a glob, several of them, each target once", async () => {
    const cwd = open();
    for (const [flags, names] of [
      [["eu"], ["eu-1", "eu-2"]],
      [["eu-?"], ["eu-1", "eu-2"]],
      [["*"], ["local", "eu-1", "eu-2"]],
      [
        ["eu-2", "eu", "local"],
        ["eu-2", "eu-1", "local"],
      ],
    ] as const) {
      const ran = await boardwright(["plan", "--json", ...flags.flatMap((one) => ["--target", one])], {
        cwd,
      });
      expect(ran.code, ran.stderr).toBe(0);
      expect(planned(ran.stdout)).toEqual(names);
    }
    const env = { BOARDWRIGHT_TARGET: "eu" };
    expect(planned((await boardwright(["plan", "--json"], { cwd, env })).stdout)).toEqual(["eu-1", "eu-2"]);
  });

  it("is refused with the list where a command takes one", async () => {
    const cwd = open();
    const several = await boardwright(["pull", "--all", "--target", "eu"], { cwd });
    expect(several.code).toBe(64);
    expect(several.stderr).toContain('this command takes one target, and "eu" means 2');
    expect(several.stderr).toContain("They are `eu-1`, `eu-2`. Name one: --target eu-1");
    const one = await boardwright(["pull", "--all", "--target", "one"], { cwd });
    expect(one.code, one.stderr).toBe(0);
  });

  it("is refused with a hint where it means none", async () => {
    const cwd = open();
    for (const [name, words] of [
      ["us-*", 'no target of boardwright.yaml is called like "us-*"'],
      ["eu1", 'there is no target "eu1" in boardwright.yaml. Did you mean'],
      ["(eu)*", "the glob of --target has parentheses"],
      ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "stands for more than"],
    ] as const) {
      const ran = await boardwright(["plan", "--target", name], { cwd });
      expect(ran.code, name).toBe(64);
      expect(ran.stderr).toContain(words);
    }
  });
});

describe("targets", () => {
  it("lists names, environments, groups and waves for a CI matrix, and neither addresses nor deployments", async () => {
    const cwd = open();
    const ran = await boardwright(["targets", "--waves", "1,10%,rest", "--json"], { cwd });
    expect(JSON.parse(ran.stdout)).toEqual({
      targets: [
        { name: "local", environment: "local", groups: [], wave: 1 },
        { name: "eu-1", environment: "eu-1", groups: ["eu"], wave: 2 },
        { name: "eu-2", environment: "eu-2", groups: ["eu", "one"], wave: 3 },
      ],
      waves: [["local"], ["eu-1"], ["eu-2"]],
    });
    const one = await boardwright(["targets", "--group", "one", "--json"], { cwd });
    expect(JSON.parse(one.stdout)).toMatchObject({ waves: [["eu-2"]] });
    expect((await boardwright(["targets"], { cwd })).stdout).toContain("eu-2");
  });

  it.each([
    ["0,rest", "a wave of 0 has no target"],
    ["0%,rest", "a wave of 0% has no target"],
    ["101%", "a wave of 101% is more than all targets"],
    ["rest,1", "`rest` is the last of the waves"],
    ["1,-1,rest", '"-1" is no wave'],
    ["", '"" is no wave'],
    ["1", "2 targets are in none of the waves"],
  ])("refuses the waves %j", async (waves, words) => {
    const ran = await boardwright(["targets", "--waves", waves], { cwd: open() });
    expect(ran.code).toBe(64);
    expect(ran.stderr).toContain(words);
  });
});

describe("rename target", () => {
  it("follows `like`, groups and a file of targets", async () => {
    const cwd = tempFolder({
      "boardwright.yaml": "version: 1\nproject: acme\ntargets: { $include: ./t.yaml }\ngroups: { eu: [a] }\n",
      "t.yaml": 'a: { url: "sandbox:.boardwright/a.json" } # kept\nb: { like: a }\n',
    });
    const ran = await boardwright(["rename", "target", "a", "c"], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    const after = await boardwright(["lint"], { cwd });
    expect(after.code, after.stdout + after.stderr).toBe(0);
    expect((await boardwright(["plan", "--target", "eu", "--deployment", "1"], { cwd })).stdout).toContain(
      "c · ",
    );
  });
});
