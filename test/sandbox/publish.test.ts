import { describe, expect, it } from "vitest";
import type { Seed } from "../../src/sandbox/index.ts";
import { start, tickingClock, widget } from "./support.ts";

const seed: Seed = {
  workbooks: [
    { id: 201, slug: "a", dashboardDraft: { title: "A", widgets: [widget("w", { reportId: 301 })] } },
    { id: 202, slug: "empty" },
    { id: 203, slug: "reviewed", reviewRequired: true, dashboardDraft: { title: "R" } },
    { id: 204, slug: "app", dashboardDraft: { kind: "APP", app: { entry: "index.js" } } },
  ],
  reports: [
    { id: 301, name: "Revenue", version: 3, meta: { kind: "vega" }, publicId: "reportreport" },
    { id: 302, name: "Unused" },
  ],
};

describe("publish", () => {
  it("publishes the saved draft, with the reports it names frozen", async () => {
    const { at } = await start({ seed, clock: tickingClock() });
    const before = (await at("GET", "/workbooks/201")).body;
    const { status, body } = await at("POST", "/workbooks/201/publish", { workbookId: 201 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      publicId: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      deploymentId: 1,
      workbookId: 201,
      status: "published",
      allowEmbed: false,
      title: "A",
      description: null,
      versionNumber: 1,
      config: seed.workbooks![0]!.dashboardDraft!,
      reportSnapshots: [{ reportId: 301, versionNumber: 3, name: "Revenue", kind: "vega" }],
    });
    const after = (await at("GET", "/workbooks/201")).body;
    expect(after.publishedDashboard).toEqual(body);
    expect(after.dashboardPublished).toEqual(before.dashboardDraft);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it("makes a version when viewers see something new, a changed report included, and none otherwise", async () => {
    const { at, upsert } = await start({ seed, clock: tickingClock() });
    const publish = async () => (await at("POST", "/workbooks/201/publish", { workbookId: 201 })).body;
    const first = await publish();
    const updatedAt = (await at("GET", "/workbooks/201")).body.updatedAt;
    expect(await publish()).toEqual(first);
    expect((await at("GET", "/workbooks/201")).body.updatedAt).toBe(updatedAt);
    await at("PUT", "/reports/by-public-id/reportreport", { title: "New" });
    const second = await publish();
    expect(second).toMatchObject({ id: first.id, publicId: first.publicId, versionNumber: 2 });
    expect(second.versionId).not.toBe(first.versionId);
    await upsert("a", { meta: { dashboardDraft: { title: "B" } } });
    expect((await at("GET", "/workbooks/201")).body.dashboardPublished.title).toBe("A");
    expect(await publish()).toMatchObject({ versionNumber: 3, title: "B", reportSnapshots: [] });
  });

  it("publishes a config that is sent, title and embedding with it, and leaves the draft", async () => {
    const { at } = await start({ seed });
    const sent = {
      workbookId: 201,
      config: { title: "Sent" },
      title: "Title",
      description: "D",
      allowEmbed: true,
    };
    const { body } = await at("POST", "/workbooks/201/publish", sent);
    expect(body).toMatchObject({
      config: { title: "Sent" },
      title: "Title",
      description: "D",
      allowEmbed: true,
    });
    expect((await at("GET", "/workbooks/201")).body.dashboardDraft.title).toBe("A");
    const again = await at("POST", "/workbooks/201/publish", { workbookId: 201, dashboardId: body.id });
    expect(again.body).toMatchObject({ title: "A", allowEmbed: true, versionNumber: 2 });
  });

  it.each([
    ["a body without workbookId", 201, {}, 400, "workbookId is required"],
    ["another workbookId than the path's", 201, { workbookId: 202 }, 400, "the path names workbook 201"],
    [
      "a config that is not valid",
      201,
      { workbookId: 201, config: { widgets: [{}] } },
      400,
      "config.widgets[0].id is required",
    ],
    ["another dashboard", 201, { workbookId: 201, dashboardId: 1 }, 404, "Dashboard 1"],
    ["a workbook without a draft", 202, { workbookId: 202 }, 400, "no draft to publish"],
    [
      "what requires a review",
      203,
      { workbookId: 203 },
      400,
      "This dashboard requires review before publishing",
    ],
    ["an app", 204, { workbookId: 204 }, 400, "APP"],
    ["a workbook that is not there", 999, { workbookId: 999 }, 404, "Workbook 999"],
  ])("refuses %s", async (_, id, body, status, message) => {
    const { at } = await start({ seed });
    const answer = await at("POST", `/workbooks/${id}/publish`, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(message);
  });
});
