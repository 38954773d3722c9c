// `was`, and somebody renamed or copied that workbook in the UI as well: nothing is made twice, and no copy takes its place.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { boardOf, openWorld } from "../support/world.ts";

/** `sales` applied, and then called `revenue` in the files. */
async function open() {
  const place = await openWorld({
    workbooks: { sales: boardOf("Sales", "One"), orders: boardOf("Orders", "One") },
    applied: true,
  });
  place.declare(({ workbooks }) => {
    const { sales, orders } = workbooks;
    for (const slug of Object.keys(workbooks)) delete workbooks[slug];
    Object.assign(workbooks, { revenue: { ...sales, was: "sales" }, orders });
  });
  return place;
}

/** A copy as the UI makes it: the stamp comes along. */
async function copy({ url, apiKey }: Sandbox, body: object, slug: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/deployments/1/workbooks/by-slug/${slug}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

describe("a workbook with `was` that was given a third slug in the UI", () => {
  it.each(["by the records", "by its stamp alone"])("is a hazard, known %s", async (known) => {
    const { rename, json, run, forget, sandbox } = await open();
    const { id } = sandbox.workbook("sales")!;
    rename("sales", "turnover");
    if (known === "by its stamp alone") forget();
    const { changes, diagnostics } = await json<Plan>("plan");
    expect(changes).toMatchObject([
      { key: "revenue", action: "create", origin: "live", hazards: [{ code: "renamed" }] },
    ]);
    expect(changes[0]!.reason?.message).toContain(`live as turnover, id ${id}`);
    expect(diagnostics).toEqual([]);
    expect((await run("apply", "--yes")).code).toBe(3);
    expect(sandbox.workbook("revenue")).toBeUndefined();
  });
});

describe("a copy in the place of a workbook with `was`", () => {
  it("is not renamed for the original, which is named", async () => {
    const { rename, json, run, sandbox } = await open();
    const { id, name, meta } = sandbox.workbook("sales")!;
    rename("sales", "old-sales");
    await copy(sandbox, { name, meta }, "sales");
    const younger = sandbox.workbook("sales")!.id;
    const { changes, diagnostics } = await json<Plan>("plan");
    expect(changes.filter(({ kind }) => kind === "workbook")).toEqual([]);
    expect(diagnostics).toMatchObject([{ rule: "cannot-rename", slug: "revenue" }]);
    expect(diagnostics[0]!.message).toContain(
      `the workbooks ${id} and ${younger} both were applied as sales`,
    );
    expect((await run("apply", "--yes")).code).toBe(1);
    expect(sandbox.workbook("sales")!.id).toBe(younger);
  });
});

describe("a workbook that was renamed, and got its old slug back in the UI", () => {
  it("is a hazard as long as `was` is there, and not renamed again unasked", async () => {
    const { rename, json, run, ok, sandbox } = await open();
    await ok("apply", "--yes");
    rename("revenue", "sales");
    const { changes } = await json<Plan>("plan");
    expect(changes).toMatchObject([
      { key: "revenue", action: "rename", was: "sales", origin: "live", hazards: [{ code: "renamed" }] },
    ]);
    const told = (await run("plan")).stdout.replaceAll(/\s+/g, " ");
    expect(told).toContain("declare it under the old slug again, without `was` rename it once more: ");
    expect(told).not.toContain("unmanaged");
    expect((await run("drift")).code).toBe(2);
    expect(await json("pull", "--dry-run")).toMatchObject({ notes: [{ code: "renamed", key: "revenue" }] });
    expect((await run("apply", "--yes")).code).toBe(3);
    expect(sandbox.workbook("sales")).toBeDefined();
    await ok("apply", "--yes", "--allow", "renamed");
    expect(sandbox.workbook("revenue")).toBeDefined();
  });

  it.each([false, true])(
    "is not renamed again by the saved plan that did it before; edited then: %s",
    async (isEdited) => {
      const { rename, run, ok, inUi, sandbox } = await open();
      await ok("plan", "--out", "p.json");
      await ok("apply", "p.json", "--yes");
      rename("revenue", "sales");
      if (isEdited) inUi("sales", (widgets) => Object.assign(widgets[0]!.config, { title: "By hand" }));
      const { code, stderr } = await run("apply", "p.json", "--yes");
      expect(code, stderr).toBe(3);
      expect(stderr.replaceAll(/\s+/g, " ")).toContain("revenue: this plan was applied to the workbook");
      expect(sandbox.workbook("revenue")).toBeUndefined();
    },
  );
});
