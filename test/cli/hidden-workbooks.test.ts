// What the lists do not show any more: deleted, hidden from the credential, renamed or late in lists. A read by its id says which, before
// anything is called deleted.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const CHART = {
  id: "c",
  type: "CHART",
  position: { x: 0, y: 0, w: 3, h: 4 },
  config: { reportId: { $report: "ra" } },
};
const board = (title: string, widgets: object[] = []) => ({ name: title, dashboard: { title, widgets } });
const files = (title = "Orders") => ({
  workbooks: { orders: board(title, [CHART]), stock: board("Stock") },
  reports: { ra: { name: "RA", workbook: "orders", query: { measures: ["a.b"] } } },
});

interface Rule {
  /** The ids that no list shows. */
  hidden?: (id: number) => boolean;
  /** How a read of one of them is answered: as it is, or not at all. */
  isRefused?: boolean;
}

async function open() {
  const rule: Rule = {};
  const place = await openWorld({
    ...files(),
    proxy: async ({ method, path }, forward) => {
      const answer = await forward();
      const [, id] = /\/(?:workbooks|reports)\/(\d+)$/.exec(path) ?? [];
      if (method !== "GET") return answer;
      if (id !== undefined)
        return rule.isRefused && rule.hidden?.(Number(id)) ? { status: 403, body: {} } : answer;
      if (!/\/(?:workbooks|reports)$/.test(path)) return answer;
      const { items, ...rest } = answer.body as { items: { id: number }[] };
      return { ...answer, body: { ...rest, items: items.filter((item) => !rule.hidden?.(item.id)) } as Json };
    },
    applied: true,
  });
  const reportIds = new Set((await place.reports()).map((report) => report.id));
  place.sandbox.requests.length = 0;
  const idOf = (slug: string) => place.sandbox.workbook(slug)?.id as number;
  return {
    ...{ ...place, rule, idOf, reportIds },
    plan: place.planned,
    rewrite: (title: string) => place.declare(files(title)),
  };
}

describe("a workbook that no list shows any more", () => {
  it("is compared as it is if a read still shows it, and written without a second one", async () => {
    const { rule, idOf, plan, ok, rewrite, sandbox } = await open();
    const id = idOf("orders");
    rule.hidden = (one) => one === id;
    expect(await plan()).toMatchObject({ changes: [], summary: { create: 0, unchanged: 2 } });
    await ok("drift");
    rewrite("All orders");
    expect((await plan()).changes).toMatchObject([{ key: "orders", action: "update", id, origin: "git" }]);
    await ok("apply", "--yes");
    expect(sandbox.workbook(id)?.name).toBe("All orders");
    expect((await plan()).changes).toEqual([]);
  });

  it("is found by the stamp of its report where no record knows it", async () => {
    const { rule, idOf, plan, forget } = await open();
    const id = idOf("orders");
    rule.hidden = (one) => one === id;
    forget();
    expect((await plan()).changes).toEqual([]);
  });

  it("is said to be renamed, with the slug that it has now", async () => {
    const { rule, idOf, plan, sandbox } = await open();
    const id = idOf("stock");
    rule.hidden = (one) => one === id;
    sandbox.edit(id, (workbook) => {
      workbook.slug = "warehouse";
    });
    expect((await plan()).changes).toMatchObject([
      {
        key: "stock",
        action: "create",
        reason: { code: "renamed", message: expect.stringContaining(`warehouse, id ${id}`) },
      },
    ]);
  });

  it("is said to be unchecked if it may not be read, and not to be deleted; drift warns of it", async () => {
    const { rule, idOf, plan, run, json } = await open();
    const id = idOf("stock");
    Object.assign(rule, { hidden: (one: number) => one === id, isRefused: true });
    const { changes } = await plan();
    expect(changes).toMatchObject([
      { key: "stock", action: "create", origin: "git", reason: { code: "unchecked" } },
    ]);
    expect(changes[0]?.reason?.message).toBe(
      `not in the list of workbooks; whether it was deleted could not be checked: the platform refused to read workbook ${id} (403)`,
    );
    for (const command of [["plan"], ["pull", "--all", "--dry-run"], ["workbooks", "list"]])
      expect((await run(...command)).stdout, command.join(" ")).not.toContain("deleted on the platform");
    const drift = await run("drift");
    expect([drift.code, drift.stdout]).toEqual([0, expect.stringContaining("not live")]);
    expect((await run("drift", "--strict")).code).toBe(2);
    const listed = await json<
      {
        slug: string;
        inventory: JsonObject;
      }[]
    >("workbooks", "list");
    expect(listed.find(({ slug }) => slug === "stock")?.inventory.state).toBe("unknown");
  });

  it("is said to be deleted if there is none with its id, which was asked", async () => {
    const { idOf, plan, remove, sandbox } = await open();
    const id = idOf("stock");
    await remove("stock");
    sandbox.requests.length = 0;
    expect((await plan()).changes).toMatchObject([{ key: "stock", reason: { code: "deleted" } }]);
    expect(sandbox.requests.filter(({ path }) => path.endsWith(`/workbooks/${id}`))).toHaveLength(1);
  });
});

describe("a report that no list shows any more", () => {
  const isReport = (ids: ReadonlySet<number>) => (id: number) => ids.has(id);

  it("is what it was if a read shows it, and unchecked if it may not be read", async () => {
    const { rule, plan, reportIds } = await open();
    rule.hidden = isReport(reportIds);
    expect((await plan()).changes).toEqual([]);
    rule.isRefused = true;
    expect((await plan()).changes).toContainEqual(
      expect.objectContaining({
        ...{ key: "ra", action: "create" },
        reason: expect.objectContaining({ code: "unchecked" }),
      }),
    );
  });

  it("is not called deleted for the chart that draws it, where no record knows it", async () => {
    const { rule, run, forget, reportIds } = await open();
    rule.hidden = isReport(reportIds);
    forget();
    expect((await run("plan")).stdout).not.toContain("deleted on the platform");
    rule.isRefused = true;
    expect((await run("plan")).stdout).not.toContain("deleted on the platform");
  });
});
