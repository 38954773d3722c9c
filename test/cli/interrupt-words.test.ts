// What an apply says when somebody interrupts it while the platform does not answer a write.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { begin } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile } from "./server.ts";

describe("an apply that waits for the answer to a write", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "says at once what it waits for, and at the second signal what is unknown: %s",
    async (signal) => {
      const { running, released, release } = await open();
      running.interrupt(signal);
      expect(running.said()).toContain(
        "Stopping: waiting for the answer to write workbook sales; Ctrl-C again ends now.\n",
      );
      expect(() => running.interrupt(signal)).toThrow("ended its process with 130");
      expect(running.said()).toContain(
        "Ended without the answer to write workbook sales: it may be done. `boardwright plan` shows it.\n",
      );
      release();
      await released;
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(stdout).toContain("Interrupted: applied 1 of 1");
    },
  );
});

/** Until the write is there, and unanswered. */
async function open() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = request;
    if (method === "PUT") {
      isHeld = true;
      await held;
    }
    const answer = await fetch(new URL(request.url ?? "", sandbox.url), {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
      ...(method === "PUT" && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = tempFolder({
    "boardwright.yaml": projectFile(url, 1),
    "dashboards/a.yaml": "workbooks: { sales: { name: Sales } }\n",
  });
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  const running = begin(["apply", "--yes"], { cwd, env });
  await vi.waitFor(() => expect(isHeld).toBe(true), 10_000);
  return { running, released: held, release: () => release() };
}
