import { describe, expect, it } from "vitest";
import { handClock, start, widget } from "./support.ts";

const events = [
  { createdAt: "2026-01-01T00:00:00.000Z", eventName: "Logged in", userEmail: "ann@example.com" },
  {
    createdAt: "2026-01-31T23:59:59.999Z",
    eventName: "Workbook updated",
    userEmail: "bo@example.com",
    deploymentId: 1,
    details: { slug: 'say "hi", or\nnot' },
  },
  { createdAt: "2026-02-01T00:00:00.000Z", eventName: "Logged in", userEmail: "bo@example.com" },
];

async function open() {
  const client = await start({
    seed: {
      auditEvents: events,
      apiKeys: [
        { key: "none", permissions: [] },
        { key: "auditor", role: "AI BI Viewer", permissions: ["AuditLogManage"] },
        { key: "all", role: "AI BI Viewer", permissions: ["All"] },
        { key: "viewer", role: "AI BI Viewer" },
        { key: "scoped", deployments: [1], permissions: ["AuditLogManage"] },
      ],
    },
  });
  const get = (query = "", authorization = "Bearer sandbox-key") =>
    client.call("GET", `/audit-logs/export${query}`, undefined, authorization);
  /** The ids that come back. */
  const ids = async (query: string) => {
    const { status, body } = await get(query);
    expect([query, status]).toEqual([query, 200]);
    return [...(body as string).matchAll(/^(\d+),/gm)].map((match) => Number(match[1]));
  };
  return { ...client, get, ids };
}

describe("GET /audit-logs/export", () => {
  it("streams CSV as an attachment", async () => {
    const { get } = await open();
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="audit-logs.csv"');
    expect(headers.get("content-length")).toBeNull();
    expect(headers.get("transfer-encoding")).toBe("chunked");
    expect(body).toBe(
      [
        "id,createdAt,eventName,userEmail,deploymentId,details",
        "1,2026-01-01T00:00:00.000Z,Logged in,ann@example.com,,{}",
        '2,2026-01-31T23:59:59.999Z,Workbook updated,bo@example.com,1,"{""slug"":""say \\""hi\\"", or\\nnot""}"',
        "3,2026-02-01T00:00:00.000Z,Logged in,bo@example.com,,{}",
        "",
      ].join("\r\n"),
    );
  });

  it.each<[string, number[]]>([
    ["", [1, 2, 3]],
    ["?start=2026-01-31", [2, 3]],
    ["?end=2026-01-31", [1, 2]],
    ["?start=2026-01-02&end=2026-01-31", [2]],
    ["?start=2026-02-01T00:00:00Z", [3]],
    ["?start=2026-02-01T00:00:00.001Z", []],
    ["?end=2026-02-01T00:00:00Z", [1, 2, 3]],
    ["?start=2026-02-01T00:30:00%2B01:00", [2, 3]],
    ["?end=2026-01-31T23:00", [1]],
    ["?eventName=Logged%20in", [1, 3]],
    ["?eventName=logged%20in", []],
    ["?userEmail=BO@example.com", [2, 3]],
    ["?userEmail=bo", []],
    ["?search=SAY", [2]],
    ["?search=example.com", [1, 2, 3]],
    ["?search=nothing", []],
    ["?eventName=Logged%20in&userEmail=bo@example.com&start=2026-01-01&search=logged", [3]],
  ])("filters by %s", async (query, expected) => {
    const { ids } = await open();
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    "start=yesterday",
    "start=2026-13-01",
    "start=2026-02-30",
    "end=2026-02-29",
    "end=01.02.2026",
    "end=1767225600",
    "start=",
    "start=2026-01-01T25:00:00Z",
    "start=2026-02-01&end=2026-01-01",
  ])("answers 400 for %s", async (query) => {
    const { get } = await open();
    const { status, body } = await get(`?${query}`);
    expect([query, status, typeof body.error]).toEqual([query, 400, "string"]);
  });

  it("needs AuditLogManage, and a key of the whole account", async () => {
    const { get } = await open();
    for (const key of ["sandbox-key", "auditor", "all"])
      expect((await get("", `Bearer ${key}`)).status).toBe(200);
    for (const key of ["none", "viewer"]) {
      const { status, body } = await get("", `Bearer ${key}`);
      expect([key, status, body.error]).toEqual([key, 403, "The permission AuditLogManage is required"]);
    }
    expect((await get("", "Bearer scoped")).status).toBe(403);
    expect((await get("", "Bearer no")).status).toBe(401);
  });
});

