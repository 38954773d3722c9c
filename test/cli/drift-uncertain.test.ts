import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const board = (markdown: string) => ({
  title: "T",
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown } }],
});
const FILES = {
  workbooks: {
    sales: { name: "Sales", dashboard: board("hi") },
    ops: { name: "Ops", dashboard: board("hi") },
  },
};

describe("a workbook whose stamp was removed on the platform", () => {
  it.each([true, false])(
    "is drift where a record knows that it had one, edited or not: %s",
    async (edited) => {
      const { run, strip, json } = await open();
      strip(edited);
      const ran = await run("drift");
      expect(ran.code).toBe(2);
      expect(ran.stdout).toMatch(/^ {2}[!=] sales/m);
      expect(ran.stdout).toContain("its stamp has been removed since");
      expect(ran.stdout).toContain(
        "1 workbook was left without the stamp of the last apply outside Git. 1 workbook is as last applied.",
      );
      if (edited) expect(ran.stdout).toContain("hi → UI");
      const { changes, diagnostics } = await json("drift");
      expect(changes).toMatchObject([{ key: "sales", reason: { code: "unstamped" } }]);
      expect(diagnostics).toEqual([]);
      expect((await run("drift", "--format", "markdown")).stdout).toContain(
        "its stamp has been removed since",
      );
    },
  );

  it("is named where no record knows; exit 2 with --strict alone", async () => {
    const { run, ok, strip, forget } = await open();
    strip(true);
    forget();
    const ran = await ok("drift");
    expect(ran.stdout).toContain(
      "1 declared workbook has no stamp of this project: sales (never applied, applied by another project, or the stamp was removed or not kept)",
    );
    expect(ran.stdout).not.toContain("Nothing was edited");
    expect((await run("drift", "--strict")).code).toBe(2);
  });

  it("is none if the project let go of it, and declares it again", async () => {
    const { ok, declare, json } = await open();
    declare({ workbooks: { ops: FILES.workbooks.ops } });
    await ok("disown", "sales", "--yes");
    declare(FILES);
    const { changes, diagnostics } = await json("drift");
    expect(changes).toEqual([]);
    expect(diagnostics).toMatchObject([{ rule: "no-stamp" }]);
  });
});

describe("a declared workbook that is not live, without a record", () => {
  it.each(["deleted", "never applied"])("is named; exit 0, and 2 with --strict: %s", async (what) => {
    const { run, ok, forget, remove, declare, json } = await open();
    if (what === "deleted") {
      await remove("sales");
      forget();
    } else {
      declare({ workbooks: { ...FILES.workbooks, fresh: { name: "Fresh" } } });
    }
    const name = what === "deleted" ? "sales" : "fresh";
    const ran = await ok("drift");
    expect(ran.stdout).toContain(`1 declared workbook is not live: ${name} (never applied, or deleted)`);
    expect((await json("drift")).diagnostics).toMatchObject([{ rule: "not-live", severity: "warning" }]);
    expect((await run("drift", "--format", "markdown")).stdout).toContain("is not live");
    expect((await run("drift", "--strict")).code).toBe(2);
    await ok("apply", "--yes");
    await ok("drift", "--strict");
  });
});

async function open() {
  const world = await openWorld({ ...FILES, applied: true });
  return {
    ...world,
    json: (command: string) => world.json<Plan>(command),
    /** As a UI that writes `meta` anew; `edited`: along with a text. */
    strip(edited: boolean) {
      world.sandbox.edit("sales", (workbook) => {
        workbook.meta = {};
        if (edited) workbook.dashboardDraft = board("UI");
      });
    },
  };
}
