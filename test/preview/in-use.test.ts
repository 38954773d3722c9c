// A report of a preview that somebody's own workbook draws: it stays, and whoever takes the preview down is told.
import { describe, expect, it } from "vitest";
import { files, openPlace } from "./support.ts";

const NET = { count: "orders.net" };

/** A preview with a report, and a copy of it that somebody made in the UI. */
async function open() {
  const place = await openPlace();
  place.rewrite(files(NET));
  await place.up("feature/net", "pr-1");
  const { sandbox } = place;
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
    const sent = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    return (await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/${path}`, sent)).json();
  };
  const original = sandbox.workbook("counts--pr-1");
  const meta = { ...original?.meta, dashboardDraft: original?.dashboardDraft };
  await send("PUT", "by-slug/annas-copy", { name: "Anna's", meta });
  const drawn = async () => (await place.reports()).some(({ name }) => name === "[pr-1] Count");
  const remove = async () => send("DELETE", String(sandbox.workbook("annas-copy")?.id));
  return { ...place, drawn, remove };
}

describe("a report that a workbook outside the preview draws", () => {
  it("stays when it is taken down, and is told", async () => {
    const place = await open();
    const ran = await place.run("preview", "down", "--name", "pr-1");
    expect([ran.code, ran.stdout]).toEqual([
      0,
      `Preview pr-1 is taken down: 2 workbooks removed, the staging environment of branch feature/net is off.
Gone: both--pr-1, counts--pr-1.
Kept, because a workbook outside the preview draws it: report count--pr-1 (annas-copy).
`,
    ]);
    expect(await place.drawn()).toBe(true);
  });

  it("is in the JSON, and goes once nothing draws it", async () => {
    const place = await open();
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([
      { removedReports: [], inUse: [{ key: "count--pr-1", by: ["annas-copy"] }] },
    ]);
    await place.remove();
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([
      { removedReports: ["count--pr-1"], inUse: [] },
    ]);
    expect(await place.drawn()).toBe(false);
  });

  it("stays, too, when the copy has another slug by now", async () => {
    const place = await open();
    await place.remove();
    place.sandbox.edit("counts--pr-1", (workbook) => {
      workbook.slug = "mine";
    });
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([
      { inUse: [{ key: "count--pr-1", by: ["mine"] }] },
    ]);
    expect(await place.drawn()).toBe(true);
  });

  it("stays when another up cleans up, and is told there", async () => {
    const place = await open();
    place.rewrite(files({ direct: "orders.count" }));
    const ran = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1");
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("report count--pr-1 (annas-copy)")]);
    place.rewrite(files());
    const none = await place.run("preview", "up", "--branch", "feature/net", "--name", "pr-1", "--json");
    expect(JSON.parse(none.stdout)).toMatchObject({ inUse: [{ key: "count--pr-1", by: ["annas-copy"] }] });
    expect(await place.drawn()).toBe(true);
  });

  it("keeps no environment on, and no name from another branch", async () => {
    const place = await open();
    await place.down({ name: "pr-1" });
    place.rewrite(files({ direct: "orders.count" }));
    await place.up("feature/net", "pr-2");
    expect((await place.down({ name: "pr-2" })).previews).toMatchObject([{ staging: "off", neededBy: [] }]);
    expect(await place.isOn("feature/net")).toBe(false);
    expect((await place.run("preview", "up", "--branch", "other", "--name", "pr-1")).code).toBe(0);
  });
});

describe("a report that somebody made in a copy", () => {
  it("keeps the copy, because the platform may delete it with that", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-1");
    const { sandbox } = place;
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
    const report = `${sandbox.url}/api/v1/deployments/1/reports/by-public-id/byHandZ1x8Kp`;
    const put = (workbookId: number | null | undefined) =>
      fetch(report, {
        method: "PUT",
        headers,
        body: JSON.stringify({ name: "By hand", jsonQuery: "{}", workbookId }),
      });
    await put(sandbox.workbook("counts--pr-1")?.id);
    const ran = await place.run("preview", "down", "--name", "pr-1");
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([
      1,
      expect.stringContaining(
        'counts--pr-1: kept: the report "By hand", not made by the preview, belongs to it',
      ),
    ]);
    expect(sandbox.workbook("counts--pr-1")).toBeDefined();
    expect((await place.reports()).map(({ name }) => name)).toContain("By hand");
    await put(null);
    expect((await place.run("preview", "down", "--name", "pr-1")).code).toBe(0);
    expect(sandbox.workbook("counts--pr-1")).toBeUndefined();
  });
});
