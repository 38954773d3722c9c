// Bodies that are streamed: paced by their reader, in flight until they are read, and ended with an error that says what happened.
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type BodyCleaner, openBody } from "../../src/platform/http/body-stream.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, json, serve, workbook } from "../support/loopback.ts";

async function textOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Answers exports with the beginning of a file, and everything else with a workbook. */
async function serveFile(first = "a,b\n") {
  const opened: ServerResponse[] = [];
  const { url, seen } = await serve(({ path }, response) => {
    if (path.includes("workbooks")) return json(response, 200, workbook(1));
    response.writeHead(200, { "content-type": "text/csv" }).write(first);
    opened.push(response);
  });
  return { url, seen, opened };
}

describe("a streamed answer", () => {
  it("is in flight until it is read to its end or given up", async () => {
    for (const end of ["read", "given up"] as const) {
      const { url, opened, seen } = await serveFile();
      const { platform } = connectTo(url, { concurrency: 1 });
      const file = await platform.exportAuditLog();
      const next = platform.upsertWorkbook(1, "a", {});
      for (let turns = 0; turns < 20; turns++) await turn();
      expect(seen).toHaveLength(1);
      if (end === "given up") file.destroy();
      else {
        opened[0]?.end("c\n");
        expect(await textOf(file)).toBe("a,b\nc\n");
      }
      expect((await next).id).toBe(1);
    }
  });

  it("that breaks off fails its reader with what happened, and so does one without a reader yet", async () => {
    const { url, opened } = await serveFile();
    const { platform } = connectTo(url);
    for (const isRead of [true, false]) {
      const file = await platform.exportAuditLog();
      const reading = isRead ? failure(textOf(file), PlatformError) : undefined;
      if (isRead) await turn();
      opened.at(-1)?.destroy();
      if (!isRead) while (!file.destroyed) await turn();
      const error = await (reading ?? failure(textOf(file), PlatformError));
      expect(error.code).toBe("connection-broken");
      expect(error.message).toMatch(/^could not export the audit log: the connection broke/);
    }
  });

  it("has a deadline for each piece, but not while its reader is busy elsewhere", async () => {
    const { url, opened } = await serveFile();
    const { platform, clock } = connectTo(url);
    const silent = await platform.exportAuditLog();
    const reading = failure(textOf(silent), PlatformError);
    await turn();
    clock.ring();
    expect((await reading).code).toBe("timeout");

    const large = "x".repeat(64 * 1024);
    const slow = await platform.exportAuditLog();
    // More than a reader that does not read takes in.
    for (let piece = 0; piece < 40; piece++) opened[1]?.write(large);
    opened[1]?.end();
    while (slow.readableLength < slow.readableHighWaterMark) await turn();
    clock.ring();
    expect((await textOf(slow)).length).toBe(4 + 40 * large.length);
    // And when it is over, none is left.
    clock.ring();
  });

  it("that drips on and on has a deadline as a whole, which counts no time in which nobody reads", async () => {
    const { url, opened } = await serveFile();
    const { platform, clock } = connectTo(url);
    const dripping = await platform.exportAuditLog();
    let text = "";
    const reading = failure(
      (async () => {
        for await (const chunk of dripping) {
          text += String(chunk);
          // Each piece comes in time.
          await clock.sleep(100_000, []);
          opened[0]?.write("d\n");
        }
      })(),
      PlatformError,
    );
    const error = await reading;
    expect(error.code).toBe("timeout");
    expect(error.message).toContain("did not come to the end of its answer in 30 minutes");
    expect(text.length).toBeLessThan(60);
  });

  it("ends with an abort", async () => {
    const { url } = await serveFile();
    const controller = new AbortController();
    const { platform } = connectTo(url, { signal: controller.signal });
    const reading = failure(textOf(await platform.exportAuditLog()), PlatformError);
    controller.abort();
    expect((await reading).code).toBe("interrupted");
  });
});

describe("a body as a stream", () => {
  const open = (cleaner?: BodyCleaner) => {
    const did: string[] = [];
    const source = {
      pause: () => void did.push("pause"),
      resume: () => void did.push("resume"),
      abandon: () => void did.push("abandon"),
    };
    return { did, body: openBody(source, cleaner) };
  };

  it("pauses its source where more comes than is read, and goes on when it is", async () => {
    const { did, body } = open();
    body.push(Buffer.from("a"));
    expect(did).toEqual([]);
    const large = Buffer.alloc(body.readable.readableHighWaterMark);
    body.push(large);
    expect(did).toEqual(["pause"]);
    expect(body.readable.read()).toHaveLength(large.length + 1);
    await turn();
    expect(did).toContain("resume");
    body.end();
    expect(await textOf(body.readable)).toBe("");
    expect(did).not.toContain("abandon");
  });

  it("tells its source when the reader leaves before the end, and only then", async () => {
    const left = open();
    left.body.readable.destroy();
    await turn();
    expect(left.did).toEqual(["abandon"]);
    const broken = open();
    broken.body.fail(new Error("broken"));
    await turn();
    expect(broken.did).not.toContain("abandon");
    expect(broken.body.readable.errored?.message).toBe("broken");
  });

  it("passes on what its cleaner lets through, and at the end the rest", async () => {
    const kept: Buffer[] = [];
    const cleaner: BodyCleaner = {
      take(chunk) {
        kept.push(chunk);
        return kept.length > 1 ? (kept.shift() as Buffer) : Buffer.alloc(0);
      },
      end: () => Buffer.concat(kept),
    };
    const { body, did } = open(cleaner);
    for (const piece of ["a", "b", "c"]) body.push(Buffer.from(piece));
    body.end();
    expect(await textOf(body.readable)).toBe("abc");
    expect(did).not.toContain("pause");
    const silent = open({ take: () => Buffer.alloc(0), end: () => Buffer.alloc(0) });
    silent.body.push(Buffer.from("x"));
    silent.body.end();
    expect(await textOf(silent.body.readable)).toBe("");
  });
});
