// Both sides edited one workbook: what plan, drift, pull and apply show of it, and whether the ways out that they name work.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openWorld, type World, widget } from "../support/world.ts";

const WAS = "Orders of this quarter";
const LIVE = "Orders of this quarter (preliminary)";
const GIT = "Orders of this quarter (git2)";

describe("a conflict", () => {
  for (const command of ["plan", "drift", "pull"]) {
    it(`is shown by ${command} with each of its three values whole, one below the other`, async () => {
      const { run } = await openConflict();
      const { stdout } = await run(command);
      const rows = stdout.split("\n").map((line) => line.trim());
      expect(rows).toEqual(
        expect.arrayContaining([`last applied  ${WAS}`, `live          ${LIVE}`, `Git           ${GIT}`]),
      );
      expect(stdout).not.toContain("…");
    });
  }

  it("is on one line if the three values fit there", async () => {
    const { run } = await openConflict({ was: "Orders", live: "Live orders", git: "Git orders" });
    expect((await run("plan")).stdout).toContain("title  was: Orders · live: Live orders · Git: Git orders");
  });

  it("has values that no line holds cut where they differ", async () => {
    const long = "A title that goes on and on until no line of any terminal could hold it ";
    const { run } = await openConflict({ was: `${long}was`, live: `${long}live`, git: `${long}git` });
    const { stdout } = await run("plan");
    for (const end of ["was", "live", "git"]) expect(stdout).toMatch(new RegExp(`…\\S.*hold it ${end}\\n`));
  });
});

describe("the ways out of a conflict beside a live edit", () => {
  it("are what they say: pull takes in what nobody disputes, and names what it left", async () => {
    const place = await openMixed();
    const told = plain((await place.run("plan")).stdout);
    expect(told).toContain("edited both in Git and outside it since the last apply");
    expect(told).not.toContain("edited outside Git since the last apply");
    expect(told).toContain(" 2 hazards: drift (stock) keep the edit: `boardwright pull stock`");
    const shown = await place.run("pull", "stock", "--dry-run");
    const pulled = await place.run("pull", "stock");
    expect([shown.code, pulled.code]).toEqual([1, 1]);
    expect(pulled.stdout).toContain("Pulled the edits of 1 workbook. 1 conflict not taken.");
    expect(pulled.stdout).toMatch(/\(widget b\)\s+title +Sales → Net sales/);
    expect(pulled.stdout).toMatch(/\(widget a\)\s+title +changed on both sides/);
    expect(place.read("dashboards/all.yaml")).toContain("Net sales");
    expect(place.read("dashboards/all.yaml")).toContain(GIT);
    const rest = await place.json<Plan>("plan");
    expect(rest.changes[0]?.hazards.map(({ code }) => code)).toEqual(["conflict"]);
    await place.ok("pull", "stock", "--theirs");
    expect((await place.json<Plan>("plan")).summary).toMatchObject({ update: 0, stamp: 1 });
  });

  it("have a legend only where a row has two sides", async () => {
    const place = await openConflict();
    for (const command of ["drift", "pull"]) expect((await place.run(command)).stdout).not.toContain("left:");
    place.inUi("stock", (widgets) => {
      widget(widgets, "b").config.title = "Net sales";
    });
    expect((await place.run("drift")).stdout).toContain("left: what Git says · right: what is live now");
    expect((await place.run("pull")).stdout).toContain("left: the file · right: what is live");
  });

  it("are named at once by a refusal, as a command that then applies", async () => {
    const { run, ok } = await openMixed();
    expect(plain((await run("plan")).stdout)).toContain(
      "all of it as planned: `boardwright apply --allow drift,conflict`",
    );
    const refused = await run("apply", "--yes", "--only", "st*", "--allow", "drift");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(
      "If this is intended, allow it: boardwright apply --only 'st*' --yes --allow drift,conflict:stock\n",
    );
    await ok("apply", "--only", "st*", "--yes", "--allow", "drift,conflict:stock");
    await ok("plan", "--detailed-exitcode");
  });
});

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** `a` was edited on both sides, `b` in the UI alone. */
async function openMixed(): Promise<World> {
  const place = await openConflict();
  place.inUi("stock", (widgets) => {
    widget(widgets, "b").config.title = "Net sales";
  });
  return place;
}

/** `a` was edited on both sides. */
async function openConflict({ was = WAS, live = LIVE, git = GIT } = {}): Promise<World> {
  const place = await openWorld({
    workbooks: { stock: boardOf("Stock", was, "Sales", "Returns") },
    applied: true,
  });
  place.inUi("stock", (widgets) => {
    widget(widgets, "a").config.title = live;
  });
  place.declare(({ workbooks: { stock } }) => {
    widget(stock?.dashboard.widgets ?? [], "a").config.title = git;
  });
  return place;
}
