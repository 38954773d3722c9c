import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { start } from "./support.ts";

const seed = {
  deployments: [
    { id: 1, name: "one" },
    { id: 2, name: "two" },
  ],
  apiKeys: [{ key: "only-two", deployments: [2] }, { key: "all" }],
};

describe("authentication", () => {
  const paths: [string, string][] = [
    ["GET", "/spec"],
    ["GET", "/deployments"],
    ["GET", "/deployments/1/workbooks"],
    ["GET", "/deployments/1/workbooks/1"],
    ["PUT", "/deployments/1/workbooks/by-slug/a"],
    ["POST", "/deployments/1/workbooks/1/publish"],
    ["DELETE", "/deployments/1/workbooks/1"],
    ["GET", "/deployments/1/folders"],
    ["POST", "/deployments/1/folders"],
    ["GET", "/deployments/1/reports"],
    ["GET", "/deployments/1/reports/1"],
    ["PUT", "/deployments/1/reports/by-public-id/abcdefghijkl"],
  ];

  it.each(paths)(
    "%s %s answers 401 without, with a malformed and with an unknown credential",
    async (method, path) => {
      const { call } = await start();
      for (const header of [
        null,
        "sandbox-key",
        "Basic sandbox-key",
        "Bearer",
        "Bearer a b",
        "Bearer wrong",
      ]) {
        const { status, body } = await call(method, path, undefined, header);
        expect([header, status]).toEqual([header, 401]);
        expect(body.error).toEqual(expect.any(String));
        expect(JSON.stringify(body)).not.toContain("wrong");
      }
    },
  );

  it("accepts Bearer and Api-Key, the sandbox's key and the seed's", async () => {
    const { call } = await start({ seed });
    for (const header of ["Bearer sandbox-key", "Api-Key sandbox-key", "bearer all", "Api-Key all"])
      expect((await call("GET", "/deployments/1/workbooks", undefined, header)).status).toBe(200);
  });

  it("answers 403 for a key scoped to other deployments, known or not, and lists only its own", async () => {
    const { call } = await start({ seed });
    const key = "Bearer only-two";
    expect((await call("GET", "/deployments/2/workbooks", undefined, key)).status).toBe(200);
    expect((await call("GET", "/deployments/1/workbooks", undefined, key)).status).toBe(403);
    expect((await call("PUT", "/deployments/1/workbooks/by-slug/a", {}, key)).status).toBe(403);
    expect((await call("GET", "/deployments/99/workbooks", undefined, key)).status).toBe(403);
    const { body } = await call("GET", "/deployments", undefined, key);
    expect(body.data.deployments.map(({ id }: { id: string }) => id)).toEqual(["2"]);
  });
});

