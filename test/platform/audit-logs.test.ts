import { once } from "node:events";
import type { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, json, serve, stillClock } from "../support/loopback.ts";

const CSV = { "content-type": "text/csv", "content-disposition": 'attachment; filename="audit.csv"' };

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

describe("the audit log", () => {
  it("is exported as it is, with the filters that were given", async () => {
    const text = 'time,event\n2026-11-01T00:00:00Z,"Logged in ü"\n';
    const { url, seen } = await serve((_, response) => void response.writeHead(200, CSV).end(text));
    const stream = await connectTo(url).platform.exportAuditLog({
      start: "2026-11-01",
      end: "2026-11-20T10:00:00.5+01:00",
      search: "a b",
      eventName: "Logged in",
      userEmail: "a@b.example",
    });
    expect(await readAll(stream)).toBe(text);
    expect(seen[0]).toMatchObject({
      path: "/api/v1/audit-logs/export",
      query: {
        start: "2026-11-01",
        end: "2026-11-20T10:00:00.5+01:00",
        search: "a b",
        eventName: "Logged in",
        userEmail: "a@b.example",
      },
    });
    expect(seen[0]?.headers.accept).toBe("text/csv, application/json");
  });

  it("may be empty", async () => {
    const { url } = await serve((_, response) => void response.writeHead(200, CSV).end());
    expect(await readAll(await connectTo(url).platform.exportAuditLog())).toBe("");
  });

  it("without the permission: 403, and which one", async () => {
    const { url } = await serve((_, response) => json(response, 403, { error: "Forbidden" }));
    const error = await failure(connectTo(url).platform.exportAuditLog(), PlatformError);
    expect(error).toMatchObject({ status: 403, platformMessage: "Forbidden" });
    expect(error.details.at(-1)).toContain("AuditLogManage");
  });

  it("is asked for again until it begins", async () => {
    const { url, seen } = await serve((_, response, count) => {
      if (count === 1) return json(response, 503, {});
      if (count === 2) return json(response, 200, { error: "Continue wait" });
      return void response.writeHead(200, CSV).end("a\n");
    });
    expect(await readAll(await connectTo(url).platform.exportAuditLog())).toBe("a\n");
    expect(seen).toHaveLength(3);
  });

  it("is never held in memory: what is not read is not fetched", async () => {
    const chunk = Buffer.alloc(64 * 1024, "a,b,c\n");
    const chunks = 2000;
    let sent = 0;
    const { url } = await serve(async (_, response) => {
      response.writeHead(200, CSV);
      for (let index = 0; index < chunks; index++) {
        sent += chunk.length;
        if (!response.write(chunk)) await once(response, "drain");
      }
      response.end();
    });
    const stream = await connectTo(url).platform.exportAuditLog();
    let [read, most] = [0, 0];
    for await (const each of stream) {
      read += (each as Buffer).length;
      // A reader that is slower than the network.
      if (read < 8 * 1024 * 1024) for (let turns = 0; turns < 20; turns++) await turn();
      most = Math.max(most, sent - read);
    }
    expect(read).toBe(chunks * chunk.length);
    // What the sockets of both sides hold; the file has 125 MB.
    expect(most).toBeLessThan(24 * 1024 * 1024);
  });

  it("that breaks off is an error at the place where it did, and not repeated", async () => {
    const { url, seen } = await serve((_, response) => {
      response.writeHead(200, CSV).write("a,b\n");
      setImmediate(() => response.socket?.destroy());
    });
    const stream = await connectTo(url).platform.exportAuditLog();
    const parts: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream) parts.push(String(chunk));
    })();
    const error = await failure(reading, PlatformError);
    expect(error).toMatchObject({ code: "connection-broken" });
    expect(error.message).toMatch(/^could not export the audit log: the connection broke/);
    expect(parts.join("")).toBe("a,b\n");
    expect(seen).toHaveLength(1);
  });

  it("that breaks before anybody reads does not end the process", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, CSV).write("a,b\n");
      setImmediate(() => response.socket?.destroy());
    });
    const stream = await connectTo(url).platform.exportAuditLog();
    while (!stream.destroyed) await turn();
    expect((await failure(readAll(stream), PlatformError)).code).toBe("connection-broken");
  });

  it("that stops is given up, but a slow reader is waited for", async () => {
    const { url } = await serve((_, response) => {
      // No spelling of the credential begins with an x, so no byte is kept back.
      response.writeHead(200, CSV).write(Buffer.alloc(400_000, "x"));
    });
    const { platform, clock } = connectTo(url);
    const stream = await platform.exportAuditLog();
    while (stream.readableLength < stream.readableHighWaterMark) await turn();
    clock.ring();
    let read = 0;
    const reading = (async () => {
      for await (const chunk of stream) read += (chunk as Buffer).length;
    })();
    const failing = failure(reading, PlatformError);
    while (read < 400_000) await turn();
    clock.ring();
    expect((await failing).code).toBe("timeout");
  });

  it.each(["signal", "destroy"])("left by %s leaves its place to others", async (how) => {
    const { url } = await serve(({ path }, response) => {
      if (path.startsWith("/api/v1/deployments")) return json(response, 200, { items: [] });
      return void response.writeHead(200, CSV).write("a,b\n");
    });
    const controller = new AbortController();
    const { platform } = connectTo(url, { concurrency: 1 });
    const stream = await platform.exportAuditLog({}, { signal: controller.signal });
    const others = platform.listDeployments();
    if (how === "destroy") stream.destroy();
    else {
      controller.abort();
      expect((await failure(readAll(stream), PlatformError)).code).toBe("interrupted");
    }
    expect(await others).toEqual([]);
    await platform.close();
  });

  it("holds its place among the requests in flight until it is read", async () => {
    let finish = (): void => {};
    const { url, seen } = await serve(({ path }, response) => {
      if (path.startsWith("/api/v1/deployments")) return json(response, 200, { items: [] });
      response.writeHead(200, CSV).write("a,b\n");
      finish = () => void response.end();
    });
    // The deadline of a request that waits for its turn has not begun.
    let deadlines = 0;
    const clock = stillClock();
    const after: typeof clock.after = (ms, run) => {
      deadlines++;
      return clock.after(ms, run);
    };
    const { platform } = connectTo(url, { concurrency: 1, clock: { ...clock, after } });
    const stream = await platform.exportAuditLog();
    const before = deadlines;
    const others = platform.listDeployments();
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(deadlines).toBe(before);
    expect(seen).toHaveLength(1);
    finish();
    await readAll(stream);
    await others;
    expect(seen).toHaveLength(2);
  });
});
