// A slug that was renamed in the UI: an apply stops before it makes a second workbook, and every command knows what it was.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openWorld } from "../support/world.ts";

describe("a workbook whose slug was renamed in the UI", () => {
  it("stops an apply, which would create a second one, and says how to go on", async () => {
    const { run, ok, json, rename, forget, sandbox } = await openRenamed();
    rename("orders", "orders-2026");
    for (const known of ["by the records", "by its stamp"]) {
      const { changes } = await json<Plan>("plan");
      expect(changes, known).toMatchObject([
        { key: "orders", action: "create", origin: "live", hazards: [{ code: "renamed" }] },
      ]);
      const told = plain((await run("plan")).stdout);
      expect(told).toContain("! orders Orders");
      expect(told.match(/live as orders-2026/g)).toHaveLength(1);
      expect(told).toContain("As it is, apply would create a second workbook.");
      expect(told).toContain("declare it as orders-2026");
      expect(told).toContain("`boardwright disown orders-2026`");
      expect(told).toContain("let go of what is live: `boardwright disown orders-2026` create");
      for (const format of ["markdown", "html"])
        expect((await run("plan", "--format", format)).stdout).toContain("create a second workbook");
      const refused = await run("apply", "--yes");
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain("renamed: orders");
      expect(sandbox.workbook("orders")).toBeUndefined();
      if (known === "by the records") forget();
    }
    await ok("apply", "--yes", "--allow", "renamed");
    expect(sandbox.workbook("orders")).toBeDefined();
  });

  it("is no hazard by the records alone, which other machines do not have; the plan says it all the same", async () => {
    const { run, json, rename, sandbox } = await openRenamed();
    rename("orders", "orders-2026");
    sandbox.edit("orders-2026", (workbook) => {
      workbook.meta = {};
    });
    expect((await json<Plan>("plan")).changes).toMatchObject([
      { key: "orders", action: "create", hazards: [], reason: { code: "renamed" } },
    ]);
    expect((await run("workbooks", "list")).stdout).toMatch(/orders-2026 +renamed from orders/);
  });

  it("is taken over as it is once Git has the new slug", async () => {
    const { ok, json, rename, declare } = await openRenamed();
    rename("orders", "orders-2026");
    declare(({ workbooks }) => {
      workbooks["orders-2026"] = workbooks.orders as NonNullable<typeof workbooks.orders>;
      delete workbooks.orders;
    });
    expect((await json<Plan>("plan")).changes).toMatchObject([
      { key: "orders-2026", action: "stamp", hazards: [] },
    ]);
    await ok("apply", "--yes");
    expect((await json<Plan>("plan")).changes).toEqual([]);
  });

  it("is renamed in the list of workbooks, with the slug that it had, declared or not", async () => {
    const { run, json, rename, declare } = await openRenamed();
    rename("orders", "orders-2026");
    const row = /^\d+ +orders-2026 +renamed from orders +acme /m;
    expect((await run("workbooks", "list")).stdout).toMatch(row);
    const listed = await json<{ slug: string; inventory: object }[]>(
      "workbooks",
      "list",
      "--state",
      "renamed",
    );
    expect(listed).toMatchObject([
      { slug: "orders-2026", inventory: { state: "renamed", owner: "acme", renamedFrom: "orders" } },
    ]);
    declare(({ workbooks }) => {
      delete workbooks.orders;
    });
    expect((await run("workbooks", "list")).stdout).toMatch(row);
  });

  it("is spoken of by no plan any more after a disown, with records or without", async () => {
    const { run, ok, json, rename, forget } = await openRenamed();
    rename("orders", "orders-2026");
    await ok("disown", "orders-2026", "--yes");
    for (const known of ["records", "no records"]) {
      expect((await run("plan")).stdout, known).not.toContain("orders-2026");
      const { changes } = await json<Plan>("plan");
      expect(changes, known).toMatchObject([{ key: "orders", action: "create", origin: "git", hazards: [] }]);
      expect(changes[0]).not.toHaveProperty("reason");
      await ok("drift");
      expect((await run("workbooks", "list")).stdout).toMatch(/orders-2026 +unmanaged/);
      if (known === "records") forget();
    }
    await ok("apply", "--yes");
  });
});

function openRenamed() {
  return openWorld({
    workbooks: {
      orders: boardOf("Orders", "Open", "Sales", "Returns"),
      stock: boardOf("Stock", "Items"),
    },
    applied: true,
  });
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
