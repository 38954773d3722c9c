import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { createSandbox, parseFaults } from "../../src/sandbox/index.ts";
import { start } from "./support.ts";

describe("the grammar of faults", () => {
  it("reads every kind of item", () => {
    expect(
      parseFaults(
        "429:0.2, 503@3,drop-before:0.05,drop-after@4,conflict:1,latency:20,retry-after=1,seed=7,spec",
      ),
    ).toEqual({
      rules: [
        { kind: 429, rate: 0.2 },
        { kind: 503, every: 3 },
        { kind: "drop-before", rate: 0.05 },
        { kind: "drop-after", every: 4 },
        { kind: "conflict", rate: 1 },
      ],
      latency: 20,
      retryAfter: 1,
      seed: 7,
      spec: true,
    });
    expect(parseFaults("html@5, truncate:0.1,continue-wait:3")).toEqual({
      rules: [
        { kind: "html", every: 5 },
        { kind: "truncate", rate: 0.1 },
      ],
      latency: 0,
      continueWait: 3,
      seed: 1,
      spec: false,
    });
    expect(parseFaults("empty-query@2,failed-query:0.5,slow-query:300")).toMatchObject({
      rules: [
        { kind: "empty-query", every: 2 },
        { kind: "failed-query", rate: 0.5 },
      ],
      slowQuery: 300,
    });
    expect(parseFaults("")).toEqual({ rules: [], latency: 0, seed: 1, spec: false });
  });

  it.each([
    "429",
    "429:0",
    "429:1.1",
    "429:x",
    "429@0",
    "429@1.5",
    "200:0.1",
    "600:0.1",
    "drop:0.1",
    "conflict",
    "latency",
    "latency@3",
    "retry-after:1",
    "retry-after=0.5",
    "seed",
    "spec:1",
    "429:0.1,,503:0.1",
    "429:-0.1",
    "html",
    "truncate=1",
    "continue-wait",
    "continue-wait:0",
    "continue-wait:1.5",
    "continue-wait@3",
  ])("refuses %j and says what is right", (text) => {
    expect(() => parseFaults(text)).toThrow(UserError);
    expect(() => parseFaults(text)).toThrow(/the fault ".*" cannot be read/);
  });

  it("refuses a wrong spec before anything listens", async () => {
    await expect(createSandbox({ faults: "often" })).rejects.toThrow(UserError);
  });
});

describe("faults", () => {
  it("hit every N-th request, spare the description, and carry Retry-After", async () => {
    const { call, at } = await start({ faults: "503@3,retry-after=2" });
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) {
      const { status, headers, body } = await at("GET", "/workbooks");
      statuses.push(status);
      expect(headers.get("retry-after")).toBe(status === 503 ? "2" : null);
      if (status === 503) expect(body).toEqual({ error: "Injected fault: 503" });
      expect((await call("GET", "/spec")).status).toBe(200);
    }
    expect(statuses).toEqual([200, 200, 503, 200, 200, 503]);
  });

  it("hit the description where that is asked for", async () => {
    const { call } = await start({ faults: "503@1,spec" });
    expect((await call("GET", "/spec")).status).toBe(503);
  });

  it("hit a share of the requests, the same ones in every run and after a reset", async () => {
    const run = async (faults: string) => {
      const { at, sandbox } = await start({ faults });
      const round = async () => {
        const statuses: number[] = [];
        for (let n = 0; n < 60; n += 1) statuses.push((await at("GET", "/workbooks")).status);
        return statuses;
      };
      const first = await round();
      sandbox.reset();
      expect(await round()).toEqual(first);
      return first;
    };
    const first = await run("429:0.3");
    const hits = first.filter((status) => status === 429).length;
    expect(hits).toBeGreaterThan(6);
    expect(hits).toBeLessThan(36);
    expect(await run("429:0.3")).toEqual(first);
    expect(await run("429:0.3,seed=2")).not.toEqual(first);
  });

  it("drop-before destroys the connection and does nothing", async () => {
    const { upsert, sandbox } = await start({ faults: "drop-before@2" });
    await upsert("a");
    await expect(upsert("b")).rejects.toThrow();
    expect(sandbox.workbook("b")).toBeUndefined();
    expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 0]);
  });

  it("drop-after acts and then destroys the connection", async () => {
    const { upsert, sandbox } = await start({ faults: "drop-after@2" });
    await upsert("a");
    await expect(upsert("b", { name: "B" })).rejects.toThrow();
    expect(sandbox.workbook("b")?.name).toBe("B");
    expect(sandbox.requests.at(-1)).toMatchObject({ status: 0, body: { name: "B" } });
  });

  it("html answers 200 and the web application, and does nothing", async () => {
    const { upsert, sandbox } = await start({ faults: "html@2" });
    await upsert("a");
    const { status, headers, body } = await upsert("b");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toContain("<!doctype html>");
    expect(sandbox.workbook("b")).toBeUndefined();
  });

  it("truncate acts and answers half of the JSON, whose length is all right", async () => {
    const { sandbox, call } = await start({ faults: "truncate@1" });
    const url = `${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/a`;
    const response = await fetch(url, { method: "PUT", headers: { authorization: "Bearer sandbox-key" } });
    const text = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(response.headers.get("content-length")).toBe(String(text.length));
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    const whole = JSON.stringify(sandbox.workbook("a"));
    expect(text).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    // An answer that is not JSON stays whole.
    expect((await call("GET", "/audit-logs/export")).body).toContain("Workbook created");
  });

  it("conflict hits and counts upserts alone, and changes nothing", async () => {
    const { upsert, at, sandbox } = await start({ faults: "conflict@2" });
    await upsert("a");
    for (let n = 0; n < 3; n += 1) expect((await at("GET", "/workbooks")).status).toBe(200);
    expect((await at("POST", "/folders", { name: "F" })).status).toBe(200);
    const { status, body } = await upsert("b");
    expect([status, body.code]).toEqual([409, "upsert_branch_changed"]);
    expect(sandbox.workbook("b")).toBeUndefined();
    expect((await upsert("b")).status).toBe(200);
    expect((await at("PUT", "/reports/by-public-id/abcdefghijkl")).body.code).toBe("upsert_branch_changed");
  });

  it("of several kinds the first that hits happens, and every kind keeps its own count", async () => {
    const { at } = await start({ faults: "429@2,503@3" });
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) statuses.push((await at("GET", "/workbooks")).status);
    expect(statuses).toEqual([200, 429, 503, 429, 200, 429]);
  });

  it("latency delays and changes nothing else", async () => {
    const { upsert } = await start({ faults: "latency:1" });
    expect((await upsert("a")).status).toBe(200);
  });
});
