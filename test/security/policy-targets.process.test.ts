// A file of targets, `like` and groups under a policy: they are those of trusted ground, whatever a branch makes of them.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, openAttack, run, UNDER } from "./repository.ts";

const HEAD = "version: 1\nproject: acme\n";
const INCLUDING = `${HEAD}targets: { $include: ./fleet/targets.yaml }\ngroups: { all: ["eu-*"] }\ndefaultTarget: eu-1\n`;
const targets = (url: string) =>
  `base: { url: "${url}", deployment: 2 }\neu-1: { like: base, deployment: 1 }\n`;

async function attack(others: (url: string, elsewhere: string) => Record<string, string>) {
  const attacked = await openAttack({ base: () => INCLUDING, branch: () => INCLUDING });
  const { root, sandbox, elsewhere } = attacked;
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, name, ".."), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  };
  git(root, "checkout", "-q", "main");
  write({ "fleet/targets.yaml": targets(sandbox.url) });
  git(root, "add", "-A");
  git(root, "commit", "-qm", "targets");
  git(root, "checkout", "-q", "feature");
  write({ "fleet/targets.yaml": targets(sandbox.url), ...others(sandbox.url, elsewhere.url) });
  return attacked;
}

describe("a branch", () => {
  it("that changes the included address sends the key where it went before, and the plan says so", async () => {
    const attacked = await attack((_, elsewhere) => ({ "fleet/targets.yaml": targets(elsewhere) }));
    const ran = await run(attacked, ["plan", "--target", "all", ...UNDER]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(attacked.elsewhere.requests).toEqual([]);
    expect(attacked.sandbox.requests.length).toBeGreaterThan(0);
    expect(ran.stdout).toContain("targets.base.url");
  });

  it("that puts a new target into a group gets no key for it", async () => {
    const attacked = await attack((url, elsewhere) => ({
      "fleet/targets.yaml": `${targets(url)}eu-2: { url: "${elsewhere}", deployment: 1 }\n`,
    }));
    const ran = await run(attacked, ["plan", "--target", "eu-*", ...UNDER]);
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain("only the change under review names the target eu-2");
    const group = await run(attacked, ["plan", "--target", "all", ...UNDER]);
    expect(group.code, group.stderr).toBe(0);
    expect(attacked.elsewhere.requests).toEqual([]);
  });

  it("that puts a target into another group has it listed under those of trusted ground", async () => {
    const attacked = await attack((url) => ({
      "fleet/targets.yaml": `${targets(url)}eu-2: { like: base, deployment: 3 }\n`,
      "boardwright.yaml": INCLUDING.replace("all:", "mine:"),
    }));
    for (const args of [[], ["--group", "all"]]) {
      const ran = await run(attacked, ["targets", "--json", ...args, ...UNDER]);
      const listed = JSON.parse(ran.stdout).targets as { name: string; groups: string[] }[];
      expect(listed.map(({ name, groups }) => [name, ...groups])).toEqual(
        args.length === 0 ? [["base"], ["eu-1", "all"], ["eu-2"]] : [["eu-1", "all"]],
      );
    }
    expect((await run(attacked, ["targets", "--group", "mine", ...UNDER])).code).toBe(64);
  });

  it("that takes targets away has a group mean those that are left", async () => {
    const attacked = await attack(() => ({
      "fleet/targets.yaml": "base: { url: http://127.0.0.1:1, deployment: 2 }\n",
      "boardwright.yaml": `${HEAD}targets: { $include: ./fleet/targets.yaml }\n`,
    }));
    const ran = await run(attacked, ["plan", "--target", "all", ...UNDER]);
    expect(ran.code).toBe(64);
    expect(ran.stderr).toContain('there is no target "all"');
  });

  it("finds no file of targets where trusted ground has a link", async () => {
    const attacked = await attack(() => ({}));
    const { root } = attacked;
    git(root, "checkout", "-qf", "main");
    git(root, "mv", "fleet/targets.yaml", "fleet/other.yaml");
    symlinkSync("other.yaml", join(root, "fleet/targets.yaml"));
    git(root, "add", "-A");
    git(root, "commit", "-qm", "link");
    const ran = await run(attacked, ["plan", ...UNDER]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("fleet/targets.yaml is no regular file at main");
    expect(attacked.sandbox.requests).toEqual([]);
  });
});