describe("what is recorded", () => {
  it("is every write with its time and user, and nothing that changed nothing", async () => {
    const { clock, pass } = handClock();
    const client = await start({
      clock,
      seed: {
        users: [{ id: 7, email: "bo@example.com" }],
        apiKeys: [{ key: "bo", userId: 7 }],
        workbooks: [{ id: 201, slug: "old", dashboardDraft: { widgets: [widget("w")] } }],
      },
    });
    const bo = (method: string, path: string, body?: unknown) =>
      client.call(method, path, body as never, "Bearer bo");
    const build = "/build/api/v1/deployments/1/branches/staging-environment";
    for (let round = 0; round < 2; round += 1) {
      await bo("PUT", "/deployments/1/workbooks/by-slug/new", { name: "New" });
      await bo("PUT", "/deployments/1/workbooks/201", { name: "Old" });
      await bo("POST", "/deployments/1/workbooks/201/publish", { workbookId: 201 });
      await bo("PUT", "/deployments/1/reports/by-public-id/abcdefghijkl", { title: "T" });
      await bo("PUT", build, { enabled: true, branchName: "new-metrics" });
      await bo("PUT", "/deployments/1", { releaseChannel: "latest" });
      await bo("GET", "/deployments/1/workbooks");
    }
    pass(60);
    await bo("POST", "/deployments/1/folders", { name: "F" });
    await bo("POST", "/users", { email: "c@example.com", username: "c" });
    await bo("DELETE", "/deployments/1/workbooks/201");
    await bo("DELETE", "/deployments/1/workbooks/201");
    client.sandbox.edit("new", (workbook) => {
      workbook.name = "Edited";
    });
    const lines = ((await client.call("GET", "/audit-logs/export")).body as string)
      .trim()
      .split("\r\n")
      .slice(1);
    expect(lines.map((line) => line.split(",").slice(1, 5).join(" "))).toEqual([
      "2026-01-01T12:00:00.000Z Workbook created bo@example.com 1",
      "2026-01-01T12:00:00.000Z Workbook updated bo@example.com 1",
      "2026-01-01T12:00:00.000Z Workbook published bo@example.com 1",
      "2026-01-01T12:00:00.000Z Report created bo@example.com 1",
      "2026-01-01T12:00:00.000Z Staging environment enabled bo@example.com 1",
      "2026-01-01T12:00:00.000Z Deployment updated bo@example.com 1",
      "2026-01-01T12:01:00.000Z Folder created bo@example.com 1",
      "2026-01-01T12:01:00.000Z User created bo@example.com ",
      "2026-01-01T12:01:00.000Z Workbook deleted bo@example.com 1",
      "2026-01-01T12:01:00.000Z Workbook updated sandbox@example.com 1",
    ]);
  });

  it("is kept up to a number of events, the newest", async () => {
    const many = Array.from({ length: 11_000 }, (_, index) => ({ eventName: `e${index}` }));
    const { call, upsert } = await start({ seed: { auditEvents: many } });
    await upsert("a");
    const lines = ((await call("GET", "/audit-logs/export")).body as string).trim().split("\r\n");
    expect(lines).toHaveLength(10_001);
    expect(lines[1]).toContain("e1001");
    expect(lines.at(-1)).toContain("Workbook created");
  });
});
