import type { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/model/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, html, json, serve, TOKEN } from "../support/loopback.ts";

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

describe("a raw request", () => {
  it("goes below the configured address with the credential, its query joined and repeated", async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, { ok: true }, { "x-id": "1" }));
    const { platform } = connectTo(`${url}/base`);
    const answer = await platform.request("post", "/api/v1/x y?a=1", {
      query: { types: ["FOLDER", "REPORT"], deep: true, none: undefined },
      body: { name: "ü" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers["x-id"]).toBe("1");
    expect(await textOf(answer.body)).toBe('{"ok":true}');
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/base/api/v1/x%20y?a=1&types=FOLDER&types=REPORT&deep=true",
      body: '{"name":"ü"}',
    });
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
    });
  });

  it.each(["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"])("may be a %s", async (method) => {
    const { url, seen } = await serve((_, response) => void response.writeHead(204).end());
    const answer = await connectTo(url).platform.request(method, "/x");
    expect([answer.status, await textOf(answer.body)]).toEqual([204, ""]);
    expect(seen[0]?.method).toBe(method);
    const isBare = ["GET", "HEAD", "OPTIONS"].includes(method);
    expect(seen[0]?.headers["content-length"]).toBe(isBare ? undefined : "0");
  });

  it.each([400, 401, 403, 404, 409, 422])(
    "that is answered %i is answered: body, status, headers",
    async (status) => {
      const { url, seen } = await serve((_, response) =>
        json(response, status, { error: "no", fields: ["a"] }, { "x-request-id": "r-1" }),
      );
      const answer = await connectTo(url).platform.request("GET", "/x");
      expect([answer.status, answer.headers["x-request-id"]]).toEqual([status, "r-1"]);
      expect(await textOf(answer.body)).toBe('{"error":"no","fields":["a"]}');
      expect(seen).toHaveLength(1);
    },
  );

  it("is repeated as the retry table has it, and then answered", async () => {
    const { url, seen } = await serve((_, response, count) =>
      json(response, count < 3 ? 503 : 200, { count }),
    );
    expect(await textOf((await connectTo(url).platform.request("GET", "/x")).body)).toBe('{"count":3}');
    expect(seen).toHaveLength(3);

    const never = await serve((_, response) => json(response, 429, { error: "slow" }));
    expect((await connectTo(never.url).platform.request("GET", "/x")).status).toBe(429);
    expect(never.seen).toHaveLength(10);

    const post = await serve((_, response) => json(response, 503, {}));
    expect((await connectTo(post.url).platform.request("POST", "/x", { body: {} })).status).toBe(503);
    expect(post.seen).toHaveLength(1);
  });

  it("waits while the platform says so", async () => {
    const { url } = await serve((_, response, count) =>
      json(response, 200, count < 3 ? { error: "Continue wait" } : { done: true }),
    );
    expect(await textOf((await connectTo(url).platform.request("GET", "/x")).body)).toBe('{"done":true}');
  });

  it("streams what is a file, byte for byte", async () => {
    const bytes = Buffer.from([0, 255, 254, 10, 13]);
    const { url } = await serve(
      (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(bytes),
    );
    const { body } = await connectTo(url).platform.request("GET", "/x");
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks)).toEqual(bytes);
  });

  it("never shows the credential, where it is echoed", async () => {
    for (const status of [200, 400]) {
      const { url } = await serve(({ headers }, response) =>
        json(response, status, { got: headers.authorization }),
      );
      const { body } = await connectTo(url).platform.request("GET", "/x");
      expect(await textOf(body)).toBe('{"got":"Bearer ***"}');
    }
  });

  it("never shows the credential in a header, or in text that is streamed, wherever the pieces end", async () => {
    const text = `a,${TOKEN}\nü,${Buffer.from(TOKEN).toString("base64")},${TOKEN}${TOKEN},${TOKEN.slice(0, -1)}`;
    const bytes = Buffer.from(text);
    for (const size of [1, 7, bytes.length]) {
      const { url } = await serve(async ({ headers }, response) => {
        response.writeHead(200, { "content-type": "text/csv", "x-request-id": headers.authorization });
        for (let at = 0; at < bytes.length; at += size) {
          response.write(bytes.subarray(at, at + size));
          await turn();
        }
        response.end();
      });
      const { platform } = connectTo(url);
      const answer = await platform.request("GET", "/x");
      expect(answer.headers["x-request-id"]).toBe("Bearer ***");
      const clean = `a,***\nü,***,******,${TOKEN.slice(0, -1)}`;
      expect(await textOf(answer.body)).toBe(clean);
      expect(await textOf(await platform.exportAuditLog())).toBe(clean);
    }
  });

  it("brings text before it is whole", async () => {
    let end = () => {};
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/csv" }).write("x".repeat(1000));
      end = () => void response.end("y");
    });
    const { body } = await connectTo(url).platform.request("GET", "/x");
    const chunks: string[] = [];
    for await (const chunk of body) {
      chunks.push(String(chunk));
      end();
    }
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.join("")).toBe(`${"x".repeat(1000)}y`);
  });

  it("takes a web page where one is asked for, and sends a form where told", async () => {
    const { url, seen } = await serve((_, response) => html(response));
    const { platform } = connectTo(url);
    const body = { a: "b c", list: [1, 2], deep: { x: true }, none: null };
    const answer = await platform.request("POST", "/x", {
      accept: "text/html",
      body,
      bodyAs: "application/x-www-form-urlencoded",
    });
    expect(await textOf(answer.body)).toContain("The app");
    expect(seen[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(seen[0]?.body)]).toEqual([
      ["a", "b c"],
      ["list", "1"],
      ["list", "2"],
      ["deep", '{"x":true}'],
    ]);
  });

  it("throws where there is no answer: the web app, a redirect elsewhere, a broken connection", async () => {
    const app = await serve((_, response) => html(response));
    expect((await failure(connectTo(app.url).platform.request("GET", "/x"), PlatformError)).code).toBe(
      "no-such-operation",
    );
    const other = await serve((_, response) => json(response, 200, {}));
    const away = await serve((_, response) => void response.writeHead(302, { location: other.url }).end());
    expect((await failure(connectTo(away.url).platform.request("GET", "/x"), PlatformError)).code).toBe(
      "redirect",
    );
    expect(other.seen).toEqual([]);
    const gone = await serve((_, response) => void response.socket?.destroy());
    expect((await failure(connectTo(gone.url).platform.request("POST", "/x"), PlatformError)).code).toBe(
      "connection-broken",
    );
  });

  it("cannot climb out of the base path", async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, {}));
    const { platform } = connectTo(`${url}/base`);
    await platform.request("GET", "/../../x");
    await platform.request("GET", "/%2e%2e/y");
    expect(seen.map((each) => each.url)).toEqual(["/base/x", "/base/y"]);
  });

  it.each([
    "https://evil.example/x",
    "//evil.example/x",
    "/\\evil.example/x",
    "api/v1/x",
    "",
    "@evil.example",
    "/x#fragment",
    "/x\r\nhost: evil",
  ])("to %j is refused", async (path) => {
    const { url, seen } = await serve((_, response) => json(response, 200, {}));
    expect((await failure(connectTo(url).platform.request("GET", path), UsageError)).message).toContain(
      "not a path",
    );
    expect(seen).toEqual([]);
  });

  it("by a method that is none is refused", async () => {
    const error = await failure(connectTo("http://127.0.0.1:1").platform.request("FETCH", "/x"), UsageError);
    expect(error.message).toBe("FETCH is not a method");
  });
});