describe("answers", () => {
  it("404 for an unknown deployment", async () => {
    const { call } = await start();
    const { status, body } = await call("PUT", "/deployments/99/workbooks/by-slug/a", { name: "A" });
    expect(status).toBe(404);
    expect(body).toEqual({ error: "Deployment 99 does not exist" });
    expect((await call("GET", "/deployments/x/workbooks")).status).toBe(404);
  });

  it("the web application for an unknown route, with 200 and without a credential", async () => {
    const { call } = await start();
    for (const [method, path] of [
      ["GET", "/nope"],
      ["PATCH", "/deployments"],
      ["GET", "/deployments//workbooks"],
    ]) {
      const { status, body, headers } = await call(method!, path!, undefined, null);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toContain("text/html");
      expect(body).toContain("<!doctype html>");
    }
  });

  it("a trailing slash as without", async () => {
    const { call } = await start();
    expect((await call("GET", "/deployments/")).body.data.deployments).toHaveLength(1);
  });

  it("an x-request-id with every response, each its own", async () => {
    const { call } = await start();
    const answers = [
      await call("GET", "/nope"),
      await call("GET", "/spec"),
      await call("GET", "/spec", undefined, null),
    ];
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(null);
  });

  it("400 for a path that is not valid percent-encoding", async () => {
    const { at } = await start();
    expect((await at("PUT", "/workbooks/by-slug/%zz", {})).status).toBe(400);
  });

  it("400 for a body that is no JSON object, 413 for one that is too large", async () => {
    const { at } = await start();
    const put = (raw: string | Uint8Array) => at("PUT", "/workbooks/by-slug/a", { raw } as never);
    expect((await put("{")).body.error).toContain("not valid JSON");
    expect((await put(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await put("[]")).body.error).toBe("The body must be a JSON object");
    expect((await put(`{"meta":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).status).toBe(400);
    expect((await put(`{"meta":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`)).status).toBe(400);
    const { status, body } = await put(" ".repeat(16 * 1024 * 1024 + 1));
    expect(status).toBe(413);
    expect(body.error).toContain("at most 16777216");
    expect((await put("")).body).toMatchObject({ slug: "a" });
  });

  it("the deployments by offset and limit, 20 by default, ids as strings", async () => {
    const deployments = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, name: `d${index + 1}` }));
    const { call } = await start({ seed: { deployments }, clock: () => new Date(0) });
    const { body } = await call("GET", "/deployments");
    expect(body.data.deployments).toHaveLength(20);
    expect(body.data.deployments[0]).toEqual({ id: "1", name: "d1", created_at: "1970-01-01T00:00:00.000Z" });
    expect(body.pagination).toEqual({ offset: 0, limit: 20, total: 25 });
    const rest = (await call("GET", "/deployments?offset=20&limit=3")).body;
    expect(rest.data.deployments.map(({ name }: { name: string }) => name)).toEqual(["d21", "d22", "d23"]);
    expect(rest.pagination).toEqual({ offset: 20, limit: 3, total: 25 });
    expect((await call("GET", "/deployments?limit=x")).status).toBe(400);
  });
});

describe("the sandbox itself", () => {
  it("records requests in order, and reset puts everything back", async () => {
    const { sandbox, call, upsert } = await start({ seed: { workbooks: [{ slug: "seeded", name: "S" }] } });
    await upsert("seeded", { name: "Changed" });
    await upsert("new");
    await call("GET", "/deployments?limit=1", undefined, null);
    expect(sandbox.requests).toEqual([
      {
        method: "PUT",
        path: "/api/v1/deployments/1/workbooks/by-slug/seeded",
        status: 200,
        body: { name: "Changed" },
      },
      { method: "PUT", path: "/api/v1/deployments/1/workbooks/by-slug/new", status: 200 },
      { method: "GET", path: "/api/v1/deployments?limit=1", status: 401 },
    ]);
    sandbox.reset();
    expect(sandbox.requests).toEqual([]);
    expect(sandbox.workbook("seeded")?.name).toBe("S");
    expect(sandbox.workbook("new")).toBeUndefined();
  });

  it("keeps no requests where nobody wants them", async () => {
    const { sandbox, call } = await start({ record: false });
    await call("GET", "/spec");
    expect(sandbox.requests).toEqual([]);
  });

  it("listens on the loopback address alone, on the port that is asked for, and says when that is taken", async () => {
    const { sandbox } = await start();
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(sandbox.deployments).toEqual([1]);
    const port = Number(new URL(sandbox.url).port);
    const refused = await createSandbox({ port }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as UserError).message).toContain(`127.0.0.1:${port}`);
    await sandbox.close();
    const again = await createSandbox({ port });
    expect(again.url).toBe(sandbox.url);
    await again.close();
    await again.close();
  });

  it("answers what is in flight when it closes", async () => {
    const arrived = withResolve();
    const go = withResolve();
    const { sandbox, upsert } = await start({
      betweenDecisionAndApply: () => {
        arrived.resolve();
        return go.promise;
      },
    });
    const answer = upsert("a");
    await arrived.promise;
    const closed = sandbox.close();
    go.resolve();
    expect((await answer).status).toBe(200);
    await closed;
  });

  it("lives on when a client goes away in the middle of its request", async () => {
    const { sandbox, call } = await start();
    await new Promise<void>((resolve) => {
      const half = request(`${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/a`, {
        method: "PUT",
        headers: { authorization: "Bearer sandbox-key", "content-length": 100 },
      });
      half.on("error", () => resolve());
      half.write("{", () => half.destroy(new Error("gone")));
    });
    expect((await call("GET", "/spec")).status).toBe(200);
    expect(sandbox.workbook("a")).toBeUndefined();
  });
});

function withResolve(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
