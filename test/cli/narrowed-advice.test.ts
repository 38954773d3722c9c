// The ways out that a narrowed plan shows are pasted: they do what was planned and shown, and nothing that nobody looked at.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openWorld, type World, widget } from "../support/world.ts";

const FILE = "dashboards/all.yaml";

describe("the hazard advice of a narrowed plan", () => {
  it.each([
    [["order-status"], "--only order-status"],
    [["--only", "order-*"], "--only 'order-*'"],
    [["--only", "stock", "--only", "order-*"], "--only stock --only 'order-*'"],
    [[FILE, "--only", "order-*"], "--only order-items --only order-status"],
    [[FILE], "--only order-items --only order-status --only stock"],
    [["--only", "order-*", "--shard", "1/1"], "--only 'order-*' --shard 1/1"],
    [["--shard", "1/1"], "--shard 1/1"],
  ])("%j: repeats what narrowed it", async (args, flags) => {
    const { run } = await openConflicts("order-status", "order-items", "stock");
    const told = `boardwright apply ${flags} --allow conflict`;
    for (const command of args.includes("--shard") ? ["plan"] : ["plan", "drift"])
      expect(plain((await run(command, ...args)).stdout), command).toContain(`: \`${told}\``);
    for (const format of ["markdown", "html"]) {
      const { stdout } = await run("plan", ...args, "--format", format);
      const text = stdout.replaceAll("&#39;", "'").replaceAll("&#42;", "*");
      expect(text, format).toContain(`<code>${told} --target test</code>`);
    }
  });

  it("applies what was planned when it is pasted, and nothing else", async () => {
    const { run, ok, json } = await openConflicts("order-status", "order-items", "stock");
    const told = toldIn((await run("plan", "order-status")).stdout);
    expect(told).toEqual(["pull order-status --theirs", "apply --only order-status --allow conflict"]);
    await ok(...(told[1] ?? "").split(" "), "--yes");
    expect((await json<Plan>("plan")).changes.map(({ key }) => key)).toEqual(["order-items", "stock"]);
  });

  it("plans once more and applies that if paths name more workbooks than a command holds", async () => {
    const slugs = Array.from({ length: 9 }, (_, index) => `b${index}`);
    const { run, ok } = await openConflicts(...slugs);
    const told =
      "boardwright plan dashboards/all.yaml --out plan.json && boardwright apply plan.json --allow";
    expect(plain((await run("plan", FILE)).stdout)).toContain(`\`${told} conflict\``);
    await ok("plan", FILE, "--out", "plan.json");
    await ok("apply", "plan.json", "--allow", "conflict", "--yes");
  });

  it("names the project file and the deployment that were named", async () => {
    const { run, cwd } = await openConflicts("stock", "orders");
    copyFileSync(join(cwd, "boardwright.yaml"), join(cwd, "other.yaml"));
    const named = ["--config", "other.yaml", "--deployment", "1"];
    const stdout = plain((await run("plan", "stock", ...named)).stdout);
    expect(stdout).toContain(`\`boardwright pull stock --theirs ${named.join(" ")}\``);
    expect(stdout).toContain(`\`boardwright apply --only stock --allow conflict ${named.join(" ")}\``);
  });

  it("says it with all hazards, and before an apply", async () => {
    const place = await openConflicts("stock", "orders");
    place.inUi("stock", (widgets) => {
      widget(widgets, "b").config.title = "Net sales";
    });
    const all = "all of it as planned: `boardwright apply --only 'st*' --allow drift,conflict`";
    expect(plain((await place.run("plan", "--only", "st*")).stdout)).toContain(all);
    const refused = await place.run("apply", "--yes", "--only", "st*");
    expect(refused.code).toBe(3);
    expect(plain(refused.stdout)).toContain(all);
    expect(place.read(FILE)).toContain("in Git");
  });
});

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** The command lines, without the program's name. */
function toldIn(text: string): string[] {
  return [...text.matchAll(/`boardwright ([^`]*)`/g)].map(([, command = ""]) => command);
}

/** Each was edited on both sides. */
async function openConflicts(...slugs: string[]): Promise<World> {
  const place = await openWorld({
    workbooks: Object.fromEntries(slugs.map((slug) => [slug, boardOf(slug, "Orders", "Sales")])),
    applied: true,
  });
  for (const slug of slugs) {
    place.inUi(slug, (widgets) => {
      widget(widgets, "a").config.title = "in the UI";
    });
  }
  place.declare(({ workbooks }) => {
    for (const board of Object.values(workbooks))
      widget(board.dashboard.widgets, "a").config.title = "in Git";
  });
  return place;
}
