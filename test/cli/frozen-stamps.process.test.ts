// A platform that keeps our stamp only as the creation wrote it: an edit by hand is never lost unasked, and drift is not green for it.
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { git } from "../security/repository.ts";
import { boardwright } from "../support/command.ts";
import { openWorld, type World } from "../support/world.ts";

const board = (markdown: string) => ({
  title: "T",
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown } }],
});
const files = (markdown: string) => ({
  workbooks: { sales: { name: "Sales", dashboard: board(markdown) } },
});

/** Created, and then changed by an apply whose stamp the platform did not keep. */
async function open(quirks = "freezes-stamp"): Promise<World> {
  const place = await openWorld({ ...files("one"), sandbox: { quirks } });
  await place.run("apply", "--yes");
  place.declare(files("two"));
  const ran = await place.run("apply", "--yes", "--allow", "adopt");
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining("did not keep its stamp")]);
  return place;
}

const edit = ({ sandbox }: World, markdown: string) =>
  sandbox.edit("sales", (workbook) => {
    workbook.dashboardDraft = board(markdown);
  });

/** Git knows what was declared, whatever became of the records. */
const forget = ({ cwd }: World): void => {
  rmSync(`${cwd}/.boardwright`, { recursive: true });
  git(cwd, "init", "--quiet");
  git(cwd, "add", "--all");
  git(cwd, "commit", "--quiet", "-m", "Declare it");
};

const drift = ({ cwd, env }: World, ...args: string[]) => boardwright(["drift", ...args], { cwd, env });

const prune = (place: World, ...allow: "delete"[] | ["delete", "adopt"]) =>
  place.run("apply", "--yes", "--json", "--prune", ...allow.flatMap((hazard) => ["--allow", hazard]));

describe("a workbook whose last stamp the platform did not keep", () => {
  it.each(["three", "one"])(
    "is deleted by --prune only if asked for twice, edited to %s or not",
    async (to) => {
      const place = await open();
      edit(place, to);
      place.declare({});
      const refused = await prune(place, "delete");
      expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("adopt")]);
      expect(refused.stderr.replace(/\s+/g, " ")).toContain("nobody knows whether somebody edited it since");
      expect(place.sandbox.workbook("sales")).toBeDefined();
      const done = await prune(place, "delete", "adopt");
      expect(done.code, done.stderr + done.stdout).toBe(0);
      expect(place.sandbox.workbook("sales")).toBeUndefined();
    },
  );

  it("is drift when it is not as declared, whoever made it so", async () => {
    const place = await open();
    expect((await drift(place)).code).toBe(0);
    edit(place, "three");
    const ran = await drift(place);
    expect([ran.code, ran.stdout]).toEqual([2, expect.stringContaining("sales")]);
    expect(ran.stdout.replace(/\s+/g, " ")).toContain(
      "the platform kept the stamp of an earlier write, as one does that takes a stamp only when something is created: nobody knows who made it differ from the files",
    );
    // Edited back to what the frozen stamp says.
    edit(place, "one");
    expect((await drift(place)).code).toBe(2);
  });

  it("is drift, too, where the platform drops every stamp", async () => {
    const place = await open("drops-stamp");
    edit(place, "three");
    const ran = await drift(place);
    expect([ran.code, ran.stdout]).toEqual([2, expect.stringContaining("sales")]);
  });

  it("is drift without the records, by the stamp alone", async () => {
    const place = await open();
    edit(place, "three");
    forget(place);
    expect((await drift(place)).code).toBe(2);
    place.declare({});
    const refused = await prune(place);
    expect(refused.code).toBe(3);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain("edits made outside Git");
  });
});

describe("several workbooks whose last stamps the platform did not keep", () => {
  it.each(["freezes-stamp", "drops-stamp"])(
    "are not named together as what pull takes in: one may be changed in Git alone (%s)",
    async (quirks) => {
      const two = (a: string, b: string) => ({
        workbooks: {
          ops: { name: "Ops", dashboard: board(a) },
          sales: { name: "Sales", dashboard: board(b) },
        },
      });
      const place = await openWorld({ ...two("one", "one"), sandbox: { quirks } });
      await place.run("apply", "--yes");
      place.declare(two("two", "two"));
      await place.run("apply", "--yes", "--allow", "adopt");
      place.declare(two("two", "three"));
      place.sandbox.edit("ops", (workbook) => {
        workbook.dashboardDraft = board("mine");
      });
      const ran = await boardwright(["plan"], place);
      const said = ran.stdout.replace(/\s+/g, " ");
      expect(said).not.toMatch(/pull ops sales|pull sales/);
      expect(said).toContain(
        "adopt (ops, sales). Nobody knows which of them were edited there: take the live state of each that was in with `boardwright pull SLUG --theirs`, or put",
      );
      // The way out that it names.
      expect((await boardwright(["pull", "ops", "--theirs"], place)).code).toBe(0);
      const applied = await place.run("apply", "--yes", "--allow", "adopt");
      expect(applied.stdout).toContain("Applied");
      expect(place.sandbox.workbook("ops")?.dashboardDraft).toMatchObject(board("mine"));
      expect(place.sandbox.workbook("sales")?.dashboardDraft).toMatchObject(board("three"));
    },
  );
});

describe("an apply whose stamps the platform does not keep", () => {
  it("counts what was created as applied, and says what failed", async () => {
    const two = {
      workbooks: {
        ...files("one").workbooks,
        stock: { name: "Stock", publish: true, dashboard: board("s") },
      },
    };
    const place = await openWorld({ ...two, sandbox: { quirks: "drops-stamp" } });
    const ran = await place.run("apply", "--yes");
    expect([ran.code, ran.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^Applied 2 of 2 in [\d.]+ s: 2 created, 1 published\. Failed in part: 2 without the stamp of this run\.$/m,
      ),
    ]);
    expect((await place.planned()).changes.map(({ action }) => action)).toEqual(["stamp", "stamp"]);
  });
});

describe("a workbook whose stamp says no answer, because the one that did was not kept", () => {
  it("is deleted by --prune only if asked for twice", async () => {
    const place = await openWorld({ ...files("one"), sandbox: { quirks: "freezes-stamp,fills-defaults" } });
    await place.run("apply", "--yes");
    forget(place);
    edit(place, "three");
    place.declare({});
    const refused = await prune(place, "delete");
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain("nobody knows whether somebody edited it since");
  });
});
